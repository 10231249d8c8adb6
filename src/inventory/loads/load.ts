import type { ExpiryOfLoad } from '../../http/validate/schema.ts'
import { saysNothing } from '../records/add-sample.ts'
import type { Touched } from '../stock/lock-stock.ts'
import type { IncomingStock, MergeResult } from '../stock/merge-stock.ts'
import type { NewChange } from '../stock/note-change.ts'
import type { Message } from '../../words/catalogue.ts'
import type { NewMovement } from './insert-loads.ts'
import type { StockMovement } from './rules.ts'

/**
 * Stock that comes, goes or moves at one moment, with all that it names found: an intake, a load off a field, a movement, and what was there
 * before the books began. Its number, and the parcel that it joins, are found when it is entered.
 */
export interface Load extends Pick<NewMovement, 'ticket' | 'ticketFor' | 'sample'> {
  /** Effect on stock. */
  stock: Omit<StockMovement, 'id' | 'destinationRecordId' | 'replacedRecordIds'>
  /** The place that it comes into and what it is there, dried where its terms say so; null where it leaves. */
  into: IncomingStock | null
  /** Other columns of its movement's row; or the timeline's line for stock from before the books began, which makes no movement. */
  says: { row: NewMovement['row'] } | { change: (joined: MergeResult) => NewChange }
  /** Path at which its body names the contract to buy or to sell that it moves under; the movement's row has the contract. */
  tradePath?: string
  /** The storage contract that it comes under. */
  contractId: string | null
  /** The harvest year of which alone its bay was said to have stock from then on: what lies there of others is written off. */
  clearsAllBut: string | null
  /** Told with it when it is entered: what it takes of what is reserved for others. */
  warnings?: Message[]
  /** Told with it too: what has ended, or ends soon, of those who have a part in it. */
  expiries?: ExpiryOfLoad[]
}

/** A load that has its number, and the parcel that it joins; none where it leaves. */
export interface NumberedLoad {
  load: Load
  id: number
  /** Of what was measured of it; undefined where nothing was. */
  sampleId: number | undefined
  joined: MergeResult | undefined
}

/** Returns a load's effect on stock, with its number and the parcel that it joins. */
export function stockOf({ load, id, joined }: NumberedLoad, replacedRecordIds: string[]): StockMovement {
  return { ...load.stock, id, destinationRecordId: joined?.recordId ?? null, replacedRecordIds }
}

/** The movement that a load is; none of what was there before the books began. */
export function movementOf(load: NumberedLoad, stock: StockMovement): NewMovement | undefined {
  const { says, ticket, ticketFor, sample } = load.load
  if (!('row' in says)) return undefined
  return { stock, row: says.row, ticket, ticketFor, sample, sampleId: load.sampleId }
}

/** True if anything was measured of a load on its way. */
export function isSampled({ says, sample }: Load): boolean {
  return 'row' in says && sample != null && !saysNothing(sample)
}

/** Returns what a load touches: its source and the bay that it goes to, or the parcel of its kind there where it comes from outside. */
export function touchedBy({ into, stock: { source, effectiveAt: at } }: Load): Touched {
  return {
    recordId: source?.recordId ?? null,
    bayId: into?.place.bayId ?? null,
    ...(!source && into && { kind: into.arrival.kind }),
    at,
  }
}
