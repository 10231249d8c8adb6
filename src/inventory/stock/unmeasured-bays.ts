import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { commodityName } from '../../system/commodities/catalogue.ts'

/**
 * The bays among `bayIds` that have a capacity for other commodities, but none for this one, each with a sentence that says so: nobody is
 * warned there when too much comes in. A bay without any capacity is meant to have none.
 */
export async function unmeasuredBays(
  trx: Transaction,
  { countryISO }: Pick<Actor, 'countryISO'>,
  bayIds: (number | null)[],
  commodityId: number,
): Promise<Map<number | null, string[]>> {
  const asked = bayIds.filter((id) => id !== null)
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string; commodity_ids: number[] }>`
    select b.id, b.name, array_agg(c.commodity_id order by c.commodity_id) as commodity_ids
    from bays b join bay_capacities c on c.bay_id = b.id
    where b.id = any(${asked}::bigint[])
    group by b.id having not bool_or(c.commodity_id = ${commodityId})`.execute(trx)
  const nameOf = (id: number) => commodityName(countryISO, id) ?? String(id)
  return new Map(
    rows.map(({ id, name, commodity_ids }) => [
      id,
      [
        `“${name}” has a capacity for ${commodity_ids.map(nameOf).join(', ')}, and none for ${nameOf(commodityId)}: nothing says when it is full.`,
      ],
    ]),
  )
}
