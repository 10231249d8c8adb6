import type { CreateRecordBody } from '../../records/bodies.ts'
import type { OwnPlace } from '../../records/own-places.ts'
import type { Party } from '../../partners/parties.ts'
import type { Arrived } from '../../stock/effects.ts'
import type { KnownCommodity } from '../../stock/insert-records.ts'
import type { Place } from '../../stock/merge-stock.ts'

/** A record to be made, with everything a body names looked up. */
export interface NewRecord {
  /** As it was sent, but for the harvest year, which is in the one form that is kept. */
  body: CreateRecordBody
  commodity: KnownCommodity
  owner: Party
  name: string
  effectiveAt: Date
  places: NewPlace[]
}

/** Where a body puts a record, or a part of it. */
export interface NewPlace extends Place {
  own: OwnPlace | undefined
  /** Where the body names it, for faults. */
  path: string
  weightKilograms: number | undefined
  /** Of a lorry's net, where no weight is given. */
  share: number | null
  areaHectares: number | undefined
}

/** A record that stock was entered in. */
export interface Entered extends Arrived {
  recordId: string
  /** Whether it is an intake into a record that was there. */
  isJoined?: boolean
  /** The movement that an intake made; null for what did not come in over a weighbridge. */
  intake: { movementId: number; effectiveAt: Date } | null
  /** The records that this shows at, its own among them. */
  changedRecordIds: string[]
}
