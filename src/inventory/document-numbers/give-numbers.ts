import { sql, type RawBuilder } from 'kysely'
import { statement } from '../../db/statement.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import type { NumberKind } from './number-kinds.ts'

/**
 * Numbers of papers (docs/decisions/0132-numbers-of-documents.md): the statement that stores a paper counts its series up, so that what is
 * refused takes no number, and whoever comes next waits for the commit alone.
 */

type Sql = RawBuilder<unknown>

/** The columns that a numbered row has from its series. */
export const numberColumns = sql`document_number, number_counter_id, number_in_series`

/**
 * The part of a statement that numbers rows: tables up to `numbered`, which has `numberColumns` of each row that asks for a number, by its
 * `row_id`. The rows' other columns are not carried along: they are what it would cost. Counters are locked in one order.
 *
 * @param rows a table called `given` with `id`, `organisation_id`, `number_kind` and `number_paper`: rows with one of these have one number, in its order
 * @param of moment by which its year is known, and store of its series
 */
export function numbering(rows: Sql, of: { at: Sql; storageId: Sql }): Sql {
  const year = sql`extract(year from (${of.at} at time zone (select time_zone from organisations o where o.id = given.organisation_id))
    - make_interval(months => s.first_month - 1))::integer`
  const none = sql`${sql.lit(NIL_ID)}::uuid`
  const own = sql`kind, counts_storage, counts_year`
  return sql`of_series as (
      select given.id as row_id, given.number_paper, s.*,
        case when s.by_store or s.names_store then ${of.storageId} end as storage_id,
        case when s.restarts <> 'never' or s.names_year then ${year} else 0 end as year
      from ${rows} join number_series s on s.organisation_id = given.organisation_id and s.kind = given.number_kind),
    ranked as (
      select *, dense_rank() over (partition by ${own} order by number_paper desc) as from_end
      from (select *, case when by_store then coalesce(storage_id, ${none}) else ${none} end as counts_storage,
        case when restarts <> 'never' then year else 0 end as counts_year, ${storeCode} as store_code from of_series) counted_by),
    counters as (
      insert into number_counters as c (organisation_id, kind, storage_id, year, last_number)
      select organisation_id, ${own}, max(from_end) from ranked group by organisation_id, ${own} order by organisation_id, ${own}
      on conflict (organisation_id, kind, storage_id, year) do update set last_number = c.last_number + excluded.last_number
      returning c.organisation_id, c.kind, c.storage_id, c.year, c.id, c.last_number),
    numbered as (
      select row_id, number_counter_id, number_in_series,
        document_number(prefix, digits, suffix, store_code, year, number_in_series) as document_number
      from (select ranked.*, counters.id as number_counter_id, counters.last_number - from_end + 1 as number_in_series
        from ranked join counters on counters.organisation_id = ranked.organisation_id and counters.kind = ranked.kind
          and counters.storage_id = counts_storage and counters.year = counts_year) placed)`
}

// The function is only called with columns: so PostgreSQL puts its text in its place.
const storeCode = sql`case when names_store then ${storeCodeOf({ organisationId: sql`of_series.organisation_id`, storageId: sql`of_series.storage_id` })} else '' end`

/** Code of a store in numbers: the one that it was given, or its name in capitals without blanks; empty of no store. */
export function storeCodeOf(of: { organisationId: Sql; storageId: Sql }): Sql {
  const own = sql`named.organisation_id = ${of.organisationId}`
  return sql`coalesce(
    (select code from store_codes named where ${own} and named.storage_id = ${of.storageId}),
    (select upper(regexp_replace(name, '[^[:alnum:]]+', '', 'g')) from storages named where ${own} and named.id = ${of.storageId}), '')`
}

/** The store by which a load is numbered: that it comes into, or that it leaves. */
export function storageOfLoad(load: Sql): Sql {
  return sql`(select r.storage_id from records r where r.keeper_id = ${load}.organisation_id
    and r.id = case ${load}.number_kind when 'ticket-in' then ${load}.destination_record_id else ${load}.source_record_id end)`
}

const numberLoads = statement<{ organisationId: string; ids: number[] }>(
  ({ organisationId, ids }) => sql`
    with loads as (
      select m.organisation_id, m.id, m.effective_at, m.source_record_id, m.destination_record_id, known.document_number as known_number,
        known.number_counter_id as known_counter, known.number_in_series as known_place,
        case when known.document_number is not null then null
          when m.type = 'outbound' then 'ticket-out'
          when m.type = 'intake' or source.source = 'planting' then 'ticket-in'
          else 'transfer' end as number_kind,
        min(m.id) over (partition by coalesce(m.ticket_id::text, m.id::text)) as number_paper
      from movements m
      left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
      left join lateral (select * from movements part where part.organisation_id = m.organisation_id and part.ticket_id = m.ticket_id
        and part.document_number is not null order by part.ticket_part limit 1) known on true
      where m.organisation_id = ${organisationId}::uuid and m.id = any(${ids}::bigint[]) and m.document_number is null),
    ${numbering(sql`loads as given`, { at: sql`given.effective_at`, storageId: storageOfLoad(sql`given`) })}
    update movements m set document_number = coalesce(l.known_number, n.document_number),
      number_counter_id = coalesce(l.known_counter, n.number_counter_id), number_in_series = coalesce(l.known_place, n.number_in_series)
    from loads l left join numbered n on n.row_id = l.id where m.organisation_id = l.organisation_id and m.id = l.id`,
)

/** Numbers loads that are complete or weighed since they were entered, as far as they have no number yet; waited for with COMMIT. */
export function numberLoadsLater(trx: Transaction, { organisationId }: Actor, ids: number[]): void {
  if (ids.length > 0) writeUnawaited(trx, numberLoads.with({ organisationId, ids }))
}

/** A number with its place in its series, as a paper's row has it. */
export interface GivenNumber {
  document_number: string
  number_counter_id: number
  number_in_series: number
}

const takeOne = statement<
  { organisationId: string; kind: NumberKind; storageId: string | null; at: Date },
  GivenNumber
>(
  ({ organisationId, kind, storageId, at }) => sql<GivenNumber>`
    with ${numbering(
      sql`(values (1, ${organisationId}::uuid, ${kind}::text, 1, ${storageId}::uuid, ${at}::timestamptz))
        as given (id, organisation_id, number_kind, number_paper, storage_id, at)`,
      { at: sql`given.at`, storageId: sql`given.storage_id` },
    )}
    select ${numberColumns} from numbered`,
)

/**
 * The next number of a series, for a paper that is stored in this transaction. Whoever else needs one of the series waits for the commit, so take it
 * last.
 *
 * @param of.storageId of the store that it is about, where it is about one
 * @param of.at moment by which its year is known
 */
export async function takeNumber(
  trx: Transaction,
  { organisationId }: Pick<Actor, 'organisationId'>,
  of: { kind: NumberKind; storageId: string | null; at: Date },
): Promise<GivenNumber> {
  const [given] = await takeOne.rows(trx, { organisationId, ...of })
  if (!given) throw new Error('a series gives one number')
  return given
}
