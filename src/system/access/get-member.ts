import type { Transaction } from '../../db/transaction.ts'
import type { Actor, Role } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { ensureMayManage } from './member-rules.ts'
import { nameOfUser } from './name-of-user.ts'
import { roleOf } from './role.ts'

/** A member about to be changed, and all who could stand in for an owner. */
interface Member {
  name: string
  role: Role
  /** Whether they are shut out of the organisation. */
  isSuspended: boolean
  /** Whether they are shut out everywhere, which only whoever runs the service can lift. */
  isAccountSuspended: boolean
  activeOwners: string[]
}

/**
 * A member of the caller's organisation who is about to be changed. Asked behind `lockStanding`, by which such changes take turns, so that
 * the last two owners cannot each leave because of the other.
 *
 * @throws Refusal `not_found`; `forbidden` when the member's role is above the caller's
 */
export async function getMember(trx: Transaction, actor: Actor, userId: string): Promise<Member> {
  if (!isId(userId)) throw notFound('user', userId)
  const rows = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'm.status', 'u.status as user_status', nameOfUser('u').as('name')])
    .where('m.organisation_id', '=', actor.organisationId)
    .where((where) => where.or([where('m.role', '=', 'owner'), where('m.user_id', '=', userId)]))
    .execute()
  const member = rows.find((each) => each.user_id === userId)
  if (!member) throw notFound('user', userId)
  const role = roleOf(member.role)
  ensureMayManage(actor.role, role)
  return {
    name: member.name,
    role,
    isSuspended: member.status !== 'active',
    isAccountSuspended: member.user_status !== 'active',
    activeOwners: rows
      .filter((each) => each.role === 'owner' && each.status === 'active' && each.user_status === 'active')
      .map((each) => each.user_id),
  }
}
