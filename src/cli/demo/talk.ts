import type { Transaction } from '../../db/transaction.ts'
import { insertMember, insertUser } from '../../system/access/users.ts'
import { startConversation } from '../../system/conversations/send-message.ts'
import type { DemoOffice } from './office.ts'

/** Whoever keeps the store writes to the owner. The account has no password, so nobody signs in with it. */
export async function writeFromTheStore({ trx, at }: DemoOffice, now: Date): Promise<void> {
  const { organisationId } = at(now)
  const to = await ownerOf(trx, organisationId)
  const userId = await insertUser(trx, {
    email: `sam.brook@${organisationId.slice(-12)}.example`,
    givenName: 'Sam',
    familyName: 'Brook',
    passwordHash: null,
    isEmailProved: true,
    now,
  })
  await insertMember(trx, { organisationId, userId, role: 'operator', now })
  const sam = { ...at(now), userId, userName: 'Sam Brook', role: 'operator' as const }
  const title = 'Hill 2'
  const message = 'County Pulses want four lorries of beans next week. I make it two and a half that we have.'
  const conversationId = await startConversation(trx, sam, { to, title, message })
  const more = 'I have left the plan as it is until you say which ones go.'
  await startConversation(trx, sam, { to, conversationId, message: more })
}

async function ownerOf(trx: Transaction, organisationId: string): Promise<string> {
  const { user_id } = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirstOrThrow()
  return user_id
}
