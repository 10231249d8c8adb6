import type { Transaction } from '../../db/transaction.ts'
import type { Refusal } from '../../kernel/errors.ts'
import { keepDespiteRefusal } from './keep-despite-refusal.ts'
import { nameOfUser } from './name-of-user.ts'
import { verifyPassword } from './passwords.ts'
import { countFailure, countSuccess, ensureMayTry, type Attempt } from './sign-in-limits.ts'

export interface KnownUser {
  id: string
  email: string
  name: string
  status: 'active' | 'suspended'
  passwordHash: string | null
}

/**
 * The user with this e-mail, if the password is theirs; refuses alike, and after as much work, whether the e-mail is
 * unknown or the password wrong. Every failure is counted, and too many make the next ones wait.
 *
 * @throws Refusal `wrong` when the two do not go together; `rate_limited` after too many failures
 */
export async function checkPassword(
  trx: Transaction,
  attempt: Attempt,
  password: string,
  wrong: Refusal,
): Promise<KnownUser> {
  const counted = await ensureMayTry(trx, attempt)
  const user = await userByEmail(trx, attempt.email, { isLocked: true })
  const isRight = await verifyPassword(password, user?.passwordHash)
  if (!user || !isRight) return keepDespiteRefusal(trx, wrong, () => countFailure(trx, counted))
  await countSuccess(trx, counted)
  return user
}

/**
 * The user with an e-mail address in lower case, or undefined. Locked, nobody gives them another password meanwhile: a
 * session that is begun with the old one is there to be ended with the others.
 */
export async function userByEmail(
  trx: Transaction,
  email: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<KnownUser | undefined> {
  const row = await trx
    .selectFrom('users')
    .select(['id', 'email', 'status', 'password_hash', nameOfUser('users').as('name')])
    .where('email', '=', email)
    .$if(isLocked, (select) => select.forShare())
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      email: row.email,
      name: row.name,
      status: row.status === 'active' ? 'active' : 'suspended',
      passwordHash: row.password_hash,
    }
  )
}
