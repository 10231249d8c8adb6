import type { Config } from '../../config.ts'
import type { Lock } from '../../system/archives/encryption.ts'

/** The lock that the settings name; undefined where backups are open. */
export function lockIn({
  recipients,
  passphrase,
}: Pick<Config['backups'], 'recipients' | 'passphrase'>): Lock | undefined {
  if (recipients.length > 0) return { recipients }
  return passphrase === undefined ? undefined : { passphrase }
}
