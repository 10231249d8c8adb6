import type { commodities as sentences } from '../en/commodities.ts'
import type { Examples } from '../writing.ts'

export const commodities: Examples<typeof sentences> = {
  isNoTypeNamed: { commodity: 'xa', types: ['xb', 'xc'] },
  typesDiffer: { type: 'xa', words: 'xb', other: 'xc' },
  typeIsNeeded: { types: ['xb'] },
  hasNoCommoditiesHere: {},
  isNoGradeIn: { country: 'GB' },
  gradeHadNoVarieties: {},
  gradeHasOnlyThese: {},
  varietyWasThere: {},
  varietyIsThere: {},
  sendWholeFile: {},
}
