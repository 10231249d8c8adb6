import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { commodityLabel, typeLabel, type AskedLines, type FindLines } from './asked.ts'
import { loadsAsked, loadsOfParts, partnerName } from './find-loads.ts'

/** Measures of the report, by the names that samples have for them. A bushel's weight and a hectolitre's are never one mean. */
const measures = {
  moisture: ['moisture'],
  protein: ['protein'],
  admixture: ['admixture'],
  specificWeight: ['specific weight'],
  testWeight: ['test weight', 'bushel weight'],
  fallingNumber: ['hagberg falling number', 'falling number'],
} as const

const measureOfName = new Map<string, string>(
  Object.entries(measures).flatMap(([measure, names]) =>
    names.map((name): [string, string] => [name, measure]),
  ),
)

interface MeasuredRow {
  commodity_id: number
  type_id: number
  partner_id: string
  partner_name: string
  loads: number
  grams: number
  /** By the name that the sample has, in small letters: grams that were measured, and over these Σ grams × value. */
  measured: Record<string, { grams: number; sum: number }> | null
}

/**
 * The quality of what suppliers brought: a mean by weight of each measure over the loads in which it was measured. Loads off one's own fields are in the
 * season's report.
 */
export const findQuality: FindLines = async (db, actor, asked) => {
  const rows = await findMeasured(db, actor, asked)
  return rows.map((row) => ({
    group: commodityLabel(actor, row.commodity_id),
    labels: [{ id: row.partner_id, name: row.partner_name }, typeLabel(actor, row.type_id)],
    commodityId: row.commodity_id,
    amounts: { loads: row.loads, cameIn: row.grams, ...amountsOf(row.measured ?? {}) },
  }))
}

function amountsOf(measured: NonNullable<MeasuredRow['measured']>): Record<string, number> {
  const amounts: Record<string, number> = {}
  for (const [name, { grams, sum }] of Object.entries(measured)) {
    const measure = measureOfName.get(name)
    if (measure === undefined) continue
    amounts[`${measure}Grams`] = (amounts[`${measure}Grams`] ?? 0) + grams
    amounts[`${measure}Sum`] = (amounts[`${measure}Sum`] ?? 0) + sum
  }
  return amounts
}

async function findMeasured(db: Kysely<Tables>, actor: Actor, asked: AskedLines): Promise<MeasuredRow[]> {
  const names = [...measureOfName.keys()]
  const { rows } = await sql<MeasuredRow>`
    with brought as materialized (
      select m.commodity_id, m.type_id, coalesce(m.sender_id, '') as partner_id, m.sender_name, m.ticket_id, m.weight_grams, m.quality
      from movements m where ${loadsAsked(actor, asked)} and m.type = 'intake'
    ), parts as (
      select commodity_id, type_id, partner_id, ticket_id, max(sender_name collate "C") as partner_name, count(*) as many, sum(weight_grams)::bigint as grams
      from brought group by commodity_id, type_id, partner_id, ticket_id
    ), each as (
      select commodity_id, type_id, partner_id, max(partner_name) as partner_name, ${loadsOfParts} as loads, sum(grams)::bigint as grams
      from parts group by commodity_id, type_id, partner_id
    ), measured as (
      select commodity_id, type_id, partner_id, lower(said.name) as name, sum(weight_grams)::bigint as grams,
        sum(weight_grams * (said.measure ->> 'value')::numeric) as sum
      from brought cross join lateral jsonb_each(brought.quality) as said (name, measure)
      where brought.quality <> '{}' and lower(said.name) = any(${names}::text[])
      group by commodity_id, type_id, partner_id, lower(said.name)
    ), said as (
      select commodity_id, type_id, partner_id, jsonb_object_agg(name, jsonb_build_object('grams', grams, 'sum', sum)) as measured
      from measured group by commodity_id, type_id, partner_id
    )
    select each.commodity_id, each.type_id, each.partner_id, ${partnerName(actor)} as partner_name, each.loads, each.grams, said.measured
    from each left join said using (commodity_id, type_id, partner_id)`.execute(db)
  return rows
}
