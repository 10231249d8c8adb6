import { Refusal } from '../kernel/errors.ts'
import { roles, type Role } from '../kernel/roles.ts'
import { sayOr } from '../kernel/say-or.ts'

/** Who asks, for which organisation, and when. Made from the credential alone (rules.md §8). */
export interface Actor {
  /** The organisation the caller acts for. */
  organisationId: string
  organisationName: string
  countryISO: string
  /** IANA name; dates without a zone are read in it. */
  timeZone: string
  userId: string
  userName: string
  role: Role
  /** May, besides, clear the cache, change logging and import varieties. */
  isPlatformAdmin: boolean
  /** An API key: no person, and so without what is for people alone. */
  isMachine?: boolean
  /** The moment of the request; commands read no other clock. */
  now: Date
}

/** What an operation may ask for, and the least role that has it. Platform permissions go with no role. */
const leastRole = {
  'signed-in': 'viewer',
  'stock:read': 'viewer',
  'events:read': 'viewer',
  'files:read': 'viewer',
  'files:write': 'operator',
  'intake:write': 'operator',
  'movements:write': 'operator',
  'samples:write': 'operator',
  'notes:write': 'operator',
  'conversations:write': 'operator',
  'experts:read': 'viewer',
  'experts:write': 'operator',
  'records:write': 'manager',
  'adjustments:write': 'manager',
  'storage:write': 'manager',
  'contracts:write': 'manager',
  'harvest:write': 'manager',
  'imports:write': 'manager',
  'users:write': 'admin',
  'keys:write': 'admin',
  'webhooks:write': 'admin',
  'organisation:write': 'admin',
  'platform:admin': undefined,
} as const satisfies Record<string, Role | undefined>

export type Permission = keyof typeof leastRole

/** What no API key has, whatever its role. */
const forPeople: ReadonlySet<Permission> = new Set(['conversations:write'])

/** Every permission there is, for the OpenAPI documents and the tests. */
export const permissions = Object.keys(leastRole) as Permission[]

type Caller = Pick<Actor, 'role' | 'isPlatformAdmin' | 'isMachine'>

/**
 * The one decision on permission: whether a caller in this role may do what asks for this permission.
 *
 * @example isPermitted({ role: 'operator', isPlatformAdmin: false }, 'movements:write') // true
 */
export function isPermitted(actor: Caller, permission: Permission): boolean {
  if (actor.isMachine && forPeople.has(permission)) return false
  const least = leastRole[permission]
  return least === undefined ? actor.isPlatformAdmin : roles.indexOf(actor.role) >= roles.indexOf(least)
}

/** The roles that have a permission, the least first; none has a platform permission. */
export function rolesWith(permission: Permission): Role[] {
  const least = leastRole[permission]
  return least === undefined ? [] : roles.slice(roles.indexOf(least))
}

const IS_NAMED = 'request names an organisation other than yours'

/** When what asks for this permission answers 403, in words for the OpenAPI documents: above all, who may do it. */
export function sayForbidden(permission: Permission | 'public'): string {
  if (permission === 'public') return `The ${IS_NAMED}.`
  const least = leastRole[permission]
  if (least === undefined) return 'This is for platform admins who have signed in.'
  if (permission === 'signed-in') return `The ${IS_NAMED}, or only a person may ask for this, not an API key.`
  // Every role may.
  if (least === 'viewer') return `The ${IS_NAMED}.`
  const machines = forPeople.has(permission) ? ', and no API key may' : ''
  return `Your role may not do this: it takes ${sayOr(rolesWith(permission))}${machines}. Or the ${IS_NAMED}.`
}

/** @throws Refusal `forbidden`, with the permission that is missing */
export function ensurePermitted(actor: Caller, permission: Permission): void {
  if (isPermitted(actor, permission)) return
  const { role } = actor
  throw new Refusal('forbidden', whyNot(actor, permission), {
    details: { role, permission, roles: rolesWith(permission) },
  })
}

function whyNot({ role, isMachine = false }: Caller, permission: Permission): string {
  if (leastRole[permission] === undefined)
    return `This is for platform admins, who sign in: no role and no API key has ${permission}.`
  return isMachine && forPeople.has(permission)
    ? `This is for people: sign in. No API key has ${permission}.`
    : `Your role, ${role}, may not do this: it needs ${permission}, which takes ${sayOr(rolesWith(permission))}.`
}

/**
 * A body may repeat the organisation the caller acts for, and name no other (rules.md §8).
 *
 * @throws Refusal `forbidden`
 */
export function ensureOwnOrganisation(actor: Actor, organisationId: string | null | undefined): void {
  if (!organisationId || organisationId === actor.organisationId) return
  throw new Refusal('forbidden', 'organisationId names another organisation than the one you act for.', {
    details: { organisationId },
  })
}
