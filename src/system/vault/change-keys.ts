import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Secrets, Vault } from '../../kernel/vault.ts'
import { storeSigningKey } from '../access/access-tokens.ts'
import { tellProcesses } from '../notices/tell-processes.ts'
import { replaceLostSecrets, resealSecrets } from '../webhooks/sealed-secrets.ts'
import { lockVault, storeNew, storeVault } from './open-vault.ts'

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
  await tellProcesses(trx, 'cache', { secrets: true })
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
  await storeVault(trx, { vault: next, answersKey }, now)
  await rotateSigningKey(trx, { vault: next, answersKey }, { endsSessions: false, now })
}

/**
 * Gives up what a lost SECRET_KEY sealed: there is a new signing key, everybody signs in again, and webhooks are paused until
 * their secrets are rotated.
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
