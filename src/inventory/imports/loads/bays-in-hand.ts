import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isQuiet } from '../../loads/rules.ts'
import type { Description } from '../../stock/blend-rules.ts'
import { sayUnmeasured } from '../../stock/conflicts.ts'
import { findUnweighedLoads, holdBays, type LockedStock } from '../../stock/lock-stock.ts'
import { kindOf, mergeKeyText } from '../../stock/merge-key.ts'
import {
  descriptionOf,
  inHand,
  joinParcel,
  newParcel,
  writeParcels,
  type Arrival,
  type IncomingStock,
  type MergeResult,
  type PendingParcel,
} from '../../stock/merge-stock.ts'
import type { StoredRecord } from '../../stock/stored-records.ts'
import { findOwnerNames } from '../../partners/party-names.ts'

/** A parcel in its bay, as the loads so far have left it. */
export interface ParcelInHand {
  bayId: number
  record: StoredRecord & { storage_id: string; owner_name: string }
  pending: PendingParcel
  grams: number
  /** When something last came or went, and when something last left. Milliseconds; −∞ where nothing has. */
  touchedAt: number
  leftAt: number
}

const DAY_MS = 86_400_000

interface BayInHand {
  name: string
  storageId: string
  /** What may lie there of a commodity, in grams. */
  capacities: ReadonlyMap<number, number>
  lastClearedAt: Date | null
  parcels: ParcelInHand[]
  /** Whether what loads do here can be told ahead: nothing is dated later, planned, counted since, unlike or unweighed. */
  isPlain: boolean
}

/**
 * Bays as loads leave them that come one after the other, in the order of time, worked out before any of it is stored. Only what the rules
 * can have nothing against is worked out, and nothing of which more than its own doing is to be said: one kind of stock in a bay, nothing
 * later there, room enough. For anything else the caller is told that the load goes alone.
 */
export class BaysInHand {
  readonly stock: LockedStock
  readonly #actor: Actor
  readonly #bays: ReadonlyMap<number, BayInHand>
  readonly #since: number
  readonly #written = new Set<PendingParcel>()

  private constructor(actor: Actor, stock: LockedStock, bays: Map<number, BayInHand>, earliest: Date) {
    this.#actor = actor
    this.stock = stock
    this.#bays = bays
    this.#since = earliest.getTime() - (earliest.getTime() % DAY_MS)
  }

  /** Reads bays that are locked, as they are from a moment on. */
  static async of(trx: Transaction, actor: Actor, bayIds: number[], earliest: Date): Promise<BaysInHand> {
    const [stock, rows, unweighed] = await Promise.all([
      holdBays(trx, actor, bayIds, earliest),
      findBays(trx, bayIds),
      findUnweighedLoads(trx, bayIds),
    ])
    const ownerNames = await findOwnerNames(
      trx,
      actor,
      stock.held.rows.map(({ owner_id: id }) => id),
    )
    const bays = new Map(
      rows.map(({ id, name, storage_id: storageId, last_cleared_at: lastClearedAt, capacities }) => [
        id,
        {
          name,
          storageId,
          lastClearedAt,
          capacities: new Map(capacities),
          parcels: [] as ParcelInHand[],
          isPlain: !unweighed.some(({ bayId }) => bayId === id),
        },
      ]),
    )
    for (const row of stock.held.rows) {
      const bay = bays.get(row.bay_id ?? 0)
      const summary = stock.held.summaries.get(row.id)
      const grams = stock.held.standing(row.id)
      if (!bay) continue
      bay.isPlain &&=
        grams !== undefined && summary?.counts.length === 0 && !row.has_plans && !row.has_incompatible
      bay.parcels.push({
        bayId: row.bay_id ?? 0,
        record: {
          ...row,
          storage_id: bay.storageId,
          owner_name: ownerNames.get(row.owner_id) ?? row.owner_id,
        },
        pending: inHand({ ...descriptionOf(row), recordId: row.id, statedAt: row.stated_at }),
        grams: grams ?? 0,
        touchedAt: summary?.last_at ?? Number.NEGATIVE_INFINITY,
        leftAt: summary?.leaves_then === true ? earliest.getTime() : Number.NEGATIVE_INFINITY,
      })
    }
    return new BaysInHand(actor, stock, bays, earliest)
  }

  /** What lies in a bay, as it is called by now; undefined where that cannot be told ahead. */
  lyingIn(bayId: number): ParcelInHand[] | undefined {
    const bay = this.#bays.get(bayId)
    if (!bay?.isPlain) return undefined
    return bay.parcels
      .filter(({ grams }) => grams > 0)
      .map((parcel) =>
        Object.assign(parcel, { record: describedAs(parcel.record, parcel.pending.description) }),
      )
  }

  /** Takes grams from a parcel. False where that goes alone. */
  take(parcel: ParcelInHand, grams: number, at: Date): boolean {
    const bay = this.#bays.get(parcel.bayId)
    if (!bay || grams === 0 || !this.#isQuiet(bay, parcel, parcel.grams - grams, at)) return false
    parcel.grams -= grams
    parcel.touchedAt = at.getTime()
    parcel.leftAt = at.getTime()
    return true
  }

  /** Brings stock of an owner into a bay, and answers the parcel that it is of from now on; undefined where that goes alone. */
  bring({ place, arrival }: IncomingStock, ownerName: string): MergeResult | undefined {
    const bay = this.#bays.get(place.bayId ?? 0)
    const { effectiveAt: at, grams } = arrival
    if (!bay || grams === 0) return undefined
    const key = mergeKeyText(arrival.kind)
    const known = bay.parcels.find(({ record }) => mergeKeyText(kindOf(record)) === key)
    if (!this.#isQuiet(bay, known, (known?.grams ?? 0) + grams, at, arrival)) return undefined
    // What arrives when something leaves is told anew with it.
    if (known?.leftAt === at.getTime()) return undefined
    return known ? this.#join(known, arrival) : this.#make(bay, { place, arrival }, ownerName)
  }

  #join(parcel: ParcelInHand, arrival: Arrival): MergeResult | undefined {
    const pending = { ...parcel.pending }
    const { typeId } = pending.description
    const joined = joinParcel(pending, arrival, parcel.grams, this.#actor.now)
    // Then it has another name as well.
    if (pending.description.typeId !== typeId) return undefined
    Object.assign(parcel.pending, pending)
    parcel.grams += arrival.grams
    parcel.touchedAt = arrival.effectiveAt.getTime()
    this.#written.add(parcel.pending)
    return { recordId: pending.recordId, isNew: false, ...joined }
  }

  #make(bay: BayInHand, { place, arrival }: IncomingStock, ownerName: string): MergeResult | undefined {
    const pending = newParcel(place, arrival)
    const { row } = pending
    if (!row || place.bayId === null) return undefined
    bay.parcels.push({
      bayId: place.bayId,
      record: {
        id: row.id,
        storage_id: bay.storageId,
        keeper_id: this.#actor.organisationId,
        owner_id: row.ownerId,
        owner_name: ownerName,
        bay_id: place.bayId,
        name: row.name,
        kind: row.kind,
        source: row.source,
        commodity_id: row.commodity.commodityId,
        harvest_year: row.harvestYear,
        segregation: row.commodity.segregation,
        tags: row.tags,
        stated_at: null,
        ...columnsOf(pending.description),
      },
      pending,
      grams: arrival.grams,
      touchedAt: arrival.effectiveAt.getTime(),
      leftAt: Number.NEGATIVE_INFINITY,
    })
    this.#written.add(pending)
    return { recordId: row.id, isNew: true, changes: [] }
  }

  #isQuiet(
    bay: BayInHand,
    parcel: ParcelInHand | undefined,
    grams: number,
    at: Date,
    arrival?: Arrival,
  ): boolean {
    const { statedAt = null } = parcel?.pending ?? {}
    if (!bay.isPlain || at > this.#actor.now || (statedAt && statedAt >= at)) return false
    if (arrival && bay.lastClearedAt && bay.lastClearedAt >= at) return false
    const commodityId = parcel?.record.commodity_id ?? arrival?.kind.commodityId ?? 0
    return isQuiet({
      hasPlans: false,
      hasIncompatible: false,
      hasNeighbours: bay.parcels.some(
        (other) => other !== parcel && (other.grams !== 0 || other.touchedAt >= this.#since),
      ),
      hasUnweighedBeside: false,
      capacityGrams: bay.capacities.get(commodityId) ?? null,
      grams,
    })
  }

  /** What is odd about stock of a commodity in a bay; see `sayUnmeasured`. */
  unmeasured(bayId: number, commodityId: number): string[] {
    const bay = this.#bays.get(bayId)
    return bay
      ? sayUnmeasured(this.#actor, { name: bay.name, measured: [...bay.capacities.keys()] }, commodityId)
      : []
  }

  /** Writes the parcels that were made, and how the others are called by now. */
  write(trx: Transaction): Promise<void> {
    return writeParcels(trx, this.#actor, [...this.#written])
  }
}

function columnsOf({ typeId, gradeId, variety, tagIds, quality, uncleanedShare }: Description) {
  return {
    type_id: typeId,
    grade_id: gradeId,
    variety,
    tag_ids: tagIds,
    quality: quality as StoredRecord['quality'],
    uncleaned_share: uncleanedShare,
  }
}

function describedAs(record: ParcelInHand['record'], description: Description): ParcelInHand['record'] {
  return { ...record, ...columnsOf(description) }
}

interface BayRow {
  id: number
  name: string
  storage_id: string
  last_cleared_at: Date | null
  capacities: [commodityId: number, grams: number][]
}

async function findBays(trx: Transaction, bayIds: number[]): Promise<BayRow[]> {
  const { rows } = await sql<BayRow>`
    select b.id, b.name, b.storage_id, b.last_cleared_at, (
      select coalesce(jsonb_agg(jsonb_build_array(c.commodity_id, c.capacity_grams) order by c.commodity_id), '[]') from bay_capacities c where c.bay_id = b.id
    ) as capacities
    from bays b where b.id = any(${bayIds}::bigint[])`.execute(trx)
  return rows
}
