import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import {
  isUnaccounted,
  namedAlong,
  readLineage,
  traceFact,
  type Lineage,
  type Trace,
} from '../ledger/ledger.ts'
import type { MovementTrace } from '../records/trace/trace-schema.ts'
import { madeOfToWire, namesOf, type TraceNames } from '../records/trace/trace-record.ts'
import { storersFor } from '../records/rows.ts'
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
 * Which fields, senders and intakes one load was made of (rules.md §3). Where more left than was there, what has come since has made
 * up for it.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function traceMovement(db: Kysely<Tables>, actor: Actor, id: string): Promise<MovementTrace> {
  const load = await inOneMoment(db, (moment) => readLoad(moment, actor, id))
  return traceOfLoad(load, actor.now, () =>
    inOneMoment(db, (moment) => readLoad(moment, actor, id, actor.now)),
  )
}

/** Traces a load from its rows; `readByNow` is called where what has come since has to make up for it. */
async function traceOfLoad(load: Load, now: Date, readByNow: () => Promise<Load>): Promise<MovementTrace> {
  const madeOf = await carriedBy(load)
  if (!isUnaccounted(madeOf) || now <= load.row.effective_at) return traceToWire(load, madeOf)
  const byNow = await readByNow()
  return traceToWire(byNow, await carriedBy(byNow))
}

/**
 * Reads all that the trace of a load is made from, for an answer that tells more of the same moment, and answers what makes the trace of
 * it. That may take seconds, and is done when the transaction is over.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function readMovementTrace(
  moment: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<() => Promise<MovementTrace>> {
  const load = await readLoad(moment, actor, id)
  const byNow = load.upstream.length === 0 ? load : await readLoad(moment, actor, id, actor.now)
  return () => traceOfLoad(load, actor.now, () => Promise.resolve(byNow))
}

/** All that the trace of a load is made from. */
interface Load {
  row: Row
  /** Of where it was taken from, up to the load itself unless said; empty where it is all of one origin. */
  upstream: Lineage
  names: TraceNames
}

async function readLoad(db: Kysely<Tables>, actor: Actor, id: string, upTo?: Date): Promise<Load> {
  const row = isNumericId(id) ? await findMovement(db, actor, Number(id)) : undefined
  if (!row) throw notFound('movement', id)
  const { source_record_id: source, is_harvest, effective_at } = row
  const upstream =
    source === null || is_harvest ? [] : await readLineage(db, source, upTo ?? effective_at, 'up')
  const { factIds, recordIds } = namedAlong(upstream)
  const names = await namesOf(db, actor, {
    factIds: [row.id, ...factIds],
    recordIds: source === null ? recordIds : [source, ...recordIds],
  })
  return { row, upstream, names }
}

function traceToWire({ row, names }: Load, madeOf: Trace['madeOf']): MovementTrace {
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
    join records known on known.keeper_id = m.organisation_id and known.id = m.record_id
    left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
    where m.organisation_id = any(${storersFor(actor)}) and m.id = ${id}`.execute(db)
  const [row] = rows
  return row && { ...row, name: stockNameFor(row.name, actor) }
}

/** Stock from a record is a blend; a load off a field, or from a sender, is all of one origin. */
async function carriedBy({ row, upstream }: Load): Promise<Trace['madeOf']> {
  if (row.status === 'deleted' || row.weight_grams === 0) return []
  const grams = row.weight_grams
  if (row.source_record_id === null) {
    return [{ outside: `sender:${row.sender_id ?? ''}`, plantingId: null, factId: row.id, grams }]
  }
  if (row.is_harvest) return [{ outside: 'harvest', plantingId: row.source_record_id, factId: null, grams }]
  return traceFact({ factId: row.id, sourceRecordId: row.source_record_id }, upstream)
}
