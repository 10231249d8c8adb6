import { readTerminalLanguage } from '../config.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  grantablePermissions,
  permissionsAmong,
  roles,
  type Permission,
  type Role,
} from '../kernel/permissions.ts'
import { commandLineActor } from '../system/access/command-line.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../system/access/api-keys.ts'
import { auditOperator } from '../system/audit/operator-entries.ts'
import { message, type Message } from '../words/catalogue.ts'
import { command, inOneLine, say, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const organisation = { organisation: { type: 'string' } } as const

/** The role that was typed. */
export function roleFrom(text: string): Role {
  const role = roles.find((each) => each === text)
  if (!role) throw new UsageError(message('roleTakes', { roles, text }))
  return role
}

function permissionsFrom(text: string): Permission[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const permissions = permissionsAmong(words).filter((each) => grantablePermissions.includes(each))
  if (permissions.length === new Set(words).size) return permissions
  throw new UsageError(message('permissionsTake', { permissions: grantablePermissions, text }))
}

/** As over HTTP. */
const MOST_CHARACTERS = 200

function ensureNamed(name: string): void {
  if (name.trim() !== '' && name.length <= MOST_CHARACTERS) return
  throw new UsageError(message('nameTakes', { limit: MOST_CHARACTERS }))
}

export const createKeyCommand = command(
  {
    name: 'key create',
    summary: message('summaryOfKeyCreate', {}),
    usage: '--organisation <id> --name <text> [--role <role>] [--permissions <words>] [--json]',
    help: message('helpOfKeyCreate', { roles: [...roles] }),
    options: {
      ...organisation,
      name: { type: 'string' },
      role: { type: 'string', default: 'operator' },
      permissions: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
    needed: ['organisation', 'name'],
  },
  async ({ organisation: id = '', name = '', role, permissions, json }) => {
    const granted = { role: roleFrom(role), permissions: permissionsFrom(permissions) }
    ensureNamed(name)
    await withDatabase(async (database) => {
      const actor = await commandLineActor(database.db, id, new Date())
      const made = await inTransaction(database.db, async (trx) => {
        const key = await createApiKey(trx, actor, { name, ...granted })
        auditOperator(trx, {
          deed: 'operator.keyCreate',
          now: actor.now,
          organisationIds: [actor.organisationId],
          subjectKind: 'api-keys',
          subjectId: key.id,
          after: { name, ...granted },
        })
        return key
      })
      if (json) return say(JSON.stringify(made))
      const rights = [made.role, ...made.permissions].join(', ')
      say(message('apiKeyIsMade', { key: made.key, name: inOneLine(made.name), rights }))
    })
  },
)

export const listKeysCommand = command(
  {
    name: 'key list',
    summary: message('summaryOfKeyList', {}),
    usage: '--organisation <id> [--json]',
    help: message('helpOfKeyList', {}),
    options: { ...organisation, json: { type: 'boolean', default: false } },
    needed: ['organisation'],
  },
  async ({ organisation: id = '', json }) => {
    await withDatabase(async (database) => {
      const actor = await commandLineActor(database.db, id, new Date())
      const keys = await listApiKeys(database.db, actor)
      if (json) return say(JSON.stringify(keys))
      if (keys.length === 0) return say(message('noApiKeys', {}))
      for (const key of keys) say(lineOf(key))
    })
  },
)

function lineOf(key: Awaited<ReturnType<typeof listApiKeys>>[number]): Message {
  const { id, name, role, permissions, prefix, createdBy, createdAtUTC, expiresAtUTC, isExpired } = key
  return message('apiKeyInList', {
    id,
    name: inOneLine(name),
    rights: [role, ...permissions].join(', '),
    prefix,
    ...(createdBy !== null && { maker: inOneLine(createdBy) }),
    madeUTC: createdAtUTC,
    ...(expiresAtUTC !== null && { expiresUTC: expiresAtUTC }),
    isExpired,
  })
}

export const revokeKeyCommand = command(
  {
    name: 'key revoke',
    summary: message('summaryOfKeyRevoke', {}),
    usage: '--organisation <id> --id <key id>',
    help: message('helpOfKeyRevoke', {}),
    options: { ...organisation, id: { type: 'string' } },
    needed: ['organisation', 'id'],
  },
  async ({ organisation: organisationId = '', id = '' }) => {
    await withDatabase(async (database) => {
      const actor = await commandLineActor(database.db, organisationId, new Date())
      const reader = { ...actor, language: readTerminalLanguage() }
      const done = await inTransaction(database.db, async (trx) => {
        auditOperator(trx, {
          deed: 'operator.keyRevoke',
          now: actor.now,
          organisationIds: [actor.organisationId],
          subjectKind: 'api-keys',
          subjectId: id,
        })
        return revokeApiKey(trx, reader, id)
      })
      say(done.message)
    })
  },
)
