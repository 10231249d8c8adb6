import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import type { Vault } from '../../kernel/vault.ts'
import { ensureSession } from '../access/credentials.ts'
import type { FactorChallenge } from '../access/factor-challenge-schema.ts'
import { challengeFor } from '../access/factor-challenges.ts'
import { checkPassword, ensureUnchanged, inHashingTurn, type KnownUser } from '../access/passwords.ts'
import { countSuccess, type CountedAttempts } from '../access/sign-in-limits.ts'
import { message } from '../../words/catalogue.ts'
import {
  closeChallenge,
  countFactorAttempt,
  ensureOneFactor,
  getChallenge,
  proveCode,
  provePasskey,
  spendProof,
  type Proof,
} from './prove-factor.ts'
import type { StepUpBody } from './schema.ts'

type CheckedStepUp =
  | { checked: KnownUser }
  | { proof: Proof; counted: CountedAttempts; challenge: string | undefined }

/**
 * Asks the caller for a passkey of theirs.
 *
 * @throws Refusal `invalid_input` for a key; `not_found` for somebody without a second factor
 */
export async function beginStepUp(trx: Transaction, actor: Actor, origin: string): Promise<FactorChallenge> {
  ensureSession(actor)
  const asked = await challengeFor(trx, actor.userId, { now: actor.now, origin }, 'step-up')
  if (!asked) throw new Refusal('not_found', message('hasNoFactor', {}))
  return asked
}

/**
 * Checks what the caller shows to go on: a factor, or the password where they have none.
 *
 * @throws Refusal `invalid_input` for a wrong one; `rate_limited` after too many failures
 */
export async function checkStepUp(
  db: Kysely<Tables>,
  vault: Vault,
  actor: Actor,
  { body, origin }: { body: StepUpBody; origin: string },
): Promise<CheckedStepUp> {
  ensureSession(actor)
  const { userId, now, factors = [] } = actor
  if (factors.length === 0) return { checked: await checkOwnPassword(db, actor, body.password) }
  ensureOneFactor(body)
  const { code, passkey, challenge } = body
  const counted = await countFactorAttempt(db, { userId, address: undefined, now })
  const showing = { userId, now, origin }
  if (code != null) {
    const proof = await proveCode(db, vault, showing, code)
    if (proof) return { proof, counted, challenge: undefined }
  } else if (passkey && challenge != null) {
    const asked = await getChallenge(db, challenge, { purpose: 'step-up', now }).catch(refuseGone)
    const own = asked.userId === userId ? { passkey, token: challenge } : undefined
    const proved = own && (await provePasskey(db, showing, own))
    if (proved) return { proof: proved.proof, counted, challenge }
  }
  throw wrongFactor(code == null ? 'passkey' : 'code')
}

async function checkOwnPassword(
  db: Kysely<Tables>,
  { userId, now }: Actor,
  password: string | null | undefined,
): Promise<KnownUser> {
  if (password == null) refuseFaults([fault('password', message('isNeeded', {}), 'required')])
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const attempt = { email, address: undefined, now }
  return inHashingTurn((hasher) =>
    checkPassword(db, hasher, { attempt, password, wrong: wrongFactor('password') }),
  )
}

/**
 * Notes with the session that its person has just shown who they are.
 *
 * @throws Refusal `invalid_input` for a factor that was used meanwhile
 */
export async function stepUp(
  trx: Transaction,
  actor: Actor,
  checked: CheckedStepUp,
): Promise<Acknowledgement> {
  const { userId, now } = actor
  if ('checked' in checked) await ensureUnchanged(trx, checked.checked, wrongFactor('password'))
  else {
    const { proof, counted, challenge } = checked
    if (challenge !== undefined) {
      await getChallenge(trx, challenge, { purpose: 'step-up', now, isLocked: true }).catch(refuseGone)
      await closeChallenge(trx, challenge)
    }
    if (!(await spendProof(trx, userId, proof, now)))
      throw wrongFactor(challenge === undefined ? 'code' : 'passkey')
    await countSuccess(trx, counted)
  }
  await trx.updateTable('sessions').set({ proved_at: now }).where('id', '=', ensureSession(actor)).execute()
  return acknowledge(actor, message('steppedUp', {}))
}

/** Whoever is signed in stays so: only the question is too old. */
function refuseGone(error: unknown): never {
  if (error instanceof Refusal && error.code === 'unauthenticated')
    refuseFaults([fault('challenge', message('challengeIsOver', {}), 'too_late')])
  throw error
}

function wrongFactor(by: 'code' | 'passkey' | 'password'): Refusal {
  return new Refusal('invalid_input', message('factorIsWrong', { by }), {
    faults: [fault(by, message('isNotRight', {}), 'wrong')],
  })
}
