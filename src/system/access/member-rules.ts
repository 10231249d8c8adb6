import type { Role } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { forbidden, isAbove } from './admit.ts'

/** Who may do what to whom in an organisation (rules.md §8). Pure decisions. */

/** Refuses to give out a role above one's own: to a person, an invitation or a key. */
export function ensureMayGrant(actorRole: Role, role: Role): void {
  if (isAbove(role, actorRole)) throw forbidden(`You are ${actorRole}, so you cannot make anybody ${role}.`)
}

/** Refuses to touch somebody whose role is above one's own. */
export function ensureMayManage(actorRole: Role, targetRole: Role): void {
  if (isAbove(targetRole, actorRole))
    throw forbidden(`You are ${actorRole}, so you cannot change an ${targetRole}.`)
}

/** Refuses to take away the last owner who can still act. `activeOwners` are as of behind `lockStanding`, so that two cannot leave at once. */
export function ensureOwnerRemains(activeOwners: string[], leaving: string): void {
  if (activeOwners.some((each) => each !== leaving) || !activeOwners.includes(leaving)) return
  throw new Refusal('in_use', 'An organisation needs an owner: make somebody else owner first.')
}
