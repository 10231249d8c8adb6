import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { namedGrade } from '../../../system/commodities/named-ids.ts'
import { findReason } from '../../../system/reasons/reasons.ts'
import type { End, Named, Trace } from '../../ledger/ledger.ts'
import { payerOf } from '../loss-payer.ts'
import { sharesOf } from './shares.ts'
import { findTracedFacts, findTracedRecords, type TracedFact, type TracedRecord } from './trace-rows.ts'
import type { MadeOf, WentTo } from './trace-schema.ts'

type Part = Trace['madeOf'][number]

/** What the parts of a trace are called: two statements for however many there are. */
export async function namesOf(
  db: Kysely<Tables>,
  actor: Actor,
  { factIds, recordIds }: Named,
): Promise<Names> {
  return {
    facts: await findTracedFacts(db, actor, factIds),
    records: await findTracedRecords(db, actor, recordIds),
  }
}

export interface Names {
  facts: Map<number, TracedFact>
  records: Map<string, TracedRecord>
}

/** The parts of a blend on the wire. */
export function madeOfToWire(parts: Part[], names: Names): MadeOf[] {
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
      movementDateUTC: fact?.effective_at.toISOString() ?? '',
      variety: kind === 'gain' ? '' : (described?.variety ?? ''),
      grade: namedGrade(kind === 'gain' ? null : (described?.grade_id ?? null)),
      weight: kilogramsFromGrams(part.grams),
      share: shares[index] ?? 0,
    }
  })
}

/** Where grain has gone, on the wire. */
export function wentToToWire(ends: End[], names: Names): WentTo[] {
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
      name: isReceived ? (fact?.receiver_name ?? '') : sayPlace(lying),
      organisationId: isReceived ? about : (lying?.owner_id ?? ''),
      organisationName: isReceived ? (fact?.receiver_name ?? '') : (lying?.owner_name ?? ''),
      ...reasonOf(kind, about),
      payer: kind === 'loss' ? payerOf(Number(about)) : '',
      movementId: fact?.is_movement ? fact.id : 0,
      movementDateUTC: end.at?.toISOString() ?? '',
      weight: kilogramsFromGrams(end.grams),
      share: shares[index] ?? 0,
    }
  })
}

const originTypes: Record<string, MadeOf['type']> = { harvest: 'harvest', sender: 'sender', gain: 'gain' }

/** What the name of an outside says: `gain:15` is of the kind gain and about reason 15. */
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

function sayPlace(record: TracedRecord | undefined): string {
  return [record?.storage_name, record?.bay_name].filter(Boolean).join(', ')
}
