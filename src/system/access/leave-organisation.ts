import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { forbidden } from './admit.ts'
import { getMember } from './get-member.ts'
import { ensureOwnerRemains } from './member-rules.ts'
import { sayRevokedKeys, takeOut } from './remove-member.ts'

/**
 * Takes the caller out of one of their organisations, as if somebody there had removed them.
 *
 * @throws Refusal `not_found` for an organisation that is not theirs; `in_use` for its last owner; `forbidden` for an API key
 */
export async function leaveOrganisation(
  trx: Transaction,
  actor: Actor,
  organisationId: string,
): Promise<Acknowledgement> {
  if (actor.isMachine) throw forbidden('An API key leaves nothing: revoke it instead.')
  if (!isId(organisationId)) throw notFound('organisation', organisationId, 'of yours')
  // Or the last two owners could leave at once.
  await lockOrganisation(trx, organisationId)
  const theirs = await trx
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select('o.name')
    .where('m.user_id', '=', actor.userId)
    .where('m.organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!theirs) throw notFound('organisation', organisationId, 'of yours')
  // To leave takes no role.
  const leaving: Actor = { ...actor, organisationId, role: 'owner' }
  ensureOwnerRemains((await getMember(trx, leaving, actor.userId)).activeOwners, actor.userId)
  const revokedKeys = await takeOut(trx, leaving, actor.userId)
  return {
    status: 'success',
    message: `You no longer belong to ${theirs.name}.${sayRevokedKeys(revokedKeys)}`,
  }
}
