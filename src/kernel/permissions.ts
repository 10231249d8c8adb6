import { Refusal } from './errors.ts'
import { formatChoice } from './names.ts'
import { message, type Message } from '../words/catalogue.ts'

/** Roles by what they permit, from the least to the most; each role may do what those before it may (rules.md §8). */
export const roles = ['viewer', 'operator', 'manager', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Permissions that an operation may ask for, each with the least role that has it. Platform permissions go with no role. */
const leastRole = {
  'signed-in': 'viewer',
  'stock:read': 'viewer',
  'events:read': 'viewer',
  'files:read': 'viewer',
  'files:write': 'operator',
  'intake:write': 'operator',
  'movements:write': 'operator',
  'samples:write': 'operator',
  'papers:write': 'operator',
  'notes:write': 'operator',
  'conversations:write': 'operator',
  'stocktakes:count': 'operator',
  'experts:read': 'viewer',
  'experts:write': 'operator',
  'holds:write': 'operator',
  'records:write': 'manager',
  'adjustments:write': 'manager',
  'holds:release': 'manager',
  'holds:override': 'manager',
  'stocktakes:write': 'manager',
  'storage:write': 'manager',
  'contracts:write': 'manager',
  'confirmations:write': 'manager',
  'harvest:write': 'manager',
  'imports:write': 'manager',
  'reports:mail': 'manager',
  'periods:write': 'admin',
  'periods:reopen': 'owner',
  'users:write': 'admin',
  'keys:write': 'admin',
  'members:provision': 'admin',
  'webhooks:write': 'admin',
  'organisation:write': 'admin',
  'organisation:delete': 'owner',
  'audit:read': 'admin',
  'platform:admin': undefined,
} as const satisfies Record<string, Role | undefined>

export type Permission = keyof typeof leastRole

/** Permissions that no API key has, whatever its role. */
const forPeople: ReadonlySet<Permission> = new Set(['conversations:write', 'organisation:delete'])

/** Every permission there is, for the OpenAPI documents and the tests. */
export const permissions = Object.keys(leastRole) as Permission[]

/** Permissions that an API key may be given beyond its role: those of some role but not of every caller, and not for people only. */
export const grantablePermissions = permissions.filter(
  (each) => (leastRole[each] ?? 'viewer') !== 'viewer' && !forPeople.has(each),
)

/** The permissions among these words, each once. */
export function permissionsAmong(words: readonly string[]): Permission[] {
  return permissions.filter((each) => words.includes(each))
}

/** As what somebody asks for something; an actor is one. */
interface Caller {
  role: Role
  isPlatformAdmin: boolean
  isMachine?: boolean
  permissions?: readonly Permission[]
}

/**
 * The one decision on permission: whether a caller in this role, or with this permission of its own, may do what asks for it.
 *
 * @example isPermitted({ role: 'operator', isPlatformAdmin: false }, 'movements:write') // true
 */
export function isPermitted(actor: Caller, permission: Permission): boolean {
  if (actor.isMachine && forPeople.has(permission)) return false
  const least = leastRole[permission]
  if (least === undefined) return actor.isPlatformAdmin
  return (
    roles.indexOf(actor.role) >= roles.indexOf(least) || (actor.permissions?.includes(permission) ?? false)
  )
}

/** The roles that have a permission, the least first; none has a platform permission. */
export function rolesWith(permission: Permission): Role[] {
  const least = leastRole[permission]
  return least === undefined ? [] : roles.slice(roles.indexOf(least))
}

const IS_NAMED = 'request names an organisation other than yours'

/** When what asks for this permission answers 403, in words for the OpenAPI documents: above all, who may do it. */
export function describeForbidden(permission: Permission | 'public'): string {
  if (permission === 'public') return `The ${IS_NAMED}.`
  const least = leastRole[permission]
  if (least === undefined) return 'This is for platform admins who have signed in.'
  if (permission === 'signed-in') return `The ${IS_NAMED}, or only a person may ask for this, not an API key.`
  // Every role may.
  if (least === 'viewer') return `The ${IS_NAMED}.`
  const machines = forPeople.has(permission) ? ', and no API key may' : ''
  return `Your role may not do this: it takes ${formatChoice(rolesWith(permission))}${machines}. Or the ${IS_NAMED}.`
}

/** @throws Refusal `forbidden`, with the permission that is missing */
export function ensurePermitted(actor: Caller, permission: Permission): void {
  if (isPermitted(actor, permission)) return
  const { role } = actor
  throw new Refusal('forbidden', whyNot(actor, permission), {
    details: { role, permission, roles: rolesWith(permission) },
  })
}

function whyNot({ role, isMachine = false }: Caller, permission: Permission): Message {
  if (leastRole[permission] === undefined) return message('isForPlatformAdmins', { permission })
  if (isMachine && forPeople.has(permission)) return message('isForPeople', { permission })
  return message('roleMayNot', { role, permission, roles: rolesWith(permission), isKey: isMachine })
}
