import type { Transaction } from '../../db/transaction.ts'
import type { Role } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { API_KEY_PREFIX, hashSecret, newSecret } from './secrets.ts'

/** How much of a key is kept in the clear, so that a person can tell keys apart. */
const SHOWN_CHARACTERS = API_KEY_PREFIX.length + 4

/** Stores a new API key and answers its secret, which is never readable again. Whoever calls has decided that it may be made. */
export async function issueApiKey(
  trx: Transaction,
  key: {
    organisationId: string
    name: string
    role: Role
    /** Who answers for it: it stops when this person leaves or is suspended. Null at the command line. */
    madeBy: string | null
    /** The key that made it, which takes it along when it is revoked. */
    madeByKey: string | null
    expiresAt: Date | null
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
      key_hash: hashSecret(secret),
      prefix: secret.slice(0, SHOWN_CHARACTERS),
      created_by: key.madeBy,
      made_by_key: key.madeByKey,
      created_at: key.now,
      expires_at: key.expiresAt,
    })
    .execute()
  return { id, secret }
}
