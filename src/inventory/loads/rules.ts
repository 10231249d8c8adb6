import { fault, type Fault } from '../../kernel/errors.ts'
import { heaviestFaults } from '../../kernel/heaviest-lorry.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { BAY_EMPTIED, DRYING_LOSS } from '../../system/reasons/reasons.ts'
import { shrinkGrams, type Drying } from '../contracts/rules.ts'
import {
  clearedOf,
  gain,
  harvest,
  loss,
  receiver,
  record,
  sender,
  type EntryDraft,
  type Posting,
} from '../ledger/ledger.ts'
import { message } from '../../words/catalogue.ts'
import type { WeighingRules } from '../../kernel/weighing.ts'
import { multiplied, readingFaults, readingsOf, type GivenReadings, type Scales } from '../readings/rules.ts'

/** The rules of movements (rules.md §4), as pure functions. Weights in grams. */

/** A movement as far as stock is concerned. */
export interface StockMovement {
  id: number
  effectiveAt: Date
  /** The record it takes from; a planting is taken off the field. Null for an intake. */
  source: { recordId: string; isPlanting: boolean } | null
  /** Null for an outbound movement. */
  destinationRecordId: string | null
  senderId: string | null
  receiverId: string | null
  grams: number
  sold: boolean
  /** A signed correction of the source just before it. */
  adjustment: { grams: number; reasonId: number } | null
  /** Reason that the rest is written off for, where the source is empty after it; null where it is not. */
  emptiedReasonId: number | null
  /** Stock of other harvest years in the bay that an intake goes to: it is written off. */
  replacedRecordIds?: string[] | undefined
  /** Drying of the load as it comes in. */
  drying?: Drying | undefined
}

/** Of a load that comes in: nobody receives it, and it corrects and empties nothing. */
export const intakeDefaults = { receiverId: null, sold: false, adjustment: null, emptiedReasonId: null }

/** Why a movement's source cannot be emptied by it. */
export function emptyingFaults(source: StockMovement['source']): Fault[] {
  return source === null || source.isPlanting
    ? [fault('adjustToZero', message('isForStockFromBay', {}), 'not_stock')]
    : []
}

/** Percentage by which scales may differ: a source that is emptied may turn out to have held up to this much more than its books. */
const SMALL_EXCESS_PERCENTAGE = 5

/** Builds the posting of a movement for the ledger. */
export function postingOf(movement: StockMovement): Posting {
  const { source, adjustment, emptiedReasonId, replacedRecordIds = [], grams } = movement
  const entries: EntryDraft[] = []
  if (source && adjustment && adjustment.grams !== 0) {
    const here = record(source.recordId)
    const entry =
      adjustment.grams > 0
        ? { from: gain(adjustment.reasonId), to: here, grams: adjustment.grams }
        : { from: here, to: loss(adjustment.reasonId), grams: -adjustment.grams }
    entries.push(entry)
  }
  if (grams > 0) entries.push(mainEntry(movement))
  // What came in and what drying takes are two entries (rules.md §5).
  const shrink = shrinkGrams(movement.drying, grams)
  if (shrink > 0 && movement.destinationRecordId !== null) {
    entries.push({ from: record(movement.destinationRecordId), to: loss(DRYING_LOSS), grams: shrink })
  }
  const counts =
    source && emptiedReasonId !== null
      ? [
          {
            recordId: source.recordId,
            countedGrams: 0,
            reason: String(emptiedReasonId),
            maxGainGrams: Math.round((grams * SMALL_EXCESS_PERCENTAGE) / 100),
          },
        ]
      : []
  const replaced = replacedRecordIds.map((recordId) => clearedOf(recordId, BAY_EMPTIED))
  return {
    id: movement.id,
    effectiveAt: movement.effectiveAt,
    entries,
    counts: [...counts, ...replaced],
    unweighedInto: grams === 0 ? (movement.destinationRecordId ?? undefined) : undefined,
  }
}

/** Builds the postings of several movements that are entered together. */
export function stepOf(movements: StockMovement[]) {
  return { postings: movements.map(postingOf), loads: movements }
}

function mainEntry({
  source,
  destinationRecordId,
  senderId,
  receiverId,
  grams,
  sold,
}: StockMovement): EntryDraft {
  const to = destinationRecordId === null ? receiver(receiverId ?? '') : record(destinationRecordId)
  if (source === null) return { from: sender(senderId ?? ''), to, grams }
  // Standing crop is not stock: a movement off a planting is harvest, traced to it.
  if (source.isPlanting) return { from: harvest, to, grams, plantingId: source.recordId, sold }
  return { from: record(source.recordId), to, grams, sold }
}

/** Columns of a movement's row that decide whether it is complete. */
export interface LorryColumns {
  type: string
  driver_name: string | null
  vehicle_registration: string | null
  empty_grams: number | null
  full_grams: number | null
  /** 0 where nobody has weighed it, or said what it weighs. */
  weight_grams: number
}

export const notWeighed: Scales = { empty_grams: null, full_grams: null, readings: null }

/** Driver of a load, as bodies name them. */
interface Driver {
  name?: string | null | undefined
  vehicleRegistration?: string | null | undefined
  loadReference?: string | null | undefined
}

/** Returns the driver columns of a movement's row: null where nothing is given. */
export function driverColumns(driver: Driver | null | undefined) {
  return {
    driver_name: driver?.name?.trim() || null,
    vehicle_registration: driver?.vehicleRegistration?.trim() || null,
    load_reference: driver?.loadReference?.trim() || null,
  }
}

export interface MissingActions {
  driver: boolean
  empty: boolean
  full: boolean
  outstanding: number
}

/**
 * Finds the missing actions: intake and outbound need a driver (name or registration) and both weights. Internal needs both weights where
 * its own weight is not known, or where one of them is known.
 */
export function missingActions(row: LorryColumns): MissingActions {
  const isNeeded = row.type !== 'internal'
  const driver = isNeeded && !row.driver_name && !row.vehicle_registration
  const isWeighedOnce = (row.empty_grams === null) !== (row.full_grams === null)
  const isToBeWeighed = isNeeded || isWeighedOnce || row.weight_grams === 0
  const empty = isToBeWeighed && row.empty_grams === null
  const full = isToBeWeighed && row.full_grams === null
  return { driver, empty, full, outstanding: Number(driver) + Number(empty) + Number(full) }
}

/** Returns the columns of a movement's row for whether it is complete, and since when. */
export function completionColumns(isComplete: boolean, since: Date) {
  return { status: isComplete ? 'complete' : 'incomplete', completed_at: isComplete ? since : null }
}

interface SaidWeights {
  empty?: number | null | undefined
  full?: number | null | undefined
  readings?: GivenReadings | null | undefined
}

/** Converts the weighbridge readings of a body to grams, with where they come from. */
export function scalesOf(said: SaidWeights | null | undefined): Scales {
  return {
    empty_grams: said?.empty == null ? null : gramsFromKilograms(said.empty),
    full_grams: said?.full == null ? null : gramsFromKilograms(said.full),
    readings: readingsOf(said?.readings),
  }
}

/** Returns the grams of a load from a body: as weighed, else as given, else 0 until it is weighed. */
export function loadGrams(scales: Scales, kilograms: number | null | undefined): number {
  return netGrams(scales) ?? gramsFromKilograms(kilograms ?? 0)
}

/** Finds the faults in the weight of a load: nobody has given it, or the readings contradict each other. */
export function loadWeightFaults(
  paths: { weight: string; weighbridge: string },
  scales: Scales,
  kilograms: number | null | undefined,
  weighing: WeighingRules,
): Fault[] {
  const isWeighed = scales.empty_grams !== null || scales.full_grams !== null
  return [
    ...(kilograms === undefined && !isWeighed
      ? [fault(paths.weight, message('needsWeight', {}), 'required')]
      : []),
    ...(kilograms && gramsFromKilograms(kilograms) === 0
      ? [fault(paths.weight, message('isTooLight', {}), 'minimum')]
      : []),
    ...scaleFaults(`${paths.weighbridge}.full`, scales),
    ...readingFaults(paths.weighbridge, scales, weighing),
  ]
}

/**
 * Finds the faults in the readings of a weighbridge: a full lorry weighs something, and more than it does empty, and no lorry weighs more
 * than 200 t (docs/decisions/0092-what-a-lorry-weighs.md).
 *
 * @param path of the full weight; the empty one is beside it
 */
export function scaleFaults(
  path: string,
  { empty_grams: emptyGrams, full_grams: fullGrams }: Omit<Scales, 'readings'>,
): Fault[] {
  const heavy = [
    ...heaviestFaults(path, fullGrams),
    ...heaviestFaults(path.replace(/full$/, 'empty'), emptyGrams),
  ]
  if (heavy.length > 0) return heavy
  if (fullGrams === null || fullGrams > (emptyGrams ?? 0)) return []
  const least = emptyGrams === null ? message('isNotAbove', { limit: 0 }) : message('isNotAboveEmpty', {})
  return [fault(path, least, 'full_not_above_empty')]
}

/** Full − empty, once both are known: it replaces the movement's weight. */
export function netGrams({ empty_grams, full_grams }: Omit<Scales, 'readings'>): number | undefined {
  return empty_grams === null || full_grams === null ? undefined : full_grams - empty_grams
}

/** True if a load was weighed full and empty. */
export function isWeighed(scales: Omit<Scales, 'readings'>): boolean {
  return netGrams(scales) !== undefined
}

/** Corrects readings of a scale that showed everything too small by a factor. */
export function rescaled({ empty_grams, full_grams, readings }: Scales, factor: number): Scales {
  const put = (grams: number | null) => (grams === null ? null : Math.round(grams * factor))
  return {
    empty_grams: put(empty_grams),
    full_grams: put(full_grams),
    readings: multiplied(readings, factor),
  }
}

/** State of a bay after movements, as one of its records shows it. */
interface Standing {
  /** Anything dated in the future. */
  hasPlans: boolean
  /** Stock in the record that it is not like. */
  hasIncompatible: boolean
  /** Any other parcel that may have stock in the bay. */
  hasNeighbours: boolean
  /** A load of another parcel of the bay that nobody has weighed yet. */
  hasUnweighedBeside: boolean
  /** Grams of the record's commodity that the bay may hold; null where nobody has set a capacity. */
  capacityGrams: number | null
  /** Grams that the record holds now. */
  grams: number
}

/** True if a bay can have no conflict (rules.md §3): one parcel that fits, all of it alike, and nothing planned. Otherwise one is looked for. */
export function isQuiet({
  hasPlans,
  hasIncompatible,
  hasNeighbours,
  hasUnweighedBeside,
  capacityGrams,
  grams,
}: Standing): boolean {
  return (
    !hasPlans &&
    !hasIncompatible &&
    !hasNeighbours &&
    !hasUnweighedBeside &&
    grams >= 0 &&
    (capacityGrams === null || grams <= capacityGrams)
  )
}
