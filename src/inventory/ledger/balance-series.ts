import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { balanceAt, recordsStandingBetween } from './spans.ts'

/** The balances of a record at several instants, in their order, in grams. */
export type BalanceSeries = Map<string, number[]>

/**
 * The balances of all stock that an organisation owns or keeps at instants in ascending order, in one statement: what each record held at the first,
 * and what its entries changed between one and the next. Records that never held anything then are left out.
 */
export async function balanceSeries(
  db: Kysely<Tables>,
  organisationId: string,
  instants: Date[],
): Promise<BalanceSeries> {
  const [first] = instants
  const last = instants.at(-1)
  if (!first || !last) return new Map()
  // `width_bucket` counts a bound that is met; an entry of an instant belongs to it, and instants have whole milliseconds.
  const bounds = instants.map((instant) => new Date(instant.getTime() + 1))
  const { rows } = await sql<{
    record_id: string
    opening: number
    steps: [place: number, grams: number][] | null
  }>`
    select r.id as record_id, ${balanceAt(sql`r.id`, first)} as opening, (
      select jsonb_agg(jsonb_build_array(step.place, step.grams)) from (
        select width_bucket(e.effective_at, ${bounds}::timestamptz[]) as place, sum(e.grams)::bigint as grams
        from (
          select effective_at, grams from ledger_entries where destination_record_id = r.id and effective_at > ${first} and effective_at <= ${last}
          union all
          select effective_at, -grams from ledger_entries where source_record_id = r.id and effective_at > ${first} and effective_at <= ${last}
        ) e group by 1
      ) step) as steps
    from records r
    where r.id = any(array(select record_id from ${recordsStandingBetween(organisationId, first, last)} candidate))
      and r.source <> 'planting'`.execute(db)
  const series = rows.map(({ record_id, opening, steps }): [string, number[]] => {
    const changes = new Map(steps ?? [])
    let balance = opening
    return [record_id, instants.map((_instant, place) => (balance += changes.get(place) ?? 0))]
  })
  return new Map(series.filter(([, balances]) => balances.some((grams) => grams !== 0)))
}
