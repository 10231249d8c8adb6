import { stockNameFor } from '../../../system/commodities/stock-names.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { inOneMoment } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import {
  namedAlong,
  readLineage,
  traceRecord,
  type End,
  type Lineage,
  type NamedOrigin,
  type Trace,
} from '../../ledger/ledger.ts'
import { isVisibleTo, storersFor } from '../rows.ts'
import type { RecordTrace, MadeOf, WentTo } from './trace-schema.ts'
import { namedGrade } from '../../../system/commodities/named-ids.ts'
import { findReason } from '../../../system/reasons/reasons.ts'
import { payerOf } from '../loss-reasons.ts'
import { nameOnMovement, ownerOfRecord } from '../../partners/party-names.ts'

/**
 * Traces a record's origins at a moment, and where all that was ever in it had gone by then (rules.md §3). For a
 * planting: where its grain went.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function traceVisibleRecord(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  at: Date,
): Promise<RecordTrace> {
  return recordTraceOf(await inOneMoment(db, (moment) => readTrace(moment, actor, id, at)))
}

/** Builds the trace from what `readTrace` has read. It may take seconds, and is done when the transaction is over. */
export async function recordTraceOf({
  record,
  at,
  upstream,
  downstream,
  names,
}: ReadTrace): Promise<RecordTrace> {
  const { id } = record
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

/** All that the trace of a record is made from. */
export interface ReadTrace {
  record: { id: string; name: string; source: string }
  at: Date
  upstream: Lineage
  downstream: Lineage
  names: TraceNames
}

/**
 * Reads all that the trace of a record is made from.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function readTrace(db: Kysely<Tables>, actor: Actor, id: string, at: Date): Promise<ReadTrace> {
  const record = isId(id) ? await findRecord(db, actor, id) : undefined
  if (!record) throw notFound('record', id)
  const [upstream, downstream] = await Promise.all([
    readLineage(db, id, at, 'up'),
    readLineage(db, id, at, 'down'),
  ])
  const names = await namesOf(db, actor, namedAlong([...upstream, ...downstream]))
  return { record, at, upstream, downstream, names }
}

function stillThere(recordId: string, grams: number): End[] {
  return grams > 0 ? [{ outside: null, recordId, factId: null, at: null, grams }] : []
}

async function findRecord(db: Kysely<Tables>, actor: Actor, id: string) {
  const record = await db
    .selectFrom('records as r')
    .select(['r.id', 'r.name', 'r.source'])
    .where('r.id', '=', id)
    .where(isVisibleTo(actor))
    .executeTakeFirst()
  return record && { ...record, name: stockNameFor(record.name, actor) }
}

/** Facts and records in a trace, as far as the caller may see them; names are those of its own rows. */

/** A movement, an adjustment, or a change of a record by which stock came without a movement. */
export interface TracedFact {
  id: number
  is_movement: boolean
  /** Of its ticket; empty where it has none. */
  document_number: string
  effective_at: Date
  /** The sender of an intake, or the owner of stock that came without a movement. */
  sender_name: string
  receiver_name: string
  variety: string
  grade_id: number | null
}

export interface TracedRecord {
  id: string
  owner_id: string
  owner_name: string
  storage_id: string | null
  storage_name: string
  bay_id: number | null
  bay_name: string
  variety: string
  grade_id: number | null
}

type Db = Kysely<Tables>

/** Facts by their numbers; what the caller may not see is missing. */
export async function findTracedFacts(db: Db, actor: Actor, ids: number[]): Promise<Map<number, TracedFact>> {
  const { rows } = await sql<TracedFact>`
    select m.id, true as is_movement, coalesce(m.document_number, '') as document_number, m.effective_at, coalesce(${nameOnMovement('sender')}, '') as sender_name,
      coalesce(${nameOnMovement('receiver')}, '') as receiver_name, m.variety, m.grade_id
    from movements m join records r on r.keeper_id = m.organisation_id and r.id = m.record_id
    where m.organisation_id = any(${storersFor(actor)}) and m.id = any(${ids}::bigint[]) and ${isVisibleTo(actor)}
    union all
    select a.id, false, coalesce(a.document_number, ''), a.effective_at, '', '', '', null
    from adjustments a join records r on r.keeper_id = a.storer_id and r.id = a.record_id
    where a.storer_id = any(${storersFor(actor)}) and a.id = any(${ids}::bigint[]) and ${isVisibleTo(actor)}
    union all
    select c.id, false, '', c.effective_at, ${ownerOfRecord}, '',
      coalesce(c.details #>> '{description,variety}', ''), (c.details #>> '{description,gradeId}')::int
    from record_changes c join records r on r.keeper_id = c.storer_id and r.id = c.record_id
    where c.storer_id = any(${storersFor(actor)}) and c.id = any(${ids}::bigint[]) and ${isVisibleTo(actor)}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records, plantings among them, by their ids; what the caller may not see is missing. */
export async function findTracedRecords(
  db: Db,
  actor: Actor,
  ids: string[],
): Promise<Map<string, TracedRecord>> {
  const { rows } = await sql<TracedRecord>`
    select r.id, r.owner_id, ${ownerOfRecord} as owner_name, r.storage_id, coalesce(s.name, '') as storage_name, r.bay_id,
      coalesce(bays.name, '') as bay_name, r.variety, r.grade_id
    from records r left join storages s on s.id = r.storage_id left join bays on bays.id = r.bay_id
    where r.id = any(${ids}::uuid[]) and ${isVisibleTo(actor)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

type Part = Trace['madeOf'][number]

/** Reads the names of a trace's parts: two statements for however many there are. */
export async function namesOf(
  db: Kysely<Tables>,
  actor: Actor,
  { factIds, recordIds }: NamedOrigin,
): Promise<TraceNames> {
  return {
    facts: await findTracedFacts(db, actor, factIds),
    records: await findTracedRecords(db, actor, recordIds),
  }
}

export interface TraceNames {
  facts: Map<number, TracedFact>
  records: Map<string, TracedRecord>
}

/** The parts of a blend on the wire. */
export function madeOfToWire(parts: Part[], names: TraceNames): MadeOf[] {
  const shares = sharesOf(parts.map(({ grams }) => grams))
  return parts.map((part, index) => {
    const fact = names.facts.get(part.factId ?? 0)
    const planting = names.records.get(part.plantingId ?? '')
    const { kind, about } = readOutside(part.outside)
    const isFromSomebody = kind === 'sender'
    const described = planting ?? fact
    return {
      type: isFromSomebody && !fact?.is_movement ? 'opening' : (originTypes[kind] ?? 'unaccounted'),
      recordId: part.plantingId ?? '',
      fieldId: planting?.storage_id ?? '',
      fieldName: planting?.storage_name ?? '',
      organisationId: isFromSomebody ? about : (planting?.owner_id ?? ''),
      organisationName: isFromSomebody ? (fact?.sender_name ?? '') : (planting?.owner_name ?? ''),
      ...reasonOf(kind, about),
      movementId: fact?.is_movement ? fact.id : 0,
      documentNumber: fact?.document_number ?? '',
      movementDateUTC: fact?.effective_at.toISOString() ?? '',
      variety: kind === 'gain' ? '' : (described?.variety ?? ''),
      grade: namedGrade(kind === 'gain' ? null : (described?.grade_id ?? null)),
      weight: kilogramsFromGrams(part.grams),
      share: shares[index] ?? 0,
    }
  })
}

/** Converts the destinations of grain to the form of the API. */
export function wentToToWire(ends: End[], names: TraceNames): WentTo[] {
  const shares = sharesOf(ends.map(({ grams }) => grams))
  return ends.map((end, index) => {
    const fact = names.facts.get(end.factId ?? 0)
    const lying = names.records.get(end.recordId ?? '')
    const { kind, about } = readOutside(end.outside ?? '')
    const isReceived = kind === 'receiver'
    return {
      type: end.outside === null ? 'in storage' : isReceived ? 'outbound' : 'loss',
      recordId: end.recordId ?? '',
      storageId: lying?.storage_id ?? '',
      substorageId: lying?.bay_id ?? 0,
      name: isReceived ? (fact?.receiver_name ?? '') : nameOfPlace(lying),
      organisationId: isReceived ? about : (lying?.owner_id ?? ''),
      organisationName: isReceived ? (fact?.receiver_name ?? '') : (lying?.owner_name ?? ''),
      ...reasonOf(kind, about),
      payer: kind === 'loss' ? payerOf(Number(about)) : '',
      movementId: fact?.is_movement ? fact.id : 0,
      documentNumber: fact?.document_number ?? '',
      movementDateUTC: end.at?.toISOString() ?? '',
      weight: kilogramsFromGrams(end.grams),
      share: shares[index] ?? 0,
    }
  })
}

const originTypes: Record<string, MadeOf['type']> = { harvest: 'harvest', sender: 'sender', gain: 'gain' }

/** Splits the name of an outside: `gain:15` is of the kind gain and about reason 15. */
function readOutside(outside: string): { kind: string; about: string } {
  const colon = outside.indexOf(':')
  return colon === -1
    ? { kind: outside, about: '' }
    : { kind: outside.slice(0, colon), about: outside.slice(colon + 1) }
}

function reasonOf(kind: string, about: string): { reasonId: number; reason: string } {
  if (kind !== 'gain' && kind !== 'loss') return { reasonId: 0, reason: '' }
  const reasonId = Number(about)
  return { reasonId, reason: findReason('adjustment', reasonId)?.description ?? '' }
}

function nameOfPlace(record: TracedRecord | undefined): string {
  return [record?.storage_name, record?.bay_name].filter(Boolean).join(', ')
}

/** 100 %, in the steps that shares are rounded to: three decimals. */
const STEPS = 100_000

/**
 * Computes each weight's part of the whole, in per cent to three decimals. They add up to exactly 100: what rounding down
 * leaves goes to the largest remainders. Nothing of nothing is 0.
 *
 * @example sharesOf([1, 1, 1]) // [33.334, 33.333, 33.333]
 */
export function sharesOf(grams: readonly number[]): number[] {
  const total = grams.reduce((sum, each) => sum + BigInt(each), 0n)
  if (total === 0n) return grams.map(() => 0)
  const shares = grams.map((each, index) => {
    const product = BigInt(each) * BigInt(STEPS)
    return { index, whole: Number(product / total), remainder: product % total }
  })
  const left = STEPS - shares.reduce((sum, { whole }) => sum + whole, 0)
  const byRemainder = shares.toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
  for (const share of byRemainder.slice(0, left)) share.whole += 1
  return shares.map(({ whole }) => whole / (STEPS / 100))
}
