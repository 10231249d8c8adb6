import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { balanceAt, recordRow } from '../ledger/ledger.ts'
import { ownerOfRecord } from '../partners/party-names.ts'

/** The figures of a span of days, of statements of closed periods and of the daily register alike. All of them are sums of entries, in grams. */

/** Days that figures are of, and where. */
export interface FiguresRequest {
  organisationId: string
  timeZone: string
  /** The first instant; null from the beginning of the books. */
  from: Date | null
  /** The first instant after it. */
  before: Date
  storageId?: string | undefined
  commodityId?: number | undefined
  /** True where only the whole span is asked for: flows have an empty day then, and are few. */
  isOfSpan?: boolean
}

/** A parcel of stock in the stores, with what it held before the span. */
export interface ParcelRow {
  id: string
  owner_id: string
  owner_name: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  harvest_year: string
  storage_id: string
  storage_name: string
  bay_id: number
  bay_name: string
  opening: number
  closing: number
}

/** Kind of an amount: a load in or out, moved to or from another parcel of the same stores, lost, or found. */
export type FlowKind = 'in' | 'out' | 'moved' | 'lost' | 'found'

/** A change of a parcel on a day. Grams are more than 0 where it came, and less where it went. */
export interface FlowRow {
  record_id: string
  day: string
  kind: FlowKind
  /** Of a loss or find; otherwise 0. */
  reason_id: number
  grams: number
}

export interface ParcelFigures {
  parcels: ParcelRow[]
  flows: FlowRow[]
}

/**
 * Reads the parcels of stores that held anything in a span or changed in it, and what changed, by day and kind. Stock for sale that lies nowhere
 * is in no store. What was taken back leaves nothing: it is taken off the side on which it was.
 */
export async function readFigures(db: Kysely<Tables>, asked: FiguresRequest): Promise<ParcelFigures> {
  const flows = await findFlows(db, asked)
  const parcels = await findParcels(db, asked)
  const changed = new Set(flows.map(({ record_id }) => record_id))
  return {
    parcels: parcels.filter(({ id, opening, closing }) => opening !== 0 || closing !== 0 || changed.has(id)),
    flows,
  }
}

/** The records of the stores that had stock, or entries, in the span. Their days are UTC days, so one more at each end. */
function recordsOfSpan({
  organisationId,
  from,
  before,
  storageId,
  commodityId,
}: FiguresRequest): RawBuilder<unknown> {
  const begins = from ?? new Date('0001-01-02T00:00:00Z')
  return sql`(
    select r.* from ledger_spans span join records r on r.keeper_id = span.keeper_id and r.id = span.record_id
    where span.keeper_id = ${organisationId} and r.source <> 'planting' and r.bay_id is not null
      and span.first_day <= (${before}::timestamptz at time zone 'UTC')::date
      and span.last_day >= (${begins}::timestamptz at time zone 'UTC')::date - 1
      ${storageId === undefined ? sql`` : sql`and r.storage_id = ${storageId}`}
      ${commodityId === undefined ? sql`` : sql`and r.commodity_id = ${commodityId}`})`
}

async function findParcels(db: Kysely<Tables>, asked: FiguresRequest): Promise<ParcelRow[]> {
  const { from, before } = asked
  const lastOf = (instant: Date) => new Date(instant.getTime() - 1)
  const opening = from ? balanceAt(recordRow(sql`r`), lastOf(from)) : sql`0`
  const { rows } = await sql<ParcelRow>`
    select r.id, r.owner_id, ${ownerOfRecord} as owner_name, r.commodity_id, r.type_id, r.grade_id, r.variety, r.harvest_year,
      r.storage_id, s.name as storage_name, r.bay_id, b.name as bay_name,
      ${opening}::bigint as opening, ${balanceAt(recordRow(sql`r`), lastOf(before))}::bigint as closing
    from ${recordsOfSpan(asked)} r
    join storages s on s.id = r.storage_id
    join bays b on b.id = r.bay_id
    order by lower(s.name) collate "C", s.id, r.bay_id, r.commodity_id, r.id`.execute(db)
  return rows
}

async function findFlows(db: Kysely<Tables>, asked: FiguresRequest): Promise<FlowRow[]> {
  const { organisationId, timeZone, from, before, isOfSpan = false } = asked
  const day = isOfSpan ? sql`''` : sql`(e.effective_at at time zone ${timeZone})::date::text`
  const since = from ? sql`and e.effective_at >= ${from}` : sql``
  const side = (
    own: 'source' | 'destination',
    other: 'source' | 'destination',
    sign: RawBuilder<unknown>,
  ) => sql`
    select own.id as record_id, ${day} as day, e.${sql.ref(`${other}_record_id`)} as other_id,
      coalesce(e.${sql.ref(`${other}_outside`)}, '') as outside, ${sign} * e.grams as grams,
      -- What is taken back is less of what it was, and not the other way.
      (e.reverses is null) = (${sign} > 0) as came
    from own join ledger_entries e on e.storer_id = ${organisationId} and e.${sql.ref(`${own}_record_id`)} = own.id
    where e.effective_at < ${before} ${since}`
  const { rows } = await sql<FlowRow>`
    with own as materialized (select id from ${recordsOfSpan(asked)} r),
    crossed as (${side('destination', 'source', sql`1`)} union all ${side('source', 'destination', sql`-1`)}),
    summed as (
      select record_id, day, came, outside, other_id in (select id from own) as is_within, sum(grams)::bigint as grams
      from crossed group by record_id, day, came, outside, other_id in (select id from own)
    ),
    named as (
      select record_id, day, came, grams,
        case when outside like 'loss:%' then 'lost' when outside like 'gain:%' then 'found'
          when is_within then 'moved' when came then 'in' else 'out' end as kind,
        case when (outside like 'loss:%' or outside like 'gain:%') and outside ~ '^(loss|gain):[0-9]+$' then split_part(outside, ':', 2)::integer else 0 end as reason_id
      from summed
    )
    select record_id, day, kind, reason_id, sum(grams)::bigint as grams
    from named group by record_id, day, kind, reason_id, came having sum(grams) <> 0
    order by day, record_id, kind, reason_id`.execute(db)
  return rows
}
