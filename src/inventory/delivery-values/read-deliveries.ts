import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { inProportion } from '../../kernel/weight.ts'
import type { Measurement } from '../stock/blend-rules.ts'
import type { DeliveredLoad } from './rules.ts'

interface Row {
  id: number
  number: string | null
  day: string
  vehicle: string | null
  grams: number
  quality: Record<string, Measurement>
  /** Weight of the whole lorry as the buyer says it; null where no settlement does. */
  their_grams: number | null
  /** All parts of the lorry that the buyer weighed. */
  parts: { id: number; grams: number }[] | null
}

/**
 * Reads the loads that moved under a contract by now, in the order of time. What a buyer weighed is of a lorry: its parts share it as they share what was
 * weighed here.
 *
 * @param days days such as 2026-09-01, both included; null is any
 */
export async function findDeliveries(
  db: Kysely<Tables>,
  { organisationId, timeZone, now }: Actor,
  tradeId: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<DeliveredLoad[]> {
  const day = sql`(m.effective_at at time zone ${timeZone})::date`
  const { rows } = await sql<Row>`
    select m.id, coalesce(nullif(m.document_number, ''), m.load_reference) as number, ${day}::text as day, m.vehicle_registration as vehicle,
      m.weight_grams as grams, m.quality, theirs.grams as their_grams, theirs.parts
    from movements m left join lateral (
      select max(line.weight_grams)::bigint as grams, jsonb_agg(jsonb_build_object('id', part.id, 'grams', part.weight_grams) order by part.id) as parts
      from movements part left join settlement_lines line on line.organisation_id = part.organisation_id and line.movement_id = part.id
      where part.organisation_id = m.organisation_id and part.status <> 'deleted'
        and (part.id = m.id or (m.ticket_id is not null and part.ticket_id = m.ticket_id))
      having count(line.movement_id) > 0) theirs on true
    where m.organisation_id = ${organisationId} and m.trade_id = ${tradeId} and m.status <> 'deleted' and m.effective_at <= ${now}
      and (${from}::date is null or ${day} >= ${from}::date) and (${to}::date is null or ${day} <= ${to}::date)
    order by m.effective_at, m.id`.execute(db)
  return rows.map((row) => ({
    movementId: row.id,
    number: row.number ?? '',
    day: row.day,
    vehicle: row.vehicle ?? '',
    grams: row.grams,
    theirGrams: partOfTheirs(row),
    measured: Object.entries(row.quality).map(([name, { value }]) => ({ name, value: String(value) })),
  }))
}

/** This movement's part of what the buyer weighed, to the gram: all parts of a lorry add up to it. */
function partOfTheirs({ id, their_grams: theirs, parts }: Row): number | null {
  if (theirs === null || !parts) return null
  const shares = inProportion(
    theirs,
    parts.map(({ grams }) => grams),
  )
  return shares[parts.findIndex((part) => Number(part.id) === id)] ?? null
}
