import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'

/** Tells of what happened, in the transaction in which it happened. */
export async function appendEvent(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'userId' | 'now'>,
  { type, subject, data }: { type: string; subject: string; data: object },
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
