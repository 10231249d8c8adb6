import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, TEST_URL, testBackground } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { openProvider, type ProviderAccount, type TestProvider } from '../../../test/oidc.ts'
import { ok, signInAgain } from '../../../test/scene.ts'
import type { JWTPayload } from 'jose'

const I = '/api/identity'
const RETURN = `${I}/browser-session/single-sign-on`

const records = new Map<string, string[]>()
const service = await openTestApp({
  settings: {
    background: testBackground('nowhere', { webhooks: { networks: ['127.0.0.0/8'] } }),
    resolveTxt: async (name) => records.get(name) ?? [],
  },
})
// The provider goes by the clock of the machine.
service.clock.set(new Date())
const farm = await makeOrganisation(service, { name: 'Hill Farm' })
const other = await makeOrganisation(service, { name: 'Vale Grain' })
const returnTo = ({ organisationId }: TestOrganisation) => `${TEST_URL}/sign-in/return/${organisationId}`
const provider = await openProvider([returnTo(farm)])
const foreign = await openProvider([returnTo(other), returnTo(farm)])
afterAll(async () => {
  provider.close()
  foreign.close()
  await service.close()
})

const settings = {
  clientId: 'granary',
  clientSecret: 'a secret of the provider',
  roleClaim: 'groups',
  roles: [{ value: 'managers', role: 'manager' }],
  defaultRole: null,
  factorValues: ['mfa'],
  isEnforced: false,
  breakGlassUserId: null,
}

/** Registers a provider, and proves a domain by its record. */
async function register(organisation: TestOrganisation, { issuer }: TestProvider, domain: string) {
  const owner = await addPerson(service, organisation, 'owner')
  ok(await owner.client.put(`${I}/organisation/single-sign-on`, { ...settings, issuer }))
  const made = ok(await owner.client.post(`${I}/organisation/sign-in-domains`, { domain }))
  records.set(made.recordName, [made.recordValue])
  ok(await owner.client.post(`${I}/organisation/sign-in-domains/${made.id}/verify`))
  return { owner, domainId: made.id }
}

const { owner, domainId } = await register(farm, provider, 'hill.example')
await register(other, foreign, 'vale.example')

const tom: ProviderAccount = {
  email: 'tom@hill.example',
  email_verified: true,
  given_name: 'Tom',
  family_name: 'Field',
  groups: ['managers'],
}
const german = { 'accept-language': 'de' }

async function begin(email = 'tom@hill.example', more: { isFresh?: boolean } = {}) {
  return ok(await service.client().post(`${RETURN}/begin`, { email, ...more }))
}

/** Signs in at the provider, and brings back to the service what it gave. */
async function signIn(
  change: object = {},
  { at = provider, whose = farm, email = 'tom@hill.example', isFresh = false } = {},
) {
  const { url, flow } = await begin(email, { isFresh })
  const { code, state, iss } = await at.follow(url)
  const body = { organisationId: whose.organisationId, flow, code, state, iss, ...change }
  return { answer: await service.client().post(RETURN, body, german), body }
}

async function standing() {
  const { db } = service.database
  const users = await db.selectFrom('users').select(['email', 'status']).orderBy('id').execute()
  const members = await db.selectFrom('memberships').selectAll().orderBy('user_id').execute()
  const identities = await db.selectFrom('provider_identities').selectAll().orderBy('subject').execute()
  const sessions = await db.selectFrom('sessions').select('id').orderBy('id').execute()
  return { users, members, identities, sessions }
}

beforeEach(() => {
  service.clock.set(new Date())
  provider.become('s-tom', tom)
})

test('somebody new joins with the role of a claim, and comes back as the same', async () => {
  const { answer } = await signIn()
  expect(answer.body).toMatchObject({ me: { role: 'manager', email: 'tom@hill.example' } })
  provider.become('s-tom', {
    ...tom,
    email: 'tom.field@elsewhere.example',
    email_verified: false,
    groups: [],
  })
  const again = await signIn()
  expect(again.answer.body.me.userId).toBe(answer.body.me.userId)
  const log = ok(await owner.client.get('/api/system/audit'))
  expect(JSON.stringify(log)).toContain('postBrowserSessionSingleSignOn')
})

test('a member of this organisation alone is linked', async () => {
  const person = await addPerson(service, farm, 'viewer', await account('ann@hill.example'))
  provider.become('s-ann', { email: 'ANN@hill.example', email_verified: true })
  expect((await signIn()).answer.body.me).toMatchObject({ userId: person.userId, role: 'viewer' })
})

/** An account with a password and no organisation yet. */
async function account(email: string) {
  const password = 'wide yellow combine'
  const made = await addPerson(service, farm, 'viewer')
  const { db } = service.database
  await db.updateTable('users').set({ email }).where('id', '=', made.userId).execute()
  await db.deleteFrom('memberships').where('user_id', '=', made.userId).execute()
  return { email, password }
}

test('the session acts for this organisation alone', async () => {
  const { answer } = await signIn()
  const userId = answer.body.me.userId
  const now = service.clock.now()
  await service.database.db
    .insertInto('memberships')
    .values({ organisation_id: other.organisationId, user_id: userId, role: 'viewer', created_at: now })
    .execute()
  const token = answer.body.accessToken
  const { organisationId } = other
  expect((await service.client({ token, organisationId }).get(`${I}/me`)).status).toBe(401)
  expect(await service.client({ token }).post(`${I}/switch-organisation`, { organisationId })).toMatchObject({
    status: 403,
    body: { messageId: 'providerSessionIsOfOne' },
  })
  expect((await signIn()).answer).toMatchObject({ status: 403, body: { messageId: 'accountIsOfOthersToo' } })
  await service.database.db
    .deleteFrom('memberships')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute()
})

const seconds = (claims: JWTPayload, by: number) => ({
  ...claims,
  iat: (claims.iat ?? 0) - by,
  exp: (claims.exp ?? 0) - by,
})

describe('hostile answers change nothing', () => {
  const held = { status: 401, body: { code: 'unauthenticated', messageId: 'providerAnswerIsWrong' } }
  const gone = { status: 401, body: { code: 'unauthenticated', messageId: 'providerSignInIsGone' } }
  const kept = (messageId: string) => ({ status: 403, body: { code: 'forbidden', messageId } })
  const tampered = (name: string, change: (claims: JWTPayload) => object) =>
    [name, held, () => (provider.become('s-tom', tom, change), signIn())] as const
  const somebody = (name: string, messageId: string, claims: ProviderAccount) =>
    [name, kept(messageId), () => (provider.become('s-new', claims), signIn())] as const
  const cases = [
    ['a state that was made up', gone, () => signIn({ state: 'made-up' })],
    ['the flow of another browser', gone, () => signIn({ flow: 'flow_of-somebody-else' })],
    ['at the address of another provider', gone, () => signIn({ organisationId: other.organisationId })],
    ['another code', held, () => signIn({ code: 'made-up' })],
    ['the iss of another issuer', held, () => signIn({ iss: foreign.issuer })],
    ['no iss, where the provider says that it sends one', held, () => signIn({ iss: null })],
    tampered('another nonce', (claims) => ({ claims: { ...claims, nonce: 'made-up' } })),
    tampered('no nonce', ({ nonce: _nonce, ...claims }) => ({ claims })),
    tampered('another audience', (claims) => ({ claims: { ...claims, aud: 'somebody-else' } })),
    tampered('another issuer in the token', (claims) => ({ claims: { ...claims, iss: foreign.issuer } })),
    tampered('a token that has expired', (claims) => ({ claims: seconds(claims, 7200) })),
    tampered('a token without a signature', () => ({ isUnsigned: true })),
    tampered('a token signed by another key', () => ({ isForged: true })),
    somebody('an e-mail that is not verified', 'providerEmailIsUnverified', {
      ...tom,
      email: 'new@hill.example',
      email_verified: false,
    }),
    somebody('an e-mail of another domain', 'providerEmailIsElsewhere', {
      ...tom,
      email: 'new@vale.example',
    }),
    somebody('a domain below the one that is proved', 'providerEmailIsElsewhere', {
      ...tom,
      email: 'new@sub.hill.example',
    }),
    somebody('a claim that gives no role', 'claimGivesNoRole', {
      ...tom,
      email: 'new@hill.example',
      groups: ['owners'],
    }),
  ] as const
  test.each(cases)('%s', async (_name, expected, run) => {
    provider.become('s-tom', tom)
    const before = await standing()
    const { answer } = await run()
    expect(answer).toMatchObject(expected)
    expect(answer.headers['content-language'] ?? 'de').toBe('de')
    expect(await standing()).toEqual(before)
  })

  test('the same answer twice', async () => {
    const { body } = await signIn()
    const before = await standing()
    expect(await service.client().post(RETURN, body)).toMatchObject(gone)
    expect(await standing()).toEqual(before)
  })

  test('a code that was used, with a state of its own', async () => {
    const first = await signIn()
    const before = await standing()
    expect((await signIn({ code: first.body.code })).answer).toMatchObject(held)
    expect(await standing()).toEqual(before)
  })

  test('too late', async () => {
    const { url, flow } = await begin()
    const { code, state, iss } = await provider.follow(url)
    service.clock.advance({ minutes: 11 })
    const body = { organisationId: farm.organisationId, flow, code, state, iss }
    expect(await service.client().post(RETURN, body)).toMatchObject(gone)
  })

  test("another tenant's provider signs nobody in here", async () => {
    foreign.become('s-tom', tom)
    const { url } = await begin('x@vale.example')
    const given = await foreign.follow(url)
    const { flow } = await begin()
    const body = { organisationId: farm.organisationId, flow, ...given }
    expect(await service.client().post(RETURN, body)).toMatchObject(gone)
    const { answer } = await signIn({}, { at: foreign, whose: other, email: 'x@vale.example' })
    expect(answer).toMatchObject(kept('providerEmailIsElsewhere'))
  })

  test('a member of another organisation, and one of both', async () => {
    const elsewhere = await account('eve@hill.example')
    await addPerson(service, other, 'viewer', elsewhere)
    provider.become('s-eve', { ...tom, email: 'eve@hill.example' })
    expect((await signIn()).answer).toMatchObject(kept('accountIsNotOfProvider'))
    await addPerson(service, farm, 'viewer', elsewhere)
    expect((await signIn()).answer).toMatchObject(kept('accountIsOfOthersToo'))
  })
})

describe('what takes a factor again', () => {
  const KEYS = `${I}/api-keys`
  const key = { name: 'Weighbridge PC', role: 'viewer' }
  /** With a claim of when they showed the provider who they are, so many minutes ago. */
  const authenticated = (minutes: number) => (claims: JWTPayload) => ({
    claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - 60 * minutes },
  })
  const become = (change?: (claims: JWTPayload) => object) =>
    provider.become('s-tom', { ...tom, groups: ['managers'] }, change)
  const adding = async ({ accessToken: token }: { accessToken: string }) =>
    service.client({ token }).post(KEYS, key)
  const isAsked = {
    status: 403,
    body: { code: 'step_up_needed', body: { methods: ['provider', 'password'] } },
  }

  beforeAll(async () => {
    become()
    const { userId } = (await signIn()).answer.body.me
    await service.database.db
      .updateTable('memberships')
      .set({ role: 'admin' })
      .where('user_id', '=', userId)
      .execute()
  })

  test('counts from the moment that the provider says, and a new sign-in there brings it back', async () => {
    become(authenticated(11))
    expect(await adding((await signIn()).answer.body)).toMatchObject(isAsked)
    become(authenticated(9))
    expect((await adding((await signIn()).answer.body)).status).toBe(200)
    become()
    const { url } = await begin('tom@hill.example', { isFresh: true })
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({ prompt: 'login', max_age: '0' })
    expect((await adding((await signIn({}, { isFresh: true })).answer.body)).status).toBe(200)
  })

  test('takes no sign-in that the provider had before', async () => {
    become(authenticated(2))
    const before = await standing()
    expect((await signIn({}, { isFresh: true })).answer).toMatchObject({
      status: 401,
      body: { messageId: 'providerDidNotAskAnew' },
    })
    expect(await standing()).toEqual(before)
  })
})

test.each(['authorization_endpoint', 'token_endpoint'])(
  'a provider whose %s is not HTTPS signs nobody in',
  async (name) => {
    const issued = createServer((request, response) => {
      const issuer = `http://${request.headers.host}`
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          issuer,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...endpoints,
          ...(isPlain && { [name]: 'http://id.hill.example/in' }),
        }),
      )
    })
    let isPlain = false
    await new Promise<void>((resolve) => issued.listen(0, '127.0.0.1', resolve))
    const { port } = issued.address() as AddressInfo
    const change = (issuer: string) =>
      owner.client.put(`${I}/organisation/single-sign-on`, { ...settings, issuer })
    ok(await change(`http://127.0.0.1:${port}`))
    const ask = () => service.client().post(`${RETURN}/begin`, { email: 'tom@hill.example' })
    expect((await ask()).status).toBe(200)
    isPlain = true
    expect(await ask()).toMatchObject({ status: 401, body: { messageId: 'providerAnswerIsWrong' } })
    ok(await change(provider.issuer))
    issued.close()
  },
)

describe('the rules of the organisation', () => {
  const change = async (more: object) =>
    ok(
      await owner.client.put(`${I}/organisation/single-sign-on`, {
        ...settings,
        issuer: provider.issuer,
        ...more,
      }),
    )

  test('enforced, passwords sign in the owner who is named alone', async () => {
    const member = await addPerson(service, farm, 'operator', await account('max@hill.example'))
    const named = await addPerson(service, farm, 'owner', await account('boss@hill.example'))
    await change({ isEnforced: true, breakGlassUserId: named.userId })
    const { email, password } = member
    const refused = await service.client().post(`${I}/sign-in`, { email, password }, german)
    expect(refused).toMatchObject({ status: 403, body: { messageId: 'signsInByProvider' } })
    await signInAgain(service, named)
    expect((await owner.client.delete(`${I}/organisation/sign-in-domains/${domainId}`)).status).toBe(400)
    await change({})
    await signInAgain(service, member)
  })

  test('the factor of the provider counts where the settings say so', async () => {
    const rules = { secondFactor: 'required', sessionDays: 180, idleMinutes: 43_200 }
    const before = (await signIn()).answer.body.me
    ok(await owner.client.put(`${I}/organisation/sign-in-rules`, rules))
    const plain = (await signIn()).answer.body
    provider.become('s-tom', tom, (claims) => ({ claims: { ...claims, amr: ['pwd', 'mfa'] } }))
    const shown = (await signIn()).answer.body
    const asks = async (token: string) =>
      (await service.client({ token }).get('/api/inventory/records')).status
    expect(before).toBeDefined()
    expect([await asks(plain.accessToken), await asks(shown.accessToken)]).toEqual([403, 200])
    await service.database.db
      .updateTable('organisations')
      .set({ second_factor: 'optional' })
      .where('id', '=', farm.organisationId)
      .execute()
  })
})
