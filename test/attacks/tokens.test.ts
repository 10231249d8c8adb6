import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { addPerson, makeOrganisation } from '../factories.ts'
import { issued, openForger, part, sealed, type Forger } from './forge.ts'

// Credentials that are nearly good, beyond those beside the code that reads them (src/system/access). Each changes one thing.

let forger: Forger
let elsewhere: TestApp
beforeAll(async () => {
  forger = await openForger()
  elsewhere = await openTestApp()
})
afterAll(async () => {
  await forger.close()
  await elsewhere.close()
})

type Headers = Record<string, string>
type Attack = [
  what: string,
  make: (forger: Forger) => Promise<string | Headers> | string | Headers,
  status?: number,
]

const withHeader = (header: object) => (f: Forger) => sealed(f, { ...f.header, ...header }, f.claims)
const withClaims = (claims: object) => (f: Forger) => sealed(f, f.header, { ...f.claims, ...claims })
const without = (name: string) => (f: Forger) =>
  sealed(f, f.header, Object.fromEntries(Object.entries(f.claims).filter(([each]) => each !== name)))

const hmac = (secret: string | Buffer, header: object) => (f: Forger) => {
  const signed = `${part({ ...f.header, alg: 'HS256', ...header })}.${part(f.claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const headers: Attack[] = [
  ['no key id', (f) => sealed(f, { alg: 'ES256', typ: 'at+jwt' }, f.claims)],
  ['a path as key id, and what is there as secret', hmac('', { kid: '../../../../dev/null' })],
  ['SQL as key id', withHeader({ kid: "x' union select 'k' --" })],
  ['a number as key id', withHeader({ kid: 0 })],
  ['a list of key ids', withHeader({ kid: [true] })],
  ['a prototype as key id', withHeader({ kid: '__proto__' })],
  ['no alg', (f) => sealed(f, { typ: 'at+jwt', kid: f.header['kid'] }, f.claims)],
  ['alg null', withHeader({ alg: null })],
  ['a list of algs', withHeader({ alg: ['ES256'] })],
  ['alg in small letters', withHeader({ alg: 'es256' })],
  ['alg nOnE, and no signature', (f) => `${part({ ...f.header, alg: 'nOnE' })}.${part(f.claims)}.`],
  ['ES512 over the same curve', withHeader({ alg: 'ES512' })],
  ['HS256 with nothing as secret', hmac('', {})],
  ['HS256 with the key id as secret', (f) => hmac(f.ours.id, {})(f)],
  ['a header that must be understood and is not', withHeader({ crit: ['granary'], granary: true })],
  ['a critical header that is not there', withHeader({ crit: ['exp'] })],
  ['a payload that is not encoded', withHeader({ b64: false, crit: ['b64'] })],
  ['no type', (f) => sealed(f, { alg: 'ES256', kid: f.header['kid'] }, f.claims)],
  ['a list of types', withHeader({ typ: ['at+jwt'] })],
  ['a header that is a list', (f) => sealed(f, [f.header], f.claims)],
  ['a header that is null', (f) => sealed(f, null, f.claims)],
  ['a header that is no JSON', (f) => sealed(f, '{"alg":"ES256",', f.claims)],
]

/** Keys that the token brings with it, or says where to find. */
const ownKeys: Attack[] = (['jku', 'x5u', 'jwk', 'x5c'] as const).map((name) => [
  `its own key by ${name}`,
  async (f) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const found = { jku: `${f.lair.url}/keys`, x5u: `${f.lair.url}/cert`, jwk, x5c: [part(jwk)] }[name]
    return new SignJWT(f.claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: f.ours.id, [name]: found })
      .sign(privateKey)
  },
])

const signatures: Attack[] = [
  ['a signature of zeros', (f) => `${part(f.header)}.${part(f.claims)}.${part('\0'.repeat(64))}`],
  [
    'a signature of ones',
    (f) => `${part(f.header)}.${part(f.claims)}.${Buffer.alloc(64, 0xff).toString('base64url')}`,
  ],
  ['its signature in DER', (f) => sealed(f, f.header, f.claims, 'der')],
  [
    'another’s header before its payload',
    ({ ann, issuer }) =>
      [part({ alg: 'RS256', kid: 'k1', iss: issuer.url }), ...ann.accessToken.split('.').slice(1)].join('.'),
  ],
  ['a part too many', ({ ann }) => `${ann.accessToken}.x`],
  ['five parts, as if it were encrypted', ({ ann }) => `${ann.accessToken}.x.y`],
  ['itself twice', ({ ann }) => `${ann.accessToken}${ann.accessToken}`],
  [
    'the JSON form',
    (f) => ({
      authorization: `Bearer ${JSON.stringify({ protected: part(f.header), payload: part(f.claims), signature: 'x' })}`,
    }),
  ],
  ['dots alone', () => '..'],
  ['fifteen thousand characters of payload', withHeader({ pad: 'x'.repeat(11_000), kid: 'nobody' })],
]

const claims: Attack[] = [
  ...['exp', 'sub', 'sid', 'org', 'iss', 'aud'].map((name): Attack => [`no ${name}`, without(name)]),
  ['not good yet', (f) => withClaims({ nbf: f.now + 60 })(f)],
  ['an end that is text', (f) => withClaims({ exp: String(f.now + 600) })(f)],
  [
    'an end that is endless',
    (f) => sealed(f, f.header, JSON.stringify(f.claims).replace(/"exp":\d+/, '"exp":"Infinity"')),
  ],
  ['an end long ago', withClaims({ exp: -1 })],
  ['an issuer in a list', withClaims({ iss: ['granary'] })],
  ['an issuer with a blank', withClaims({ iss: 'granary ' })],
  ['an audience that begins alike', withClaims({ aud: 'granary-api.evil.example' })],
  ['audiences without ours', withClaims({ aud: ['granary', 'api'] })],
  ['a user that is a number', withClaims({ sub: 1 })],
  ['a user that is SQL', withClaims({ sub: "' or '1'='1" })],
  ['a session that is SQL', withClaims({ sid: "' or '1'='1" })],
  ['a session that is a pattern', withClaims({ sid: '%' })],
  ['an organisation in a list', (f) => withClaims({ org: [f.claims['org']] })(f)],
  ['an organisation that is no id', withClaims({ org: 'nonsense' })],
  ['a payload that is a list', (f) => sealed(f, f.header, [f.claims])],
  ['a payload that is null', (f) => sealed(f, f.header, null)],
  ['a payload that is no JSON', (f) => sealed(f, f.header, '{')],
  ['claims by way of the prototype', (f) => sealed(f, f.header, `{"__proto__":${JSON.stringify(f.claims)}}`)],
]

const lookalikes: Attack[] = [
  ['a refresh token', ({ ann }) => ann.refreshToken],
  ['a password', ({ ann }) => ({ authorization: `Bearer ${ann.password}` })],
  ['an API key in capitals', ({ farm }) => ({ 'x-api-key': farm.keys.owner.toUpperCase() })],
  ['an API key cut short', ({ farm }) => ({ 'x-api-key': farm.keys.owner.slice(0, -1) })],
  ['an API key and more', ({ farm }) => ({ 'x-api-key': `${farm.keys.owner}x` })],
  ['two API keys', ({ farm }) => ({ 'x-api-key': `${farm.keys.owner}, ${farm.keys.viewer}` })],
  ['an API key with a pattern', () => ({ 'x-api-key': 'granary_%' })],
  ['an API key as token of another scheme', ({ farm }) => ({ authorization: `ApiKey ${farm.keys.owner}` })],
  [
    'an API key as password',
    ({ farm }) => ({ authorization: `Basic ${Buffer.from(`:${farm.keys.owner}`).toString('base64')}` }),
  ],
  [
    'a token in a list',
    ({ ann }) => ({ authorization: `Bearer ${ann.accessToken}, Bearer ${ann.accessToken}` }),
  ],
  ['a token in quotes', ({ ann }) => ({ authorization: `Bearer "${ann.accessToken}"` })],
  ['a token for a proxy', ({ ann }) => ({ 'proxy-authorization': `Bearer ${ann.accessToken}` })],
  [
    'a token as cookie',
    ({ ann }) => ({ cookie: `token=${ann.accessToken}; authorization=${ann.accessToken}` }),
  ],
  [
    'what a proxy may say of its users',
    ({ ann, farm }) => ({
      'x-user-id': ann.userId,
      'x-forwarded-user': ann.email,
      'x-remote-user': ann.email,
      'x-organisation-id': farm.organisationId,
      'x-role': 'owner',
      'x-forwarded-for': '127.0.0.1',
      'x-original-url': '/api/system/countries',
    }),
  ],
  [
    'a token of another installation',
    async () => (await addPerson(elsewhere, await makeOrganisation(elsewhere), 'owner')).accessToken,
  ],
  [
    'an organisation that is another’s',
    async ({ ann, service }) => ({
      authorization: `Bearer ${ann.accessToken}`,
      'x-organisation-id': (await makeOrganisation(service)).organisationId,
    }),
    403,
  ],
  [
    'an organisation that is SQL',
    ({ ann }) => ({
      authorization: `Bearer ${ann.accessToken}`,
      'x-organisation-id': "' or '1'='1",
    }),
    403,
  ],
]

const fromIssuers: Attack[] = [
  [
    'it signs what we are to have issued',
    (f) =>
      new SignJWT(f.claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'k1' }).sign(f.issuer.key),
  ],
  ['we sign what it is to have issued', (f) => sealed(f, f.header, f.issuer.claims)],
  ['no end', (f) => issued(f, { exp: undefined })],
  ['nobody', (f) => issued(f, { sub: undefined })],
  ['an empty name', (f) => issued(f, { sub: '' })],
  ['not good yet', (f) => issued(f, { nbf: f.now + 3600 })],
  ['an e-mail verified by a number', (f) => issued(f, { email_verified: 1 })],
  ['an e-mail in a list', (f) => issued(f, { email: [f.ann.email] })],
  ['an e-mail with a pattern', (f) => issued(f, { email: '%@farm.example' })],
  ['its issuer with a slash', (f) => issued(f, { iss: `${f.issuer.url}/` })],
  ['an unknown key id', (f) => issued(f, {}, { kid: 'k2' })],
  [
    'keys from elsewhere',
    async (f) =>
      new SignJWT(f.issuer.claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'k1', jku: `${f.lair.url}/keys` })
        .sign((await generateKeyPair('RS256')).privateKey),
  ],
  ['an access token for something else', (f) => issued(f, { aud: `${String(f.issuer.claims['aud'])}-2` })],
]

const ask = async (made: string | Headers) => {
  const headers = typeof made === 'string' ? { authorization: `Bearer ${made}` } : made
  return forger.service.client({ headers }).get('/api/identity/me')
}

test('the forger’s tools make good credentials when nothing is changed', async () => {
  expect((await ask(sealed(forger, forger.header, forger.claims))).status).toBe(200)
  expect((await ask(withClaims({ aud: ['x', 'granary-api'], nbf: forger.now })(forger))).status).toBe(200)
  expect((await ask(await issued(forger))).body).toMatchObject({ userId: forger.ann.userId })
})

describe.each([
  ['a token of ours whose header has', headers],
  ['a token of ours that brings', ownKeys],
  ['a token of ours with', signatures],
  ['a token of ours that says', claims],
  ['a credential that is', lookalikes],
  ['a token of a trusted issuer, where', fromIssuers],
])('%s', (_group, attacks) => {
  test.each(attacks)('%s', async (_what, make, status = 401) => {
    const answer = await ask(await make(forger))
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status,
      code: status === 403 ? 'forbidden' : 'unauthenticated',
    })
    expect(JSON.stringify({ ...answer.body, stack: '' })).not.toContain(forger.ann.email)
  })
})

test('no key was fetched from where a token said', () => {
  expect(forger.lair.asked).toEqual([])
})

describe('a token that was good, after its bearer', () => {
  const at = (userId: string) => `/api/identity/users/${userId}`
  const owner = () => forger.farm.as('owner')
  const spoiled: [what: string, spoil: (userId: string) => Promise<unknown>, status: number][] = [
    ['left the organisation', (userId) => owner().delete(at(userId)), 401],
    ['was suspended', (userId) => owner().post(`${at(userId)}/suspend`), 401],
    ['became a viewer', (userId) => owner().put(`${at(userId)}/role`, { role: 'viewer' }), 403],
  ]

  test.each(spoiled)('%s', async (_what, spoil, status) => {
    const { service, farm } = forger
    const bea = await addPerson(service, farm, 'manager')
    const act = async () => (await bea.client.post('/api/inventory/harvest-plans/backfill', {})).status
    expect(await act()).toBe(200)
    await spoil(bea.userId)
    expect(await act()).toBe(status)
  })
})
