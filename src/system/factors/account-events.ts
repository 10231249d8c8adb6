import type { Transaction } from '../../db/transaction.ts'
import { openMemberships } from '../access/users.ts'
import { appendEvent, type NewEvent } from '../events/append-event.ts'

/** Appends an event about an account for each organisation that its person belongs to: each has people of its own who listen. */
export async function appendAccountEvent(
  trx: Transaction,
  { userId, now }: { userId: string; now: Date },
  told: Pick<NewEvent, 'type' | 'data'>,
): Promise<void> {
  for (const { id } of await openMemberships(trx, userId))
    await appendEvent(trx, { organisationId: id, userId, now }, { ...told, subject: userId })
}
