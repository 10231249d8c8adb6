import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, refuseFaults } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/time.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import { resetLifetimes } from '../access/sessions.ts'
import { appendChanges } from '../events/append-event.ts'
import type { SignInRules, SignInRulesBody } from './schema.ts'

/** Reads the rules of the caller's organisation for those who sign in. */
export async function getSignInRules(db: Kysely<Tables>, { organisationId }: Actor): Promise<SignInRules> {
  const row = await db
    .selectFrom('organisations')
    .select(['second_factor', 'second_factor_from', 'session_days', 'idle_minutes'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return {
    secondFactor: row.second_factor === 'required' ? 'required' : 'optional',
    secondFactorFromUTC: row.second_factor_from?.toISOString() ?? null,
    sessionDays: row.session_days,
    idleMinutes: row.idle_minutes,
  }
}

/**
 * Changes the rules of the organisation for those who sign in. Open sessions end as if they had been begun under the new rules.
 *
 * @throws Refusal `invalid_input` for a date that cannot be read
 */
export async function changeSignInRules(
  trx: Transaction,
  caller: Actor,
  { secondFactor, secondFactorFromISO, sessionDays, idleMinutes }: SignInRulesBody,
): Promise<SignInRules> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const { organisationId, now, timeZone } = actor
  const before = await getSignInRules(trx, actor)
  const from = secondFactorFromISO == null ? now : parseInstant(secondFactorFromISO, timeZone)
  if (!from) refuseFaults([dateFault('secondFactorFromISO')])
  const isRequired = secondFactor === 'required'
  // What is required already does not begin anew because it is said again.
  const stays = isRequired && before.secondFactor === 'required' && secondFactorFromISO == null
  await trx
    .updateTable('organisations')
    .set({
      second_factor: secondFactor,
      session_days: sessionDays,
      idle_minutes: idleMinutes,
      ...(!stays && { second_factor_from: isRequired ? from : null }),
    })
    .where('id', '=', organisationId)
    .execute()
  await resetLifetimes(trx, organisationId, now)
  const after = await getSignInRules(trx, actor)
  const event = {
    type: 'organisation.sign_in_rules_changed',
    subject: organisationId,
    data: { ...after },
  } as const
  await appendChanges(trx, actor, [{ before, after, event }])
  return after
}
