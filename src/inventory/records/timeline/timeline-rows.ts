import type { AnyMessage } from '../../../words/writing.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { placeJson, type PlaceRow } from '../rows.ts'
import { countingFactsBut, countsInForce, countsTakenBack } from '../../ledger/ledger.ts'
import type { StoredSample } from '../wire.ts'
import { shownReadings, type ReadingsRow } from '../../readings/shown.ts'
import { nameOnMovement } from '../../partners/party-names.ts'

/** Rows from which the timelines of records are made, one query for each kind of fact. */

type Db = Kysely<Tables>

export interface FactRow {
  id: number
  record_id: string
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Date
}

/** Person who took something back, and the time; null if it was not taken back, or before anybody wrote down by whom. */
export interface TakenBackRow {
  deleted_at: Date | null
  deleted_by: string | null
  deleted_by_name: string | null
}

export interface TimelineMovementRow extends FactRow, TakenBackRow {
  organisation_name: string
  type: 'internal' | 'intake' | 'outbound'
  status: string
  effective_at: Date
  source_record_id: string | null
  destination_record_id: string | null
  sender_id: string | null
  sender_name: string | null
  receiver_id: string | null
  receiver_name: string | null
  weight_grams: number
  driver_name: string | null
  vehicle_registration: string | null
  load_reference: string | null
  empty_grams: number | null
  full_grams: number | null
  readings: ReadingsRow | null
  weighbridge_file_id: string | null
  contract_id: string | null
  contract_reference: string | null
  storage_contract_id: string | null
  shrink_grams: number
  sold: boolean
  /** It comes off a planting. */
  is_harvest: boolean
  /** A correction of the source just before it. */
  adjustment_grams: number | null
  adjustment_reason_id: number | null
  adjustment_notes: string | null
}

export interface CountRow extends FactRow, TakenBackRow {
  is_taken_back: boolean
  effective_at: Date
  counted_grams: number
  /** Found by it, or, negative, lost. */
  difference_grams: number
  reason_id: number
  /** Empty where whoever entered it counted. */
  counted_by_name: string
  file_ids: string[]
}

export interface SampleRow extends FactRow, StoredSample {
  effective_at: Date
}

export interface ChangeRow extends FactRow {
  type: 'created' | 'updated' | 'merge'
  effective_at: Date
  message: string
  /** Messages of that text; null in what was written before there were any. */
  wording: AnyMessage[] | null
  /** Grams of stock that was there before the books began. */
  details: { sourceRecordId?: string; grams?: number }
  /** The number of the movement that its message tells of: people know it by that, and it may have got it since. */
  document_number: string | null
}

/** Messages that tell of a movement by its id. */
export const messagesOfMovements = ['movementWasChanged', 'movementWasDeleted', 'movementWasRestored']

/**
 * The movements of these numbers, once for each of the records that are told of. Behind OFFSET 0 each is looked up by its whole key: by the
 * keeper alone the planner would expect as few.
 */
export async function movementsOf(db: Db, told: TimelineKey[]): Promise<TimelineMovementRow[]> {
  if (told.length === 0) return []
  const { rows } = await sql<TimelineMovementRow>`
    select m.id, told.record_id, organisation.name as organisation_name, m.type, m.status, m.effective_at,
      m.source_record_id, m.destination_record_id, m.sender_id, ${nameOnMovement('sender')} as sender_name, m.receiver_id,
      ${nameOnMovement('receiver')} as receiver_name, m.weight_grams,
      m.driver_name, m.vehicle_registration, m.load_reference, m.empty_grams, m.full_grams, ${shownReadings(sql`m`)} as readings, m.weighbridge_file_id,
      m.contract_id, m.contract_reference, m.storage_contract_id, m.shrink_grams, m.sold,
      m.adjustment_grams, m.adjustment_reason_id, m.adjustment_notes, m.deleted_at, m.deleted_by, m.deleted_by_name,
      m.recorded_by, m.recorded_by_name, m.recorded_at, coalesce(source.source = 'planting', false) as is_harvest
    from ${toldRows(told)}
    join records r on r.id = told.record_id
    cross join lateral (select * from movements where organisation_id = r.keeper_id and id = told.id offset 0) m
    left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
    join organisations organisation on organisation.id = m.organisation_id`.execute(db)
  return rows
}

function toldRows(told: TimelineKey[]) {
  return sql`unnest(${told.map(({ recordId }) => recordId)}::uuid[], ${told.map(({ id }) => id)}::bigint[]) as told (record_id, id)`
}

/** Finds the places of records; null for stock that lies nowhere. */
export async function placesOfRecords(
  db: Db,
  actor: Actor,
  ids: string[],
): Promise<Map<string, PlaceRow | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; place: PlaceRow | null }>`
    select r.id, ${placeJson(sql`r.storage_id`, sql`r.bay_id`, actor)} as place
    from records r where r.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/**
 * Reads the counts: those of adjustments, and those of movements or new stock by which the rest was to be written off (`adjustToZero`).
 * Counts that were taken back with their movement are read too.
 */
export async function countRowsOf(db: Db, told: TimelineKey[]): Promise<CountRow[]> {
  if (told.length === 0) return []
  const these = sql`(c.record_id = any(${[...new Set(told.map(({ recordId }) => recordId))]}::uuid[])
    and c.fact_id = any(${told.map(({ id }) => id)}::bigint[]))`
  const { rows } = await sql<CountRow>`
    select c.fact_id as id, c.record_id, c.effective_at, c.counted_grams, c.difference_grams, c.reason::integer as reason_id, c.is_taken_back,
      coalesce(m.deleted_at, a.withdrawn_at) as deleted_at, coalesce(m.deleted_by, a.withdrawn_by) as deleted_by,
      coalesce(m.deleted_by_name, a.withdrawn_by_name) as deleted_by_name, coalesce(a.counted_by_name, '') as counted_by_name,
      coalesce(a.file_ids, '{}') as file_ids,
      coalesce(a.recorded_by, m.recorded_by, e.recorded_by) as recorded_by,
      coalesce(a.recorded_by_name, m.recorded_by_name, e.recorded_by_name, '') as recorded_by_name,
      coalesce(a.recorded_at, m.recorded_at, e.recorded_at, c.effective_at) as recorded_at
    from ${toldRows(told)}
    join (
      select *, false as is_taken_back from ${countsInForce(these)} standing
      union all
      select *, true from ${countsTakenBack(these)} gone
    ) c on c.record_id = told.record_id and c.fact_id = told.id
    left join adjustments a on a.storer_id = c.storer_id and a.id = c.fact_id
    left join movements m on m.organisation_id = c.storer_id and m.id = c.fact_id
    left join record_changes e on e.storer_id = c.storer_id and e.id = c.fact_id`.execute(db)
  return rows
}

/** A sample taken from a load is of the moment at which the load came, and is told only while the load is there. */
export async function samplesOf(db: Db, told: TimelineKey[]): Promise<SampleRow[]> {
  if (told.length === 0) return []
  const { rows } = await sql<SampleRow>`
    select s.id, s.record_id, s.told_at as effective_at, s.fields, s.file_ids, s.grade_id,
      s.recorded_by, s.recorded_by_name, s.recorded_at
    from ${toldRows(told)}
    join records r on r.id = told.record_id
    cross join lateral (select * from samples where storer_id = r.keeper_id and id = told.id offset 0) s`.execute(
    db,
  )
  return rows
}

/** Changes that say something to people. That a movement joined stock is told by the movement. */
export async function changeRowsOf(db: Db, told: TimelineKey[]): Promise<ChangeRow[]> {
  if (told.length === 0) return []
  const { rows } = await sql<ChangeRow>`
    select c.id, c.record_id, c.type, c.effective_at, c.message, c.wording, c.details, c.recorded_by, c.recorded_by_name, c.recorded_at,
      (select document_number from movements where organisation_id = r.keeper_id
        and id = case when c.wording -> 0 ->> 'id' = any(${messagesOfMovements}::text[]) then (c.wording -> 0 -> 'data' ->> 'id')::bigint end) as document_number
    from ${toldRows(told)}
    join records r on r.id = told.record_id
    cross join lateral (select * from record_changes where storer_id = r.keeper_id and id = told.id offset 0) c`.execute(
    db,
  )
  return rows
}

/** Kinds of rows from which the entries of a timeline are made; those of one fact come in this order. */
export const entryKinds = ['began', 'correction', 'movement', 'count', 'sample', 'change'] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry of a timeline, before anything is read of it. */
export interface TimelineKey {
  recordId: string
  kind: EntryKind
  /** The number of its fact; 0 of a beginning that no fact tells. */
  id: number
  /** When it happened; null of a beginning that brought no stock, which comes first whatever was entered for a time before it. */
  at: Date | null
}

/** A stretch of each of several timelines, and how long the whole timelines are. */
export interface TimelineRowsPage {
  keys: TimelineKey[]
  total: Map<string, number>
}

const kindOf = (kind: EntryKind) => sql.lit(entryKinds.indexOf(kind))

/** A record whose page has no entries has one row, without any. */
interface KeyRow {
  record_id: string
  kind: number | null
  id: number | null
  at: Date | null
  total: number
}

/**
 * The keys of the timelines of records, oldest first: of each the newest `limit`, after the newest `offset` of them were passed over.
 * One statement. Of each kind it reads no more than the page may have, and counts the rest in an index.
 */
export async function timelineKeys(
  db: Kysely<Tables>,
  recordIds: string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<TimelineRowsPage> {
  const kinds = entriesOf(sql`r.id`)
  const total = sql.join(
    kinds.map(({ entries }) => sql`(select count(*) from (${entries}) entry)`),
    sql` + `,
  )
  const newest = sql`order by at desc, id desc`
  const page = sql.join(
    kinds.map(
      ({ kind, entries }) => sql`
        (select ${kindOf(kind)} as kind, entry.id, entry.at from (${entries}) entry ${newest} limit ${limit + offset})`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<KeyRow>`
    select r.id as record_id, page.kind, page.id, case when isfinite(page.at) then page.at end as at, r.total
    from (select r.id, ${total} as total from records r where r.id = any(${recordIds}::uuid[]) offset 0) r
    left join lateral (select * from (${page}) keys ${newest}, kind desc limit ${limit} offset ${offset}) page on true
    order by r.id, page.at, page.id, page.kind`.execute(db)
  return {
    keys: rows.flatMap(({ record_id: recordId, kind, id, at }) => {
      const said = kind === null ? undefined : entryKinds[kind]
      return said === undefined || id === null ? [] : [{ recordId, kind: said, id, at }]
    }),
    total: new Map(rows.map((row) => [row.record_id, row.total])),
  }
}

/** The entries of a record's timeline, as queries of `id` and `at`. Each is in the order of an index, and in it whole. */
function entriesOf(recordId: RawBuilder<unknown>): { kind: EntryKind; entries: RawBuilder<unknown> }[] {
  const movedTo = (side: RawBuilder<unknown>) =>
    sql`select id, effective_at as at from movements where ${side} = ${recordId}`
  // Of a count that nobody entered as one, it is told that something was lost or found.
  const counts = sql`c.record_id = ${recordId}`
  const byOthers = sql`c.fact_id in ${countingFactsBut(recordId, sql`select id from adjustments where record_id = ${recordId}`)}`
  const found = (which: RawBuilder<unknown>) =>
    sql`select fact_id as id, effective_at as at from ${which} c where difference_grams <> 0`
  return [
    { kind: 'movement', entries: movedTo(sql`source_record_id`) },
    { kind: 'movement', entries: movedTo(sql`destination_record_id`) },
    {
      kind: 'correction',
      entries: sql`${movedTo(sql`source_record_id`)} and adjustment_grams <> 0 and adjustment_reason_id is not null`,
    },
    {
      kind: 'count',
      entries: sql`select id, effective_at as at from adjustments where record_id = ${recordId} and withdrawn_at is null`,
    },
    { kind: 'count', entries: found(countsInForce(sql`${counts} and ${byOthers}`)) },
    { kind: 'count', entries: found(countsTakenBack(counts)) },
    {
      kind: 'sample',
      entries: sql`select id, told_at as at from samples where record_id = ${recordId} and told_at is not null`,
    },
    {
      kind: 'change',
      entries: sql`
        select id, case when type = 'created' and not details ? 'grams' then '-infinity' else effective_at end as at
        from record_changes where record_id = ${recordId} and message <> '' and not details ? 'sourceMovementId'`,
    },
    {
      kind: 'began',
      entries: sql`
        select 0 as id, '-infinity'::timestamptz as at where not exists (
          select from record_changes where record_id = ${recordId} and type = 'created' and message <> ''
            and not details ? 'sourceMovementId')`,
    },
  ]
}
