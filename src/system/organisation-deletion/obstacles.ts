import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** As many are named; the others are counted. */
const MOST_NAMED = 5

interface Row {
  kind: 'others' | 'own'
  /** Name of the owner, or of the storer. */
  party: string
  place: string
  grams: string
}

/**
 * Finds stock that is in the way of a deletion: stock of others in the organisation's bays, whose books would be gone with it, and stock of its own in
 * bays of others, which would belong to nobody. Bookings in its name that it has not confirmed are nobody's word but the storer's.
 */
export async function findObstacles(db: Kysely<Tables>, organisationId: string): Promise<Message[]> {
  const { rows } = await sql<Row>`
    select kind, party, place, sum(grams)::text as grams from (
      select 'others' as kind,
        coalesce((select o.name from organisations o where o.id::text = r.owner_id),
          (select p.name from partners p where p.organisation_id = r.keeper_id and p.id = r.owner_id), r.owner_id) as party,
        concat_ws(', ', s.name, b.name) as place, l.balance_grams as grams
      from records r join ledger_balances l on l.storer_id = r.keeper_id and l.record_id = r.id
      left join storages s on s.organisation_id = r.keeper_id and s.id = r.storage_id
      left join bays b on b.organisation_id = r.keeper_id and b.id = r.bay_id
      where r.keeper_id = ${organisationId} and r.owner_id <> ${organisationId}::text and r.source <> 'planting' and l.balance_grams > 0
      union all
      select 'own', keeper.name, s.name, l.balance_grams
      from records r join ledger_balances l on l.storer_id = r.keeper_id and l.record_id = r.id
      join organisations keeper on keeper.id = r.keeper_id
      left join storages s on s.organisation_id = r.keeper_id and s.id = r.storage_id
      where r.elsewhere_owner_id = ${organisationId}::text and r.source <> 'planting' and l.balance_grams > 0
    ) found group by kind, party, place order by kind, sum(grams) desc, party, place`.execute(db)
  return (['others', 'own'] as const).flatMap((kind) => {
    const all = rows.filter((row) => row.kind === kind)
    if (all.length === 0) return []
    const first = all.slice(0, MOST_NAMED).map(({ party, place, grams }) => ({
      party,
      place,
      kilograms: Math.round(Number(grams) / 1000),
    }))
    const found = { first, more: all.length - first.length }
    return [
      kind === 'others' ? message('othersStockLiesHere', found) : message('ownStockLiesElsewhere', found),
    ]
  })
}
