import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { ensureSession } from '../access/credentials.ts'
import { credentialsOf, openChallenge, passkeyHost, signedChallenge } from '../access/factor-challenges.ts'
import { message } from '../../words/catalogue.ts'
import { afterAdding, lockUser } from './code-app.ts'
import { closeChallenge, getChallenge } from './prove-factor.ts'
import type { FactorAdded, NewPasskeyBody, PasskeyOptions } from './schema.ts'
import { noteFactors } from './seal-codes.ts'
import { appendAccountEvent } from './account-events.ts'

/** More are of nobody who still knows what they are of. */
const MOST_PASSKEYS = 20
/** EdDSA, ES256, RS256: those of all devices. What is newer the library would try out first, with a warning of Node's. */
const ALGORITHMS = [-8, -7, -257]

/** Begins to add a passkey: what a browser makes one from. */
export async function beginPasskey(trx: Transaction, actor: Actor, origin: string): Promise<PasskeyOptions> {
  ensureSession(actor)
  const { userId, userName, now } = actor
  const { email } = await lockUser(trx, userId)
  const known = await credentialsOf(trx, userId)
  if (known.length >= MOST_PASSKEYS)
    throw new Refusal('in_use', message('hasMostPasskeys', { most: MOST_PASSKEYS }))
  const token = await openChallenge(trx, { userId, purpose: 'registration', now })
  const { rp, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: 'Granary',
    rpID: passkeyHost(origin),
    userName: email,
    userDisplayName: userName,
    userID: new TextEncoder().encode(userId),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    challenge: token,
    passkey: {
      challenge: signedChallenge(token),
      rp: { id: rp.id ?? '', name: rp.name },
      user,
      pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      // Kept by the device with whose it is, so that it can be the only thing that is asked.
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      excludeCredentials: known,
    },
  }
}

interface MadePasskey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
}

/**
 * Checks what a browser made.
 *
 * @throws Refusal `invalid_input` for what was made for another challenge or address
 */
export async function checkNewPasskey(
  db: Kysely<Tables>,
  actor: Actor,
  { body, origin }: { body: NewPasskeyBody; origin: string },
): Promise<MadePasskey> {
  ensureSession(actor)
  await ensureOwnChallenge(db, actor, body.challenge)
  const { id, clientDataJSON, attestationObject } = body.passkey
  const made = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: signedChallenge(body.challenge),
    expectedOrigin: origin,
    expectedRPID: passkeyHost(origin),
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!made?.verified) refuseFaults([fault('passkey', message('isNoPasskeyOfThis', {}), 'wrong')])
  const { credential } = made.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  }
}

async function ensureOwnChallenge(
  db: Kysely<Tables>,
  { userId, now }: Actor,
  token: string,
  isLocked = false,
): Promise<void> {
  const asked = await getChallenge(db, token, { purpose: 'registration', now, isLocked }).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    },
  )
  if (asked?.userId !== userId) refuseFaults([fault('challenge', message('challengeIsOver', {}), 'too_late')])
}

/**
 * Adds a passkey that was checked.
 *
 * @throws Refusal `already_exists` for one that somebody has
 */
export async function addPasskey(
  trx: Transaction,
  actor: Actor,
  { challenge, name, passkey }: NewPasskeyBody,
  made: MadePasskey,
): Promise<FactorAdded> {
  const { userId, now } = actor
  await lockUser(trx, userId)
  await ensureOwnChallenge(trx, actor, challenge, true)
  await closeChallenge(trx, challenge)
  const added = await trx
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: userId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: passkey.transports ?? [],
      name: tidied(name),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Refusal('already_exists', message('passkeyIsTaken', {}))
  return afterAdding(trx, actor, 'passkey')
}

/**
 * Takes a passkey of the caller's away.
 *
 * @throws Refusal `not_found`, also for somebody else's
 */
export async function removePasskey(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  ensureSession(actor)
  await lockUser(trx, actor.userId)
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('id', '=', isId(id) ? id : null)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('passkey', id)
  await noteFactors(trx, actor.userId)
  await appendAccountEvent(trx, actor, { type: 'user.factor_removed', data: { factor: 'passkey' } })
  return acknowledge(actor, message('factorIsRemoved', {}))
}
