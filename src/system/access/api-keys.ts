import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ensurePermitted, permissionsAmong, type Permission, type Role } from '../../kernel/permissions.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { dateFault, fault, refuseFaults, notFound } from '../../kernel/errors.ts'
import { newId, isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstant } from '../../kernel/time.ts'
import { appendEvent, appendEvents, type NewEvent } from '../events/append-event.ts'
import { networkFrom } from './allowed-addresses.ts'
import { credentialOf } from './credentials.ts'
import { revokeInvitationsBy } from './invitations.ts'
import { UNUSED_AFTER_DAYS } from './key-uses.ts'
import { lockAndRecheckRole } from './recheck-role.ts'
import { roleOf, ensureMayGrant, ensureMayManage } from './rules.ts'
import type { ApiKeyView, ApiKeyMade } from './api-key-schema.ts'
import { API_KEY_PREFIX, hashSecret, newSecret } from './secrets.ts'
import { nameOfUser } from './users.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

/** The API keys of the caller's organisation that are not revoked, newest first. */
export async function listApiKeys(db: Kysely<Tables>, actor: Actor): Promise<ApiKeyView[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .select([
      'k.id',
      'k.name',
      'k.role',
      'k.permissions',
      'k.prefix',
      'k.created_at',
      'k.expires_at',
      'k.created_by',
      'k.allowed_addresses',
      'k.last_used_at',
    ])
    .select(nameOfUser('u').$castTo<string | null>().as('maker'))
    .where('k.organisation_id', '=', actor.organisationId)
    .where('k.revoked_at', 'is', null)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: roleOf(row.role),
    permissions: permissionsAmong(row.permissions),
    prefix: row.prefix,
    createdBy: row.created_by === null ? null : row.maker,
    createdAtUTC: row.created_at.toISOString(),
    expiresAtUTC: row.expires_at?.toISOString() ?? null,
    isExpired: row.expires_at !== null && row.expires_at <= actor.now,
    allowedAddresses: row.allowed_addresses,
    lastUsedAtUTC: row.last_used_at?.toISOString() ?? null,
    isUnused: isUnused(row, actor.now),
  }))
}

/** True for a key that was not used for so long that it may not be needed. */
function isUnused(key: { last_used_at: Date | null; created_at: Date }, now: Date): boolean {
  const { last_used_at: used, created_at: made } = key
  return now.getTime() - (used ?? made).getTime() > UNUSED_AFTER_DAYS * 86_400_000
}

/** Networks as they are stored, without blanks and twins; every one that is none is a fault. */
function networksIn(given: readonly string[]): string[] {
  refuseFaults(
    given.flatMap((each, index) =>
      networkFrom(each) ? [] : [fault(`allowedAddresses[${index}]`, message('isNoNetwork', {}), 'format')],
    ),
  )
  return [...new Set(given.map((each) => each.trim()))]
}

/**
 * Ties an API key to other networks, at once.
 *
 * @throws Refusal `not_found`, also for one that was revoked; `forbidden` for a key of a role above the caller's own; `invalid_input`
 */
export async function changeApiKey(
  trx: Transaction,
  caller: Actor,
  id: string,
  { allowedAddresses }: { allowedAddresses: string[] },
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'keys:write')
  const networks = networksIn(allowedAddresses)
  const { name } = await lockKey(trx, actor, id)
  await trx.updateTable('api_keys').set({ allowed_addresses: networks }).where('id', '=', id).execute()
  return acknowledge(actor, message('apiKeyIsChanged', { name }))
}

/** A key of the caller's organisation, locked, which they may change. */
async function lockKey(trx: Transaction, actor: Actor, id: string): Promise<{ name: string }> {
  const key = isId(id)
    ? await trx
        .selectFrom('api_keys')
        .select(['name', 'role'])
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .where('revoked_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!key) throw notFound('API key', id)
  ensureMayManage(actor.role, roleOf(key.role))
  return key
}

/**
 * Makes an API key for a machine, such as a weighbridge PC. Its secret is in this answer alone. A key never does more
 * than whoever made it may do at the moment; one made by another key answers to the same person, ends no later, and
 * is revoked with it.
 *
 * @throws Refusal `forbidden` for a role or a permission above the caller's own; `invalid_input` for an expiry that is past
 */
export async function createApiKey(
  trx: Transaction,
  caller: Actor,
  {
    name,
    role,
    permissions: given = [],
    expiresAtISO,
    allowedAddresses = [],
  }: {
    name: string
    role: Role
    permissions?: Permission[]
    expiresAtISO?: string | null
    allowedAddresses?: string[]
  },
): Promise<ApiKeyMade> {
  const actor = await lockAndRecheckRole(trx, caller, 'keys:write')
  ensureMayGrant(actor.role, role)
  const permissions = permissionsAmong(given)
  for (const each of permissions) ensurePermitted(actor, each)
  const called = tidied(name)
  const expiresAt = expiryOf(actor, expiresAtISO ?? null)
  const networks = networksIn(allowedAddresses)
  const credential = credentialOf(actor)
  const isMadeByKey = credential.kind === 'api-key'
  const isMadeByPerson = credential.kind === 'session' || credential.kind === 'issuer'
  const { id, secret } = await issueApiKey(trx, {
    organisationId: actor.organisationId,
    name: called,
    role,
    permissions,
    madeBy: isMadeByKey ? credential.madeBy : isMadeByPerson ? actor.userId : null,
    madeByKey: isMadeByKey ? actor.userId : null,
    expiresAt,
    allowedAddresses: networks,
    now: actor.now,
  })
  await appendEvent(trx, actor, {
    type: 'api_key.created',
    subject: id,
    data: { name: called, role, permissions },
  })
  const expiresAtUTC = expiresAt?.toISOString() ?? null
  return { id, name: called, role, permissions, expiresAtUTC, allowedAddresses: networks, key: secret }
}

function expiryOf(actor: Actor, text: string | null): Date | null {
  const credential = credentialOf(actor)
  const latest = credential.kind === 'api-key' ? credential.expiresAt : null
  if (text === null) return latest
  const expiresAt = parseInstant(text, actor.timeZone)
  if (!expiresAt) refuseFaults([dateFault('expiresAtISO')])
  if (expiresAt <= actor.now) refuseFaults([fault('expiresAtISO', message('mustBeInFuture', {}), 'past')])
  if (latest && expiresAt > latest) {
    refuseFaults([fault('expiresAtISO', message('expiresAfterItsMaker', {}), 'too_late')])
  }
  return expiresAt
}

/** Number of characters of a key that are stored in the clear, so that a person can distinguish keys. */
const SHOWN_CHARACTERS = API_KEY_PREFIX.length + 4

/** Stores a new API key and answers its secret, which is never readable again. Whoever calls has decided that it may be made. */
export async function issueApiKey(
  trx: Transaction,
  key: {
    organisationId: string
    name: string
    role: Role
    /** Permissions beyond its role. */
    permissions?: Permission[]
    /** The person responsible for it: the key stops when this person leaves or is suspended. Null at the command line. */
    madeBy: string | null
    /** The key that made it, which takes it along when it is revoked. */
    madeByKey: string | null
    expiresAt: Date | null
    /** Networks that it works from; left out: from everywhere. */
    allowedAddresses?: string[]
    now: Date
  },
): Promise<{ id: string; secret: string }> {
  const secret = newSecret(API_KEY_PREFIX)
  const id = newId()
  await trx
    .insertInto('api_keys')
    .values({
      id,
      organisation_id: key.organisationId,
      name: key.name,
      role: key.role,
      permissions: key.permissions ?? [],
      key_hash: hashSecret(secret),
      prefix: secret.slice(0, SHOWN_CHARACTERS),
      created_by: key.madeBy,
      made_by_key: key.madeByKey,
      created_at: key.now,
      expires_at: key.expiresAt,
      allowed_addresses: key.allowedAddresses ?? [],
    })
    .execute()
  return { id, secret }
}

/**
 * Revokes an API key, with every key made and everybody invited with it: whoever found one may have done both.
 *
 * @throws Refusal `not_found`, also for one revoked before; `forbidden` for a key of a role above the caller's own
 */
export async function revokeApiKey(trx: Transaction, caller: Actor, id: string): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'keys:write')
  const key = await lockKey(trx, actor, id)
  const { rows } = await sql<{ id: string }>`
    with recursive family as (
      select k.id from api_keys k where k.id = ${id}
      union all
      select k.id from family f cross join lateral (select id from api_keys where made_by_key = f.id offset 0) k
    )
    update api_keys set revoked_at = ${actor.now}
    where id = any(array(select f.id from family f)) and revoked_at is null
    returning id
  `.execute(trx)
  await revokeInvitationsBy(
    trx,
    actor,
    rows.map((row) => row.id),
  )
  await appendEvents(trx, actor, rows.map(keyRevoked))
  return acknowledge(actor, message('apiKeyIsRevoked', { name: key.name, others: rows.length - 1 }))
}

/** That a key was revoked, whatever for. */
export function keyRevoked({ id }: { id: string }): NewEvent {
  return { type: 'api_key.revoked', subject: id, data: {} }
}
