import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { MendableError } from '../../kernel/errors.ts'
import { Vault, type Secrets } from '../../kernel/vault.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'
import { storeSigningKey } from '../access/access-tokens.ts'
import { notifyProcesses } from '../notices/notices.ts'
import { dropCodeApps, resealCodeSecrets } from '../factors/seal-codes.ts'
import { dropClientSecrets, resealClientSecrets } from '../single-sign-on/seal-client-secrets.ts'
import { sealSecrets, replaceLostSecrets, resealSecrets } from '../webhooks/secrets.ts'

/** The SECRET_KEY does not fit the database, or is not there: a sentence that says what to do. */
export class VaultRefused extends MendableError {}

/** Source of the SECRET_KEY. */
export interface SecretKeySource {
  /** Names the place in messages, such as `SECRET_KEY_FILE /etc/granary.key`. */
  place: Wording
  /** The key, and the next one where a change of it was cut off; none where none was made yet. */
  read: () => string[]
  /** Makes the first key. It is called once for a database that nothing was sealed in. */
  make: () => string
}

const ANSWERS_USE = 'answers key'
const KEY_BYTES = 32

/**
 * Opens the sealed parts of a migrated database. In a database that nothing was sealed in yet, it seals what lies there open.
 *
 * @throws VaultRefused where the SECRET_KEY is missing or is another one
 */
export async function openVault(
  { db }: Pick<Database, 'db'>,
  source: SecretKeySource,
  now: Date,
): Promise<Secrets> {
  return inTransaction(db, async (trx) => {
    await lockVault(trx)
    const row = await findVault(trx)
    const secrets = row ? openStored(row, source) : await storeNew(trx, new Vault(firstKey(source)), now)
    await sealSecrets(trx, secrets.vault)
    return secrets
  })
}

/** Tells why a server would not start on this database for its SECRET_KEY, and what to do; undefined where it would. */
export async function whyNotOpen(
  { db }: Pick<Database, 'db'>,
  source: SecretKeySource,
): Promise<Message | undefined> {
  const row = await inTransaction(db, findVault)
  try {
    if (row) openStored(row, source)
    return undefined
  } catch (error) {
    if (error instanceof VaultRefused) return error.said
    throw error
  }
}

/** Of processes that start at once, one seals and the others wait for it. */
async function lockVault(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('granary vault'))`.execute(trx)
}

/** The stored row of the vault: which key seals, and the sealed key of the answers. */
export interface VaultRow {
  key_id: string
  answers_key: string
}

export async function findVault(trx: Transaction): Promise<VaultRow | undefined> {
  return trx.selectFrom('vault').select(['key_id', 'answers_key']).executeTakeFirst()
}

/** The first of the keys there are, or a new one. */
export function firstKey(source: SecretKeySource): string {
  return source.read()[0] ?? source.make()
}

/** @throws VaultRefused where none of the keys sealed this database */
export function openStored(
  { key_id: keyId, answers_key: answersKey }: VaultRow,
  source: SecretKeySource,
): Secrets {
  const keys = source.read()
  const vault = keys.map((key) => new Vault(key)).find((each) => each.keyId === keyId)
  if (vault) return { vault, answersKey: Buffer.from(vault.unseal(answersKey, ANSWERS_USE), 'base64') }
  const { place } = source
  throw new VaultRefused(message(keys.length === 0 ? 'secretKeyIsMissing' : 'secretKeyIsOther', { place }))
}

/** Begins to seal with a key. */
async function storeNew(trx: Transaction, vault: Vault, now: Date): Promise<Secrets> {
  const secrets = { vault, answersKey: randomBytes(KEY_BYTES) }
  await storeVault(trx, secrets, now)
  return secrets
}

/** Notes which key seals from now on. */
async function storeVault(trx: Transaction, { vault, answersKey }: Secrets, now: Date): Promise<void> {
  await trx.deleteFrom('vault').execute()
  await trx
    .insertInto('vault')
    .values({
      key_id: vault.keyId,
      answers_key: vault.seal(answersKey.toString('base64'), ANSWERS_USE),
      created_at: now,
    })
    .execute()
}

/**
 * Signs access tokens with a new key from now on, and refuses those that the old one signed. Running processes follow within two
 * seconds. Applications get new tokens with their refresh token, unless all sessions are ended as well.
 *
 * @returns how many sessions were ended
 */
export async function rotateSigningKey(
  trx: Transaction,
  { vault }: Secrets,
  { endsSessions, now }: { endsSessions: boolean; now: Date },
): Promise<number> {
  await trx.deleteFrom('signing_keys').execute()
  await storeSigningKey(trx, vault, now)
  await notifyProcesses(trx, 'cache', { secrets: true })
  return endsSessions ? endAllSessions(trx, now) : 0
}

/** Seals everything with another SECRET_KEY, and signs with a new key. No other process may be running. */
export async function changeSecretKey(
  trx: Transaction,
  { vault, answersKey }: Secrets,
  next: Vault,
  now: Date,
): Promise<void> {
  await lockVault(trx)
  await resealSecrets(trx, vault, next)
  await resealCodeSecrets(trx, vault, next)
  await resealClientSecrets(trx, vault, next)
  await storeVault(trx, { vault: next, answersKey }, now)
  await rotateSigningKey(trx, { vault: next, answersKey }, { endsSessions: false, now })
}

/**
 * Gives up what a lost SECRET_KEY sealed: there is a new signing key, everybody signs in again, code apps are to be set up anew, and webhooks
 * are paused until their secrets are rotated.
 *
 * @returns how many sessions ended, and how many webhooks were paused
 */
export async function resetSecretKey(
  trx: Transaction,
  vault: Vault,
  now: Date,
): Promise<{ sessions: number; webhooks: number }> {
  await lockVault(trx)
  const secrets = await storeNew(trx, vault, now)
  const webhooks = await replaceLostSecrets(trx, vault, now)
  await dropCodeApps(trx)
  await dropClientSecrets(trx)
  const sessions = await rotateSigningKey(trx, secrets, { endsSessions: true, now })
  return { sessions, webhooks }
}

async function endAllSessions(trx: Transaction, now: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`update sessions set revoked_at = ${now} where revoked_at is null and expires_at > ${now}`.execute(
      trx,
    )
  return Number(numAffectedRows ?? 0)
}
