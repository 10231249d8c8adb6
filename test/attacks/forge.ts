import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { unsealSigningKey } from '../../src/system/access/access-tokens.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { addPerson, makeOrganisation, type TestOrganisation, type TestPerson } from '../factories.ts'
import { openTestSecrets } from '../secrets.ts'

/** Who forges tokens: somebody with a good one, with our own key as well, and with the tools to change one thing at a time. */
export interface Forger {
  service: TestApp
  farm: TestOrganisation
  /** Signed in as a viewer, with a good token. */
  ann: TestPerson
  /** The key that this installation signs with, so that a refusal is for the change alone. */
  ours: { id: string; key: KeyObject }
  /** What a good token of Ann's says. */
  claims: Record<string, unknown>
  header: Record<string, unknown>
  /** The service's now, in seconds. */
  now: number
  /** An issuer that the service trusts, and its key. */
  issuer: { url: string; key: CryptoKey; claims: Record<string, unknown> }
  /** Somebody's server, and what it was asked: keys must never be fetched from where a token says. */
  lair: { url: string; asked: string[] }
  close: () => Promise<void>
}

const AUDIENCE = 'granary-client'

export async function openForger(): Promise<Forger> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] })
  const issuer = await listen(() => keys)
  const asked: string[] = []
  const lair = await listen((url) => {
    asked.push(url)
    return keys
  })
  const service = await openTestApp({
    settings: { trustedIssuers: [{ issuer: issuer.url, audience: AUDIENCE, jwksUri: `${issuer.url}/keys` }] },
  })
  const farm = await makeOrganisation(service)
  const ann = await addPerson(service, farm, 'viewer')
  const { vault } = await openTestSecrets(service.database)
  const stored = await service.database.db
    .selectFrom('signing_keys')
    .select(['id', 'sealed_private_key'])
    .executeTakeFirstOrThrow()
  const [header, claims] = ann.accessToken
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const now = service.clock.now().getTime() / 1000
  return {
    service,
    farm,
    ann,
    ours: { id: stored.id, key: createPrivateKey({ key: unsealSigningKey(vault, stored), format: 'jwk' }) },
    claims,
    header,
    now,
    issuer: {
      url: issuer.url,
      key: privateKey,
      claims: {
        iss: issuer.url,
        aud: AUDIENCE,
        exp: now + 300,
        sub: 's',
        email: ann.email,
        email_verified: true,
      },
    },
    lair: { url: lair.url, asked },
    async close() {
      await service.close()
      issuer.server.close()
      lair.server.close()
    },
  }
}

async function listen(answer: (url: string) => string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => void response.end(answer(request.url ?? '')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** One part of a token: any JSON, or text as it is. */
export function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

/** A token signed with our own key, whatever it says: by hand, since a library would not sign everything. */
export function sealed(
  { ours }: Forger,
  header: unknown,
  claims: unknown,
  dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363',
): string {
  const signed = `${part(header)}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: ours.key, dsaEncoding })
  return `${signed}.${signature.toString('base64url')}`
}

/** A token of the issuer that is trusted, with other claims or another header. */
export async function issued(
  { issuer }: Forger,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT({ ...issuer.claims, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header })
    .sign(issuer.key)
}
