import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { parseInstant, parseInstantEnd, formatDate } from '../../kernel/time.ts'
import { ticketKey } from '../../kernel/ticket-number.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import type { SettledLoad } from './schema.ts'
import { daysAround, spanOf, type SettlementLoad, type StatedLine } from './settlement-rules.ts'

/** A load that left for a buyer, and where it is settled. */
export interface SoldLoad extends SettlementLoad {
  reference: string
  commodityId: number
  /** The settlement on a line of which it stands. */
  settlementId: string | null
}

/** Loads that are offered of a number that many have had. */
const MOST_OF_ONE_NUMBER = 20

interface Row {
  id: number
  ids: number[]
  references: string[]
  left_at: Date
  vehicle: string | null
  grams: number
  commodity_id: number
  settlement_id: string | null
}

/**
 * The loads that left for a buyer in the days of its lines, those that a line names by their reference, and those named by id. A lorry in several
 * parts is one load.
 */
export async function findSettlementLoads(
  db: Kysely<Tables>,
  { organisationId, timeZone, now }: Actor,
  buyerId: string,
  lines: readonly StatedLine[],
  movementIds: readonly number[] = [],
): Promise<SoldLoad[]> {
  const { from, to } = daysAround(spanOf(lines))
  const [start, end] = [parseInstant(from, timeZone), parseInstantEnd(to, timeZone)]
  const references = lines.flatMap(({ reference }) => (ticketKey(reference) === '' ? [] : [reference]))
  const isSold = sql`m.organisation_id = ${organisationId} and m.type = 'outbound' and m.receiver_id = ${buyerId}`
  // One by one (`offset 0`): how few there are is not known when it is planned, and all movements would be read.
  const { rows } = await sql<Row>`
    with wanted as (
      select m.id, m.ticket_id from movements m where ${isSold} and m.effective_at between ${start} and ${end}
      union
      select m.id, m.ticket_id from unnest(${references}::text[]) said cross join lateral (
        select * from movements m where ${isSold} and m.load_reference is not null and m.status <> 'deleted'
          and ticket_key(m.load_reference) = ticket_key(said) and m.effective_at <= ${end}
        order by m.effective_at desc limit ${MOST_OF_ONE_NUMBER}) m
      union
      select m.id, m.ticket_id from unnest(${movementIds}::bigint[]) said cross join lateral (
        select * from movements m where ${isSold} and m.id = said offset 0) m
    ), parts as (
      select id from wanted where ticket_id is null
      union
      select part.id from wanted cross join lateral (
        select id from movements part where part.organisation_id = ${organisationId} and part.ticket_id = wanted.ticket_id offset 0) part
    )
    select min(m.id) as id, array_agg(m.id order by m.id) as ids,
      coalesce(array_agg(distinct m.load_reference) filter (where m.load_reference <> ''), '{}') as references,
      min(m.effective_at) as left_at, max(m.vehicle_registration) as vehicle, sum(m.weight_grams)::bigint as grams,
      min(m.commodity_id) as commodity_id, min(line.settlement_id::text) as settlement_id
    from parts cross join lateral (
      select * from movements own where own.organisation_id = ${organisationId} and own.id = parts.id offset 0) m
    left join lateral (
      select settlement_id from settlement_lines own
      where own.organisation_id = ${organisationId} and own.movement_id = m.id offset 0) line on true
    where ${isSold} and m.status <> 'deleted' and m.effective_at <= ${now}
    group by coalesce(m.ticket_id::text, m.id::text)
    order by min(m.effective_at), min(m.id)`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    references: [...row.references, ...row.ids.map(String)],
    reference: row.references.join(', '),
    day: formatDate(row.left_at, timeZone),
    vehicle: row.vehicle ?? '',
    grams: row.grams,
    commodityId: row.commodity_id,
    settlementId: row.settlement_id,
  }))
}

/** A load as answers have it. */
export function loadToWire({ countryISO }: Actor, load: SoldLoad): SettledLoad {
  return {
    movementId: load.id,
    reference: load.reference,
    date: load.day,
    vehicle: load.vehicle,
    weight: load.grams === 0 ? null : kilogramsFromGrams(load.grams),
    commodity: namedCommodity(countryISO, load.commodityId).name,
  }
}
