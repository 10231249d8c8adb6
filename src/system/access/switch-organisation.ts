import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts'
import { ensureSession } from './credential.ts'
import { membershipRefusal, openMemberships } from './memberships.ts'
import type { SwitchResult } from './schema.ts'

/**
 * Makes the session act for another organisation of the same person, from here on and after every refresh. Access
 * tokens given out before keep acting for the organisation they were made for, until they expire.
 *
 * @throws Refusal `forbidden` when the person does not belong to it; `unauthenticated` when suspended there
 */
export async function switchOrganisation(
  trx: Transaction,
  tokens: AccessTokens,
  actor: Actor,
  { organisationId }: { organisationId: string },
): Promise<SwitchResult> {
  const sessionId = ensureSession(actor)
  const memberships = await openMemberships(trx, actor.userId, { isLocked: true })
  if (!memberships.some(({ id }) => id === organisationId))
    throw await membershipRefusal(trx, actor.userId, organisationId)
  await trx
    .updateTable('sessions')
    .set({ organisation_id: organisationId })
    .where('id', '=', sessionId)
    .execute()
  const accessToken = await tokens.sign({ userId: actor.userId, sessionId, organisationId }, actor.now)
  return { accessToken, tokenType: 'Bearer', expiresIn: ACCESS_TOKEN_SECONDS, organisationId }
}
