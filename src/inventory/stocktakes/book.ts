import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import {
  enteredSince,
  hasStockFrom,
  lowestGain,
  recordRow,
  wasCountedBetween,
  type EnteredSince,
} from '../ledger/ledger.ts'
import { ownerOfRecord } from '../partners/party-names.ts'
import type { BookedParcel } from './stocktake-rules.ts'
import type { StockOfLine, StoredStocktakeLine } from './stored-stocktake.ts'

type Db = Kysely<Tables>

/** A parcel of a bay by the book, with what it is. */
export type ParcelOfBay = BookedParcel & StockOfLine & { bayId: number }

interface Row {
  bay_id: number
  record_id: string
  name: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  harvest_year: string
  owner_id: string
  owner_name: string
  cut_off_grams: number
  count_grams: number
  low_gain: number
  is_parted: boolean
}

/**
 * Reads the parcels that lay in the bays of lines at the cut-off, or when the bay was counted, and those that lines name. One statement, whose
 * cost goes with what lay there then and what moved between the two.
 */
export async function readParcels(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  cutOffAt: Date,
  lines: Pick<StoredStocktakeLine, 'bayId' | 'counts' | 'recordId'>[],
): Promise<Map<number, ParcelOfBay[]>> {
  const countedAt = lines.map(({ counts }) => new Date(counts.at(-1)?.at ?? cutOffAt))
  const earliest = new Date(Math.min(cutOffAt.getTime(), ...countedAt.map((at) => at.getTime())))
  const record = recordRow(sql`r`)
  const between = {
    after: sql`least(asked.counted_at, ${cutOffAt}::timestamptz)`,
    upTo: sql`greatest(asked.counted_at, ${cutOffAt}::timestamptz)`,
  }
  const { rows } = await sql<Row>`
    select asked.bay_id, r.id as record_id, r.name, r.commodity_id, r.type_id, r.grade_id, r.variety, r.harvest_year, r.owner_id,
      ${ownerOfRecord} as owner_name, standing.cut_off_grams, standing.count_grams, ${lowestGain(record, between)} as low_gain,
      ${wasCountedBetween(record, between)} or (r.has_unweighed and exists (
        select from movements m where m.organisation_id = r.keeper_id and m.destination_record_id = r.id and m.weight_grams = 0
          and m.status <> 'deleted' and m.effective_at > ${between.after} and m.effective_at <= ${between.upTo})) as is_parted
    from unnest(${lines.map(({ bayId }) => bayId)}::bigint[], ${countedAt}::timestamptz[], ${lines.map(({ recordId }) => recordId)}::uuid[])
      as asked (bay_id, counted_at, record_id)
    cross join lateral (
      select span.record_id as id from ledger_spans span where span.bay_id = asked.bay_id and ${hasStockFrom(earliest)}
      union select asked.record_id where asked.record_id is not null
    ) present
    cross join lateral (select * from records own where own.id = present.id and own.keeper_id = ${organisationId} offset 0) r
    cross join lateral (
      select ledger_balance_at(r.keeper_id, r.id, ${cutOffAt}) as cut_off_grams, ledger_balance_at(r.keeper_id, r.id, asked.counted_at) as count_grams offset 0
    ) standing
    where standing.cut_off_grams <> 0 or standing.count_grams <> 0 or r.id = asked.record_id
    order by asked.bay_id, standing.cut_off_grams desc, r.id`.execute(db)
  const parcels = rows.map((row): ParcelOfBay => ({
    bayId: row.bay_id,
    recordId: row.record_id,
    name: row.name,
    commodityId: row.commodity_id,
    typeId: row.type_id,
    gradeId: row.grade_id,
    variety: row.variety,
    harvestYear: row.harvest_year,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    cutOffGrams: row.cut_off_grams,
    countGrams: row.count_grams,
    lowGrams: row.cut_off_grams + row.low_gain,
    isParted: row.is_parted,
  }))
  return Map.groupBy(parcels, ({ bayId }) => bayId)
}

/** Reads what the book has of each bay at each of its counts, by bay, in grams: of those that were counted several times, since nothing else compares them. */
export async function readBooksAtCounts(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  lines: Pick<StoredStocktakeLine, 'bayId' | 'counts'>[],
): Promise<Map<number, number[]>> {
  const asked = lines.flatMap(({ bayId, counts }) =>
    counts.length < 2 ? [] : counts.map((count) => ({ bayId, at: new Date(count.at) })),
  )
  if (asked.length === 0) return new Map()
  const earliest = new Date(Math.min(...asked.map(({ at }) => at.getTime())))
  const { rows } = await sql<{ bay_id: number; grams: number }>`
    select asked.bay_id, coalesce((
      select sum(ledger_balance_at(${organisationId}, present.id, asked.at)) from (
        select distinct span.record_id as id from ledger_spans span where span.bay_id = asked.bay_id and ${hasStockFrom(earliest)}
      ) present), 0)::bigint as grams
    from unnest(${asked.map(({ bayId }) => bayId)}::bigint[], ${asked.map(({ at }) => at)}::timestamptz[])
      with ordinality as asked (bay_id, at, place)
    order by asked.place`.execute(db)
  const byBay = Map.groupBy(rows, (row) => row.bay_id)
  return new Map([...byBay].map(([bayId, ofBay]) => [bayId, ofBay.map(({ grams }) => grams)]))
}

/** An entry of one bay for before the cut-off, made since. */
export type LateEntry = EnteredSince & { bayId: number }

/** A request waits for its locks no longer than this between its moment and its entries. */
const LONGEST_WAIT_MS = 600_000

/**
 * Reads what was entered for before the cut-off since each bay was counted: loads, and corrections of loads. Looks at what the organisation
 * entered since the first of them alone.
 *
 * @param lines each with the mark and the moment of its count, and the parcels of its bay
 */
export async function readLateEntries(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  cutOffAt: Date,
  lines: { bayId: number; mark: number; since: number; recordIds: string[] }[],
): Promise<LateEntry[]> {
  const asked = lines.flatMap(({ bayId, mark, recordIds }) =>
    recordIds.map((recordId) => ({ bayId, mark, recordId })),
  )
  if (asked.length === 0) return []
  const since = new Date(Math.min(...lines.map((line) => line.since)))
  const first = new Date(since.getTime() - LONGEST_WAIT_MS)
  const recordIds = asked.map(({ recordId }) => recordId)
  // Not the counts of before, which only make up for what is entered since.
  const facts = sql`
    select id from movements where organisation_id = ${organisationId} and recorded_at > ${first} and effective_at <= ${cutOffAt}
    union select movement_id from movement_changes where organisation_id = ${organisationId} and recorded_at > ${first}
    union select id from adjustments where record_id = any(${recordIds}::uuid[]) and effective_at <= ${cutOffAt} and recorded_at > ${since}`
  const rows = await enteredSince(
    db,
    organisationId,
    facts,
    sql`(select *, ${cutOffAt}::timestamptz as up_to
      from unnest(${recordIds}::uuid[], ${asked.map(({ mark }) => mark)}::bigint[]) as asked (record_id, mark))`,
  )
  const bayOf = new Map(asked.map(({ recordId, bayId }) => [recordId, bayId]))
  return rows.map((row) => ({ ...row, bayId: bayOf.get(row.recordId) ?? 0 }))
}

/** Reads the differences that the counts of an approved session make by now, by their numbers: late tickets change them. */
export async function readDifferencesNow(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  adjustmentIds: number[],
): Promise<Map<number, number>> {
  if (adjustmentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; grams: number }>`
    select a.id, coalesce((
      select sum(case when e.destination_record_id = a.record_id then e.grams else -e.grams end) from ledger_entries e
      where e.storer_id = a.storer_id and e.fact_id = a.id and e.is_count), 0)::bigint as grams
    from unnest(${adjustmentIds}::bigint[]) as asked (id)
    cross join lateral (select * from adjustments own where own.storer_id = ${organisationId} and own.id = asked.id offset 0) a`.execute(
    db,
  )
  return new Map(rows.map(({ id, grams }) => [id, grams]))
}
