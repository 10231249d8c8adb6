import { sql } from 'kysely'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ANYBODY, isMessage, paragraph } from '../../words/render.ts'
import type { Wording } from '../../words/writing.ts'
import { nextPostingIds } from '../ledger/ledger.ts'

/**
 * Writes into a record's history that it was changed. `details.description` says what was set of how the stock is
 * described from then on (a `Statement`); an empty message keeps the change out of the timeline, because another entry tells of it.
 */
export async function noteUpdate(
  trx: Transaction,
  actor: Actor,
  recordId: string,
  message: Wording | Wording[],
  details: Record<string, unknown>,
): Promise<void> {
  await insertChanges(trx, actor, [{ recordId, type: 'updated', effectiveAt: actor.now, message, details }])
  if ('description' in details)
    await trx.updateTable('records').set({ stated_at: actor.now }).where('id', '=', recordId).execute()
}

/** Notes that what lies in records is clean from a moment on; their counts tell of it in the timelines. */
export async function noteCleaned(
  trx: Transaction,
  actor: Actor,
  recordIds: string[],
  effectiveAt: Date,
): Promise<void> {
  const details = { description: { uncleanedShare: 0 } }
  const change = { type: 'updated', effectiveAt, message: '', details } as const
  await insertChanges(
    trx,
    actor,
    recordIds.map((recordId) => ({ ...change, recordId })),
  )
  await sql`
    update records set stated_at = greatest(stated_at, ${effectiveAt}::timestamptz)
    where id = any(${recordIds}::uuid[])`.execute(trx)
}

/** Writes into the histories of records that they were changed, in ways that leave their stock called what it is. */
export async function noteUpdates(
  trx: Transaction,
  actor: Actor,
  updates: { recordId: string; message: Wording }[],
): Promise<void> {
  if (updates.length === 0) return
  const change = { type: 'updated', effectiveAt: actor.now, details: {} } as const
  await insertChanges(
    trx,
    actor,
    updates.map((update) => ({ ...change, ...update })),
  )
}

/** An entry of a record's history that is neither a movement, an adjustment nor a sample. */
export interface NewChange {
  recordId: string
  type: 'created' | 'updated' | 'merge'
  effectiveAt: Date
  /** Its sentences; empty where another entry says it. */
  message: Wording | Wording[]
  details: Record<string, unknown>
}

/**
 * Writes entries into the histories of records, in this order; answers their numbers among the facts.
 *
 * @param numbers where the caller has taken them already
 */
export async function insertChanges(
  trx: Transaction,
  { organisationId, userId, userName, now }: Actor,
  changes: NewChange[],
  numbers?: number[],
): Promise<number[]> {
  // Numbered first: an insert does not say in which order it numbers its rows.
  const ids = numbers ?? (await nextPostingIds(trx, changes.length))
  const wordings = changes.map(({ message }) => [message].flat().filter((each) => each !== ''))
  const insert = sql`
    insert into record_changes (storer_id, id, record_id, type, effective_at, message, wording, details, recorded_by, recorded_by_name, recorded_at)
    select ${organisationId}::uuid, id, record_id, type, effective_at, message, wording, details, ${userId}::uuid, ${userName}::text, ${now}::timestamptz
    from unnest(
      ${ids}::bigint[],
      ${changes.map(({ recordId }) => recordId)}::uuid[],
      ${changes.map(({ type }) => type)}::text[],
      ${changes.map(({ effectiveAt }) => effectiveAt)}::timestamptz[],
      ${wordings.map((all) => paragraph(all, ANYBODY))}::text[],
      ${wordings.map((all) => (all.length > 0 && all.every(isMessage) ? JSON.stringify(all) : null))}::jsonb[],
      ${changes.map(({ details }) => JSON.stringify(details))}::jsonb[]
    ) as change (id, record_id, type, effective_at, message, wording, details)`
  writeUnawaited(trx, insert.compile(trx))
  return ids
}
