import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { Refusal } from '../../kernel/errors.ts'
import { nameOfUser } from './name-of-user.ts'
import type { Hasher } from './passwords.ts'
import { countAttempt, countSuccess, type Attempt } from './sign-in-limits.ts'

export interface KnownUser {
  id: string
  email: string
  name: string
  status: 'active' | 'suspended'
  /** Whether it is known that whoever holds the account reads the mail of its address. */
  isEmailProved: boolean
  passwordHash: string | null
}

/**
 * The user with this e-mail, if the password is theirs; refuses alike, and after as much work, whether the e-mail is
 * unknown or the password wrong. Every failure is counted, and too many make the next ones wait. It is done in a turn for passwords,
 * before the transaction of what the password is asked for, which holds the user to it by `ensureUnchanged`.
 *
 * @throws Refusal `wrong` when the two do not go together; `rate_limited` after too many failures
 */
export async function checkPassword(
  db: Kysely<Tables>,
  { verify }: Hasher,
  { attempt, password, wrong }: { attempt: Attempt; password: string; wrong: Refusal },
): Promise<KnownUser> {
  const { counted, user } = await inTransaction(db, async (trx) => ({
    counted: await countAttempt(trx, attempt),
    user: await userByEmail(trx, attempt.email),
  }))
  const isRight = await verify(password, user?.passwordHash)
  if (!user || !isRight) throw wrong
  await inTransaction(db, (trx) => countSuccess(trx, counted))
  return user
}

/**
 * The user whose password was checked, as they are now. Locked, nobody gives them another password meanwhile: a session that is begun
 * with the old one is there to be ended with the others.
 *
 * @throws Refusal `wrong` where they have been given another password since
 */
export async function ensureUnchanged(
  trx: Transaction,
  checked: KnownUser,
  wrong: Refusal,
): Promise<KnownUser> {
  const user = await userByEmail(trx, checked.email, { isLocked: true })
  if (user?.id !== checked.id || user.passwordHash !== checked.passwordHash) throw wrong
  return user
}

/** The user with an e-mail address in lower case, or undefined. Locked, nobody changes them meanwhile. */
export async function userByEmail(
  trx: Kysely<Tables>,
  email: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<KnownUser | undefined> {
  const row = await trx
    .selectFrom('users')
    .select(['id', 'email', 'status', 'email_proved_at', 'password_hash', nameOfUser('users').as('name')])
    .where('email', '=', email)
    .$if(isLocked, (select) => select.forShare())
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      email: row.email,
      name: row.name,
      status: row.status === 'active' ? 'active' : 'suspended',
      isEmailProved: row.email_proved_at !== null,
      passwordHash: row.password_hash,
    }
  )
}
