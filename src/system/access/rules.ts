import { isPermitted, roles, type Permission, type Role } from '../../kernel/permissions.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** The pure decisions on who is let in as what, and who may manage whom (rules.md §8). */

/** A role as the database keeps it; its check constraint allows no other. */
export function roleOf(text: string): Role {
  const role = roles.find((each) => each === text)
  if (!role) throw new Error(`${text} is no role`)
  return role
}

type Status = 'active' | 'suspended'

/** Facts in the database about a person who shows a good token. */
export interface PersonFacts {
  userStatus: Status
  /** In the organisation that is asked for; undefined where the person has none there. */
  membership: { role: Role; status: Status; organisationStatus: Status } | undefined
}

/** As what somebody acts: in a role, and with what an API key was given beside it. */
export interface MemberStatus {
  role: Role
  permissions: readonly Permission[]
}

/** Facts in the database about an API key that is neither revoked nor expired. */
export interface KeyFacts {
  role: Role
  /** Permissions beyond its role. */
  permissions: Permission[]
  organisationStatus: Status
  /** Null for a key made at the command line: nobody's leaving ends it. */
  madeBy: string | null
  makerStatus: Status | null
  makerRole: Role | null
  makerMembershipStatus: Status | null
}

/**
 * Why a person may not act for the organisation that is asked for, or undefined when nothing is in the way.
 * `chosen` is whether the organisation was named beside the credential (`X-Organisation-Id`): naming one that is not
 * yours is forbidden; losing the one you signed in to ends what the credential is good for. Whoever is suspended is
 * unauthenticated in any case.
 */
export function personRefusal(
  { userStatus, membership }: PersonFacts,
  { chosen }: { chosen: boolean },
): Refusal | undefined {
  if (userStatus !== 'active') return unauthenticated(message('accountIsSuspended', {}))
  if (!membership) return (chosen ? forbidden : unauthenticated)(message('doesNotBelong', {}))
  if (membership.status !== 'active') return unauthenticated(message('isSuspendedHere', {}))
  if (membership.organisationStatus !== 'active')
    return unauthenticated(message('organisationIsSuspended', {}))
  return undefined
}

/**
 * The membership in which a person acts.
 *
 * @throws Refusal what `personRefusal` says
 */
export function admitPerson<Facts extends PersonFacts>(
  facts: Facts,
  named: { chosen: boolean },
): NonNullable<Facts['membership']> {
  const refusal = personRefusal(facts, named)
  if (refusal) throw refusal
  if (!facts.membership) throw new Error('a person was let in without a membership')
  return facts.membership
}

/**
 * The role and the permissions with which a key acts: its own, and never more than its maker has now. A key stops with its maker.
 *
 * @throws Refusal `unauthenticated`
 */
export function admitKey(facts: KeyFacts): MemberStatus {
  if (facts.organisationStatus !== 'active') throw unauthenticated(message('organisationIsSuspended', {}))
  const { role, permissions } = facts
  if (facts.madeBy === null) return { role, permissions }
  const makerIsIn = facts.makerStatus === 'active' && facts.makerMembershipStatus === 'active'
  if (!makerIsIn || facts.makerRole === null) {
    throw unauthenticated(message('keyMakerIsGone', {}))
  }
  const maker = { role: facts.makerRole, isPlatformAdmin: false }
  return {
    role: lesserRole(role, facts.makerRole),
    permissions: permissions.filter((each) => isPermitted(maker, each)),
  }
}

/** The role of two that may do less. */
export function lesserRole(one: Role, other: Role): Role {
  return isAbove(one, other) ? other : one
}

/** True if a role may do more than another. */
export function isAbove(one: Role, other: Role): boolean {
  return roles.indexOf(one) > roles.indexOf(other)
}

/** The refusal of a credential that is missing, wrong, or good no more (rules.md §8). */
export function unauthenticated(said: Message): Refusal {
  return new Refusal('unauthenticated', said)
}

/** The refusal of what somebody who is known may not do. */
export function forbidden(said: Message): Refusal {
  return new Refusal('forbidden', said)
}

/** Rules on who may do what to whom in an organisation (rules.md §8). Pure decisions. */

/** Refuses to give out a role above one's own: to a person, an invitation or a key. */
export function ensureMayGrant(actorRole: Role, role: Role): void {
  if (isAbove(role, actorRole)) throw forbidden(message('cannotGrantRole', { own: actorRole, role }))
}

/** Refuses to touch somebody whose role is above one's own. */
export function ensureMayManage(actorRole: Role, targetRole: Role): void {
  if (isAbove(targetRole, actorRole))
    throw forbidden(message('cannotChangeRole', { own: actorRole, role: targetRole }))
}

/** Refuses to take away the last owner who can still act. `activeOwners` are as of behind `lockAndRecheckRole`, so that two cannot leave at once. */
export function ensureOwnerRemains(activeOwners: string[], leaving: string): void {
  if (activeOwners.some((each) => each !== leaving) || !activeOwners.includes(leaving)) return
  throw new Refusal('in_use', message('needsAnOwner', {}))
}
