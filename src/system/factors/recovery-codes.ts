import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { hashSecret, newTypedCode, plainCode } from '../access/secrets.ts'

const COUNT = 10

/** Gives a person ten new recovery codes, each good once; those of before are good no more. */
export async function replaceRecoveryCodes(trx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newTypedCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(code) })))
    .execute()
  return codes
}

/** The hash of a recovery code, however it was typed. */
export function recoveryHash(code: string): Buffer {
  return hashSecret(plainCode(code))
}

/** Counts the recovery codes that a person has left. */
export async function countRecoveryCodes(db: Kysely<Tables>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
