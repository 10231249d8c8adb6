import { sql, type RawBuilder, type Kysely } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import {
  comparePoints,
  DAY_MS,
  dayText,
  startOfDay,
  type Count,
  type Day,
  type NetPosting,
  type History,
  type LedgerPoint,
} from './rules.ts'
import type { Tables } from '../../db/tables.ts'
import type { LiveEntry } from './posting.ts'

/** The point on a record's history at which a command begins to change it, and the days it changes. */
export interface ChangedRange {
  recordId: string
  from: LedgerPoint
  days: number[]
}

type CountRow = [
  factId: number,
  at: number,
  countedGrams: number,
  reason: string,
  maxGainGrams: number | null,
  gainedGrams: number | null,
]

/** A record's history from one instant on, as far as one statement tells it. */
export interface DaySummary {
  record_id: string
  from_at: number
  opening: number | null
  days: [day: string, closingGrams: number, lowGrams: number][]
  counts: CountRow[]
  last_at: number | null
  last_fact_id: number | null
  /** True if stock leaves for somewhere at that very instant. */
  leaves_then: boolean
  next_at: number | null
}

/** Gives the balance at the instant from which a summary was read, or undefined where something comes after it. */
export function balanceAtStart({ from_at, opening, days, last_at }: DaySummary): number | undefined {
  if (last_at !== null && last_at > from_at) return undefined
  const [, closingGrams] = days.find(([day]) => day === dayText(startOfDay(from_at))) ?? []
  return closingGrams ?? opening ?? 0
}

/**
 * Reads what the rules need of each record's history: one statement for stock that is added at the end, which is how
 * nearly all of it comes; a second one to look into single days where something comes after the change. Summaries that the
 * caller has read already are taken as they are.
 */
export async function readHistories(
  trx: Transaction,
  reaches: ChangedRange[],
  now: number,
  known: Map<string, DaySummary>,
): Promise<Map<string, History>> {
  const unknown = reaches.filter(({ recordId }) => !known.has(recordId))
  const read = unknown.length > 0 ? await readSummaries(trx, unknown, now) : []
  const summaries = new Map([...known, ...read.map((row) => [row.record_id, row] as const)])
  const wanted = reaches.flatMap((reach) => daysToLookInto(reach, summaries.get(reach.recordId), now))
  const facts = wanted.length > 0 ? await readFacts(trx, wanted) : new Map<string, NetPosting[]>()
  return new Map(
    reaches.map(({ recordId }) => [recordId, historyOf(recordId, summaries.get(recordId), wanted, facts)]),
  )
}

function readSummaries(trx: Transaction, reaches: ChangedRange[], now: number): Promise<DaySummary[]> {
  return summariesByReach.rows(trx, {
    ids: reaches.map(({ recordId }) => recordId),
    instants: reaches.map(({ from }) => new Date(from.at)),
    now: new Date(now),
  })
}

const summariesByReach = statement<{ ids: string[]; instants: Date[]; now: Date }, DaySummary>(
  ({ ids, instants, now }) => summarising(sql`unnest(${ids}::uuid[], ${instants}::timestamptz[])`, now),
)

/** The statement that reads summaries; `asked` is a table of record ids and instants. */
export function summarising(asked: RawBuilder<unknown>, now: Date): RawBuilder<DaySummary> {
  const day = sql`(asked.from_at at time zone 'UTC')::date`
  return sql<DaySummary>`
    select asked.record_id, (extract(epoch from asked.from_at) * 1000)::bigint as from_at,
      (select closing_grams from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id and d.day < ${day}
        order by d.day desc limit 1) as opening,
      (select coalesce(jsonb_agg(jsonb_build_array(d.day, d.closing_grams, d.low_grams) order by d.day), '[]')
        from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id and d.day >= ${day}) as days,
      (select coalesce(jsonb_agg(jsonb_build_array(c.fact_id, (extract(epoch from c.effective_at) * 1000)::bigint,
          c.counted_grams, c.reason, c.max_gain_grams, case when c.max_gain_grams is not null then (
            select sum(case when e.destination_record_id = c.record_id then e.grams else -e.grams end)
            from ledger_entries e where e.storer_id = c.storer_id and e.fact_id = c.fact_id and e.is_count
              and c.record_id in (e.source_record_id, e.destination_record_id)) end) order by c.effective_at, c.fact_id), '[]')
        from ledger_counts c
        where c.storer_id = r.keeper_id and c.record_id = r.id and c.withdrawn_at is null and c.effective_at >= asked.from_at) as counts,
      last.at as last_at, last.fact_id as last_fact_id,
      exists (select from ledger_entries gone where gone.storer_id = r.keeper_id and gone.source_record_id = r.id and gone.effective_at = asked.from_at
        and (gone.destination_outside is null or not starts_with(gone.destination_outside, 'loss:'))) as leaves_then,
      case when last.effective_at > ${now} then (
        select (extract(epoch from min(e.effective_at)) * 1000)::bigint from (
          (select effective_at from ledger_entries where storer_id = r.keeper_id and destination_record_id = r.id
            and effective_at > ${now} order by effective_at limit 1)
          union all
          (select effective_at from ledger_entries where storer_id = r.keeper_id and source_record_id = r.id
            and effective_at > ${now} order by effective_at limit 1)
        ) e) end as next_at
    from ${asked} as asked (record_id, from_at)
    cross join lateral (select keeper_id, id from records where id = asked.record_id offset 0) r
    left join lateral (
      select e.effective_at, (extract(epoch from e.effective_at) * 1000)::bigint as at, e.fact_id from (
        (select effective_at, fact_id from ledger_entries where storer_id = r.keeper_id and destination_record_id = r.id
          order by effective_at desc, fact_id desc limit 1)
        union all
        (select effective_at, fact_id from ledger_entries where storer_id = r.keeper_id and source_record_id = r.id
          order by effective_at desc, fact_id desc limit 1)
      ) e order by e.effective_at desc, e.fact_id desc limit 1
    ) last on true`
}

/** The days that have to be looked into: none when the change comes after everything that is there. */
function daysToLookInto(
  { recordId, from, days }: ChangedRange,
  summary: DaySummary | undefined,
  now: number,
) {
  if (!summary) return []
  const last =
    summary.last_at === null || summary.last_fact_id === null
      ? undefined
      : { at: summary.last_at, factId: summary.last_fact_id }
  const isAppended =
    (!last || comparePoints(last, from) < 0) && summary.counts.length === 0 && days.length === 1
  if (isAppended) return []
  const absorbing = summary.counts.map(([, at]) => startOfDay(at))
  const today =
    summary.next_at !== null && startOfDay(summary.next_at) === startOfDay(now) ? [startOfDay(now)] : []
  return [...new Set([...days, ...absorbing, ...today])].map((start) => ({ recordId, start }))
}

async function readFacts(
  trx: Transaction,
  wanted: { recordId: string; start: number }[],
): Promise<Map<string, NetPosting[]>> {
  const { rows } = await sql<{ record_id: string; at: number; fact_id: number; grams: number }>`
    select asked.record_id, (extract(epoch from e.effective_at) * 1000)::bigint as at, e.fact_id, sum(e.grams)::bigint as grams
    from unnest(
      ${wanted.map(({ recordId }) => recordId)}::uuid[],
      ${wanted.map(({ start }) => new Date(start))}::timestamptz[],
      ${wanted.map(({ start }) => new Date(start + DAY_MS))}::timestamptz[]
    ) as asked (record_id, from_at, to_at)
    cross join lateral (
      select effective_at, fact_id, grams from ledger_entries
      where destination_record_id = asked.record_id and effective_at >= asked.from_at and effective_at < asked.to_at
      union all
      select effective_at, fact_id, -grams from ledger_entries
      where source_record_id = asked.record_id and effective_at >= asked.from_at and effective_at < asked.to_at
    ) e
    group by asked.record_id, e.effective_at, e.fact_id
    order by asked.record_id, e.effective_at, e.fact_id`.execute(trx)
  return Map.groupBy(
    rows.map(({ record_id, at, fact_id, grams }) => ({
      at,
      factId: fact_id,
      grams,
      key: keyOf(record_id, startOfDay(at)),
    })),
    ({ key }) => key,
  )
}

function historyOf(
  recordId: string,
  summary: DaySummary | undefined,
  wanted: { recordId: string; start: number }[],
  facts: Map<string, NetPosting[]>,
): History {
  const lookedInto = new Set(wanted.filter((each) => each.recordId === recordId).map(({ start }) => start))
  const days = (summary?.days ?? []).map(([text, closingGrams, lowGrams]): Day => {
    const start = Date.parse(`${text}T00:00:00Z`)
    return {
      start,
      closingGrams,
      lowGrams,
      ...(lookedInto.has(start) && { facts: facts.get(keyOf(recordId, start)) ?? [] }),
    }
  })
  const counts = (summary?.counts ?? []).map(
    ([factId, at, countedGrams, reason, maxGainGrams, gainedGrams]): Count => ({
      factId,
      at,
      countedGrams,
      reason,
      ...(maxGainGrams !== null && { maxGainGrams, gainedGrams: gainedGrams ?? 0 }),
    }),
  )
  return {
    openingGrams: summary?.opening ?? 0,
    days,
    counts,
    ...(summary?.leaves_then && { leavesThen: true }),
  }
}

function keyOf(recordId: string, start: number): string {
  return `${recordId} ${start}`
}

/** A row of `ledger_entries`. */
export interface EntryRow {
  id: number
  fact_id: number
  at: number
  source_record_id: string | null
  source_outside: string | null
  destination_record_id: string | null
  destination_outside: string | null
  grams: number
  planting_id: string | null
  sold: boolean
  is_count: boolean
  reverses: number | null
}

/** The columns of an `EntryRow`, of a table called `e`. */
export const entryColumns = sql`e.id, e.fact_id, (extract(epoch from e.effective_at) * 1000)::bigint as at, e.source_record_id,
  e.source_outside, e.destination_record_id, e.destination_outside, e.grams, e.planting_id, e.sold, e.is_count, e.reverses`

/** The entries of facts that nothing has taken back yet. */
export async function readLiveEntries(
  trx: Transaction,
  storerId: string,
  factIds: number[],
): Promise<LiveEntry[]> {
  if (factIds.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from ledger_entries e
    where e.storer_id = ${storerId} and e.fact_id = any(${factIds}::bigint[]) and e.reverses is null
      and not exists (select 1 from ledger_entries back where back.storer_id = e.storer_id and back.reverses = e.id)
    order by e.id`.execute(trx)
  return rows.map(liveEntry)
}

/** A record's entries with `after` < effective_at ≤ `upTo`, also those that were only taken off it as a planting. */
export async function readEntriesDue(
  db: Kysely<Tables>,
  recordId: string,
  after: Date,
  upTo: Date,
): Promise<LiveEntry[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from ledger_entries e
    where (e.source_record_id = ${recordId} or e.destination_record_id = ${recordId} or e.planting_id = ${recordId})
      and e.effective_at > ${after} and e.effective_at <= ${upTo}`.execute(db)
  return rows.map(liveEntry)
}

function liveEntry(row: EntryRow): LiveEntry {
  return {
    id: row.id,
    factId: row.fact_id,
    at: row.at,
    sourceRecordId: row.source_record_id,
    sourceOutside: row.source_outside,
    destinationRecordId: row.destination_record_id,
    destinationOutside: row.destination_outside,
    grams: row.grams,
    plantingId: row.planting_id,
    sold: row.sold,
    isCount: row.is_count,
    isReversal: row.reverses !== null,
    reverses: row.reverses,
  }
}
