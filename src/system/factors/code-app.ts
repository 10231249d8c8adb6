import type { Transaction } from '../../db/transaction.ts'
import type { Actor, Factor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import type { Vault } from '../../kernel/vault.ts'
import { ensureSession } from '../access/credentials.ts'
import { message } from '../../words/catalogue.ts'
import { codeAppAddress, newCodeSecret, stepOfCode } from './code-app-codes.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import type { CodeAppBegun, FactorAdded } from './schema.ts'
import { noteFactors, sealCodeSecret, unsealCodeSecret } from './seal-codes.ts'
import { appendAccountEvent } from './account-events.ts'

/**
 * Begins to set up a code app. It counts once `confirmCodeApp` has seen a code of it.
 *
 * @throws Refusal `already_exists` where there is one
 */
export async function beginCodeApp(trx: Transaction, vault: Vault, actor: Actor): Promise<CodeAppBegun> {
  ensureSession(actor)
  const { userId, now } = actor
  const { email } = await lockUser(trx, userId)
  const secret = newCodeSecret()
  const row = { sealed_secret: sealCodeSecret(vault, userId, secret), created_at: now }
  const begun = await trx
    .insertInto('code_apps')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('code_apps.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) throw new Refusal('already_exists', message('hasCodeApp', {}))
  return { secret, address: codeAppAddress(secret, email) }
}

/** Locks a person, so that two changes of their factors take turns. */
export async function lockUser(trx: Transaction, userId: string): Promise<{ email: string }> {
  return trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Finishes setting up a code app with the first code that it shows.
 *
 * @throws Refusal `not_found` where none was begun; `invalid_input` for a wrong code
 */
export async function confirmCodeApp(
  trx: Transaction,
  vault: Vault,
  actor: Actor,
  { code }: { code: string },
): Promise<FactorAdded> {
  ensureSession(actor)
  const { userId, now } = actor
  await lockUser(trx, userId)
  const app = await trx
    .selectFrom('code_apps')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!app) throw new Refusal('not_found', message('noCodeAppBegun', {}))
  const step = stepOfCode(unsealCodeSecret(vault, userId, app.sealed_secret), code.replaceAll(/\s/g, ''), now)
  if (step === undefined) refuseFaults([fault('code', message('isNotItsCode', {}), 'wrong')])
  await trx
    .updateTable('code_apps')
    .set({ confirmed_at: now, used_step: step })
    .where('user_id', '=', userId)
    .execute()
  return afterAdding(trx, actor, 'code')
}

/** Notes the new factor, and gives recovery codes to whoever has none. */
export async function afterAdding(trx: Transaction, actor: Actor, factor: Factor): Promise<FactorAdded> {
  await noteFactors(trx, actor.userId)
  await appendAccountEvent(trx, actor, { type: 'user.factor_added', data: { factor } })
  const recoveryCodes =
    (await countRecoveryCodes(trx, actor.userId)) > 0 ? [] : await replaceRecoveryCodes(trx, actor.userId)
  return { ...acknowledge(actor, message('factorIsAdded', { codes: recoveryCodes.length })), recoveryCodes }
}

/**
 * Takes the code app away.
 *
 * @throws Refusal `not_found`
 */
export async function removeCodeApp(trx: Transaction, actor: Actor): Promise<Acknowledgement> {
  ensureSession(actor)
  await lockUser(trx, actor.userId)
  const { numDeletedRows } = await trx
    .deleteFrom('code_apps')
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found', message('noCodeAppBegun', {}))
  await noteFactors(trx, actor.userId)
  await appendAccountEvent(trx, actor, { type: 'user.factor_removed', data: { factor: 'code' } })
  return acknowledge(actor, message('factorIsRemoved', {}))
}

/**
 * Ten new recovery codes, in the place of those of before.
 *
 * @throws Refusal `not_found` for somebody without a second factor
 */
export async function renewRecoveryCodes(trx: Transaction, actor: Actor): Promise<FactorAdded> {
  ensureSession(actor)
  await lockUser(trx, actor.userId)
  if ((actor.factors ?? []).length === 0) throw new Refusal('not_found', message('hasNoFactor', {}))
  const recoveryCodes = await replaceRecoveryCodes(trx, actor.userId)
  await appendAccountEvent(trx, actor, { type: 'user.recovery_codes_renewed', data: {} })
  return {
    ...acknowledge(actor, message('recoveryCodesAreNew', { codes: recoveryCodes.length })),
    recoveryCodes,
  }
}
