import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import type { Vault } from '../../kernel/vault.ts'
import { passkeyHost, signedChallenge, type ChallengePurpose } from '../access/factor-challenges.ts'
import { unauthenticated } from '../access/rules.ts'
import { hashSecret } from '../access/secrets.ts'
import { countAttempt, type CountedAttempts } from '../access/sign-in-limits.ts'
import { message } from '../../words/catalogue.ts'
import { stepOfCode } from './code-app-codes.ts'
import { recoveryHash } from './recovery-codes.ts'
import type { FactorShown, PasskeyShown } from './schema.ts'
import { unsealCodeSecret } from './seal-codes.ts'

/** A factor that was shown and is right. It counts once it is spent, which happens only once. */
export type Proof =
  | { kind: 'code'; step: number }
  | { kind: 'recovery'; hash: Buffer }
  | { kind: 'passkey'; id: string; before: number; counter: number }

/** The person whose factor is shown, the moment, and the place. */
export interface Showing {
  userId: string
  now: Date
  /** The address at which the browser reached the service. */
  origin: string
}

const SIX_DIGITS = /^\d{6}$/

/** Checks a code: of the code app, or a recovery code. */
export async function proveCode(
  db: Kysely<Tables>,
  vault: Vault,
  { userId, now }: Showing,
  typed: string,
): Promise<Proof | undefined> {
  const code = typed.replaceAll(/[\s-]/g, '')
  if (!SIX_DIGITS.test(code)) return { kind: 'recovery', hash: recoveryHash(code) }
  const app = await db
    .selectFrom('code_apps')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = app && stepOfCode(unsealCodeSecret(vault, userId, app.sealed_secret), code, now)
  return step === undefined ? undefined : { kind: 'code', step }
}

/**
 * Checks what a passkey signed, and finds whose it is. Alone, it must say that its device was unlocked: with a PIN, a finger, a face.
 *
 * @returns undefined for another person's passkey, another challenge or address, or a count that went back
 */
export async function provePasskey(
  db: Kysely<Tables>,
  { userId, origin }: Omit<Showing, 'userId'> & { userId: string | undefined },
  { passkey, token }: { passkey: PasskeyShown; token: string },
): Promise<{ userId: string; proof: Proof } | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(passkey.id, 'base64url'))
    .executeTakeFirst()
  if (!row || (userId !== undefined && row.user_id !== userId)) return undefined
  const { id, ...response } = passkey
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: signedChallenge(token),
      expectedOrigin: origin,
      expectedRPID: passkeyHost(origin),
      requireUserVerification: userId === undefined,
      credential: { id, publicKey: Uint8Array.from(row.public_key), counter: row.counter },
    })
    if (!verified) return undefined
    const { newCounter: counter } = authenticationInfo
    return { userId: row.user_id, proof: { kind: 'passkey', id: row.id, before: row.counter, counter } }
  } catch {
    // The library throws for everything that is wrong with an answer, and whoever shows it learns none of it.
    return undefined
  }
}

/**
 * Counts an attempt to show a factor, as a failure until `countSuccess`: as many are free as with passwords.
 *
 * @throws Refusal `rate_limited`
 */
export async function countFactorAttempt(
  db: Kysely<Tables>,
  { userId, address, now }: { userId: string; address: string | undefined; now: Date },
): Promise<CountedAttempts> {
  return inTransaction(db, (trx) => countAttempt(trx, { email: `factor of ${userId}`, address, now }))
}

/** Uses a proof up. @returns false where another request was first with it */
export async function spendProof(
  trx: Transaction,
  userId: string,
  proof: Proof,
  now: Date,
): Promise<boolean> {
  switch (proof.kind) {
    case 'code': {
      const { numUpdatedRows } = await trx
        .updateTable('code_apps')
        .set({ used_step: proof.step })
        .where('user_id', '=', userId)
        .where('used_step', '<', proof.step)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    }
    case 'recovery': {
      const { numDeletedRows } = await trx
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', proof.hash)
        .executeTakeFirst()
      return numDeletedRows > 0n
    }
    case 'passkey': {
      const { numUpdatedRows } = await trx
        .updateTable('passkeys')
        .set({ counter: proof.counter, last_used_at: now })
        .where('id', '=', proof.id)
        .where('counter', '=', proof.before)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    }
  }
}

/** A question to somebody, as it is kept. */
export interface OpenChallenge {
  userId: string | undefined
  isProved: boolean
}

/**
 * The open challenge of a token. Locked, it is answered once.
 *
 * @throws Refusal `unauthenticated` for one that is not known, was answered, has expired, or asked for something else
 */
export async function getChallenge(
  db: Kysely<Tables>,
  token: string,
  { purpose, now, isLocked = false }: { purpose: ChallengePurpose; now: Date; isLocked?: boolean },
): Promise<OpenChallenge> {
  const row = await db
    .selectFrom('factor_challenges')
    .select(['user_id', 'proved_at'])
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$if(isLocked, (select) => select.forUpdate())
    .executeTakeFirst()
  if (!row) throw unauthenticated(message('challengeIsGone', {}))
  return { userId: row.user_id ?? undefined, isProved: row.proved_at !== null }
}

/** Takes a challenge away: it was answered. */
export async function closeChallenge(trx: Transaction, token: string): Promise<void> {
  await trx.deleteFrom('factor_challenges').where('token_hash', '=', hashSecret(token)).execute()
}

/** @throws Refusal `invalid_input` unless exactly one factor is shown */
export function ensureOneFactor({ code, passkey }: FactorShown): void {
  if ((code == null) === (passkey == null))
    refuseFaults([fault('code', message('needsOneFactor', {}), 'required')])
}
