import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { hashSecret } from './secrets.ts'

/** Without those that people take for another: 0 and O, 1, I and L, U and V. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const LENGTH = 16

/**
 * Makes a one-time code with which somebody who reads the terminal makes the first organisation in a browser. Each process that starts
 * makes one of its own, and all of them are good until there is an organisation.
 */
export async function makeSetupCode(db: Kysely<Tables>, now: Date): Promise<string> {
  const code = Array.from({ length: LENGTH }, randomLetter).join('')
  await db
    .insertInto('setup_codes')
    .values({ code_hash: hashSecret(code), created_at: now })
    .execute()
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Each letter as likely as any other: bytes beyond the last whole round are thrown again. */
function randomLetter(): string {
  for (;;) {
    const [byte = 0] = randomBytes(1)
    const letter = LETTERS[byte]
    if (letter !== undefined) return letter
    if (byte < LETTERS.length * 8) return LETTERS[byte % LETTERS.length] ?? ''
  }
}

/** Whether there is a code that an organisation can be made with. */
export async function isSetupOpen(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('setup_codes').select('code_hash').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Uses a code up, and with it all others. Whoever comes at the same moment waits, and is refused.
 *
 * @throws Refusal `invalid_input` at `code`
 */
export async function useSetupCode(trx: Transaction, typed: string): Promise<void> {
  const codes = await trx
    .selectFrom('setup_codes')
    .select('code_hash')
    .orderBy('code_hash')
    .forUpdate()
    .execute()
  refuseWrong(codes, typed)
  await dropSetupCodes(trx)
}

/**
 * Looks whether a code is good, without using it up.
 *
 * @throws Refusal `invalid_input` at `code`
 */
export async function ensureSetupCode(db: Kysely<Tables>, typed: string): Promise<void> {
  refuseWrong(await db.selectFrom('setup_codes').select('code_hash').execute(), typed)
}

function refuseWrong(codes: { code_hash: Buffer }[], typed: string): void {
  const hash = hashSecret(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
  if (codes.length === 0)
    refuseFaults([fault('code', 'is used up: there is an organisation already, so sign in', 'too_late')])
  if (!codes.some(({ code_hash }) => hash.equals(code_hash)))
    refuseFaults([fault('code', 'is not the code that the terminal shows', 'wrong')])
}

/** Once there is an organisation, nobody makes another one by a code. */
export async function dropSetupCodes(trx: Transaction): Promise<void> {
  await trx.deleteFrom('setup_codes').execute()
}
