import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { traceFact, type Trace } from '../ledger/ledger.ts'
import type { MovementTrace } from '../records/trace-schema.ts'
import { madeOfToWire, namesOf } from '../records/trace-wire.ts'
import { visibleMovements } from './rows.ts'

interface Row {
  id: number
  status: string
  effective_at: Date
  record_id: string
  name: string
  source_record_id: string | null
  is_harvest: boolean
  sender_id: string | null
  weight_grams: number
}

/**
 * Which fields, senders and intakes one load was made of (domain.md §3).
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function traceMovement(db: Kysely<Tables>, actor: Actor, id: string): Promise<MovementTrace> {
  const row = isNumericId(id) ? await findMovement(db, actor, Number(id)) : undefined
  if (!row) throw notFound('movement', id)
  const madeOf = await carriedBy(db, actor, row)
  const names = await namesOf(db, actor, { madeOf, wentTo: [] })
  return {
    movementId: row.id,
    recordId: row.record_id,
    name: row.name,
    at: row.effective_at.toISOString(),
    weight: kilogramsFromGrams(madeOf.reduce((sum, { grams }) => sum + grams, 0)),
    madeOf: madeOfToWire(madeOf, names),
  }
}

async function findMovement(db: Kysely<Tables>, actor: Actor, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.status, m.effective_at, m.record_id, known.name, m.source_record_id,
      coalesce(source.source = 'planting', false) as is_harvest, m.sender_id, m.weight_grams
    from ${visibleMovements(actor)} m
    join records known on known.id = m.record_id
    left join records source on source.id = m.source_record_id
    where m.id = ${id}`.execute(db)
  return rows[0]
}

/** Stock from a record is a blend; a load off a field, or from a sender, is all of one origin. */
async function carriedBy(db: Kysely<Tables>, { now }: Actor, row: Row): Promise<Trace['madeOf']> {
  if (row.status === 'deleted' || row.weight_grams === 0) return []
  const grams = row.weight_grams
  if (row.source_record_id === null) {
    return [{ outside: `sender:${row.sender_id ?? ''}`, plantingId: null, factId: row.id, grams }]
  }
  if (row.is_harvest) return [{ outside: 'harvest', plantingId: row.source_record_id, factId: null, grams }]
  return traceFact(db, { factId: row.id, sourceRecordId: row.source_record_id, at: row.effective_at }, now)
}
