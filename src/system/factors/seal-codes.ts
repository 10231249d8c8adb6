import type { Transaction } from '../../db/transaction.ts'
import type { Vault } from '../../kernel/vault.ts'

const useOf = (userId: string) => `code app of ${userId}`

/** The secret of a code app, as it is stored. */
export function sealCodeSecret(vault: Vault, userId: string, secret: string): string {
  return vault.seal(secret, useOf(userId))
}

/** The stored secret of a code app, in Base32. */
export function unsealCodeSecret(vault: Vault, userId: string, sealed: string): string {
  return vault.unseal(sealed, useOf(userId))
}

/** Seals the secrets of all code apps with another key. */
export async function resealCodeSecrets(trx: Transaction, from: Vault, to: Vault): Promise<void> {
  const rows = await trx.selectFrom('code_apps').select(['user_id', 'sealed_secret']).execute()
  for (const { user_id: userId, sealed_secret: sealed } of rows) {
    const resealed = sealCodeSecret(to, userId, unsealCodeSecret(from, userId, sealed))
    await trx
      .updateTable('code_apps')
      .set({ sealed_secret: resealed })
      .where('user_id', '=', userId)
      .execute()
  }
}

/** Drops the secrets that nobody can open any more. Whoever had no other factor gets in by the password, and a recovery code by itself is none. */
export async function dropCodeApps(trx: Transaction): Promise<void> {
  const dropped = await trx.deleteFrom('code_apps').returning('user_id').execute()
  for (const { user_id: userId } of dropped) await noteFactors(trx, userId)
}

/** Notes which factors a person has by now, where each request looks; with the last of them their recovery codes go. */
export async function noteFactors(trx: Transaction, userId: string): Promise<void> {
  const app = await trx
    .selectFrom('code_apps')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkey = await trx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const factors = [...(app ? ['code'] : []), ...(passkey ? ['passkey'] : [])]
  await trx.updateTable('users').set({ factors }).where('id', '=', userId).execute()
  if (factors.length === 0) await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
