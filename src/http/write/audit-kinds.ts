import type { AuditKind } from '../../words/audit-deeds.ts'
import { operationIdOf, subjectOf } from '../operation-id.ts'
import type { Operation } from '../operation.ts'

/** Kinds of deeds, by which the audit log is narrowed. */
export const auditCategories = [
  'access',
  'people',
  'keys',
  'settings',
  'files',
  'papers',
  'exports',
  'imports',
  'books',
  'stock',
  'messages',
  'operator',
] as const satisfies AuditKind[]

type Named = Pick<Operation, 'method' | 'path'>

/**
 * Names a deed, for good: an operation by its id behind its service.
 *
 * @example deedOf('identity', { method: 'POST', path: '/api-keys' }) // 'identity.postApiKeys'
 */
export function deedOf(service: string, operation: Named): string {
  return `${service}.${operationIdOf(operation)}`
}

const bySubject: Record<string, Record<string, AuditKind>> = {
  identity: {
    'api-keys': 'keys',
    invitations: 'people',
    users: 'people',
    organisation: 'settings',
    organisations: 'settings',
    'business-units': 'settings',
  },
  system: {
    files: 'files',
    webhooks: 'keys',
    conversations: 'messages',
    experts: 'messages',
    links: 'messages',
  },
  inventory: {
    periods: 'books',
    stocktakes: 'books',
    holds: 'books',
    imports: 'imports',
    settings: 'settings',
  },
}
const otherwise: Record<string, AuditKind> = { identity: 'access', system: 'settings', inventory: 'stock' }

/** Issues a paper. */
const PAPER = /\/(passport|ticket|recall|statement|report|certificate)$/

/** The kind of deed that an operation is. */
export function categoryOf(service: string, { path, method }: Named): AuditKind {
  const subject = subjectOf({ path })
  // Letterhead and numbering.
  if (subject === 'papers') return 'settings'
  if (service === 'identity' && path === '/invitations/accept') return 'access'
  if (method === 'POST' && PAPER.test(path)) return 'papers'
  return bySubject[service]?.[subject] ?? otherwise[service] ?? 'settings'
}

/** Stands where a secret was. */
export const SEALED = '•••'

const SECRET_NAME =
  /password|secret|token|(^|[a-z])credential|^(code|key|setupCode|signature|authorization|cookie)$/i
/** Secrets of ours, wherever they stand. */
const SECRET_VALUE = /\b(granary_|refresh_|invite_|invitation_|reset_|whsec_)[\w.+/=-]{16,}/g

/** Characters of a text that are kept, and of all that is kept of one side of a change. */
const MOST_TEXT = 500
const MOST_JSON = 6000
const MOST_MEMBERS = 100
const MOST_DEPTH = 8

/**
 * Copies what changed for the audit log: secrets as marks, long texts cut, and only what JSON and the database can hold. Of what is too
 * large the names of its members are kept.
 *
 * @example auditable({ name: 'Scale', secret: 'whsec_…' }) // { name: 'Scale', secret: '•••' }
 */
export function auditable(value: unknown): unknown {
  if (value === undefined || value === null) return null
  const copy = copied(value, 0)
  const size = JSON.stringify(copy).length
  if (size <= MOST_JSON) return copy
  const names = typeof copy === 'object' && copy !== null ? Object.keys(copy).slice(0, MOST_MEMBERS) : []
  return { tooLarge: size, members: names.join(', ').slice(0, MOST_TEXT) }
}

function copied(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return null
  if (depth === MOST_DEPTH) return SEALED_DEPTH
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((each) => copied(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_MEMBERS)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [cut(name), isSecret(name, each) ? SEALED : copied(each, depth + 1)]),
  )
}

const SEALED_DEPTH = '…'

function isSecret(name: string, value: unknown): boolean {
  return SECRET_NAME.test(name) && (typeof value === 'string' || typeof value === 'object') && value !== null
}

/** A text that PostgreSQL takes: without NUL and without half of a pair of surrogates. */
function cut(text: string): string {
  const clean = text.replaceAll('\u0000', '').toWellFormed().replaceAll(SECRET_VALUE, SEALED)
  return clean.length > MOST_TEXT ? `${clean.slice(0, MOST_TEXT).toWellFormed()}…` : clean
}
