import {
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Transaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { KeySet, PublicKey } from './schema.ts'

/** Seconds for which an access token is good. Suspension and revocation do not wait for it: they are asked at every request. */
export const ACCESS_TOKEN_SECONDS = 600

const ISSUER = 'granary'
export const AUDIENCE = 'granary-api'
const ALGORITHM = 'ES256'

/** Claims of an access token: user, session and organisation. Everything else is looked up at every request. */
export interface AccessClaims {
  userId: string
  sessionId: string
  organisationId: string
}

/** Makes and reads our own access tokens. */
export interface AccessTokens {
  sign(claims: AccessClaims, now: Date): Promise<string>
  /** The claims of a token that is ours, unchanged and not expired; undefined for every other. */
  verify(token: string, now: Date): Promise<AccessClaims | undefined>
  /** The public halves of the keys, for whoever wants to check a token. */
  keySet(): KeySet
  /** Reads the keys from the database again. */
  reload(): Promise<void>
}

interface SigningKey {
  id: string
  privateKey: CryptoKey | Uint8Array
  publicKey: CryptoKey | Uint8Array
  publicJwk: PublicKey
}

/** Opens the signing keys, making the first one where there is none. Processes on one database share them. */
export async function openAccessTokens(
  database: Database,
  vault: Vault,
  clock: () => Date,
): Promise<AccessTokens> {
  await ensureSigningKey(database, vault, clock())
  let keys = await loadKeys(database, vault)

  return {
    async sign({ userId, sessionId, organisationId }, now) {
      const [newest] = keys
      if (!newest) throw new Error('there is no signing key')
      const issuedAt = Math.floor(now.getTime() / 1000)
      return new SignJWT({ sid: sessionId, org: organisationId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid: newest.id })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(newest.privateKey)
    },

    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = keys.find(({ id }) => id === kid)
            if (!key) throw new errors.JWKSNoMatchingKey()
            return key.publicKey
          },
          {
            algorithms: [ALGORITHM],
            typ: 'at+jwt',
            issuer: ISSUER,
            audience: AUDIENCE,
            currentDate: now,
            requiredClaims: ['exp', 'sub', 'sid', 'org'],
          },
        )
        const { sub, sid, org } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || typeof org !== 'string') return undefined
        return { userId: sub, sessionId: sid, organisationId: org }
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },

    keySet() {
      return { keys: keys.map(({ publicJwk }) => publicJwk) }
    },

    async reload() {
      keys = await loadKeys(database, vault)
    },
  }
}

/** Makes the first key; of several processes that start at once, one does and the others wait for it. */
async function ensureSigningKey({ db }: Database, vault: Vault, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('granary signing keys'))`.execute(trx)
    const standing = await trx
      .selectFrom('signing_keys')
      .select('id')
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (!standing) await storeSigningKey(trx, vault, now)
  })
}

const useOf = (id: string) => `signing key ${id}`

/** Makes a key and stores it, its private half sealed. */
export async function storeSigningKey(trx: Transaction, vault: Vault, now: Date): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const id = newId()
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(privateKey), exportJWK(publicKey)])
  await trx
    .insertInto('signing_keys')
    .values({
      id,
      sealed_private_key: vault.seal(JSON.stringify(privateJwk), useOf(id)),
      public_jwk: JSON.stringify({ ...publicJwk, kid: id, alg: ALGORITHM, use: 'sig' }),
      created_at: now,
    })
    .execute()
}

/** The private half of a stored key, as a JSON Web Key. */
export function unsealSigningKey(
  vault: Vault,
  { id, sealed_private_key: sealed }: { id: string; sealed_private_key: string },
): JWK {
  // We wrote it ourselves.
  return JSON.parse(vault.unseal(sealed, useOf(id))) as JWK
}

/** The keys in use, the one to sign with first. */
async function loadKeys({ db }: Database, vault: Vault): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['id', 'sealed_private_key', 'public_jwk'])
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const { id } = row
      // We wrote this column ourselves, as a JSON Web Key.
      const publicJwk = row.public_jwk as PublicKey
      const [privateKey, publicKey] = await Promise.all([
        importJWK(unsealSigningKey(vault, row), ALGORITHM),
        importJWK({ ...publicJwk }, ALGORITHM),
      ])
      return { id, privateKey, publicKey, publicJwk }
    }),
  )
}
