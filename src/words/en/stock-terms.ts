import type {
  ConflictOf,
  MeasuredFigure,
  MissingAction,
  RecordSource,
  SavedState,
  StockInBay,
  WeightSource,
  WholeMovement,
} from '../stock-terms.ts'
import type { ChangeWords } from '../changed-field.ts'
import type { DayAndFigure, Writing } from '../writing.ts'

/** Puts the weight of a load into words; 0 means that nobody has weighed it. */
export function loadOf(kilograms: number, { weight }: Writing): string {
  return kilograms === 0 ? 'a load not weighed yet' : weight(kilograms)
}

export function stockIn({ name, bay }: StockInBay): string {
  return bay === '' ? `“${name}”` : `“${name}” in ${bay}`
}

export function dayOf({ atUTC, timeZone }: ConflictOf, { day }: Writing): string {
  return day(atUTC, timeZone)
}

export function conflictWeight({ weight }: ConflictOf, write: Writing): string {
  return weight === 0 ? 'an unweighed load' : write.weight(weight)
}

export const MISSING: Record<MissingAction, string> = {
  driver: 'driver',
  empty: 'empty weight',
  full: 'full weight',
}

export const STATES: Record<SavedState, string> = {
  saved: 'Movement saved',
  reopened: 'Movement open again',
  complete: 'Movement complete',
  'complete all the same': 'Movement complete, since nothing is left to fill in',
}

/** All that a movement says of stock. */
export function wholeMovement(
  { weight, from, to, atUTC, timeZone, isSold }: WholeMovement,
  write: Writing,
): string {
  const [day, time] = [write.day(atUTC, timeZone), write.time(atUTC, timeZone)]
  const origin = from === '' ? '' : ` from ${from}`
  return `${loadOf(weight, write)}${origin} to ${to} on ${day} at ${time}${isSold ? ', sold' : ''}`
}

export const BEGINNINGS: Record<RecordSource, string> = {
  planting: 'Planted.',
  intake: 'Begun with an intake.',
  existing: 'Entered as stock that was there.',
  movement: 'Begun with a movement.',
  trade: 'Entered as available to trade.',
}

/** Puts the weight of a load into words, as at the beginning of a sentence. */
export function loadAtStart(kilograms: number, write: Writing): string {
  const load = loadOf(kilograms, write)
  return load.charAt(0).toUpperCase() + load.slice(1)
}

/** Describes a difference: stock found or, if negative, lost. */
export function differenceOf(difference: number, isPlanned: boolean, { weight }: Writing): string {
  if (isPlanned)
    return difference > 0
      ? `${weight(difference)} is to be added`
      : `${weight(-difference)} is to be written off`
  if (difference === 0) return 'the books agreed'
  return difference > 0 ? `${weight(difference)} found` : `${weight(-difference)} lost`
}

export function measured({ name, value, metric }: MeasuredFigure): string {
  return `${name} ${value}${metric === '' ? '' : ` ${metric}`}`
}

/** Words for a field of a record that was changed. */
export const CHANGES: ChangeWords = {
  none: 'none',
  precisions: { date: 'date', month: 'month' },
  fields: {
    grade: 'grade',
    harvestYear: 'harvest year',
    plantedOn: 'planting date',
    plantedPrecision: 'precision of the planting date',
    tags: 'tags',
    freeTags: 'tags',
    expectedYield: 'expected yield',
    weight: 'weight',
    soldWeight: 'sold weight',
    businessUnits: 'business units',
  },
  between: (field, before, after) => `${field} from ${before} to ${after}`,
  and: ' and ',
}

const WEIGHT_SOURCES = { scale: 'from the scale', typed: 'typed by hand', file: 'from a file' }

/** Puts into words where a weight comes from; `day` writes the day of a tare. */
export function sourceOfWeight(weight: WeightSource, { day, figure }: DayAndFigure): string {
  const { source, device, recordNumber, reason, ticket, atUTC, factor } = weight
  const corrected = factor === 1 ? '' : `corrected by × ${figure(factor)}`
  const record = recordNumber === '' ? '' : `instrument record ${recordNumber}`
  if (source === 'remembered') return `tare of ${day(atUTC)}, ticket ${ticket}`
  const from = [WEIGHT_SOURCES[source], device].filter(Boolean).join(' ')
  const said = reason === '' ? from : `${from} (${reason})`
  // A record is of a scale: which one is only said where it has a name.
  return [record === '' || device !== '' ? said : '', record, corrected].filter(Boolean).join(', ')
}
