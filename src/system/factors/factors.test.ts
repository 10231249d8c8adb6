import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { codeAt } from './code-app-codes.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const I = '/api/identity'
const SIGN_IN = `${I}/sign-in`

/** An owner who has signed in. */
async function makeOwner() {
  const farm = await makeOrganisation(app)
  return { farm, owner: await addPerson(app, farm, 'owner') }
}

/** Sets up a code app for somebody. @returns its code of now, and their recovery codes */
async function withCodeApp(account: { client: Client }) {
  const begun = await account.client.post(`${I}/me/code-app`)
  expect(begun.status).toBe(200)
  const { secret } = begun.body
  const added = await account.client.post(`${I}/me/code-app/confirm`, {
    code: codeAt(secret, app.clock.now()),
  })
  expect(added).toMatchObject({ status: 200 })
  // The code that proved it is not taken again.
  app.clock.advance({ seconds: 30 })
  const codeNow = () => codeAt(secret, app.clock.now())
  return { codeNow, recoveryCodes: added.body.recoveryCodes as string[] }
}

async function begin(person: { email: string; password: string }): Promise<string> {
  const { email, password } = person
  const { body } = await app.client().post(SIGN_IN, { email, password })
  expect(body).toMatchObject({ accessToken: null, refreshToken: null, organisations: [] })
  return body.secondFactor.challenge
}

const answer = (body: object) => app.client().post(`${SIGN_IN}/factor`, body)

describe('a code app', () => {
  test('is asked for behind the password, and gives tokens', async () => {
    const { farm, owner } = await makeOwner()
    const { codeNow, recoveryCodes } = await withCodeApp(owner)
    expect(new Set(recoveryCodes).size).toBe(10)
    const challenge = await begin(owner)
    const entered = await answer({ challenge, code: codeNow() })
    expect(entered).toMatchObject({
      status: 200,
      body: { organisationId: farm.organisationId, secondFactor: null },
    })
    const me = await app.client({ token: entered.body.accessToken }).get(`${I}/me`)
    expect(me.body.secondFactor).toEqual({ has: ['code'], neededFromUTC: null, isMissing: false })
  })

  test('is asked for by the cookie of a page as well', async () => {
    const { owner } = await makeOwner()
    const { codeNow } = await withCodeApp(owner)
    const { email, password } = owner
    const first = await app.client().post(`${I}/browser-session`, { email, password })
    expect(first.body).toMatchObject({ me: null, accessToken: null })
    const { challenge } = first.body.secondFactor
    const entered = await app.client().post(`${I}/browser-session/factor`, { challenge, code: codeNow() })
    expect(entered.body.me).toMatchObject({ email })
    expect(String(entered.headers['set-cookie'])).toMatch(/^granary_session=refresh_/)
  })

  test('takes each code once, also for another challenge', async () => {
    const { owner } = await makeOwner()
    const { codeNow } = await withCodeApp(owner)
    const [one, two] = [await begin(owner), await begin(owner)]
    expect((await answer({ challenge: one, code: codeNow() })).status).toBe(200)
    expect((await answer({ challenge: two, code: codeNow() })).status).toBe(401)
    app.clock.advance({ seconds: 30 })
    expect((await answer({ challenge: two, code: codeNow() })).status).toBe(200)
  })

  test('takes each challenge once, and none that is old', async () => {
    const { owner } = await makeOwner()
    const { codeNow } = await withCodeApp(owner)
    const [challenge, old] = [await begin(owner), await begin(owner)]
    await answer({ challenge, code: codeNow() })
    app.clock.advance({ seconds: 60 })
    expect((await answer({ challenge, code: codeNow() })).status).toBe(401)
    app.clock.advance({ minutes: 5 })
    expect(await answer({ challenge: old, code: codeNow() })).toMatchObject({
      status: 401,
      body: { messageId: 'challengeIsGone' },
    })
  })

  test('of one person answers no challenge of another', async () => {
    const { farm, owner } = await makeOwner()
    const tom = await addPerson(app, farm, 'operator')
    const { codeNow } = await withCodeApp(owner)
    await withCodeApp(tom)
    expect((await answer({ challenge: await begin(tom), code: codeNow() })).status).toBe(401)
  })

  test('lets nobody guess: after five the next has to wait', async () => {
    const { owner } = await makeOwner()
    const { codeNow } = await withCodeApp(owner)
    const challenge = await begin(owner)
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push((await answer({ challenge, code: '000000' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await answer({ challenge, code: codeNow() })).status).toBe(429)
    app.clock.advance({ seconds: 31 })
    expect((await answer({ challenge, code: codeNow() })).status).toBe(200)
  })

  test('a wrong factor tells nothing of which was wrong', async () => {
    const { owner } = await makeOwner()
    await withCodeApp(owner)
    const challenge = await begin(owner)
    const bodies = []
    for (const code of ['000000', 'AAAA-BBBB-CCCC-DDDD'])
      bodies.push({ ...(await answer({ challenge, code })).body, stack: '' })
    const passkey = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
    bodies.push({ ...(await answer({ challenge, passkey })).body, stack: '' })
    expect(bodies[1]).toEqual(bodies[0])
    // It is called a passkey, as it was sent as one, and is refused alike.
    const alike = (body: object | undefined) => ({ ...body, message: '', data: '' })
    expect(alike(bodies[2])).toEqual(alike(bodies[0]))
  })

  test('once proved, the challenge lets somebody in several choose', async () => {
    const { owner } = await makeOwner()
    const other = await makeOrganisation(app)
    await addPerson(app, other, 'viewer', owner)
    const { codeNow } = await withCodeApp(owner)
    const challenge = await begin(owner)
    const listed = await answer({ challenge, code: codeNow() })
    expect(listed.body).toMatchObject({ accessToken: null, secondFactor: null })
    expect(listed.body.organisations).toHaveLength(2)
    const entered = await answer({ challenge, organisationId: other.organisationId })
    expect(entered.body).toMatchObject({ organisationId: other.organisationId })
    expect((await answer({ challenge, organisationId: other.organisationId })).status).toBe(401)
  })

  test('counts only once it was confirmed, and is asked no more once it is gone', async () => {
    const { owner } = await makeOwner()
    const { client, email, password } = owner
    await client.post(`${I}/me/code-app`)
    expect((await client.post(`${I}/me/code-app/confirm`, { code: '000000' })).status).toBe(400)
    expect((await app.client().post(SIGN_IN, { email, password })).body.accessToken).not.toBeNull()
    await withCodeApp(owner)
    expect((await client.post(`${I}/me/code-app`)).status).toBe(409)
    expect((await client.delete(`${I}/me/code-app`)).status).toBe(200)
    expect((await app.client().post(SIGN_IN, { email, password })).body.accessToken).not.toBeNull()
    expect((await client.get(`${I}/me/factors`)).body).toMatchObject({
      codeAppSinceUTC: null,
      recoveryCodesLeft: 0,
    })
  })
})

describe('a recovery code', () => {
  test('gets in once, however it is typed', async () => {
    const { owner } = await makeOwner()
    const { recoveryCodes } = await withCodeApp(owner)
    const [code = ''] = recoveryCodes
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await answer({ challenge: await begin(owner), code: typed })).status).toBe(200)
    expect((await answer({ challenge: await begin(owner), code })).status).toBe(401)
    expect((await owner.client.get(`${I}/me/factors`)).body.recoveryCodesLeft).toBe(9)
  })

  test('is replaced with all others', async () => {
    const { owner } = await makeOwner()
    const { recoveryCodes } = await withCodeApp(owner)
    const renewed = await owner.client.post(`${I}/me/recovery-codes`)
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const challenge = await begin(owner)
    expect((await answer({ challenge, code: recoveryCodes[0] })).status).toBe(401)
    expect((await answer({ challenge, code: renewed.body.recoveryCodes[0] })).status).toBe(200)
  })
})

describe('the way back by mail', () => {
  test('a new password is not enough', async () => {
    const { owner } = await makeOwner()
    const { codeNow } = await withCodeApp(owner)
    const challenge = await begin(owner)
    const changed = await owner.client.post(`${I}/me/password`, {
      currentPassword: owner.password,
      newPassword: 'narrow green trailer',
    })
    expect(changed.status).toBe(200)
    // What the old password had begun ends with it.
    expect((await answer({ challenge, code: codeNow() })).status).toBe(401)
  })
})

test('wrong codes are told of among what was refused, in the log of the organisation', async () => {
  const { farm, owner } = await makeOwner()
  await withCodeApp(owner)
  const challenge = await begin(owner)
  expect((await answer({ challenge, code: '000000' })).body.message).toBe('The code is not right.')
  expect((await owner.client.post(`${I}/me/step-up`, { code: '000000' })).status).toBe(400)
  const refused = await farm.as('admin').get('/api/system/audit?outcome=refused')
  expect(refused.body.docs).toMatchObject([
    { deed: 'identity.postMeStepUp', outcome: 'refused', changes: expect.anything() },
    { deed: 'identity.postSignInFactor', outcome: 'refused', subjectId: owner.userId },
  ])
  const { docs } = (
    await farm
      .as('admin')
      .get('/api/system/audit?deed=identity.postMeCodeAppConfirm', { 'accept-language': 'de' })
  ).body
  expect(docs).toMatchObject([{ deedName: 'Zweiter Faktor eingerichtet: Code-App' }])
})
