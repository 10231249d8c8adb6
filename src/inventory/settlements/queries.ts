import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { findSettlementLoads } from './loads.ts'
import { reconcile, settlementTotalsOf, type StoredLine } from './reconcile.ts'
import type { Settlement, SettlementSummary } from './schema.ts'

type Db = Kysely<Tables>

export const buyerOfSettlement = nameOfOwner(sql`s.buyer_id`, sql`s.organisation_id`)

interface Row {
  id: string
  buyer_id: string
  buyer_name: string
  reference: string
  settled_on: string
  created_at: Date
  created_by_name: string
  closed_at: Date | null
  closed_by_name: string | null
}

async function findRows(db: Db, { organisationId }: Actor, ids: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.buyer_id, ${buyerOfSettlement} as buyer_name, s.reference, s.settled_on, s.created_at, s.created_by_name, s.closed_at,
      s.closed_by_name
    from settlements s where s.organisation_id = ${organisationId} and s.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

function headOf(row: Row) {
  return {
    id: row.id,
    status: row.closed_at ? ('closed' as const) : ('open' as const),
    buyer: { id: row.buyer_id, name: row.buyer_name },
    reference: row.reference,
    date: row.settled_on,
    createdAtUTC: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    closedAtUTC: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by_name ?? '',
  }
}

interface LineRow {
  organisation_id: string
  settlement_id: string
  line: number
  reference: string
  delivered_on: string
  vehicle: string
  weight_grams: number
  movement_id: number | null
  matched_by: StoredLine['matchedBy']
  closed_grams: number | null
  decision: StoredLine['decision']
  reason_id: number | null
  note: string
  decided_by_name: string | null
  decided_at: Date | null
}

/** The lines of a settlement, in their order. */
export async function findLines(db: Db, { organisationId }: Actor, id: string): Promise<StoredLine[]> {
  const { rows } = await sql<LineRow>`
    select * from settlement_lines where organisation_id = ${organisationId} and settlement_id = ${id}::uuid order by line`.execute(
    db,
  )
  return rows.map((row) => ({
    line: row.line,
    reference: row.reference,
    day: row.delivered_on,
    vehicle: row.vehicle,
    grams: row.weight_grams,
    movementId: row.movement_id,
    matchedBy: row.matched_by,
    closedGrams: row.closed_grams,
    decision: row.decision,
    reasonId: row.reason_id,
    note: row.note,
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at,
  }))
}

/**
 * One settlement, with its lines, the loads on them, what is missing and the sums.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's
 */
export function getSettlement(db: Db, actor: Actor, id: string): Promise<Settlement> {
  if (!isId(id)) throw notFound('settlement', id)
  return inOneMoment(db, async (moment) => {
    const [row] = await findRows(moment, actor, [id])
    if (!row) throw notFound('settlement', id)
    const lines = await findLines(moment, actor, id)
    const named = lines.flatMap(({ movementId }) => movementId ?? [])
    const loads = await findSettlementLoads(moment, actor, row.buyer_id, lines, named)
    return { ...headOf(row), ...reconcile(actor, lines, loads, id) }
  })
}

/** The settlements among `ids` that are the caller's, with their sums alone, in that order. */
export function findSettlements(db: Db, actor: Actor, ids: string[]): Promise<SettlementSummary[]> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return Promise.resolve([])
  return inOneMoment(db, async (moment) => {
    const rows = new Map((await findRows(moment, actor, possible)).map((row) => [row.id, row]))
    const lines = await findLineWeights(moment, actor, possible)
    return ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? [{ ...headOf(row), totals: settlementTotalsOf(lines.get(id) ?? []) }] : []
    })
  })
}

/** Reads the weights on the lines of settlements and those of their loads, by settlement. */
export async function findLineWeights(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  ids: string[],
) {
  const { rows } = await sql<{
    settlement_id: string
    grams: number
    decision: StoredLine['decision']
    our_grams: number | null
  }>`
    select line.settlement_id, line.weight_grams as grams, line.decision,
      case when line.movement_id is null then null else coalesce(line.closed_grams, (
        select case when m.status = 'deleted' then 0 when m.ticket_id is null then m.weight_grams else (
          select sum(part.weight_grams) from movements part
          where part.ticket_id = m.ticket_id and part.organisation_id = m.organisation_id and part.status <> 'deleted') end
        from movements m where m.organisation_id = line.organisation_id and m.id = line.movement_id), 0)::bigint end as our_grams
    from settlement_lines line
    where line.organisation_id = ${organisationId} and line.settlement_id = any(${ids}::uuid[])`.execute(db)
  const byId = Map.groupBy(rows, ({ settlement_id }) => settlement_id)
  return new Map(
    [...byId].map(([id, each]) => [
      id,
      each.map(({ grams, decision, our_grams }) => ({ grams, decision, ourGrams: our_grams })),
    ]),
  )
}
