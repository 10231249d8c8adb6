import type { Database } from '../src/db/open.ts'
import type { Secrets } from '../src/kernel/vault.ts'
import { openVault, type SecretKeySource } from '../src/system/vault/vault.ts'

/** The SECRET_KEY of the services that tests start, which share databases as processes of one installation do. */
export const TEST_SECRET_KEY = 'a secret key for tests, known to everybody'

export const testSecretKey: SecretKeySource = {
  place: 'SECRET_KEY',
  read: () => [TEST_SECRET_KEY],
  make: () => TEST_SECRET_KEY,
}

/** Opens what is sealed in a database of a test. */
export function openTestSecrets(database: Pick<Database, 'db'>): Promise<Secrets> {
  return openVault(database, testSecretKey, new Date())
}
