import { createHmac } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { inTransaction } from '../../db/transaction.ts'
import { resetPassword } from './command-line.ts'
import { newPassword } from './passwords.ts'

/** An issuer on this machine, as the service meets one: a discovery document and a key set. */
interface Issuer {
  url: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  server: Server
  asked: string[]
  /** Where its keys are. */
  keysPath: string
  /** What it says instead of its documents. */
  says: ((response: ServerResponse) => void) | undefined
}

const DISCOVERY = '/.well-known/openid-configuration'

async function openIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }
  const issuer: Issuer = {
    url: '',
    privateKey,
    publicKey,
    asked: [],
    keysPath: '/keys',
    says: undefined,
    server: createServer(),
  }
  issuer.server.on('request', (request, response) => {
    issuer.asked.push(request.url ?? '')
    if (issuer.says) return issuer.says(response)
    const documents: Record<string, object> = {
      [DISCOVERY]: { issuer: issuer.url, jwks_uri: `${issuer.url}${issuer.keysPath}` },
      [issuer.keysPath]: { keys: [jwk] },
    }
    const document = documents[request.url ?? '']
    response.statusCode = document ? 200 : 404
    response.end(JSON.stringify(document ?? {}))
  })
  await new Promise<void>((resolve) => issuer.server.listen(0, '127.0.0.1', resolve))
  issuer.url = `http://127.0.0.1:${(issuer.server.address() as AddressInfo).port}`
  return issuer
}

const AUDIENCE = 'granary-client'
let issuer: Issuer
let other: Issuer
let late: Issuer
let app: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  issuer = await openIssuer()
  other = await openIssuer()
  late = await openIssuer()
  app = await openTestApp({
    settings: {
      trustedIssuers: [
        { issuer: issuer.url, audience: AUDIENCE, organisationClaim: 'organisation' },
        { issuer: other.url, audience: AUDIENCE, jwksUri: `${other.url}/keys` },
        { issuer: late.url, audience: AUDIENCE },
      ],
    },
  })
})
afterAll(async () => {
  await app.close()
  for (const each of [issuer, other, late]) each.server.close()
})
beforeEach(async () => {
  app.clock.set(TEST_START)
  farm = await makeOrganisation(app)
})

const seconds = () => app.clock.now().getTime() / 1000

async function tokenOf(
  claims: Record<string, unknown>,
  change: {
    by?: Issuer
    key?: CryptoKey
    alg?: string
    kid?: string
    issuer?: string
    audience?: string
    expires?: number
  } = {},
): Promise<string> {
  const by = change.by ?? issuer
  return new SignJWT({ sub: 'subject-1', ...claims })
    .setProtectedHeader({ alg: change.alg ?? 'RS256', kid: change.kid ?? 'k1' })
    .setIssuer(change.issuer ?? by.url)
    .setAudience(change.audience ?? AUDIENCE)
    .setExpirationTime(change.expires ?? seconds() + 300)
    .sign(change.key ?? by.privateKey)
}

const me = (token: string, organisationId?: string) =>
  app.client({ token, ...(organisationId !== undefined && { organisationId }) }).get('/api/identity/me')
const LINK = '/api/identity/me/external-identities'
const verified = (email = farm.owner.email) => ({ email, email_verified: true })

describe('a token of a trusted issuer', () => {
  test('signs in whom its verified e-mail names', async () => {
    const answer = await me(await tokenOf(verified()))
    expect(answer).toMatchObject({ status: 200, body: { userId: farm.owner.userId, role: 'owner' } })
    await me(await tokenOf(verified()))
    expect(issuer.asked).toEqual([DISCOVERY, '/keys'])
  })

  test('signs nobody in by an e-mail that nobody has proved here, until they link that very address', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const users = app.database.db.updateTable('users').set({ email_proved_at: null })
    await users.where('id', '=', ann.userId).execute()
    const token = await tokenOf({ sub: `new of ${ann.userId}`, ...verified(ann.email) })
    expect((await me(token)).status).toBe(401)
    const foreign = await tokenOf({ sub: `other of ${ann.userId}`, ...verified() })
    const proved = async () =>
      app.database.db.selectFrom('users').select('email_proved_at').where('id', '=', ann.userId).execute()
    expect((await ann.client.post(LINK, { token: foreign })).status).toBe(200)
    expect(await proved()).toEqual([{ email_proved_at: null }])
    expect((await ann.client.post(LINK, { token })).status).toBe(200)
    expect(await proved()).toEqual([{ email_proved_at: app.clock.now() }])
    expect((await me(token)).body.userId).toBe(ann.userId)
  })

  test('signs in whom its verified e-mail names in another Unicode form', async () => {
    const { owner } = await makeOrganisation(app, { email: `j\u00f6rg-${process.pid}@farm.example` })
    const { status, body } = await me(await tokenOf(verified(`Jo\u0308rg-${process.pid}@farm.example`)))
    expect([status, body.userId]).toEqual([200, owner.userId])
  })

  test('signs in whom its subject is linked to, whatever the e-mail', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const sub = `subject of ${ann.userId}`
    expect((await ann.client.post(LINK, { token: await tokenOf({ sub }) })).status).toBe(200)
    expect((await ann.client.post(LINK, { token: await tokenOf({ sub }) })).status).toBe(200)
    expect((await me(await tokenOf({ sub, ...verified() }))).body.userId).toBe(ann.userId)

    const bea = await addPerson(app, farm, 'viewer')
    expect((await bea.client.post(LINK, { token: await tokenOf({ sub }) })).status).toBe(409)
    expect((await bea.client.post(LINK, { token: bea.accessToken })).status).toBe(400)
    expect((await farm.as('owner').post(LINK, { token: await tokenOf({ sub }) })).status).toBe(400)
    // The address of somebody linked may have been given to somebody new at the issuer.
    expect((await me(await tokenOf({ sub: 'a new colleague', ...verified(ann.email) }))).status).toBe(401)
  })

  test('is listed to whom it is linked to, and unlinked, by them alone', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const bea = await addPerson(app, farm, 'owner')
    const subjects = ['first', 'second'].map((each) => `${each} of ${ann.userId}`)
    for (const sub of subjects) {
      app.clock.advance({ seconds: 1 })
      await ann.client.post(LINK, { token: await tokenOf({ sub }) })
    }
    const { body: listed } = await ann.client.get(LINK)
    expect(listed).toMatchObject([{ subject: subjects[1] }, { issuer: issuer.url, subject: subjects[0] }])
    expect((await ann.client.get(`${LINK}?limit=1&offset=1`)).body).toEqual([listed[1]])
    for (const client of [bea.client, farm.as('owner')]) {
      expect((await client.get(LINK)).body).toEqual([])
      expect((await client.delete(`${LINK}/${listed[0].id}`)).status).toBe(404)
    }
    expect((await ann.client.delete(`${LINK}/nonsense`)).status).toBe(404)
    expect((await ann.client.delete(`${LINK}/${listed[0].id}`)).status).toBe(200)
    expect((await ann.client.delete(`${LINK}/${listed[0].id}`)).status).toBe(404)
    expect((await me(await tokenOf({ sub: subjects[1] }))).status).toBe(401)
    expect((await me(await tokenOf({ sub: subjects[0] }))).status).toBe(200)
  })

  test('is unlinked with a new password, also where it is being linked meanwhile', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const linkAs = async (sub: string) => ann.client.post(LINK, { token: await tokenOf({ sub }) })
    await linkAs('there before')
    const isSetting = Promise.withResolvers<void>()
    const linking = isSetting.promise.then(() => linkAs('there meanwhile'))
    const password = await newPassword()
    await inTransaction(app.database.db, async (trx) => {
      await resetPassword(trx, { email: ann.email, password, now: app.clock.now() })
      isSetting.resolve()
      // Long enough for whoever does not wait for the new password.
      await Promise.race([linking, sleep(300)])
    })
    expect((await linking).status).toBe(401)
    for (const sub of ['there before', 'there meanwhile'])
      expect((await me(await tokenOf({ sub }))).status).toBe(401)
  })

  test('picks the organisation by header, then by claim, then by there being one', async () => {
    const second = await makeOrganisation(app)
    const stranger = await makeOrganisation(app)
    expect((await me(await tokenOf(verified()))).status).toBe(200)
    await addPerson(app, second, 'viewer', farm.owner)
    expect((await me(await tokenOf(verified()))).status).toBe(403)
    expect((await me(await tokenOf(verified()), second.organisationId)).body.role).toBe('viewer')
    const claimed = await tokenOf({ ...verified(), organisation: farm.organisationId })
    expect((await me(claimed)).body.role).toBe('owner')
    expect((await me(claimed, second.organisationId)).body.role).toBe('viewer')
    expect((await me(claimed, stranger.organisationId)).status).toBe(403)
    expect((await me(await tokenOf({ ...verified(), organisation: 'nonsense' }))).status).toBe(403)
  })

  test('is told which organisations there are to pick from, and none that is closed to them', async () => {
    const [alpha, closed] = [
      await makeOrganisation(app, { name: 'Alpha Farm' }),
      await makeOrganisation(app, { name: 'Closed Farm' }),
    ]
    await addPerson(app, alpha, 'viewer', farm.owner)
    await addPerson(app, closed, 'admin', farm.owner)
    await closed.as('owner').post(`/api/identity/users/${farm.owner.userId}/suspend`)
    const { status, body } = await me(await tokenOf(verified()))
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(body.body).toEqual({
      organisations: [
        { id: alpha.organisationId, name: 'Alpha Farm', role: 'viewer' },
        { id: farm.organisationId, name: farm.name, role: 'owner' },
      ],
    })
  })

  test('bites at once when its user is suspended, and makes nobody', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const token = await tokenOf(verified(ann.email))
    expect((await me(token)).status).toBe(200)
    await farm.as('owner').post(`/api/identity/users/${ann.userId}/suspend`)
    expect((await me(token)).status).toBe(401)
    expect((await me(await tokenOf(verified('nobody-here@farm.example')))).status).toBe(401)
  })
})

describe('refused with 401', () => {
  const attacks: [string, () => Promise<string> | string][] = [
    ['an e-mail that the issuer did not verify', () => tokenOf({ email: farm.owner.email })],
    ['an e-mail verified by a text', () => tokenOf({ email: farm.owner.email, email_verified: 'true' })],
    ['an empty subject', () => tokenOf({ ...verified(), sub: '' })],
    ['another audience', () => tokenOf(verified(), { audience: 'another-client' })],
    ['expired', () => tokenOf(verified(), { expires: seconds() - 31 })],
    ['an issuer nobody trusts', () => tokenOf(verified(), { issuer: 'https://issuer.example' })],
    ['signed by one trusted issuer for another', () => tokenOf(verified(), { issuer: other.url })],
    ['another key', async () => tokenOf(verified(), { key: (await generateKeyPair('RS256')).privateKey })],
    [
      'alg none',
      () => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none' })}.${part({ ...verified(), sub: 's', iss: issuer.url, aud: AUDIENCE, exp: seconds() + 300 })}.`
      },
    ],
    ...[true, false].map((asPem): [string, () => Promise<string>] => [
      `HS256 with the public key as secret, as ${asPem ? 'PEM' : 'JSON Web Key'}`,
      async () => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        const claims = { ...verified(), sub: 's', iss: issuer.url, aud: AUDIENCE, exp: seconds() + 300 }
        const signed = `${part({ alg: 'HS256', kid: 'k1' })}.${part(claims)}`
        const jwk = await exportJWK(issuer.publicKey)
        const secret = asPem ? await exportSPKI(issuer.publicKey) : JSON.stringify(jwk)
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
      },
    ]),
  ]
  test.each(attacks)('%s', async (_what, make) => {
    expect(await me(await make())).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })
})

describe('an issuer', () => {
  let now = Date.now()
  beforeEach(() => {
    late.says = undefined
    late.asked.length = 0
    // By the clock of the machine, which jose goes by, keys of the test before are old.
    vi.useFakeTimers({ toFake: ['Date'], now: (now += 3_600_000) })
  })
  afterEach(() => vi.useRealTimers())
  const passTenMinutes = () => vi.advanceTimersByTime(600_001)

  const troubles: [string, (response: ServerResponse) => void][] = [
    ['is down', (response) => void response.socket?.destroy()],
    ['fails', (response) => void response.writeHead(500).end('{}')],
    ['leads elsewhere', (response) => void response.writeHead(302, { location: '/keys' }).end()],
    ['says what is no JSON', (response) => void response.end('<html>')],
    ['says what is no document', (response) => void response.end('{}')],
    ['never comes to an end', sayOnAndOn],
  ]
  test.each(troubles)('that %s is a passing trouble, and left alone for a moment', async (_what, says) => {
    const token = await tokenOf(verified(), { by: late })
    late.says = says
    for (let tries = 0; tries < 20; tries++)
      expect(await me(token)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    // Twenty on a machine that takes a second for seven of them.
    expect(late.asked.length).toBeLessThan(5)
    late.says = undefined
    await expect.poll(async () => (await me(token)).status, { timeout: 5000 }).toBe(200)
  })

  test('that is slow keeps nobody waiting but who shows its token', async () => {
    const owner = farm.as('owner')
    const ann = await addPerson(app, farm, 'viewer')
    const token = await tokenOf({ sub: `slowly ${ann.userId}` }, { by: late })
    let answer: (() => void) | undefined
    late.says = (response) => void (answer = () => response.destroy())
    const linking = ann.client.post(LINK, { token })
    await expect.poll(() => answer).toBeDefined()
    // On the embedded database there is one connection.
    expect((await owner.get('/api/identity/me')).status).toBe(200)
    expect(await Promise.race([linking, Promise.resolve('still linking')])).toBe('still linking')
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(app.database.db)
    expect(rows).toEqual([])
    answer?.()
    expect((await linking).status).toBe(503)
  })

  test('that is down lets in whom keys let in that it gave before', async () => {
    const token = await tokenOf(verified(), { by: late })
    await expect.poll(async () => (await me(token)).status).toBe(200)
    late.says = (response) => void response.socket?.destroy()
    const unknown = await tokenOf(verified(), { by: late, kid: 'another' })
    vi.advanceTimersByTime(30_001)
    expect((await me(unknown)).status).toBe(503)
    expect((await me(token)).status).toBe(200)
    passTenMinutes()
    expect((await me(token)).status).toBe(503)
  })

  test('that moves its keys is followed', async () => {
    const token = await tokenOf(verified(), { by: late })
    await expect.poll(async () => (await me(token)).status).toBe(200)
    late.keysPath = '/moved'
    passTenMinutes()
    expect((await me(token)).status).toBe(200)
    expect(late.asked.slice(-2)).toEqual([DISCOVERY, '/moved'])
  })

  test('is asked once for keys that it does not have', async () => {
    await expect.poll(async () => (await me(await tokenOf(verified(), { by: late }))).status).toBe(200)
    vi.advanceTimersByTime(30_001)
    late.asked.length = 0
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_each, index) =>
        me(await tokenOf(verified(), { by: late, kid: `made up ${index}` })),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(late.asked).toEqual([DISCOVERY, late.keysPath])
  })
})

/** Half a megabyte at a time, for as long as anybody listens. */
function sayOnAndOn(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(512 * 1024)));
  }
  response.on('drain', more)
  more()
}
