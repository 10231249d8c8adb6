import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { inOneMoment } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { namedAlong, readLineage, traceRecord, type End } from '../../ledger/ledger.ts'
import { isVisibleTo } from '../rows.ts'
import type { RecordTrace } from './trace-schema.ts'
import { madeOfToWire, namesOf, wentToToWire } from './trace-wire.ts'

/**
 * What a record was made of at a moment, and where all that was ever in it had gone by then (rules.md §3). Of a
 * planting: where its grain went.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function traceOwnRecord(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  at: Date,
): Promise<RecordTrace> {
  const { record, upstream, downstream, names } = await inOneMoment(db, (moment) =>
    readTraced(moment, actor, id, at),
  )
  const { madeOf, wentTo } = await traceRecord(id, upstream, downstream)
  const lying = madeOf.reduce((sum, { grams }) => sum + grams, 0)
  const ends = [...wentTo, ...stillThere(id, lying)].sort(
    (a, b) => b.grams - a.grams || (a.factId ?? 0) - (b.factId ?? 0),
  )
  const takenOff = ends.reduce((sum, { grams }) => sum + grams, 0)
  return {
    recordId: id,
    name: record.name,
    at: at.toISOString(),
    weight: kilogramsFromGrams(record.source === 'planting' ? takenOff : lying),
    madeOf: madeOfToWire(madeOf, names),
    wentTo: wentToToWire(ends, names),
  }
}

/** All that a trace is made from. */
async function readTraced(db: Kysely<Tables>, actor: Actor, id: string, at: Date) {
  const record = isId(id) ? await findRecord(db, actor, id) : undefined
  if (!record) throw notFound('record', id)
  const [upstream, downstream] = await Promise.all([
    readLineage(db, id, at, 'up'),
    readLineage(db, id, at, 'down'),
  ])
  const names = await namesOf(db, actor, namedAlong([...upstream, ...downstream]))
  return { record, upstream, downstream, names }
}

function stillThere(recordId: string, grams: number): End[] {
  return grams > 0 ? [{ outside: null, recordId, factId: null, at: null, grams }] : []
}

async function findRecord(db: Kysely<Tables>, actor: Actor, id: string) {
  return db
    .selectFrom('records as r')
    .select(['r.name', 'r.source'])
    .where('r.id', '=', id)
    .where(isVisibleTo(actor))
    .executeTakeFirst()
}
