import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../http/validate/schema.ts'
import { addUnique, deepFreeze, once, readDataFile } from '../data-file.ts'

const FILE = 'reasons.json'

/** Which way an adjustment for a reason may go: taken off stock, added to it, or both. */
const Direction = oneOf(['loss', 'gain', 'either'])
const AdjustmentReason = closed({
  id: Type.Integer({ minimum: 1 }),
  description: Type.String({ minLength: 1 }),
  direction: Direction,
})
const PlainReason = closed({ id: Type.Integer({ minimum: 1 }), description: Type.String({ minLength: 1 }) })
/** Some are of a few countries' trade alone; the others are of everybody's. */
const TradingReason = closed({
  ...PlainReason.properties,
  countries: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { minItems: 1 })),
})

/** data/reasons.json (rules.md §7). */
const ReasonsFile = closed({
  adjustment: Type.Array(AdjustmentReason),
  'storage-note': Type.Array(PlainReason),
  'settlement-deduction': Type.Array(TradingReason),
  'settlement-bonus': Type.Array(TradingReason),
  'close-listing': Type.Array(TradingReason),
})
type ReasonsFile = Static<typeof ReasonsFile>

export type ReasonGroup = keyof ReasonsFile
/** One managed reason of a group; those of adjustments have a direction. */
export type Reason<Group extends ReasonGroup = ReasonGroup> = Readonly<ReasonsFile[Group][number]>

/** The reasons of a group by their ids, for descriptions, which are made before any file is read. */
export const reasonsInWords = {
  adjustment:
    '1 Stock take, 2 Drying loss, 3 Cleaning loss, 4 Handling loss, 5 Moisture change, 6 Bay emptied, 7 Spillage, 8 Pest damage, 9 Spoilage, 10 Own use, 11 Seed retained, 12 Sampling, 13 Weighbridge correction, 14 Regrade, 15 Opening balance, 16 Theft, 17 Data error',
  'storage-note':
    '101 Cleaned, 102 Inspected, 103 Fumigated, 104 Bait check, 105 Temperature check, 106 Moisture check, 107 Water ingress, 108 Pest found, 109 Repair, 110 Prior contents, 111 Out of use, 112 Certificate',
} satisfies Partial<Record<ReasonGroup, string>>

/** The adjustment reasons that the stock rules give of themselves. */
export const STOCK_TAKE = 1
export const DRYING_LOSS = 2
export const CLEANING_LOSS = 3
export const BAY_EMPTIED = 6

const reasons = once(() => readReasons())

/** Reads the reasons now, so that a broken file is found at the start. */
export function loadReasons(): void {
  reasons()
}

/**
 * A managed reason of one group, or undefined: an id of another group is not found either.
 *
 * @example findReason('adjustment', DRYING_LOSS) // { id: 2, description: 'Drying loss', direction: 'loss' }
 */
export function findReason<Group extends ReasonGroup>(group: Group, id: number): Reason<Group> | undefined {
  return reasons().byId[group].get(id)
}

/**
 * The reason of a difference: theft finds nothing, and what is found after all is found by stock taking.
 *
 * @param grams what was found, or, negative, lost
 */
export function reasonOfDifference(reasonId: number, grams: number): number {
  const direction = findReason('adjustment', reasonId)?.direction
  const isOtherWay = (direction === 'loss' && grams > 0) || (direction === 'gain' && grams < 0)
  return isOtherWay ? STOCK_TAKE : reasonId
}

/** Every managed reason of a group, in the order to show. */
export function listReasons<Group extends ReasonGroup>(group: Group): Readonly<ReasonsFile[Group]> {
  return reasons().file[group]
}

function readReasons() {
  const file = deepFreeze(readDataFile(FILE, ReasonsFile))
  const everyId = new Map<number, Reason>()
  const index = (list: readonly Reason[]): ReadonlyMap<number, Reason> => {
    for (const reason of list) addUnique(everyId, reason.id, reason, FILE, 'reason')
    return new Map(list.map((reason) => [reason.id, reason]))
  }
  const byId: Record<ReasonGroup, ReadonlyMap<number, Reason>> = {
    adjustment: index(file.adjustment),
    'storage-note': index(file['storage-note']),
    'settlement-deduction': index(file['settlement-deduction']),
    'settlement-bonus': index(file['settlement-bonus']),
    'close-listing': index(file['close-listing']),
  }
  return { file, byId }
}
