import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'

/** Something that happened, as listeners hear of it. */
export interface NewEvent {
  /** What happened to what: `movement.created`. */
  type: string
  /** What it happened to: an id, or ids with commas. */
  subject: string
  /** Facts small enough to send to every listener. */
  data: Record<string, unknown>
}

/** Says that something happened, in the transaction in which it did: both are stored, or neither. */
export async function appendEvent(
  trx: Transaction,
  actor: Actor,
  { type, subject, data }: NewEvent,
): Promise<void> {
  await trx
    .insertInto('events')
    .values({
      organisation_id: actor.organisationId,
      type,
      subject,
      data: JSON.stringify(data),
      user_id: actor.userId,
      occurred_at: actor.now,
    })
    .execute()
}
