import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestPerson } from '../../../test/factories.ts'
import { codeAt } from './code-app-codes.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const I = '/api/identity'
const KEY = { name: 'Weighbridge PC', role: 'viewer' }

/** An owner whose session was begun long ago, with a token that is new. */
async function leftOpen(): Promise<TestPerson> {
  const owner = await addPerson(app, await makeOrganisation(app), 'owner')
  app.clock.advance({ minutes: 11 })
  return { ...owner, client: await refreshed(owner) }
}

async function refreshed({ refreshToken }: TestPerson): Promise<Client> {
  const { body } = await app.client().post(`${I}/refresh`, { refreshToken })
  return app.client({ token: body.accessToken })
}

describe('what takes a factor again', () => {
  test('is refused ten minutes after signing in, and says what to ask for', async () => {
    const { client, password } = await leftOpen()
    const refused = await client.post(`${I}/api-keys`, KEY)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'step_up_needed', body: { methods: ['password'], withinMinutes: 10 } },
    })
    expect((await client.post(`${I}/me/step-up`, { password: 'not the password' })).status).toBe(400)
    expect((await client.post(`${I}/api-keys`, KEY)).status).toBe(403)
    expect((await client.post(`${I}/me/step-up`, { password })).status).toBe(200)
    expect((await client.post(`${I}/api-keys`, KEY)).status).toBe(200)
  })

  test.each([
    ['PUT', `${I}/users/01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21/role`],
    ['PATCH', `${I}/api-keys/01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21`],
    ['POST', `${I}/me/code-app`],
    ['DELETE', `${I}/me/code-app`],
    ['POST', `${I}/me/passkeys/options`],
    ['POST', `${I}/me/recovery-codes`],
    ['POST', `${I}/me/email`],
    ['DELETE', `${I}/sessions`],
    ['DELETE', `${I}/sessions/01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21`],
    ['PUT', `${I}/organisation/sign-in-rules`],
    ['POST', `${I}/users/01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21/factor-reset`],
    ['POST', '/api/inventory/periods'],
    ['POST', '/api/inventory/periods/01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21/reopen'],
    ['POST', '/api/inventory/periods/exceptions'],
    ['POST', '/api/inventory/periods?dryRun=true'],
  ] as const)('%s %s is refused before anything is read', async (method, url) => {
    const { client } = await leftOpen()
    const send = { PUT: client.put, PATCH: client.patch, POST: client.post, DELETE: client.delete }[method]
    expect((await send(url, {})).body.code).toBe('step_up_needed')
  })

  test('is not had from an answer that was kept', async () => {
    const owner = await addPerson(app, await makeOrganisation(app), 'owner')
    const key = { 'Idempotency-Key': 'made-once' }
    const made = await owner.client.post(`${I}/api-keys`, KEY, key)
    expect(made.status).toBe(200)
    app.clock.advance({ minutes: 11 })
    const client = await refreshed(owner)
    const again = await client.post(`${I}/api-keys`, KEY, key)
    expect([again.status, JSON.stringify(again.body).includes(made.body.key)]).toEqual([403, false])
    await client.post(`${I}/me/step-up`, { password: owner.password })
    expect((await client.post(`${I}/api-keys`, KEY, key)).body).toEqual(made.body)
  })

  test('spends no Idempotency-Key while it is refused', async () => {
    const { client, password } = await leftOpen()
    const key = { 'Idempotency-Key': 'asked-twice' }
    expect((await client.post(`${I}/api-keys`, KEY, key)).status).toBe(403)
    await client.post(`${I}/me/step-up`, { password })
    expect((await client.post(`${I}/api-keys`, KEY, key)).status).toBe(200)
  })

  test('an invitation is, where it gives the right to give access', async () => {
    const { client, email } = await leftOpen()
    const invite = (role: string) => client.post(`${I}/invitations`, { email: `${role}-${email}`, role })
    expect((await invite('admin')).body.code).toBe('step_up_needed')
    expect((await invite('manager')).status).toBe(200)
  })

  test('is not asked of machines', async () => {
    const farm = await makeOrganisation(app)
    app.clock.advance({ minutes: 11 })
    expect((await farm.as('owner').post(`${I}/api-keys`, KEY)).status).toBe(200)
  })

  test('the password does not do for somebody with a second factor', async () => {
    const owner = await addPerson(app, await makeOrganisation(app), 'owner')
    const { secret } = (await owner.client.post(`${I}/me/code-app`)).body
    await owner.client.post(`${I}/me/code-app/confirm`, { code: codeAt(secret, app.clock.now()) })
    app.clock.advance({ minutes: 11 })
    const client = await refreshed(owner)
    expect((await client.post(`${I}/api-keys`, KEY)).body.body.methods).toEqual(['code'])
    expect((await client.post(`${I}/me/step-up`, { password: owner.password })).status).toBe(400)
    const code = codeAt(secret, app.clock.now())
    expect((await client.post(`${I}/me/step-up`, { code })).status).toBe(200)
    expect((await client.post(`${I}/api-keys`, KEY)).status).toBe(200)
    app.clock.advance({ seconds: 5 })
    expect((await client.post(`${I}/me/step-up`, { code })).status).toBe(400)
  })

  test('one session shows it for itself alone', async () => {
    const owner = await leftOpen()
    const { email, password } = owner
    const { body } = await app.client().post(`${I}/sign-in`, { email, password })
    expect((await app.client({ token: body.accessToken }).post(`${I}/api-keys`, KEY)).status).toBe(200)
    expect((await owner.client.post(`${I}/api-keys`, KEY)).status).toBe(403)
  })
})

describe('a second factor that is required', () => {
  const rules = { secondFactor: 'required', sessionDays: 180, idleMinutes: 43_200 }

  test('leaves days of grace, then only the way to set one up', async () => {
    const farm = await makeOrganisation(app)
    const owner = await addPerson(app, farm, 'owner')
    const secondFactorFromISO = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const set = await owner.client.put(`${I}/organisation/sign-in-rules`, { ...rules, secondFactorFromISO })
    expect(set.body.secondFactorFromUTC).toBe(secondFactorFromISO)
    expect((await owner.client.get('/api/inventory/position')).status).toBe(200)
    expect((await owner.client.get(`${I}/me`)).body.secondFactor).toMatchObject({
      neededFromUTC: secondFactorFromISO,
      isMissing: false,
    })
    app.clock.advance({ days: 2 })
    const { email, password } = owner
    const { body } = await app.client().post(`${I}/sign-in`, { email, password })
    const client = app.client({ token: body.accessToken })
    expect((await client.get('/api/inventory/position')).body.code).toBe('second_factor_needed')
    expect((await client.get(`${I}/me`)).body.secondFactor.isMissing).toBe(true)
    const { secret } = (await client.post(`${I}/me/code-app`)).body
    await client.post(`${I}/me/code-app/confirm`, { code: codeAt(secret, app.clock.now()) })
    expect((await client.get('/api/inventory/position')).status).toBe(200)
    // Machines go on.
    expect((await farm.as('viewer').get('/api/inventory/position')).status).toBe(200)
  })

  test('is of the organisation that somebody acts for', async () => {
    const farm = await makeOrganisation(app)
    const owner = await addPerson(app, farm, 'owner')
    const other = await makeOrganisation(app)
    await addPerson(app, other, 'viewer', owner)
    await owner.client.put(`${I}/organisation/sign-in-rules`, rules)
    expect((await owner.client.get('/api/inventory/position')).status).toBe(403)
    const headers = { 'X-Organisation-Id': other.organisationId }
    expect((await owner.client.get('/api/inventory/position', headers)).status).toBe(200)
  })
})

describe('sessions', () => {
  test('last as long as the organisation says, also those that are open', async () => {
    const owner = await addPerson(app, await makeOrganisation(app), 'owner')
    const rules = { secondFactor: 'optional', sessionDays: 2, idleMinutes: 60 }
    expect((await owner.client.put(`${I}/organisation/sign-in-rules`, rules)).status).toBe(200)
    const [session] = (await owner.client.get(`${I}/sessions`)).body
    expect(Date.parse(session.expiresAtUTC) - Date.parse(session.lastUsedAtUTC)).toBe(3_600_000)
    app.clock.advance({ minutes: 61 })
    expect((await app.client().post(`${I}/refresh`, { refreshToken: owner.refreshToken })).status).toBe(401)
  })

  test('are seen with their address, and ended by oneself or an admin', async () => {
    const farm = await makeOrganisation(app)
    const tom = await addPerson(app, farm, 'operator')
    const { email, password } = tom
    const second = await app.client().post(`${I}/sign-in`, { email, password })
    expect((await tom.client.get(`${I}/sessions`)).body).toHaveLength(2)
    expect((await tom.client.get(`${I}/sessions`)).body[0].address).toBe('127.0.0.1')
    expect((await tom.client.delete(`${I}/sessions`)).status).toBe(200)
    expect((await app.client({ token: second.body.accessToken }).get(`${I}/me`)).status).toBe(401)
    expect((await tom.client.get(`${I}/me`)).status).toBe(200)
    const admin = farm.as('admin')
    const seen = await admin.get(`${I}/users/${tom.userId}/sessions`)
    expect(seen.body).toHaveLength(1)
    const stranger = (await makeOrganisation(app)).as('owner')
    expect((await stranger.get(`${I}/users/${tom.userId}/sessions`)).status).toBe(404)
    expect((await stranger.delete(`${I}/users/${tom.userId}/sessions`)).status).toBe(404)
    expect((await admin.delete(`${I}/users/${tom.userId}/sessions/${seen.body[0].id}`)).status).toBe(200)
    expect((await tom.client.get(`${I}/me`)).status).toBe(401)
    // Nobody ends those of somebody above.
    expect((await admin.delete(`${I}/users/${farm.owner.userId}/sessions`)).status).toBe(403)
  })
})

describe('a file with all that an organisation has', () => {
  test.each([
    ['/api/system/audit', 'format=csv', ''],
    ['/api/inventory/movements', 'format=csv', ''],
    ['/api/inventory/records', 'format=csv', ''],
    ['/api/inventory/movements', '', 'text/csv'],
  ])(
    '%s?%s (%s) takes a factor again of people, and of no key; a page of it does not',
    async (path, query, accept) => {
      const farm = await makeOrganisation(app)
      const owner = await addPerson(app, farm, 'owner')
      app.clock.advance({ minutes: 11 })
      const client = await refreshed(owner)
      const headers = accept === '' ? {} : { accept }
      const url = `${path}?${query}`
      expect((await client.get(url, headers)).body.code).toBe('step_up_needed')
      expect((await client.get(path)).status).toBe(200)
      expect((await farm.as('owner').get(url, headers)).status).toBe(200)
      const exports = async () => (await client.get('/api/system/audit?category=exports')).body.docs.length
      // That of the key.
      expect(await exports()).toBe(1)
      await client.post(`${I}/me/step-up`, { password: owner.password })
      expect((await client.get(url, headers)).status).toBe(200)
      expect(await exports()).toBe(2)
    },
  )
})
