import type { ImportResult, Operations } from '../../api/operations.ts'
import type { Language } from '../../i18n/languages.ts'
import { parseArea, parseYield } from '../../i18n/numbers.ts'

/** A field that is to be sown, with its area as typed. */
export interface ChosenField {
  id: string
  name: string
  ha: string
}

/** One crop on many fields, as it is typed. */
export interface PlantingDraft {
  year: string
  /** Kind, commodity, type and grade, with points between; '' is none yet. */
  grain: string
  variety: string
  sownOn: string
  expected: string
  fields: ChosenField[]
}

export type PlantingRows = Operations['POST /api/inventory/plantings']['body']

/** The commodity of a grain that was chosen, by which a bushel is one. */
export const commodityOf = (grain: string) => (grain === '' ? undefined : Number(grain.split('.')[1]))

/** Builds the rows to send; undefined as long as something cannot be read or is missing. */
export function rowsOf(draft: PlantingDraft, language: Language): PlantingRows | undefined {
  const [kind, ...ids] = draft.grain.split('.')
  const [id = 0, type = 0, grade = 0] = ids.map(Number)
  const expected = parseYield(draft.expected, language, { commodityId: commodityOf(draft.grain) })
  const areas = draft.fields.map(({ ha }) => parseArea(ha, language))
  if (kind === '' || draft.year.trim() === '' || draft.fields.length === 0) return undefined
  if (!('kg' in expected) && expected.fault !== 'none') return undefined
  if (areas.some((each) => !('value' in each))) return undefined
  return draft.fields.map((field, index) => {
    const area = areas[index]
    return {
      rowNumber: index + 1,
      type: kind === 'produce' ? 'produce' : 'crop',
      harvestYear: draft.year.trim(),
      owned: true,
      commodity: { id, type, grade, variety: draft.variety.trim() || null },
      field: { storageId: field.id, area: area && 'value' in area ? area.value : null },
      planting: {
        plantingAtUTC: draft.sownOn || null,
        expectedYield: 'kg' in expected ? expected.kg : null,
      },
    }
  })
}

/** The result for a field: entered, there already, or the reason why not. */
export interface PlantingOutcome {
  field: ChosenField
  status: 'success' | 'unchanged' | 'refused'
  /** The service's own sentences. */
  says: string[]
}

export function outcomesOf(fields: ChosenField[], { results }: ImportResult): PlantingOutcome[] {
  return results.flatMap(({ rows, status, message, problems, summary }) => {
    const field = fields[Number(rows) - 1]
    if (!field) return []
    const isTaken = status === 'success' || status === 'unchanged'
    const faults = problems.map(({ reason }) => reason)
    const says = isTaken ? message : faults.length > 0 ? faults : [...message, summary]
    return [{ field, status: isTaken ? status : 'refused', says: [...new Set(says.filter(Boolean))] }]
  })
}
