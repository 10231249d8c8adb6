import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { segregatingTags } from '../../system/commodities/catalogue.ts'
import { CLEANING_LOSS } from '../../system/reasons/reasons.ts'
import {
  balancesBeforeFacts,
  inFlow,
  liveCountsOf,
  stageAmong,
  type Flow,
  type MarksOf,
} from '../ledger/ledger.ts'
import { blend, startAfresh, type Description } from './blend-rules.ts'
import { blendTerms, isDescribedAlike } from './merge-stock.ts'
import { driedTo, statedAgain, type StatedQuality } from './quality-rules.ts'

/** One of the facts that say what stock is, and of the loads that it leaves by. */
export type DescriptionEvent = MovedEvent | StatementEvent

interface DescribedEvent {
  id: number
  effectiveAt: Date
  recordId: string
}

/** Somebody says of a parcel what it is from then on; or that it was cleaned, before the load that notes it leaves. */
interface StatementEvent extends DescribedEvent {
  kind: 'statement' | 'cleaning'
  said: StatedQuality
}

function isSaid<Event extends DescribedEvent>(event: Event | StatementEvent): event is StatementEvent {
  return 'kind' in event && (event.kind === 'statement' || event.kind === 'cleaning')
}

interface MovedEvent extends DescribedEvent {
  /** Kind of event: stock is put there, or leaves for good. */
  kind: 'arrival' | 'departure'
  /** Record that the moving stock was taken from, if it was one. */
  sourceRecordId: string | null
  /** As it was entered; of a load that was dried, as it came. */
  said: Description
  /** Drying level, where it was dried as it came in. */
  drying: { levelPercentage: number } | null
  /** True description, as far as it was found before. */
  known: Description | null
  grams: number
  /** Grams that lay there just before. */
  before: number
}

/** Descriptions of records at a moment, and all that has happened to them since, in the order of time. */
export interface DescriptionHistory {
  recordIds: Set<string>
  /** Descriptions at that moment; where all is replayed from the beginning, those with which the records were made. */
  opening: Map<string, Description>
  /** From then on a movement brings what its source is told to be; before, what it is known to have carried. */
  since: Date
  descriptionEvents: DescriptionEvent[]
  /** Segregation of each record at all times: neither its shown description nor its contents ever contradict it. */
  segregations?: Map<string, string>
}

/** Results of a replay. */
export interface ReplayedDescriptions {
  /** Final description of each record. */
  described: Map<string, Description>
  /** Description of each movement's stock, where that differs from what was known of it. */
  carried: Map<number, Description>
}

/** Builds the `Description` of a row of `records` or `movements`. */
export function statedColumns(row: RawBuilder<unknown>): RawBuilder<Description> {
  return sql`jsonb_build_object('typeId', ${row}.type_id, 'gradeId', ${row}.grade_id, 'variety', ${row}.variety,
    'tagIds', ${row}.tag_ids, 'quality', ${row}.quality, 'uncleanedShare', ${row}.uncleaned_share)`
}

/** Tells a story to its end. A parcel that is empty when stock arrives starts afresh. */
export function replayDescriptions({
  recordIds,
  opening,
  since,
  descriptionEvents,
  segregations = new Map(),
}: DescriptionHistory): ReplayedDescriptions {
  const keptApart = (recordId: string, description: Description): Description => {
    const segregation = segregations.get(recordId)
    return segregation === undefined
      ? description
      : { ...description, tagIds: segregatingTags(segregation, description.tagIds) }
  }
  const described = new Map([...opening].map(([id, description]) => [id, keptApart(id, description)]))
  const carried = new Map<number, Description>()
  for (const each of descriptionEvents) {
    const present = described.get(each.recordId)
    if (isSaid(each)) {
      if (present) described.set(each.recordId, keptApart(each.recordId, statedAgain(present, each.said)))
      continue
    }
    const { sourceRecordId, effectiveAt, known, said } = each
    const isTold = sourceRecordId !== null && recordIds.has(sourceRecordId) && effectiveAt >= since
    // What is known was told by what may be gone: where nothing says any more what the source was, the ticket does.
    const moving = isTold
      ? (described.get(sourceRecordId) ?? keptApart(sourceRecordId, said))
      : (known ?? said)
    // Old ones that were what they were said to be are left as they are: there may be a hundred thousand of them.
    if (!isDescribedAlike(known ?? said, moving)) carried.set(each.id, moving)
    if (each.kind === 'departure') continue
    const after = descriptionAfter(each, present, driedTo(moving, each.drying))
    described.set(each.recordId, keptApart(each.recordId, after))
  }
  return { described, carried }
}

function descriptionAfter(
  { before, grams }: MovedEvent,
  present: Description | undefined,
  moving: Description,
): Description {
  // A load without a weight describes nothing until it has one; only what nothing else describes is called after it.
  if (present && grams === 0) return present
  if (!present || before <= 0) return startAfresh(present, moving, blendTerms)
  return blend({ ...present, grams: before }, { ...moving, grams }, blendTerms).description
}

/**
 * Reads what has happened to records since a moment. The description of a record then is found by going back to the last load that left it
 * before. It is stored with that load, so the history begins there, or, where no load left, with the description that the record was made
 * with. Where a load that came in was stored by a version that did not store that yet, all is replayed from the beginning. So are the records
 * that such loads came from.
 *
 * @example
 * // 5 t left the bay on 8 August, as Group 1. Since 10 August: the story opens on the 8th with Group 1, and tells all that came after.
 */
export async function readDescriptionHistory(
  trx: Transaction,
  recordIds: string[],
  since: Date,
  now: Date,
): Promise<DescriptionHistory> {
  const untold = await withUntoldSources(trx, recordIds, now)
  const beginnings = await beginningsOf(trx, untold ?? recordIds, untold ? BEGINNING : since)
  const opening = beginnings.flatMap(({ id, description }) =>
    description ? [[id, description] as const] : [],
  )
  const from = untold ? BEGINNING : since
  return {
    recordIds: new Set(beginnings.map(({ id }) => id)),
    opening: new Map(opening),
    since: from,
    descriptionEvents: await descriptionEventsSince(trx, beginnings, from, now),
    segregations: await segregationsOf(trx, beginnings),
  }
}

/** All that has happened to records up to now, from when they were made: what their descriptions are compared with. */
export function readWholeHistory(
  trx: Transaction,
  recordIds: string[],
  now: Date,
): Promise<DescriptionHistory> {
  return readDescriptionHistory(trx, recordIds, BEGINNING, now)
}

async function segregationsOf(trx: Transaction, beginnings: Beginning[]): Promise<Map<string, string>> {
  const ids = beginnings.map(({ id }) => id)
  const { rows } = await sql<{ id: string; segregation: string }>`
    select id, segregation from records where id = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, segregation }) => [id, segregation]))
}

/** Before anything that a ledger has. */
const BEGINNING = new Date('0001-01-01T00:00:00Z')

/** A stored description; of a version that did not follow what is uncleaned, that of something clean. */
export function withShare(description: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`('{"uncleanedShare": 0}'::jsonb || ${description})`
}

/** Description of a row `m` of `movements` when it was entered. */
const said = sql`case when coalesce(m.entered, '{}') = '{}' then ${statedColumns(sql`m`)} else ${withShare(sql`m.entered`)} end`
/** Description that it is known to have carried: a `Description`, or null where nobody has looked yet. */
const known = sql`case when m.entered is not null then ${statedColumns(sql`m`)} end`

/** The records, and those that loads of theirs came from of which nobody knows what they carried; nothing where it is known of all. */
async function withUntoldSources(
  trx: Transaction,
  recordIds: string[],
  now: Date,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string; is_untold: boolean }>`
    with recursive told (id, is_untold) as (
      select unnest(${recordIds}::uuid[]), false
      union
      select r.id, true from told join movements m on m.destination_record_id = told.id
      join records r on r.id = m.source_record_id and r.source <> 'planting'
      where m.entered is null and m.status <> 'deleted' and m.effective_at <= ${now}
    )
    select id, is_untold from told`.execute(trx)
  return rows.some((row) => row.is_untold) ? [...new Set(rows.map(({ id }) => id))] : undefined
}

/** Beginning of a record's history: a load that left it, or the description that it was made with. */
interface Beginning {
  id: string
  at: Date | null
  factId: number | null
  description: Description | null
}

/**
 * The load that left each record last before a moment, of those that took their share of all that arrived at their instant: what came
 * from another record then may have run in a circle.
 */
async function beginningsOf(trx: Transaction, recordIds: string[], since: Date): Promise<Beginning[]> {
  const { rows } = await sql<Beginning>`
    select r.id, last.effective_at as at, last.id as "factId", coalesce(last.known, r.first_description) as description
    from records r left join lateral (
      select m.id, m.effective_at, ${known} as known from movements m
      where m.source_record_id = r.id and m.effective_at < ${since} and m.status <> 'deleted' and m.entered is not null
        and not exists (select from movements a where a.destination_record_id = r.id and a.effective_at = m.effective_at
          and a.source_record_id is not null and a.status <> 'deleted')
      order by m.effective_at desc, m.id desc limit 1
    ) as last on true
    where r.id = any(${recordIds}::uuid[])`.execute(trx)
  return rows
}

/** Marks that part an instant of a record: entries made before a count, or a statement of its description, come before it, the rest after. */
const marksOf: MarksOf = (record, since) => sql`${liveCountsOf(record, since)} union all
  select effective_at, id from record_changes
  where record_id = ${record} and effective_at >= ${since} and details ? 'description' and type = 'updated'`

async function descriptionEventsSince(
  trx: Transaction,
  beginnings: Beginning[],
  since: Date,
  now: Date,
): Promise<DescriptionEvent[]> {
  const recordIds = beginnings.map(({ id }) => id)
  const begun = sql`unnest(${recordIds}::uuid[], ${beginnings.map(({ at }) => at)}::timestamptz[],
    ${beginnings.map(({ factId }) => factId)}::bigint[]) as begun (id, at, fact_id)`
  // The load that it begins at took its share of all that arrived at its instant, up to the next mark.
  const isAfter = (fact: RawBuilder<unknown>) => sql`${fact}.effective_at >= coalesce(begun.at, '-infinity')
    and (begun.at is null or ${fact}.effective_at > begun.at or exists (select from (${marksOf(sql`begun.id`, sql`begun.at`)}) mark
      where mark.effective_at = begun.at and mark.fact_id between begun.fact_id and ${fact}.id))
    and ${fact}.effective_at <= ${now}`
  const descriptionEvents = sql`
    select m.id, m.effective_at, 'arrival' as kind, m.destination_record_id as record_id, m.source_record_id,
      ${said} as said, ${known} as known, m.weight_grams - m.shrink_grams as grams,
      case when m.drying_level_percentage is not null then jsonb_build_object('levelPercentage', m.drying_level_percentage) end as drying
    from ${begun} join movements m on m.destination_record_id = begun.id and ${isAfter(sql`m`)} where m.status <> 'deleted'
    union all
    select m.id, m.effective_at, 'departure', m.source_record_id, m.source_record_id, ${said}, ${known}, 0, null
    from ${begun} join movements m on m.source_record_id = begun.id and m.effective_at between ${since} and ${now}
    where m.status <> 'deleted' and m.destination_record_id is null
    union all
    -- A cleaning that a movement notes of its source comes just before its load.
    select m.id, m.effective_at, 'cleaning', m.source_record_id, null, '{"uncleanedShare": 0}', null, 0, null
    from ${begun} join movements m on m.source_record_id = begun.id and ${isAfter(sql`m`)}
    where m.status <> 'deleted' and m.adjustment_reason_id = ${sql.lit(CLEANING_LOSS)}
    union all
    select c.id, c.effective_at, case when c.type = 'updated' then 'statement' else 'arrival' end, c.record_id, null,
      case when c.type = 'updated' then c.details -> 'description' else ${withShare(sql`(c.details -> 'description')`)} end, null, coalesce((c.details ->> 'grams')::bigint, 0), null
    from ${begun} join record_changes c on c.record_id = begun.id and ${isAfter(sql`c`)} where c.details ? 'description'`
  const facts = sql`select id, record_id, effective_at from (${descriptionEvents}) tellings where kind = 'arrival'`
  const sinceBegun = beginnings.map(({ at }) => at)
  // Put together here: the planner would compare each with each.
  const [{ rows }, balances, marked] = await Promise.all([
    sql<StatementEvent | Omit<MovedEvent, 'before'>>`
      select id, effective_at as "effectiveAt", kind, record_id as "recordId", source_record_id as "sourceRecordId", said, known, grams, drying
      from (${descriptionEvents}) tellings order by effective_at, id, kind <> 'cleaning'`.execute(trx),
    sql<{ id: number; grams: number }>`
      select id, grams from ${balancesBeforeFacts(recordIds, facts, { since: sinceBegun, marksOf })}`.execute(
      trx,
    ),
    sql<{ record_id: string; at: Date; ids: number[] }>`
      select begun.id as record_id, mark.effective_at as at, jsonb_agg(mark.fact_id order by mark.fact_id) as ids
      from ${begun} cross join lateral (${marksOf(sql`begun.id`, sql`coalesce(begun.at, '-infinity')`)}) mark
      group by 1, 2`.execute(trx),
  ])
  const before = new Map(balances.rows.map(({ id, grams }) => [id, grams]))
  const marksAt = new Map(marked.rows.map(({ record_id, at, ids }) => [placeOf(record_id, at), ids]))
  const events = rows.map((row) => (isSaid(row) ? row : { ...row, before: before.get(row.id) ?? 0 }))
  return inOrderOfFlow(events, (recordId, at) => marksAt.get(placeOf(recordId, at)) ?? [])
}

function placeOf(recordId: string, at: Date): string {
  return `${recordId} ${at.getTime()}`
}

/**
 * Events in the order in which stock flows, each told what lay there just before it: what was there before the instant, and what has
 * arrived at it.
 */
function inOrderOfFlow(
  events: DescriptionEvent[],
  marksAt: (recordId: string, at: Date) => readonly number[],
): DescriptionEvent[] {
  const stageOf = (recordId: string, { id, effectiveAt, kind }: DescriptionEvent) => ({
    recordId,
    stage: stageAmong(marksAt(recordId, effectiveAt), id, kind === 'statement'),
  })
  const flowOf = (event: DescriptionEvent): Flow => ({
    from: isSaid(event) || event.sourceRecordId === null ? undefined : stageOf(event.sourceRecordId, event),
    into: event.kind === 'departure' ? undefined : stageOf(event.recordId, event),
  })
  const instants = Map.groupBy(events, ({ effectiveAt }) => effectiveAt.getTime())
  return [...instants.values()].flatMap((each) => {
    const arrived = new Map<string, number>()
    return inFlow(each, flowOf).map((event) => {
      if (isSaid(event)) return event
      const { recordId, stage } = stageOf(event.recordId, event)
      const key = `${recordId} ${stage}`
      const brought = arrived.get(key) ?? 0
      if (event.kind === 'arrival') arrived.set(key, brought + event.grams)
      return { ...event, before: event.before + brought }
    })
  })
}

/** Calls movements of records what they truly carried, and keeps what they were called when they were entered: that is on their tickets. */
export async function writeCarried(
  trx: Transaction,
  recordIds: string[],
  carried: Map<number, Description>,
): Promise<void> {
  if (carried.size === 0) return
  await sql`
    update movements m set entered = case when told.description = ${said} then '{}' else ${said} end,
      type_id = is_now.type_id, grade_id = is_now.grade_id, variety = is_now.variety, tag_ids = is_now.tag_ids, quality = is_now.quality,
      uncleaned_share = is_now.uncleaned_share
    from unnest(${[...carried.keys()]}::bigint[], ${[...carried.values()].map((each) => JSON.stringify(each))}::jsonb[])
      as told (id, description)
    cross join lateral (select (description ->> 'typeId')::integer as type_id, (description ->> 'gradeId')::integer as grade_id,
      description ->> 'variety' as variety, description -> 'quality' as quality, (description ->> 'uncleanedShare')::float8 as uncleaned_share,
      array(select jsonb_array_elements_text(description -> 'tagIds')::integer) as tag_ids) is_now
    where m.organisation_id = any(array(select keeper_id from records where id = any(${recordIds}::uuid[])))
      and m.id = any(${[...carried.keys()]}::bigint[]) and m.id = told.id`.execute(trx)
}
