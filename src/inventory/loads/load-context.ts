import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { allSettled } from '../../kernel/all-settled.ts'
import { NamedParties, type NamedParty } from '../partners/parties.ts'
import {
  lockStock,
  parcelKey,
  type LockedRecord,
  type LockedStock,
  type Touched,
} from '../stock/lock-stock.ts'
import {
  columnsOfDescription,
  descriptionOf,
  parcelState,
  isDescribedAlike,
  joinParcel,
  type IncomingStock,
  type MergeResult,
  type PendingParcel,
} from '../stock/merge-stock.ts'
import { mayLower } from '../stock/lower-grades.ts'
import type { ExpiringPartner } from '../partners/expiring.ts'
import { findExpiringAt } from './assured-loads.ts'
import type { Load } from './load.ts'
import { isClearedSince, isQuietRecord } from './plan-loads.ts'

/** A parcel, or a standing crop, as the loads so far have left it. */
interface RecordInHand {
  record: LockedRecord
  pending: PendingParcel
  grams: number
  /** When something last came or went, and when something last left. Milliseconds; −∞ where nothing has. */
  touchedAt: number
  leftAt: number
  /** True if a load was worked out that comes into it, or leaves it. */
  isChanged: boolean
}

/**
 * Stock and parties that loads touch, locked, and as left by the loads that are worked out one after the other before any of them is stored.
 * A load is worked out ahead where no rule can be against it and only its own effect has to be reported. Such a load goes into or out of a
 * bay with one kind of stock, and with room enough. It comes after all that is there, or late where all of that has had the same
 * description since then.
 */
export class LoadContext {
  readonly locked: LockedStock
  /** Parties that the loads name. */
  readonly parties: NamedParties
  /** Partners of whom something has ended by the last of the loads, or ends soon. */
  readonly expiring: ExpiringPartner[]
  readonly #now: Date
  readonly #known: Map<string, RecordInHand>
  /** The parcels of each bay. */
  readonly #lying: ReadonlyMap<number | null, string[]>
  /** Records that the loads being worked out have changed, as they were before. */
  readonly #before = new Map<string, RecordInHand>()
  #isAsStored = true

  private constructor(locked: LockedStock, parties: NamedParties, expiring: ExpiringPartner[], now: Date) {
    this.locked = locked
    this.expiring = expiring
    this.parties = parties
    this.#now = now
    this.#known = new Map(locked.held.rows.map((record) => [record.id, recordInHand(locked, record)]))
    const ofBays = Map.groupBy(locked.held.rows, ({ bay_id: bayId }) => bayId)
    this.#lying = new Map([...ofBays].map(([bayId, rows]) => [bayId, rows.map(({ id }) => id)]))
  }

  /** Locks what loads touch, and reads what their rules need and whom they name, in one round trip. */
  static async of(
    trx: Transaction,
    actor: Actor,
    touched: Touched[],
    parties: NamedParty[],
  ): Promise<LoadContext> {
    const [locked, named, expiring] = await allSettled([
      lockStock(trx, actor, touched),
      NamedParties.of(trx, actor, parties),
      findExpiringAt(
        trx,
        actor,
        touched.map(({ at }) => at),
      ),
    ])
    return new LoadContext(locked, named, expiring, actor.now)
  }

  /** True if all that was worked out is stored: then the database shows how things are. */
  get isAsStored(): boolean {
    return this.#isAsStored
  }

  /** True if a party may be resolved now: it is known, or nothing is worked out yet, so a new one is undone if its load is refused. */
  mayResolve(named: NamedParty): boolean {
    return this.isAsStored || this.parties.keepsNothing(named)
  }

  /** Lists the parcels of a bay, all touched, as described by now, with their grams at a moment; undefined if not known ahead. */
  lyingIn(bayId: number, at: Date): (LockedRecord & { grams: number })[] | undefined {
    const parcels = (this.#lying.get(bayId) ?? []).flatMap((id) => this.#known.get(id) ?? [])
    if (parcels.some(({ touchedAt }) => touchedAt > at.getTime())) return undefined
    return parcels.map((known) => ({
      ...known.record,
      ...columnsOfDescription(known.pending.description),
      grams: known.grams,
    }))
  }

  /** A record of the caller's own among those touched, as it is called by now. */
  record(id: string): LockedRecord | undefined {
    const known = this.#known.get(id)
    return known && { ...known.record, ...columnsOfDescription(known.pending.description) }
  }

  /** Works loads out that belong together, and answers the parcels that they join; undefined, and nothing is worked out, where that cannot be told ahead. */
  workOut(loads: Load[]): (MergeResult | undefined)[] | undefined {
    const joined: (MergeResult | undefined)[] = []
    for (const load of loads) {
      const worked = this.#isPlain(load) && this.#take(load) && this.#bring(load)
      if (!worked) {
        for (const [id, known] of this.#before) this.#known.set(id, known)
        this.#before.clear()
        return undefined
      }
      joined.push(worked.joined)
    }
    this.#before.clear()
    this.#isAsStored = false
    return joined
  }

  /** The parcels that something else came into than they are called. */
  mixed(): PendingParcel[] {
    return [...this.#known.values()].flatMap(({ pending }) => (pending.isMixed ? [pending] : []))
  }

  #isPlain({ stock, says, contractId, clearsAllBut, into }: Load): boolean {
    const { effectiveAt, grams, adjustment, emptiedReasonId } = stock
    const isOnlyALoad = 'row' in says && contractId === null && clearsAllBut === null && !adjustment
    const isCleared = into !== null && isClearedSince(this.locked, into.place.bayId, effectiveAt)
    return isOnlyALoad && emptiedReasonId === null && grams > 0 && effectiveAt <= this.#now && !isCleared
  }

  #take({ stock: { source, grams, effectiveAt } }: Load): boolean {
    if (!source) return true
    const known = this.#known.get(source.recordId)
    const left = source.isPlanting ? 0 : grams
    if (!known || !this.#isQuiet(known, known.grams - left, effectiveAt)) return false
    const at = effectiveAt.getTime()
    const moved = source.isPlanting || at < known.touchedAt ? {} : { touchedAt: at, leftAt: at }
    this.#change(known, { ...known, isChanged: true, grams: known.grams - left, ...moved })
    return true
  }

  #bring({ into }: Load): { joined: MergeResult | undefined } | undefined {
    if (!into) return { joined: undefined }
    const { arrival } = into
    const known = this.#parcelOf(into)
    const grams = (known?.grams ?? 0) + arrival.grams
    if (!known || !this.#isQuiet(known, grams, arrival.effectiveAt)) return undefined
    if (mayLower(this.#now, known.pending.description, arrival)) return undefined
    const pending = { ...known.pending }
    const joined = joinParcel(pending, arrival, known.grams, this.#now)
    // Then it has another name as well.
    if (pending.description.typeId !== known.pending.description.typeId) return undefined
    const at = arrival.effectiveAt.getTime()
    const isLate = at < known.touchedAt
    // What arrives late, or when something leaves, would have left with it.
    const isTold = isLate || known.leftAt === at
    if (isTold && !isDescribedAlike(arrival.description, known.pending.description)) return undefined
    const touchedAt = Math.max(known.touchedAt, at)
    this.#change(known, {
      ...known,
      isChanged: true,
      pending: isLate ? known.pending : pending,
      grams,
      touchedAt,
    })
    return { joined: { recordId: pending.recordId, isNew: false, ...joined } }
  }

  #change(known: RecordInHand, next: RecordInHand): void {
    const { id } = known.record
    if (!this.#before.has(id)) this.#before.set(id, known)
    this.#known.set(id, next)
  }

  #parcelOf({ place, arrival }: IncomingStock): RecordInHand | undefined {
    const parcel = this.locked.parcels.get(parcelKey(place.bayId, arrival.kind))
    return parcel && this.#known.get(parcel.id)
  }

  /** True if a record that holds so many grams then can have no conflict, and nothing of it has to be worked out anew. */
  #isQuiet({ record, pending, touchedAt }: RecordInHand, grams: number, at: Date): boolean {
    const { held } = this.locked
    const isCounted = (held.summaries.get(record.id)?.counts.length ?? 0) > 0
    const isSaid = pending.statedAt !== null && pending.statedAt >= at
    const isSameSince = !pending.isMixed && (record.called_since === null || record.called_since < at)
    const isTimely = touchedAt <= at.getTime() || isSameSince
    const isAlone = !this.#hasChangedBeside(record)
    return !isCounted && !isSaid && isTimely && isAlone && isQuietRecord(this.locked, record, grams)
  }

  #hasChangedBeside({ id, bay_id: bayId }: LockedRecord): boolean {
    const beside = bayId === null ? [] : (this.#lying.get(bayId) ?? [])
    return beside.some((other) => other !== id && this.#known.get(other)?.isChanged === true)
  }
}

function recordInHand({ held }: LockedStock, record: LockedRecord): RecordInHand {
  const summary = held.summaries.get(record.id)
  return {
    record,
    pending: parcelState({ ...descriptionOf(record), recordId: record.id, statedAt: record.stated_at }),
    grams: held.locked.get(record.id)?.balanceGrams ?? 0,
    touchedAt: summary?.last_at ?? Number.NEGATIVE_INFINITY,
    leftAt: summary?.leaves_then === true ? summary.from_at : Number.NEGATIVE_INFINITY,
    isChanged: false,
  }
}
