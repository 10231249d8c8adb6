import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { hashSecret, newTypedCode, plainCode } from './secrets.ts'
import { message } from '../../words/catalogue.ts'

const GOOD_FOR_HOURS = 24

/**
 * Makes a one-time code with which somebody who reads the terminal makes the first organisation in a browser, within a day. A start ends the
 * codes of earlier ones: they stand in old logs.
 */
export async function makeSetupCode(db: Kysely<Tables>, now: Date): Promise<string> {
  const code = newTypedCode()
  await inTransaction(db, async (trx) => {
    await dropSetupCodes(trx)
    await trx
      .insertInto('setup_codes')
      .values({ code_hash: hashSecret(plainCode(code)), created_at: now })
      .execute()
  })
  return code
}

/** True if there is a code that an organisation can be made with. */
export async function isSetupOpen(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('setup_codes').select('code_hash').limit(1).executeTakeFirst()) !== undefined
}

function isGood({ created_at }: { created_at: Date }, now: Date): boolean {
  return now.getTime() - created_at.getTime() <= GOOD_FOR_HOURS * 3_600_000
}

/**
 * Uses a code up, and with it all others. Whoever comes at the same moment waits, and is refused.
 *
 * @throws Refusal `invalid_input` at `code`
 */
export async function useSetupCode(trx: Transaction, typed: string, now: Date): Promise<void> {
  const codes = await trx
    .selectFrom('setup_codes')
    .select(['code_hash', 'created_at'])
    .orderBy('code_hash')
    .forUpdate()
    .execute()
  refuseWrong(codes, typed, now)
  await dropSetupCodes(trx)
}

/**
 * Looks whether a code is good, without using it up.
 *
 * @throws Refusal `invalid_input` at `code`
 */
export async function ensureSetupCode(db: Kysely<Tables>, typed: string, now: Date): Promise<void> {
  refuseWrong(await db.selectFrom('setup_codes').select(['code_hash', 'created_at']).execute(), typed, now)
}

function refuseWrong(codes: { code_hash: Buffer; created_at: Date }[], typed: string, now: Date): void {
  const hash = hashSecret(plainCode(typed))
  if (codes.length === 0) refuseFaults([fault('code', message('setupCodeIsUsedUp', {}), 'too_late')])
  const found = codes.find(({ code_hash }) => hash.equals(code_hash))
  if (!found) refuseFaults([fault('code', message('setupCodeIsWrong', {}), 'wrong')])
  else if (!isGood(found, now))
    refuseFaults([fault('code', message('setupCodeIsTooOld', { hours: GOOD_FOR_HOURS }), 'too_late')])
}

/** Once there is an organisation, nobody makes another one by a code. */
export async function dropSetupCodes(trx: Transaction): Promise<void> {
  await trx.deleteFrom('setup_codes').execute()
}
