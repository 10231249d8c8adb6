import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { PublicRequest } from '../../http/operation.ts'
import type { Refusal } from '../../kernel/errors.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { AccessTokens } from '../access/access-tokens.ts'
import { unauthenticated } from '../access/rules.ts'
import type { SignInResult } from '../access/schema.ts'
import { hashSecret } from '../access/secrets.ts'
import { enter } from '../access/sign-in.ts'
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
import type { FactorBody } from './schema.ts'

/** Whoever answered a challenge rightly. The proof is left out where it was spent already, and an organisation was still to be chosen. */
export interface CheckedFactor {
  userId: string
  proof?: Proof
  counted?: CountedAttempts
}

/**
 * Checks the factor that answers a challenge of signing in. It says alike of a wrong code, a used one and another's passkey that it is wrong.
 *
 * @throws Refusal `unauthenticated` for a wrong factor or a challenge that is gone; `rate_limited` after too many failures
 */
export async function checkSignInFactor(
  db: Kysely<Tables>,
  vault: Vault,
  { now, address, origin }: PublicRequest,
  body: FactorBody,
): Promise<CheckedFactor> {
  const { userId, isProved } = await getChallenge(db, body.challenge, { purpose: 'sign-in', now })
  if (isProved && userId !== undefined) return { userId }
  ensureOneFactor(body)
  const { code, passkey, challenge: token } = body
  const counted = userId === undefined ? undefined : await countFactorAttempt(db, { userId, address, now })
  if (passkey) {
    const proved = await provePasskey(db, { userId, now, origin }, { passkey, token })
    if (proved) return { ...proved, ...(counted && { counted }) }
  }
  if (code != null && userId !== undefined) {
    const proof = await proveCode(db, vault, { userId, now, origin }, code)
    if (proof) return { userId, proof, ...(counted && { counted }) }
  }
  throw wrongFactor(code == null ? 'passkey' : 'code')
}

/**
 * Signs in whoever answered a challenge. Somebody in several organisations who names none is answered the list, and sends the same challenge
 * again with one of them and no factor.
 *
 * @throws Refusal `unauthenticated` for a factor that was used meanwhile, or somebody suspended; `forbidden` for an organisation that is not theirs
 */
export async function signInByFactor(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  {
    checked,
    challenge,
    organisationId,
  }: { checked: CheckedFactor } & Pick<FactorBody, 'challenge' | 'organisationId'>,
): Promise<SignInResult> {
  const { now } = request
  const { userId, proof, counted } = checked
  await getChallenge(trx, challenge, { purpose: 'sign-in', now, isLocked: true })
  const providerOrganisationId = await providerOrganisationOf(trx, challenge)
  if (proof && !(await spendProof(trx, userId, proof, now))) throw wrongFactor('code')
  if (counted) await countSuccess(trx, counted)
  const user = await trx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!user) throw wrongFactor('code')
  const entered = await enter(trx, tokens, user, {
    organisationId: providerOrganisationId ?? organisationId,
    request,
    provider: providerOrganisationId === undefined ? undefined : { hasFactor: false },
  })
  if (entered.accessToken !== null) await closeChallenge(trx, challenge)
  else
    await trx
      .updateTable('factor_challenges')
      .set({ proved_at: now, user_id: userId })
      .where('token_hash', '=', hashSecret(challenge))
      .execute()
  return entered
}

/** The organisation whose own provider has proved whoever is asked; undefined where a password has. */
async function providerOrganisationOf(trx: Transaction, challenge: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('factor_challenges')
    .select('provider_organisation_id')
    .where('token_hash', '=', hashSecret(challenge))
    .executeTakeFirst()
  return row?.provider_organisation_id ?? undefined
}

function wrongFactor(by: 'code' | 'passkey'): Refusal {
  return unauthenticated(message('factorIsWrong', { by }))
}
