import type { timeline as sentences } from '../en/timeline.ts'
import type { Examples } from '../writing.ts'

export const timeline: Examples<typeof sentences> = {
  recordBegan: { source: 'intake' },
  isOfferedWith: { weight: 28_460 },
  plantingIsEntered: {},
  loadCameIn: { weight: 28_460, from: 'Hill Farm', isPlanned: false },
  loadWentOut: { weight: 28_460, to: 'Valley Mill', isSold: true, isPlanned: false },
  loadMoved: { weight: 28_460, from: 'Hill Store, Hill 1', to: 'Hill Store, Hill 2', isPlanned: true },
  dryingTakes: { weight: 250, payer: 'owner', isPlanned: false },
  joinsStockThere: { isPlanned: false },
  isCorrectedBy: { difference: -250, reasonName: 'Spillage', isPlanned: false },
  isSetTo: { weight: 27_950, difference: -250, reasonName: 'Stock take', isPlanned: false },
  wasEnteredAs: { reasonName: 'Theft' },
  isSampled: { figures: [{ name: 'Moisture', value: '14.5', metric: '%' }] },
  isRegraded: { before: 'Group 1', after: null },
  recordIsChanged: {
    changes: [
      { field: 'grade', before: 'Group 1', after: null },
      { field: 'weight', before: 28_460, after: 28_000 },
      { field: 'businessUnits' },
    ],
  },
  hasFileAlready: { id: 12 },
  fileIsAttached: { id: 12 },
  fileIsDetached: { id: 12 },
  remainingAreaChanged: { before: 12.5, after: 7 },
  isSplitWithField: { parts: ['xa', 'xb'] },
  isMadeBySplit: {},
  areaIsThatOfField: { after: 12.5 },
  isCorrectedByImport: {},
  isUndoneWithImport: {},
}
