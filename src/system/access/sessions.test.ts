import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { openTestSecrets } from '../../../test/secrets.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openAccessTokens, unsealSigningKey } from './access-tokens.ts'
import { purgeSessions } from './sessions.ts'

let app: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  app = await openTestApp()
  farm = await makeOrganisation(app)
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(TEST_START))

const ME = '/api/identity/me'
const refresh = (refreshToken: string, headers?: Record<string, string>) =>
  app.client().post('/api/identity/refresh', { refreshToken }, headers)
const statusWith = async (token: string) => (await app.client({ token }).get(ME)).status

describe('refreshing', () => {
  test('gives a new pair; the first access token stays good until it expires', async () => {
    const ann = await addPerson(app, farm, 'manager')
    const { status, body } = await refresh(ann.refreshToken)
    expect(status).toBe(200)
    expect(body.refreshToken).not.toBe(ann.refreshToken)
    expect(await statusWith(body.accessToken)).toBe(200)
    expect(await statusWith(ann.accessToken)).toBe(200)
    app.clock.advance({ seconds: 601 })
    expect(await statusWith(body.accessToken)).toBe(401)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  test.each([
    ['the last one', 1],
    ['one of three uses ago', 3],
  ])('an old refresh token, %s, ends the session for whoever holds it', async (_which, uses) => {
    const ann = await addPerson(app, farm, 'manager')
    let latest = ann.refreshToken
    let access = ann.accessToken
    for (let each = 0; each < uses; each += 1) {
      const { body } = await refresh(latest)
      latest = body.refreshToken
      access = body.accessToken
    }
    expect((await refresh(ann.refreshToken)).status).toBe(401)
    expect((await refresh(latest)).status).toBe(401)
    expect(await statusWith(access)).toBe(401)
  })

  test('a lost answer is had again with its Idempotency-Key', async () => {
    const ann = await addPerson(app, farm, 'manager')
    const headers = { 'idempotency-key': 'refresh-1' }
    const first = await refresh(ann.refreshToken, headers)
    expect((await refresh(ann.refreshToken, headers)).body).toEqual(first.body)
    expect(await statusWith(first.body.accessToken)).toBe(200)
  })

  test.each(['', 'refresh_', 'refresh_aaaaaaaaaaaaaaaaaaaaaa.' + 'b'.repeat(43), 'x'.repeat(200)])(
    'refuses %j',
    async (token) => {
      expect([400, 401]).toContain((await refresh(token)).status)
    },
  )

  test('a session ends when it is not used for 30 days, and after 180 days all the same', async () => {
    const ann = await addPerson(app, farm, 'manager')
    app.clock.advance({ days: 31 })
    expect((await refresh(ann.refreshToken)).status).toBe(401)

    const bea = await addPerson(app, farm, 'manager')
    let latest = bea.refreshToken
    for (let month = 0; month < 6; month += 1) {
      app.clock.advance({ days: 29 })
      latest = (await refresh(latest)).body.refreshToken
    }
    app.clock.advance({ days: 7 })
    expect((await refresh(latest)).status).toBe(401)
  })
})

describe('ending sessions', () => {
  test('signing out fails both tokens at once', async () => {
    const ann = await addPerson(app, farm, 'manager')
    expect((await ann.client.post('/api/identity/sign-out')).status).toBe(200)
    expect(await statusWith(ann.accessToken)).toBe(401)
    expect((await refresh(ann.refreshToken)).status).toBe(401)
  })

  test('one device signs another out; nobody ends somebody else’s session', async () => {
    const ann = await addPerson(app, farm, 'manager')
    const bea = await addPerson(app, farm, 'owner')
    const phone = await app
      .client()
      .post('/api/identity/sign-in', { email: ann.email, password: ann.password })
    const { body: sessions } = await ann.client.get('/api/identity/sessions')
    expect(sessions).toHaveLength(2)
    expect((await ann.client.get('/api/identity/sessions?limit=1&offset=1')).body).toEqual([sessions[1]])
    const other = sessions.find((each: { isThisOne: boolean }) => !each.isThisOne)
    expect((await bea.client.delete(`/api/identity/sessions/${other.id}`)).status).toBe(404)
    expect((await ann.client.delete(`/api/identity/sessions/${other.id}`)).status).toBe(200)
    expect(await statusWith(phone.body.accessToken)).toBe(401)
    expect(await statusWith(ann.accessToken)).toBe(200)
    expect((await ann.client.delete(`/api/identity/sessions/${other.id}`)).status).toBe(404)
    expect((await ann.client.delete('/api/identity/sessions/nonsense')).status).toBe(404)
  })

  test.each(['signs in', 'switches'])(
    'whoever %s while they are being suspended is not let in',
    async (how) => {
      const ann = await addPerson(app, farm, 'manager')
      const mill = await makeOrganisation(app)
      const { email, password } = ann
      const { organisationId } = mill
      await addPerson(app, mill, 'manager', ann)
      const letIn = () =>
        how === 'switches'
          ? ann.client.post('/api/identity/switch-organisation', { organisationId })
          : app.client().post('/api/identity/sign-in', { email, password, organisationId })
      const shut = Promise.withResolvers<void>()
      const answer = shut.promise.then(letIn)
      await inTransaction(app.database.db, async (trx) => {
        await trx
          .updateTable('memberships')
          .set({ status: 'suspended' })
          .where('user_id', '=', ann.userId)
          .where('organisation_id', '=', organisationId)
          .execute()
        shut.resolve()
        // Long enough for whoever does not wait for the suspension to be over.
        await Promise.race([answer, sleep(300)])
      })
      expect((await answer).status).toBe(401)
    },
  )

  test('what ended a month ago is forgotten, and nothing else', async () => {
    const [ann, bea, cas] = [
      await addPerson(app, farm, 'manager'),
      await addPerson(app, farm, 'manager'),
      await addPerson(app, farm, 'manager'),
    ]
    await ann.client.post('/api/identity/sign-out')
    app.clock.advance({ days: 15 })
    const { body: fresh } = await refresh(bea.refreshToken)
    app.clock.advance({ days: 16 })
    const kept = async () => {
      const people = [ann, bea, cas].map(({ userId }) => userId)
      await purgeSessions(app.database.db, app.clock.now())
      const rows = await app.database.db
        .selectFrom('sessions')
        .select('user_id')
        .where('user_id', 'in', people)
        .execute()
      return rows.map(({ user_id }) => people.indexOf(user_id)).sort()
    }
    // The third ended a day ago, as nobody used it.
    expect(await kept()).toEqual([1, 2])
    expect((await refresh(fresh.refreshToken)).status).toBe(200)
    app.clock.advance({ days: 29, hours: 1 })
    expect(await kept()).toEqual([1])
  })

  test('an API key has no session and no password', async () => {
    const key = farm.as('owner')
    expect((await key.get('/api/identity/sessions')).body).toEqual([])
    expect((await key.post('/api/identity/sign-out')).status).toBe(400)
    const passwords = { currentPassword: farm.owner.password, newPassword: 'another long sentence' }
    expect((await key.post('/api/identity/me/password', passwords)).status).toBe(400)
    expect(
      (await key.post('/api/identity/switch-organisation', { organisationId: farm.organisationId })).status,
    ).toBe(400)
  })
})

describe('changing the password', () => {
  const change = (person: TestPerson, currentPassword: string, newPassword: string) =>
    person.client.post('/api/identity/me/password', { currentPassword, newPassword })

  test('signs other devices out and this one not', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const { email, password } = ann
    const phone = await app.client().post('/api/identity/sign-in', { email, password })
    expect((await change(ann, password, 'nine grey wagons')).status).toBe(200)
    expect(await statusWith(phone.body.accessToken)).toBe(401)
    expect(await statusWith(ann.accessToken)).toBe(200)
    expect((await app.client().post('/api/identity/sign-in', { email, password })).status).toBe(401)
    expect(
      (await app.client().post('/api/identity/sign-in', { email, password: 'nine grey wagons' })).status,
    ).toBe(200)
  })

  test('a wrong current password is refused, counted, and soon has to wait', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const statuses = []
    for (let each = 0; each < 6; each += 1)
      statuses.push((await change(ann, 'not mine', 'nine grey wagons')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('every fault of the new one is told at once', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const { body } = await change(ann, ann.password, 'aaaa')
    const message = 'must have at least 12 characters; must have at least four different characters'
    expect(body.message).toBe(`newPassword: ${message}`)
    expect(body.validation).toMatchObject([{ path: 'newPassword', message, code: 'minLength' }])
  })
})

describe('an access token that is not quite ours', () => {
  interface Forge {
    key: JWK
    claims: Record<string, string>
    kid: string
    now: number
  }
  const sign = async (
    { key, claims, kid, now }: Forge,
    change: {
      alg?: string
      typ?: string
      issuer?: string
      audience?: string
      expires?: number
      claims?: object
      kid?: string
    } = {},
  ) =>
    new SignJWT({ ...claims, ...change.claims })
      .setProtectedHeader({ alg: change.alg ?? 'ES256', typ: change.typ ?? 'at+jwt', kid: change.kid ?? kid })
      .setIssuer(change.issuer ?? 'granary')
      .setAudience(change.audience ?? 'granary-api')
      .setIssuedAt(now)
      .setExpirationTime(change.expires ?? now + 600)
      .sign(await importJWK(key, change.alg ?? 'ES256'))

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = ({ claims, now }: Forge) =>
    part({ ...claims, iss: 'granary', aud: 'granary-api', iat: now, exp: now + 600 })
  const strangersKey = async (alg: string) =>
    exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)

  const attacks: [string, (forge: Forge, good: string) => Promise<string> | string][] = [
    [
      'says alg none',
      (forge) => `${part({ alg: 'none', typ: 'at+jwt', kid: forge.kid })}.${payload(forge)}.`,
    ],
    [
      'says alg NONE',
      (forge) => `${part({ alg: 'NONE', typ: 'at+jwt', kid: forge.kid })}.${payload(forge)}.`,
    ],
    [
      'is signed with the public key as a shared secret (HS256)',
      async (forge) => {
        const { body } = await app.client().get('/api/identity/.well-known/jwks.json')
        const signed = `${part({ alg: 'HS256', typ: 'at+jwt', kid: forge.kid })}.${payload(forge)}`
        const secret = JSON.stringify(body.keys[0])
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
      },
    ],
    [
      'is signed by another key under our key id',
      async (forge) => sign({ ...forge, key: await strangersKey('ES256') }),
    ],
    [
      'carries its own key',
      async (forge) => {
        const key = await strangersKey('ES256')
        const { kty, crv, x, y } = key
        return new SignJWT(forge.claims)
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk: { kty, crv, x, y } as JWK })
          .setIssuer('granary')
          .setAudience('granary-api')
          .setExpirationTime(forge.now + 600)
          .sign(await importJWK(key, 'ES256'))
      },
    ],
    [
      'is signed with RS256',
      async (forge) => sign({ ...forge, key: await strangersKey('RS256') }, { alg: 'RS256' }),
    ],
    ['names an unknown key', (forge) => sign(forge, { kid: 'another' })],
    ['is from another issuer', (forge) => sign(forge, { issuer: 'https://issuer.example' })],
    ['is for another audience', (forge) => sign(forge, { audience: 'somebody-else' })],
    ['is of another type', (forge) => sign(forge, { typ: 'JWT' })],
    ['has expired', (forge) => sign(forge, { expires: forge.now })],
    ['names no session', (forge) => sign(forge, { claims: { sid: 'none' } })],
    ['names the session of somebody else', (forge) => sign(forge, { claims: { sub: farm.owner.userId } })],
    [
      'names an organisation of somebody else',
      (forge) => sign(forge, { claims: { org: '00000000-0000-7000-8000-000000000000' } }),
    ],
    [
      'has a changed payload',
      (forge, good) =>
        [
          good.split('.')[0],
          payload({ ...forge, claims: { ...forge.claims, sub: farm.owner.userId } }),
          good.split('.')[2],
        ].join('.'),
    ],
    ['has no signature', (_forge, good) => `${good.split('.').slice(0, 2).join('.')}.`],
    ['is cut short', (_forge, good) => good.slice(0, -10)],
    ['is no token', () => 'a.b.c'],
    ['is nothing like a token', () => 'x'.repeat(5000)],
  ]

  test.each(attacks)('and %s: 401', async (_what, make) => {
    const ann = await addPerson(app, farm, 'viewer')
    const { vault } = await openTestSecrets(app.database)
    const stored = await app.database.db
      .selectFrom('signing_keys')
      .select(['id', 'sealed_private_key'])
      .executeTakeFirstOrThrow()
    const claims = JSON.parse(Buffer.from(ann.accessToken.split('.')[1] ?? '', 'base64url').toString())
    const forge: Forge = {
      key: unsealSigningKey(vault, stored),
      kid: stored.id,
      claims: { sub: claims.sub, sid: claims.sid, org: claims.org },
      now: app.clock.now().getTime() / 1000,
    }
    // The forger's tools make a good token when nothing is changed, so that each refusal is for the change alone.
    expect(await statusWith(await sign(forge))).toBe(200)
    const answer = await app.client({ token: await make(forge, ann.accessToken) }).get(ME)
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
      headers: { 'www-authenticate': 'Bearer' },
    })
  })

  test('processes that start at once on one database share one key', async () => {
    const database = await openTestDatabase()
    const { vault } = await openTestSecrets(database)
    const opened = await Promise.all([1, 2, 3].map(() => openAccessTokens(database, vault, app.clock.now)))
    const [one, two, three] = opened.map((tokens) => tokens.keySet())
    expect(one?.keys).toHaveLength(1)
    expect(two).toEqual(one)
    expect(three).toEqual(one)
    await database.close()
  })

  test('the published keys check a token and hold nothing private', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const { body } = await app.client().get('/api/identity/.well-known/jwks.json')
    expect(body.keys).toHaveLength(1)
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const header = JSON.parse(Buffer.from(ann.accessToken.split('.')[0] ?? '', 'base64url').toString())
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: body.keys[0].kid })
  })
})

test.each([
  ['no credential', {}],
  ['two credentials', { 'x-api-key': 'granary_x', authorization: 'Bearer y' }],
  ['a key that is none', { 'x-api-key': 'something' }],
  ['a key nobody made', { 'x-api-key': `granary_${'a'.repeat(43)}` }],
  ['a bearer key nobody made', { authorization: `Bearer granary_${'a'.repeat(43)}` }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['an empty bearer', { authorization: 'Bearer ' }],
])('%s: 401', async (_what, headers: Record<string, string>) => {
  expect(await app.client({ headers }).get(ME)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test('a session is named by what its device said of itself when it signed in', async () => {
  const ann = await addPerson(app, farm, 'manager')
  const password = 'four grey geese at dawn'
  const email = 'tom@hillfarm.example'
  const owner = await addPerson(app, farm, 'owner')
  const { token } = ok(await owner.client.post('/api/identity/invitations', { email, role: 'viewer' }))
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const body = { token, password, givenName: 'Tom', familyName: 'Field' }
  const accepted = await app.client().post('/api/identity/invitations/accept', body, { 'User-Agent': agent })
  const tom = app.client({ token: ok(accepted).accessToken })
  ok(await app.client().post('/api/identity/sign-in', { email, password }, { 'User-Agent': 'curl/8.5.0' }))
  const devices = async (client: typeof tom) =>
    ok(await client.get('/api/identity/sessions')).map((each: { device: unknown }) => each.device)
  expect(await devices(tom)).toEqual(
    expect.arrayContaining([
      { program: 'Firefox', system: 'Windows' },
      { program: 'curl', system: '' },
    ]),
  )
  expect(await devices(ann.client)).toEqual([{ program: '', system: '' }])
})
