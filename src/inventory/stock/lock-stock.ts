import { sql, type RawBuilder, type Kysely } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  nothingPreloaded,
  preloading,
  sharingBooks,
  type PreloadedLedger,
  type UnweighedLoad,
} from '../ledger/ledger.ts'
import {
  columnsOfMergeKey,
  haveSameMergeKey,
  kindOf,
  mergeKeyColumns,
  mergeKeyText,
  type MergeKey,
} from './merge-key.ts'
import { type IncomingStock, type PresentParcel, descriptionOf } from './merge-stock.ts'
import type { StoredRecord } from './stored-records.ts'
import { applyDuePlansInBays } from './due-plans.ts'
import { findHoldsOfBays, type PlacedHold } from './holds.ts'
import type { Tables } from '../../db/tables.ts'

/** A bay of the caller's own, locked. */
export interface LockedBay {
  id: number
  name: string
  storageId: string
  storageName: string
  /** When stock last came into it that was said to come into an empty bay. */
  lastClearedAt: Date | null
  /** The commodities of which somebody has said how much it may hold. */
  measured: number[]
  /** Until when the bay, or a parcel in it, is or was on hold. */
  heldUntil: Date | null
  /** Until when something in it is or was reserved for a sale. */
  reservedUntil: Date | null
}

/** A record of the survey: a source, or a parcel of the same kind where stock is to go. */
export interface LockedRecord extends StoredRecord {
  /** True if anything is planned for it. */
  has_plans: boolean
  /** True if stock that it is not like has come to it, or is to come; see `noteIncompatible`. */
  has_incompatible: boolean
  /** True if another parcel of its bay has a load that nobody has weighed yet. */
  has_unweighed_beside: boolean
  /** Grams of its commodity that its bay may hold; null where nobody has set a capacity. */
  capacity_grams: number | null
  /** Since when all that came into it, left it or was said of it is what it is called now; null where it never was called otherwise. */
  called_since: Date | null
}

/** Stock that a command knows and has locked in order to move it between bays. */
export interface LockedStock {
  bays: Map<number, LockedBay>
  held: PreloadedLedger<LockedRecord>
  records: Map<string, LockedRecord>
  /** Those that lie in bays, by `parcelKey`. */
  parcels: Map<string, LockedRecord>
  /** The holds that may be against what is touched. */
  holds: PlacedHold[]
}

/** Stock that is to leave a record, or to come into a bay, or both. */
export interface Touched {
  /** Record that it leaves; null where it comes from outside. One that is not there or not the caller's is missing in the result. */
  recordId: string | null
  /** The bay that it goes to, or null. One that is not the caller's is missing in the answer. */
  bayId: number | null
  /** Kind of stock from outside; otherwise it is that of its source. Where neither is known, all parcels of the destination bay are touched. */
  kind?: MergeKey
  /** The bay that it leaves, where it is not known which parcel: all of its parcels are touched. */
  leavesBayId?: number | undefined
  at: Date
}

/** Each of one, or arrays of the same length. */
type Columns = Record<
  'record_id' | 'bay_id' | 'whole_bay_id' | 'at' | (typeof mergeKeyColumns)[number],
  unknown
>
type Parameters = Columns & { keeperId: string }

const askedColumns = {
  record_id: 'uuid',
  bay_id: 'bigint',
  whole_bay_id: 'bigint',
  at: 'timestamptz',
  owner_id: 'text',
  commodity_id: 'integer',
  harvest_year: 'text',
  segregation: 'text',
} satisfies Record<keyof Columns, string>
const askedNames = Object.keys(askedColumns) as (keyof Columns)[]

/** Table of what is asked for. PostgreSQL plans a look-up of one better than one of an unknown number. */
type Asked = (parameters: Parameters) => RawBuilder<unknown>
const theOne: Asked = (all) => sql`(values (${askedValues(all)})) as ${askedAs}`
const each: Asked = (all) => sql`unnest(${askedValues(all, '[]')}) as ${askedAs}`
const askedAs = sql`asked (${sql.join(askedNames.map((name) => sql.ref(name)))})`
function askedValues(all: Parameters, many = ''): RawBuilder<unknown> {
  return sql.join(askedNames.map((name) => sql`${all[name]}::${sql.raw(`${askedColumns[name]}${many}`)}`))
}

/**
 * The caller's records among those asked for, with what they are asked for. Behind OFFSET 0 each is looked up by its key, whatever
 * the planner believes: it would rather go through all that the caller has, for as long as it has not counted them.
 */
function keptOf(asked: Asked, all: Parameters): RawBuilder<unknown> {
  return sql`(select asked.bay_id as to_bay_id, asked.at, r.* from ${asked(all)} cross join lateral (
    select id, keeper_id, bay_id, ${sql.join(mergeKeyColumns.map((column) => sql.ref(column)))} from records
    where keeper_id = ${all.keeperId}::uuid and id = asked.record_id offset 0
  ) r) as kept`
}

function lockingBays(asked: Asked) {
  return statement<Parameters & { now: Date }, LockedBay & { mayBeBehind: boolean }>(
    (all) => sql`
      select b.id, b.name, b.storage_id as "storageId", s.name as "storageName", b.last_cleared_at as "lastClearedAt", b.held_until as "heldUntil", b.reserved_until as "reservedUntil",
        array(select commodity_id from bay_capacities where bay_id = b.id order by commodity_id) as measured,
        exists (
          select from movements where organisation_id = ${all.keeperId}::uuid and not is_joined and effective_at <= ${all.now}
        ) as "mayBeBehind"
      from bays b cross join lateral (select name, organisation_id from storages where id = b.storage_id offset 0) s
      where s.organisation_id = ${all.keeperId}::uuid and b.id = any(array(
        select bay_id from ${keptOf(asked, all)}
        union all
        select coalesce(bay_id, whole_bay_id) from ${asked(all)}))
        and ${sharingBooks(sql`${all.keeperId}::uuid::text`)}
      order by b.id for update of b`,
  )
}

/**
 * The loads into a record that nobody has weighed yet, of those that have some (`has_unweighed`, kept by a trigger). Behind OFFSET 0 each record's are looked up by their index: the planner would rather
 * go through all of the organisation.
 */
const unweighedOf = (record: RawBuilder<unknown>) => sql`
  select m.id, m.effective_at from movements m
  where m.organisation_id = ${record}.keeper_id and m.destination_record_id = ${record}.id and m.weight_grams = 0 and m.status <> 'deleted' offset 0`

/**
 * The loads in some bays, or on their way there, that nobody has weighed yet. The ledger has no entries of them, yet they lie where they
 * were tipped: until their parcel is counted next. One statement; reads nothing that has a weight, and nothing of other bays.
 */
export async function findUnweighedLoads(db: Kysely<Tables>, bayIds: number[]): Promise<UnweighedLoad[]> {
  if (bayIds.length === 0) return []
  const { rows } = await sql<UnweighedLoad>`
    select m.id as "factId", r.id as "recordId", r.bay_id as "bayId", r.name as "recordName", r.commodity_id as "commodityId",
      (extract(epoch from m.effective_at) * 1000)::bigint as at, (
        select coalesce(jsonb_agg(jsonb_build_object('factId', c.fact_id, 'at', (extract(epoch from c.effective_at) * 1000)::bigint)), '[]')
        from ledger_counts c
        where c.storer_id = r.keeper_id and c.record_id = r.id and c.withdrawn_at is null and c.effective_at > m.effective_at) as counts
    from bays b
    join records r on r.keeper_id = b.organisation_id and r.bay_id = b.id and r.has_unweighed
    cross join lateral (${unweighedOf(sql`r`)}) m
    where b.id = any(${bayIds}::bigint[]) order by m.effective_at, m.id`.execute(db)
  return rows
}

/** Builds the condition that another parcel of the bay in which record `r` lies has a load that nobody has weighed yet. */
export function hasUnweighedBeside(record: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from records other cross join lateral (${unweighedOf(sql`other`)}) load
    where other.keeper_id = ${record}.keeper_id and other.bay_id = ${record}.bay_id and other.has_unweighed and other.id <> ${record}.id)`
}

const columns = sql`, r.id, r.keeper_id, r.owner_id, r.kind, r.source, r.commodity_id, r.type_id, r.grade_id,
  r.variety, r.tag_ids, r.harvest_year, r.segregation, r.tags, r.quality, r.uncleaned_share, r.stated_at, r.called_since, b.next_due_at is not null as has_plans,
  exists (select from movements m where m.is_unlike and m.destination_record_id = r.id) as has_incompatible,
  ${hasUnweighedBeside(sql`r`)} as has_unweighed_beside,
  (select c.capacity_grams from bay_capacities c where c.bay_id = r.bay_id and c.commodity_id = r.commodity_id) as capacity_grams`

/** Holds the caller's records among those asked for, and the parcels that their stock would join. */
function holdingConcerned(asked: Asked) {
  return preloading<Parameters, LockedRecord>(
    (all) => sql`(select id, min(at) as at from (
      select id, at from ${keptOf(asked, all)}
      union all
      select parcel.id, kept.at from ${keptOf(asked, all)} cross join lateral (
        select id from records r
        where r.keeper_id = kept.keeper_id and r.bay_id = kept.to_bay_id and ${haveSameMergeKey(sql`r`, sql`kept`)} offset 0
      ) parcel
      union all
      select parcel.id, asked.at from ${asked(all)} cross join lateral (
        select id from records r
        where r.keeper_id = ${all.keeperId}::uuid and r.bay_id = asked.bay_id and ${haveSameMergeKey(sql`r`, sql`asked`)} offset 0
      ) parcel
      union all
      select parcel.id, asked.at from ${asked(all)} cross join lateral (
        select id from records r
        where r.keeper_id = ${all.keeperId}::uuid and r.bay_id = asked.whole_bay_id offset 0
      ) parcel) as touched group by id)`,
    columns,
  )
}

const ofOne = { lockBays: lockingBays(theOne), hold: holdingConcerned(theOne) }
const ofMany = { lockBays: lockingBays(each), hold: holdingConcerned(each) }

/**
 * Locks what loads touch and reads what their rules need, in one round trip: bays in the order of their ids,
 * then balances in the order of theirs, as every command does; in front of both the books, which nobody closes meanwhile. What is locked for nothing, because the command refuses, is
 * the caller's own. What has come due in the bays is taken in first: then it is all read once more.
 */
export async function lockStock(
  trx: Transaction,
  { organisationId: keeperId, now }: Actor,
  touched: Touched[],
): Promise<LockedStock> {
  if (touched.length === 0) return lockedStock(new Map(), nothingHeld, [])
  const rows = askedRows(touched)
  const isOne = rows.length === 1
  const { lockBays, hold } = isOne ? ofOne : ofMany
  const column = (name: keyof Columns) => (isOne ? rows[0]?.[name] : rows.map((row) => row[name]))
  const columns = Object.fromEntries(askedNames.map((name) => [name, column(name)])) as Columns
  const parameters = { ...columns, keeperId }
  const earliest = new Date(Math.min(...touched.map(({ at }) => at.getTime())))
  const holdConcerned = () => hold(trx, parameters, { earliest, now })
  const [bays, known] = await Promise.all([lockBays.rows(trx, { ...parameters, now }), holdConcerned()])
  const mayBeBehind = bays.filter((bay) => bay.mayBeBehind).map(({ id }) => id)
  const wasBehind = mayBeBehind.length > 0 && (await applyDuePlansInBays(trx, mayBeBehind, now))
  const held = wasBehind ? await holdConcerned() : known
  const onHold = bays.filter(({ heldUntil }) => heldUntil !== null && heldUntil > earliest)
  const holds = await findHoldsOfBays(
    trx,
    keeperId,
    onHold.map(({ id }) => id),
    earliest,
  )
  return lockedStock(new Map(bays.map((bay) => [bay.id, bay])), held, holds)
}

const nothingHeld: LockedStock['held'] = { ...nothingPreloaded, rows: [], standing: () => undefined }

function lockedStock(bays: LockedStock['bays'], held: LockedStock['held'], holds: PlacedHold[]): LockedStock {
  const lying = held.rows.filter(({ bay_id: bayId }) => bayId !== null)
  return {
    bays,
    held,
    holds,
    records: new Map(held.rows.map((row) => [row.id, row])),
    parcels: new Map(lying.map((row) => [parcelKey(row.bay_id, kindOf(row)), row])),
  }
}

const nothing = {
  record_id: null,
  bay_id: null,
  whole_bay_id: null,
  owner_id: null,
  commodity_id: null,
  harvest_year: null,
  segregation: null,
}

/** Lists the rows to ask for, for all that is touched: each once, from the first moment on. */
function askedRows(touched: Touched[]): Columns[] {
  const rows = touched.flatMap(({ recordId, bayId, kind, leavesBayId, at }): Columns[] => {
    const isWhole = recordId === null && !kind && bayId !== null
    const whole = [...(leavesBayId ? [leavesBayId] : []), ...(isWhole ? [bayId] : [])]
    const named = { record_id: recordId, bay_id: bayId, ...(kind && columnsOfMergeKey(kind)) }
    return [
      ...whole.map((id) => ({ ...nothing, whole_bay_id: id, at })),
      ...(isWhole || (recordId === null && bayId === null) ? [] : [{ ...nothing, ...named, at }]),
    ]
  })
  if (rows.length < 2) return rows
  const earliest = new Map<string, Columns>()
  for (const row of rows) {
    const { at, ...rest } = row
    const key = JSON.stringify(rest)
    const known = earliest.get(key)
    if (!known || (at as Date) < (known.at as Date)) earliest.set(key, row)
  }
  return [...earliest.values()]
}

/**
 * The parcels that arrivals join, of those that were surveyed: one each, or none where the bay knows none of its kind.
 * Answers undefined where something comes after one of them, so that what lay there then has to be asked for.
 */
export function presentParcels(
  { held, parcels }: LockedStock,
  arriving: IncomingStock[],
): (PresentParcel | undefined)[] | undefined {
  const present: (PresentParcel | undefined)[] = []
  for (const { place, arrival } of arriving) {
    const row = parcels.get(parcelKey(place.bayId, arrival.kind))
    const grams = row && held.standing(row.id)
    if (row && grams === undefined) return undefined
    present.push(
      row && { recordId: row.id, grams: grams ?? 0, statedAt: row.stated_at, ...descriptionOf(row) },
    )
  }
  return present
}

/** Returns a key that is the same for all that one bay knows as one parcel. */
export function parcelKey(bayId: number | null, kind: MergeKey): string {
  return JSON.stringify([bayId, mergeKeyText(kind)])
}
