import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { factors, type Factor } from '../../http/actor.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { newId } from '../../kernel/ids.ts'
import type { FactorChallenge } from './factor-challenge-schema.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Long enough to fetch a telephone. */
const GOOD_FOR_SECONDS = 300

/** Purposes for which somebody is asked for a factor. An answer to one is no answer to another. */
export type ChallengePurpose = 'sign-in' | 'step-up' | 'registration'

/** When and where somebody is asked for a factor. */
export type AskedAt = Pick<PublicRequest, 'now' | 'origin'>

/** The name that the passkeys of an address are for: its host. */
export function passkeyHost(origin: string): string {
  return URL.parse(origin)?.hostname ?? ''
}

/** The challenge that a browser has a passkey sign: made from the token, which alone is kept, and only as a hash. */
export function signedChallenge(token: string): string {
  return createHash('sha256').update(`granary passkey ${token}`).digest('base64url')
}

/** Asks the person for the second factor that they have; undefined for somebody without one. */
export async function challengeFor(
  trx: Transaction,
  userId: string,
  asked: AskedAt,
  purpose: ChallengePurpose = 'sign-in',
): Promise<FactorChallenge | undefined> {
  const methods = await factorsOf(trx, userId)
  if (methods.length === 0) return undefined
  const token = await openChallenge(trx, { userId, purpose, now: asked.now })
  const allowed = methods.includes('passkey') ? await credentialsOf(trx, userId) : []
  return challengeOf(token, { methods, origin: asked.origin, allowed })
}

/** Asks whoever it is for a passkey, which says whose it is. */
export async function challengeAnybody(trx: Transaction, asked: AskedAt): Promise<FactorChallenge> {
  const token = await openChallenge(trx, { userId: null, purpose: 'sign-in', now: asked.now })
  return challengeOf(token, { methods: ['passkey'], origin: asked.origin, allowed: [] })
}

/** Stores that something is asked, and gives the token by which the answer is known. */
export async function openChallenge(
  trx: Transaction,
  { userId, purpose, now }: { userId: string | null; purpose: ChallengePurpose; now: Date },
): Promise<string> {
  const token = newSecret('challenge_')
  await trx
    .insertInto('factor_challenges')
    .values({
      id: newId(),
      token_hash: hashSecret(token),
      user_id: userId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + GOOD_FOR_SECONDS * 1000),
    })
    .execute()
  return token
}

function challengeOf(
  token: string,
  { methods, origin, allowed }: { methods: Factor[]; origin: string; allowed: Credential[] },
): FactorChallenge {
  return {
    challenge: token,
    methods,
    expiresInSeconds: GOOD_FOR_SECONDS,
    passkey: methods.includes('passkey')
      ? {
          challenge: signedChallenge(token),
          rpId: passkeyHost(origin),
          timeout: GOOD_FOR_SECONDS * 1000,
          // A passkey alone has to be two factors: the device, and whoever unlocks it.
          userVerification: allowed.length === 0 ? 'required' : 'preferred',
          allowCredentials: allowed,
        }
      : null,
  }
}

interface Credential {
  type: 'public-key'
  id: string
  transports: string[]
}

/** The passkeys of a person, as browsers are told of them. */
export async function credentialsOf(db: Kysely<Tables>, userId: string): Promise<Credential[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ credential_id: id, transports }) => ({
    type: 'public-key',
    id: id.toString('base64url'),
    transports,
  }))
}

/** The second factors that a person has set up. */
export async function factorsOf(db: Kysely<Tables>, userId: string): Promise<Factor[]> {
  const row = await db.selectFrom('users').select('factors').where('id', '=', userId).executeTakeFirst()
  return factors.filter((each) => row?.factors.includes(each))
}

/** Takes away all factors of a person, with what is being asked for them. */
export async function forgetFactors(trx: Transaction, userId: string): Promise<void> {
  for (const table of ['code_apps', 'passkeys', 'recovery_codes', 'factor_challenges'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await trx.updateTable('users').set({ factors: [] }).where('id', '=', userId).execute()
}

/** Takes back what a person is being asked: what they showed before it is good no more. */
export async function dropChallenges(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('factor_challenges').where('user_id', '=', userId).execute()
}

/** Clears out challenges that nobody answered. */
export async function purgeChallenges(db: Kysely<Tables>, now: Date): Promise<void> {
  await deleteInPieces(db, 'factor_challenges', sql`expires_at < ${now}`)
}
