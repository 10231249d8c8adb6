import type { Transaction } from '../../db/transaction.ts'
import type { Vault } from '../../kernel/vault.ts'

const useOf = (organisationId: string) => `client secret of ${organisationId}`

/** The client secret of an organisation's provider, as it is stored. */
export function sealClientSecret(vault: Vault, organisationId: string, secret: string): string {
  return vault.seal(secret, useOf(organisationId))
}

/** The stored client secret of an organisation's provider. */
export function unsealClientSecret(vault: Vault, organisationId: string, sealed: string): string {
  return vault.unseal(sealed, useOf(organisationId))
}

/** Seals all client secrets with another key. */
export async function resealClientSecrets(trx: Transaction, from: Vault, to: Vault): Promise<void> {
  const rows = await trx
    .selectFrom('identity_providers')
    .select(['organisation_id', 'sealed_secret'])
    .where('sealed_secret', 'is not', null)
    .execute()
  for (const { organisation_id: organisationId, sealed_secret: sealed } of rows)
    await trx
      .updateTable('identity_providers')
      .set({
        sealed_secret: sealClientSecret(
          to,
          organisationId,
          unsealClientSecret(from, organisationId, sealed ?? ''),
        ),
      })
      .where('organisation_id', '=', organisationId)
      .execute()
}

/** Drops the client secrets that nobody can open any more; passwords sign in until each provider has been given its secret again. */
export async function dropClientSecrets(trx: Transaction): Promise<void> {
  await trx
    .updateTable('identity_providers')
    .set({ sealed_secret: null, is_enforced: false })
    .where('sealed_secret', 'is not', null)
    .execute()
}
