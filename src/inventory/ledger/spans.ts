import { sql, type RawBuilder } from 'kysely'
import { dayText } from './rules.ts'

/**
 * Which records had stock around a moment, as SQL: `ledger_spans` has the first and the last day of each. So what is asked
 * about a moment costs as much as what lay there then, however long the past is (docs/decisions/0024).
 */

/** Spans of a class are shorter than 2^class days; the last class is of those that have no end. */
const CLASSES = 19
const ENDLESS = 32

/** A column of the spans that meet the days from that of `from` to that of `to`, of those that `whose` says, by name, as a subquery. */
function spansAround(
  column: string,
  whose: RawBuilder<unknown>,
  from: Date,
  to: Date = from,
): RawBuilder<unknown> {
  const day = sql`${dayText(from.getTime())}::date`
  const lastDay = sql`${dayText(to.getTime())}::date`
  // `offset 0` keeps the planner from joining the other way round, which would read all spans.
  return sql`
    select span.${sql.ref(column)} from generate_series(0, ${sql.lit(ENDLESS)}) class
    cross join lateral (
      select ${sql.ref(column)} from ledger_spans
      where ${whose} and length_class = class and first_day <= ${lastDay}
        and first_day > ${day} - case when class < ${sql.lit(CLASSES)} then 1 << class else 1000000 end and last_day >= ${day}
      offset 0
    ) span`
}

const isKeptBy = (organisationId: string) => sql`keeper_id = ${organisationId}::uuid`
const isKeptFor = (organisationId: string) =>
  sql`owner_id = ${organisationId}::text and owner_id <> keeper_id::text`

/**
 * The ids of the records of an organisation, kept or owned by it, that may have had stock at any time of the day of `at`,
 * as a subquery with the one column `record_id`. All others had none.
 */
export function recordsWithStock(organisationId: string, at: Date): RawBuilder<unknown> {
  return sql`(
    ${spansAround('record_id', isKeptBy(organisationId), at)}
    union all
    ${spansAround('record_id', isKeptFor(organisationId), at)})`
}

/** Selects the ids of an organisation's records that may have had stock at any time from one moment to another. */
export function recordsWithStockBetween(organisationId: string, from: Date, to: Date): RawBuilder<unknown> {
  return sql`(
    ${spansAround('record_id', isKeptBy(organisationId), from, to)}
    union all
    ${spansAround('record_id', isKeptFor(organisationId), from, to)})`
}

/**
 * The ids of the places of others in which stock of an organisation may have lain at any time of the day of `at`, as a subquery
 * with the one column `storage_id`. In all other places there was none.
 */
export function placesKeepingFor(organisationId: string, at: Date): RawBuilder<unknown> {
  return sql`(${spansAround('storage_id', isKeptFor(organisationId), at)})`
}

/** Selects the bays of others in which an organisation's stock may have lain on the day of `at`, with the one column `bay_id`. */
export function baysKeepingFor(organisationId: string, at: Date): RawBuilder<unknown> {
  return sql`(${spansAround('bay_id', isKeptFor(organisationId), at)})`
}

/**
 * Tests that span `span` has not ended before the day of `at`: there is stock, or there was that day, or there will be. Written as
 * a range of days: a plan made for any date takes a range for few spans, which it is, and a day alone for a third.
 */
export function hasStockFrom(at: Date): RawBuilder<boolean> {
  return sql`span.last_day between ${dayText(at.getTime())}::date and 'infinity'`
}

/**
 * The ids of the records in these bays or places that have stock on the day of `at` or later, as a subquery with the one
 * column `record_id`. Place by place, since a plan for any date would rather read all spans.
 */
export function recordsWithStockIn(
  kind: 'bay' | 'storage',
  ids: readonly (number | string)[],
  at: Date,
): RawBuilder<unknown> {
  const column = { bay: sql`span.bay_id`, storage: sql`span.storage_id` }[kind]
  const places = { bay: sql`${ids}::bigint[]`, storage: sql`${ids}::uuid[]` }[kind]
  return sql`(
    select there.record_id from unnest(${places}) as place (id)
    cross join lateral (
      select span.record_id from ledger_spans span where ${column} = place.id and ${hasStockFrom(at)} offset 0
    ) there)`
}

/** A record in a statement, as expressions: who keeps it, and its id. */
export interface RecordInSql {
  storerId: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** The record that is a row of `records`, by the row's name. */
export function recordRow(row: RawBuilder<unknown>): RecordInSql {
  return { storerId: sql`${row}.keeper_id`, id: sql`${row}.id` }
}

/**
 * The balance of a record at a moment, as `ledger_balance_at` says it. As part of the statement it takes a tenth of the function's time,
 * which matters for hundreds of records.
 */
export function balanceAt(record: RecordInSql, at: Date): RawBuilder<number> {
  const day = sql`${dayText(at.getTime())}::date`
  const laterThatDay = (side: RawBuilder<unknown>) => sql`coalesce((
      select sum(grams)::bigint from ledger_entries
      where storer_id = ${record.storerId} and ${side} = ${record.id} and effective_at > ${at}
        and effective_at < (${day} + 1)::timestamp at time zone 'UTC'), 0)`
  return sql`(
    coalesce((
      select closing_grams from ledger_days
      where storer_id = ${record.storerId} and record_id = ${record.id} and day <= ${day} order by day desc limit 1), 0)
    - ${laterThatDay(sql`destination_record_id`)} + ${laterThatDay(sql`source_record_id`)})`
}

/**
 * The balance of a record right after one of its facts: what was entered later for the same instant is not in it. All are expressions.
 */
export function balanceAfterFact(
  record: RecordInSql,
  fact: { at: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<number> {
  const enteredLater = (side: RawBuilder<unknown>) => sql`coalesce((
      select sum(grams)::bigint from ledger_entries
      where storer_id = ${record.storerId} and ${side} = ${record.id} and effective_at = ${fact.at} and fact_id > ${fact.id}), 0)`
  return sql`(ledger_balance_at(${record.storerId}, ${record.id}, ${fact.at})
    - ${enteredLater(sql`destination_record_id`)} + ${enteredLater(sql`source_record_id`)})`
}

/**
 * Tests whether a record was empty at some time after one of its facts, up to `now`: something taken left nothing. Looks only into
 * the days whose lowest balance allows for it. The fact's `at` and `id` are expressions.
 */
export function wasEmptiedAfter(
  record: RecordInSql,
  fact: { at: RawBuilder<unknown>; id: RawBuilder<unknown> },
  now: Date,
): RawBuilder<boolean> {
  const taken = { at: sql`taken.effective_at`, id: sql`taken.fact_id` }
  return sql`exists (
    select from ledger_days low
    join ledger_entries taken on taken.storer_id = low.storer_id and taken.source_record_id = low.record_id
      and taken.effective_at >= low.day::timestamp at time zone 'UTC'
      and taken.effective_at < (low.day + 1)::timestamp at time zone 'UTC'
    where low.storer_id = ${record.storerId} and low.record_id = ${record.id} and low.low_grams <= 0
      and low.day between (${fact.at} at time zone 'UTC')::date and ${dayText(now.getTime())}::date
      and (taken.effective_at, taken.fact_id) > (${fact.at}, ${fact.id}) and taken.effective_at <= ${now}
      and ${balanceAfterFact(record, taken)} <= 0)`
}
