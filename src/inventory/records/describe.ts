import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { blend, type Description } from './blend-rules.ts'
import { blendTerms, describeRecord } from './parcels.ts'

interface Telling {
  at: number
  /** What is put there, or how the whole is described from then on. */
  kind: 'arrival' | 'statement'
  description: Description
  grams: number
  /** What lay there just before. */
  before: number
}

/**
 * Tells a record's description again from all that still stands: how it was made, what has joined it, what was said of
 * it. Called where something that joined has been taken back; a bay that was empty in between starts afresh.
 */
export async function redescribeRecord(trx: Transaction, recordId: string, now: Date): Promise<void> {
  const tellings = await readTellings(trx, recordId, now)
  const [first, ...rest] = tellings
  // Nothing is left that says what it was: an empty parcel keeps its last description.
  if (!first) return
  let present = first.description
  let at = first.at
  for (const telling of rest) {
    const startsAfresh = telling.kind === 'statement' || (telling.before <= 0 && telling.at > at)
    present = startsAfresh
      ? telling.description
      : blend(
          { ...present, grams: Math.max(telling.before, 0) },
          { ...telling.description, grams: telling.grams },
          blendTerms,
        ).description
    at = telling.at
  }
  await describeRecord(trx, recordId, present, now)
}

async function readTellings(trx: Transaction, recordId: string, now: Date): Promise<Telling[]> {
  const { rows } = await sql<Telling>`
    select t.at, t.kind, t.description, t.grams, ledger_balance_at(${recordId}, t.effective_at - interval '1 millisecond') as before
    from (
      select id, effective_at, (extract(epoch from effective_at) * 1000)::bigint as at, 'arrival' as kind,
        weight_grams - shrink_grams as grams,
        jsonb_build_object('typeId', type_id, 'gradeId', grade_id, 'variety', variety, 'tagIds', tag_ids, 'quality', quality) as description
      from movements where destination_record_id = ${recordId} and status <> 'deleted' and effective_at <= ${now}
      union all
      select id, effective_at, (extract(epoch from effective_at) * 1000)::bigint,
        case when type = 'updated' then 'statement' else 'arrival' end,
        coalesce((details ->> 'grams')::bigint, 0), details -> 'description'
      from record_changes where record_id = ${recordId} and details ? 'description'
    ) t
    order by t.effective_at, t.id`.execute(trx)
  return rows
}
