import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { SearchDefinition, SearchQuery, Sql } from '../../http/search/definition.ts'
import { allOf } from '../../http/search/facets.ts'
import { filterConditions, foundIdsSql } from '../../http/search/find.ts'
import {
  datesOf,
  movementSearch,
  movementsFrom,
  ofType,
  enteredByName,
  unlessDeleted,
} from './movement-search.ts'
import { visibleBranches } from './rows.ts'
import type { Movement as MovementSchema } from './schema.ts'
import type { PageRequest } from '../../kernel/page.ts'

type Movement = Static<typeof MovementSchema>
type MovementSearch = SearchDefinition<Movement>

/**
 * The found ids that meet some more conditions, of the organisation's own movements and of those of its stock elsewhere: two
 * subqueries.
 */
export function foundBranches(
  search: MovementSearch,
  actor: Actor,
  query: SearchQuery,
  more: Sql[] = [],
): [own: Sql, elsewhere: Sql] {
  const [own, elsewhere] = visibleBranches(actor).map((movements) =>
    foundAmong(movementsFrom(movements), search, actor, query, more),
  )
  if (!own || !elsewhere) throw new Error('movements are seen in two ways')
  return [own, elsewhere]
}

/** The found ids of the organisation's own movements as they come when record by record is looked at, in the order of their names. */
export function foundByName(search: MovementSearch, actor: Actor, query: SearchQuery, direction: Sql): Sql {
  return foundAmong(enteredByName(actor, direction), search, actor, query)
}

function foundAmong(
  from: Sql,
  search: MovementSearch,
  actor: Actor,
  query: SearchQuery,
  more: Sql[] = [],
): Sql {
  const source: typeof search.source = (...asked) => ({
    from,
    where: [...search.source(...asked).where, ...more],
  })
  return foundIdsSql({ ...search, source }, actor, query)
}

/** That a movement is of a stretch of time. */
export function within({ from, before }: CountedStretch): Sql[] {
  return [
    ...(from ? [sql`m.effective_at >= ${from}`] : []),
    ...(before ? [sql`m.effective_at < ${before}`] : []),
  ]
}

/**
 * Parts by which movements can be counted, each with two expressions. The first is over a row of `movements`, which is one movement; the
 * second is over a row of `movement_counts`, which has the number that it counts for. Three loads in August are three movements of the month
 * 2026-08-01, or a count of it that is 3.
 */
const PARTS = {
  month: [sql`date_trunc('month', m.effective_at at time zone 'UTC')::date::text`, sql`m.month::text`],
  type: [sql`m.type`, sql`m.type`],
  status: [sql`m.status`, sql`m.status`],
} satisfies Record<string, [Sql, Sql]>

/** Number of movements of one month, type or status. */
export interface PartCount {
  part: string
  counted: number
}

/** Parameters with which a search can still be counted in parts; all others are filters that `movement_counts` does not know. */
const COUNTED_BY = new Set([
  // What says nothing of which are wanted.
  'limit',
  'offset',
  'sortBy',
  'sortDesc',
  'docs',
  'format',
  'conflicts',
  // What is known by month.
  'startDateISO',
  'endDateISO',
  'type',
  'noContract',
  'f:type',
  'f:commodity',
  'f:commodityType',
  'f:commodityGrade',
  'f:status',
])

/**
 * Counts the movements that are found, in months, types or states, in their order; undefined where the search asks for what is not
 * counted in parts. Of the organisation's own movements only the days at either end are looked at, where the dates asked for are
 * not those of months.
 */
export async function countInParts(
  db: Kysely<Tables>,
  search: MovementSearch,
  actor: Actor,
  query: SearchQuery,
  by: keyof typeof PARTS,
): Promise<PartCount[] | undefined> {
  const isCounted = Object.entries(query).every(
    ([name, value]) => COUNTED_BY.has(name) || value === undefined || value === false,
  )
  if (!isCounted || search !== movementSearch) return undefined
  const { from, to } = datesOf(query, actor.timeZone)
  const { months, ends } = wholeMonths(from, to)
  const [ofMovement, ofCount] = PARTS[by]
  const inParts = { ...search, id: ofMovement }
  const looked = [
    ...ends.map((end) => foundBranches(inParts, actor, query, within(end))[0]),
    foundBranches(inParts, actor, query)[1],
  ].map((found) => sql`select id as part, 1 as counted from (${found}) looked`)
  const parts = months ? [countedIn(months, search, actor, query, ofCount), ...looked] : looked
  const { rows } = await sql<PartCount>`
    select part, sum(counted)::bigint as counted from (${sql.join(parts, sql` union all `)}) counts
    group by part having sum(counted) > 0 order by part collate "C"`.execute(db)
  return rows
}

/** Selects the stored counts of these months. The columns have the names of those of movements, so that filters apply to both. */
function countedIn(
  { from, before }: CountedStretch,
  { filters }: MovementSearch,
  actor: Actor,
  query: SearchQuery,
  part: Sql,
): Sql {
  const where = [
    sql`m.organisation_id = ${actor.organisationId}`,
    ...(from ? [sql`m.month >= (${from}::timestamptz at time zone 'UTC')::date`] : []),
    ...(before ? [sql`m.month < (${before}::timestamptz at time zone 'UTC')::date`] : []),
    ...ofType(query),
    ...(query['noContract'] === true ? [sql`not m.has_contract`] : []),
    ...unlessDeleted(actor, query),
    ...filterConditions(filters, actor, query),
  ]
  return sql`select ${part} as part, m.counted
    from (select * from movement_counts union all select * from movement_count_steps) m where ${allOf(where)}`
}

/** Counts the movements that are found, where there is no count by month. */
export async function countFound(
  db: Kysely<Tables>,
  search: MovementSearch,
  actor: Actor,
  query: SearchQuery,
): Promise<number> {
  const [own, elsewhere] = foundBranches(search, actor, query)
  const { rows } = await sql<{ total: number }>`
    select ((select count(*) from (${own}) own) + (select count(*) from (${elsewhere}) elsewhere))::bigint as total`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Columns by which movements are counted. */
const LINE = sql`organisation_id, month, type, status, commodity_id, type_id, grade_id, has_contract`

/** Adds what statements have counted to the lines of their months: a job, so that few lines have to be read. */
export async function addUpMovements(trx: Transaction): Promise<void> {
  await sql`
    with gone as (delete from movement_count_steps returning *)
    insert into movement_counts as kept select ${LINE}, sum(counted) from gone group by ${LINE}
    on conflict (${LINE}) do update set counted = kept.counted + excluded.counted`.execute(trx)
}

/** A kept number of movements that is not how many there are. */
export interface CountDifference {
  what: 'number of movements'
  organisationId: string
  /** Its first day. */
  month: string
  stored: number
  recomputed: number
}

/** Counts the movements of every organisation, and answers the months where that is not what is kept. */
export async function examineMovementCounts(db: Kysely<Tables>): Promise<CountDifference[]> {
  const { rows } = await sql<Omit<CountDifference, 'what'>>`
    with lines as (
      select ${LINE}, counted as stored, 0 as recomputed from movement_counts
      union all
      select ${LINE}, counted, 0 from movement_count_steps
      union all
      select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id,
        grade_id, coalesce(contract_id, '') <> '' or storage_contract_id is not null, 0, 1 from movements
    ), differing as (
      select ${LINE}, sum(stored) as stored, sum(recomputed) as recomputed from lines
      group by ${LINE} having sum(stored) <> sum(recomputed)
    )
    select organisation_id as "organisationId", month::text as month, sum(stored)::bigint as stored,
      sum(recomputed)::bigint as recomputed
    from differing group by differing.organisation_id, differing.month order by differing.organisation_id, differing.month`.execute(
    db,
  )
  return rows.map((row) => ({ what: 'number of movements', ...row }))
}

// Months of movements, in UTC: what is known of each (how many it has) saves looking at all of them. Pure.

/** From one moment until before another; undefined is without an end. */
export interface CountedStretch {
  from: Date | undefined
  before: Date | undefined
}

/** Number of movements in a month, which is given by its first day: '2026-08-01'. */
export interface MonthCount {
  month: string
  counted: number
}

/**
 * The months that lie wholly between two moments, both part of it, and what is left over at the ends. Undefined where no
 * month does.
 *
 * @example wholeMonths(new Date('2026-01-20'), undefined) // { months: from 1 February, ends: [20 January to 1 February] }
 */
export function wholeMonths(
  first: Date | undefined,
  last: Date | undefined,
): { months: CountedStretch | undefined; ends: CountedStretch[] } {
  const before = last && new Date(last.getTime() + 1)
  const from = first && (monthOf(first) < first ? monthAfter(first) : first)
  const until = before && monthOf(before)
  if (from && until && from >= until) return { months: undefined, ends: [{ from: first, before }] }
  const ends = [
    { from: first, before: from },
    { from: until, before },
  ].filter((end) => end.from?.getTime() !== end.before?.getTime())
  return { months: { from, before: until }, ends }
}

/**
 * Finds the stretch of time in which to look for a page of what lies in these months, in order of time, and how much of what is found there
 * comes before the page.
 *
 * @param months in order
 */
export function monthsOfPage(
  months: MonthCount[],
  page: PageRequest,
  isDescending: boolean,
): CountedStretch & { offset: number } {
  const touched = partsOfPage(months, page, isDescending)
  const days = touched.parts.map(({ month }) => month).toSorted()
  const [first, last] = [days.at(0), days.at(-1)].map((day) =>
    day ? new Date(`${day}T00:00:00Z`) : undefined,
  )
  return { from: first, before: last && monthAfter(last), offset: touched.offset }
}

/**
 * The parts of something in order that a page of it lies in, and how much of what is in these comes before it.
 *
 * @param parts in order, with how many each has
 */
export function partsOfPage<Part extends { counted: number }>(
  parts: Part[],
  { offset, limit }: PageRequest,
  isDescending: boolean,
): { parts: Part[]; offset: number } {
  const inOrder = isDescending ? parts.toReversed() : parts
  let passed = 0
  let skipped = 0
  const touched = inOrder.filter(({ counted }) => {
    const isBefore = passed + counted <= offset
    if (isBefore) skipped += counted
    const isTouched = !isBefore && passed < offset + limit
    passed += counted
    return isTouched
  })
  return { parts: touched, offset: offset - skipped }
}

function monthOf(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()))
}

function monthAfter(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))
}
