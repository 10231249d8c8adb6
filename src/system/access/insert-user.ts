import type { Transaction } from '../../db/transaction.ts'
import type { Role } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { emailOf } from './email.ts'

/** An account to be made. */
export interface NewUser {
  email: string
  givenName: string
  familyName: string
  passwordHash: string
  /** Whether it is known that whoever holds the account reads the mail of its address. */
  isEmailProved: boolean
  now: Date
}

/**
 * Makes an account, which belongs to no organisation yet. @returns its id
 *
 * @throws Refusal `already_exists` when the e-mail has an account
 */
export async function insertUser(trx: Transaction, user: NewUser): Promise<string> {
  const id = await insertUserIfNew(trx, user)
  if (id === undefined) throw new Refusal('already_exists', `${user.email} has an account already.`)
  return id
}

/**
 * Makes an account unless the e-mail has one, also one that is being made at this moment. @returns its id, or undefined where nothing
 * was made
 */
export async function insertUserIfNew(trx: Transaction, user: NewUser): Promise<string | undefined> {
  const made = await trx
    .insertInto('users')
    .values({
      id: newId(),
      email: emailOf(user.email),
      given_name: user.givenName,
      family_name: user.familyName,
      password_hash: user.passwordHash,
      email_proved_at: user.isEmailProved ? user.now : null,
      created_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Makes somebody a member. @returns whether they were none before; a member keeps the role they have */
export async function insertMember(
  trx: Transaction,
  member: { organisationId: string; userId: string; role: Role; now: Date },
): Promise<boolean> {
  const joined = await trx
    .insertInto('memberships')
    .values({
      organisation_id: member.organisationId,
      user_id: member.userId,
      role: member.role,
      created_at: member.now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'organisation_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return joined !== undefined
}
