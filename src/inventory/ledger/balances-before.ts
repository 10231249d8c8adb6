import { sql, type RawBuilder } from 'kysely'

/**
 * What lay in records just before moments, in grams, as a subquery with the columns `id` and `grams`. `moments` is a query of
 * `id`, `record_id` and `effective_at`, all of the records `recordIds`. It says what `ledger_balance_at` says of the
 * millisecond before, but reads each record's entries once and not once a moment: for thousands of moments.
 */
export function balancesBefore(
  recordIds: string[],
  moments: RawBuilder<unknown>,
): RawBuilder<{ id: number; grams: number }> {
  return balancesOver(
    recordIds,
    moments,
    sql`order by effective_at range between unbounded preceding and interval '1 millisecond' preceding`,
  )
}

/** The same just before facts, so that of those of one instant each is told what the ones entered before it left. */
export function balancesBeforeFacts(
  recordIds: string[],
  facts: RawBuilder<unknown>,
): RawBuilder<{ id: number; grams: number }> {
  return balancesOver(
    recordIds,
    facts,
    sql`order by effective_at, fact_id groups between unbounded preceding and 1 preceding`,
  )
}

function balancesOver(
  recordIds: string[],
  moments: RawBuilder<unknown>,
  frame: RawBuilder<unknown>,
): RawBuilder<{ id: number; grams: number }> {
  return sql`(
    select id, coalesce(before, 0)::bigint as grams from (
      select id, sum(grams) over (partition by record_id ${frame}) as before
      from (
        select id, record_id, effective_at, id as fact_id, 0 as grams from (${moments}) asked
        union all
        select null, destination_record_id, effective_at, fact_id, grams from ledger_entries
        where destination_record_id = any(${recordIds}::uuid[])
        union all
        select null, source_record_id, effective_at, fact_id, -grams from ledger_entries
        where source_record_id = any(${recordIds}::uuid[])
      ) moments_and_entries
    ) running where id is not null) balances`
}
