import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { roles, type Role } from '../../kernel/permissions.ts'

let app: TestApp
let farm: TestOrganisation
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => void (farm = await makeOrganisation(app)))

const USERS = '/api/identity/users'
const INVITATIONS = '/api/identity/invitations'
const statusOf = async (client: Client) => (await client.get('/api/identity/me')).status

/** Shuts an account out of all organisations, as who runs the installation does. */
async function suspendAccount(userId: string): Promise<void> {
  await app.database.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', userId).execute()
}

describe('roles', () => {
  const grants: [by: Role, of: Role, to: Role, status: number][] = [
    ['owner', 'viewer', 'owner', 200],
    ['owner', 'admin', 'viewer', 200],
    ['admin', 'viewer', 'admin', 200],
    ['admin', 'admin', 'manager', 200],
    ['admin', 'viewer', 'owner', 403],
    ['admin', 'owner', 'viewer', 403],
    ['manager', 'viewer', 'operator', 403],
  ]
  test.each(grants)('%s making a %s %s: %i', async (by, of, to, status) => {
    const ann = await addPerson(app, farm, of)
    const actor = await addPerson(app, farm, by)
    expect((await actor.client.put(`${USERS}/${ann.userId}/role`, { role: to })).status).toBe(status)
    const { body } = await ann.client.get('/api/identity/me')
    expect(body.role).toBe(status === 200 ? to : of)
  })

  test.each(roles)('a key in the role %s grants no role above it', async (role) => {
    for (const granted of roles) {
      const mayInvite = ['admin', 'owner'].includes(role) && roles.indexOf(granted) <= roles.indexOf(role)
      const body = { email: `${granted}-by-${role}@farm.example`, role: granted }
      expect((await farm.as(role).post(INVITATIONS, body)).status).toBe(mayInvite ? 200 : 403)
      const key = await farm.as(role).post('/api/identity/api-keys', { name: 'a key', role: granted })
      expect(key.status).toBe(mayInvite ? 200 : 403)
    }
  })

  test('the role that somebody has changes nothing, and is no event', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const give = async (role: Role) =>
      (await farm.as('owner').put(`${USERS}/${ann.userId}/role`, { role })).body.message
    expect([await give('operator'), await give('operator')]).toEqual([
      expect.stringContaining('was viewer and is now operator.'),
      expect.stringContaining('is operator already.'),
    ])
    const told = await app.database.db
      .selectFrom('events')
      .select('type')
      .where('subject', '=', ann.userId)
      .execute()
    expect(told).toEqual([{ type: 'user.role_changed' }])
  })

  test('an unknown role is a fault, an unknown or foreign user is not found', async () => {
    const stranger = await makeOrganisation(app)
    const put = (id: string, role: string) => farm.as('owner').put(`${USERS}/${id}/role`, { role })
    expect((await put(farm.owner.userId, 'emperor')).status).toBe(400)
    expect((await put(stranger.owner.userId, 'viewer')).status).toBe(404)
    expect((await put('nonsense', 'viewer')).status).toBe(404)
  })
})

describe('the last owner', () => {
  const ways: [string, (client: Client, id: string) => Promise<{ status: number }>][] = [
    ['demoted', (client, id) => client.put(`${USERS}/${id}/role`, { role: 'admin' })],
    ['removed', (client, id) => client.delete(`${USERS}/${id}`)],
    ['suspended', (client, id) => client.post(`${USERS}/${id}/suspend`)],
  ]
  test.each(ways)('cannot be %s; with a second owner it works', async (_how, act) => {
    const owner = farm.as('owner')
    const refused = await act(owner, farm.owner.userId)
    expect(refused).toMatchObject({ status: 400, body: { code: 'in_use' } })
    const second = await addPerson(app, farm, 'owner')
    expect((await act(second.client, farm.owner.userId)).status).toBe(200)
  })

  test.each(['here', 'everywhere'])('is still the last when the other is suspended %s', async (where) => {
    const { userId } = await addPerson(app, farm, 'owner')
    if (where === 'here') await farm.as('owner').post(`${USERS}/${userId}/suspend`)
    else await suspendAccount(userId)
    expect((await farm.as('owner').get(`${USERS}/${userId}`)).body.status).toBe('suspended')
    expect((await farm.as('owner').delete(`${USERS}/${farm.owner.userId}`)).status).toBe(400)
  })

  test('two owners who remove each other at once leave one', async () => {
    // Several times over, so that some pairs really meet.
    for (let round = 0; round < 12; round += 1) {
      const home = await makeOrganisation(app)
      const second = await addPerson(app, home, 'owner')
      const { email, password } = home.owner
      const signedIn = await app.client().post('/api/identity/sign-in', { email, password })
      const first = app.client({ token: signedIn.body.accessToken })
      const answers = await Promise.all([
        second.client.delete(`${USERS}/${home.owner.userId}`),
        first.delete(`${USERS}/${second.userId}`),
      ])
      const owners = await app.database.db
        .selectFrom('memberships')
        .select('user_id')
        .where('organisation_id', '=', home.organisationId)
        .where('role', '=', 'owner')
        .execute()
      expect(owners).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.every(({ status }) => status < 500)).toBe(true)
    }
  })
})

describe('suspending and removing', () => {
  test('a suspended user is out at once, with their keys and invitations; reinstated, they sign in again', async () => {
    const ann = await addPerson(app, farm, 'admin')
    const made = await ann.client.post('/api/identity/api-keys', { name: 'Weighbridge', role: 'operator' })
    const machine = app.client({ apiKey: made.body.key })
    const invited = await ann.client.post(INVITATIONS, { email: 'tom@farm.example', role: 'viewer' })
    expect(await statusOf(machine)).toBe(200)

    expect((await farm.as('admin').post(`${USERS}/${ann.userId}/suspend`)).status).toBe(200)
    expect(await statusOf(ann.client)).toBe(401)
    expect(await statusOf(machine)).toBe(401)
    expect(
      (await app.client().post('/api/identity/refresh', { refreshToken: ann.refreshToken })).status,
    ).toBe(401)
    const accepted = await app.client().post(`${INVITATIONS}/accept`, {
      token: invited.body.token,
      password: 'wide yellow combine',
      givenName: 'Tom',
      familyName: 'New',
    })
    expect(accepted.status).toBe(404)
    expect((await farm.as('viewer').get('/api/identity/me')).status).toBe(200)
    expect((await farm.as('owner').get(`${USERS}/${ann.userId}`)).body.status).toBe('suspended')

    expect((await farm.as('admin').post(`${USERS}/${ann.userId}/reinstate`)).status).toBe(200)
    expect((await farm.as('owner').get(`${USERS}/${ann.userId}`)).body.status).toBe('active')
    expect(await statusOf(ann.client)).toBe(401)
    expect(await statusOf(machine)).toBe(200)
    const again = await app
      .client()
      .post('/api/identity/sign-in', { email: ann.email, password: ann.password })
    expect(again.status).toBe(200)
  })

  test('what somebody is already changes nothing, and is no event', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const say = async (what: 'suspend' | 'reinstate') =>
      (await farm.as('owner').post(`${USERS}/${ann.userId}/${what}`)).body.message
    expect(await say('reinstate')).toContain('is not suspended.')
    expect([await say('suspend'), await say('suspend')]).toEqual([
      expect.stringContaining('is suspended;'),
      expect.stringContaining('is suspended already.'),
    ])
    expect(await say('reinstate')).toContain('may sign in again')
    const told = await app.database.db
      .selectFrom('events')
      .select('type')
      .where('subject', '=', ann.userId)
      .orderBy('id')
      .execute()
    expect(told.map(({ type }) => type)).toEqual(['user.suspended', 'user.reinstated'])
  })

  test('somebody whose account is suspended everywhere is not said to be in again', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    await farm.as('owner').post(`${USERS}/${ann.userId}/suspend`)
    await suspendAccount(ann.userId)
    for (const _time of ['suspended here too', 'no longer here']) {
      const { status, body } = await farm.as('owner').post(`${USERS}/${ann.userId}/reinstate`)
      expect({ status, body }).toEqual({
        status: 200,
        body: { status: 'success', message: expect.stringContaining('but everywhere') },
      })
    }
    expect((await farm.as('owner').get(`${USERS}/${ann.userId}`)).body.status).toBe('suspended')
  })

  test('suspended in one organisation, at work in another', async () => {
    const other = await makeOrganisation(app)
    const ann = await addPerson(app, farm, 'viewer')
    const there = await addPerson(app, other, 'viewer', ann)
    await farm.as('owner').post(`${USERS}/${ann.userId}/suspend`)
    expect(await statusOf(there.client)).toBe(200)
    const here = app.client({ token: there.accessToken, organisationId: farm.organisationId })
    expect(await statusOf(here)).toBe(401)
    const { organisationId } = farm
    const switched = await there.client.post('/api/identity/switch-organisation', { organisationId })
    expect(switched).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    const signIn = (body: object) =>
      app.client().post('/api/identity/sign-in', { email: ann.email, password: ann.password, ...body })
    expect(await signIn({ organisationId })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: expect.stringContaining('suspended') },
    })
    expect((await signIn({})).body.organisationId).toBe(other.organisationId)
    await farm.as('owner').delete(`${USERS}/${ann.userId}`)
    expect((await signIn({ organisationId })).status).toBe(403)
  })

  test('suspended in the only organisation, they learn so with the right password, and nobody else does', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    await farm.as('owner').post(`${USERS}/${ann.userId}/suspend`)
    const signIn = (password: string) =>
      app.client().post('/api/identity/sign-in', { email: ann.email, password })
    const stranger = await app
      .client()
      .post('/api/identity/sign-in', { email: 'nobody@farm.example', password: 'wrong' })
    const guessed = await signIn('wrong')
    expect([guessed.status, guessed.body.message]).toEqual([401, stranger.body.message])
    expect(await signIn(ann.password)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: expect.stringContaining('suspended') },
    })
    await farm.as('owner').delete(`${USERS}/${ann.userId}`)
    expect((await signIn(ann.password)).status).toBe(403)
  })

  test('a removed user is out at once, with their invitations, and their keys stay revoked when they come back', async () => {
    const ann = await addPerson(app, farm, 'admin')
    const made = await ann.client.post('/api/identity/api-keys', { name: 'Weighbridge', role: 'operator' })
    const old = await ann.client.post('/api/identity/api-keys', { name: 'Revoked', role: 'operator' })
    await ann.client.delete(`/api/identity/api-keys/${old.body.id}`)
    await ann.client.post(INVITATIONS, { email: 'tom@farm.example', role: 'viewer' })
    const removed = await farm.as('owner').delete(`${USERS}/${ann.userId}`)
    expect(removed.body.message).toContain('1 API key they made is revoked.')
    const told = await app.database.db
      .selectFrom('events')
      .select('type')
      .where('subject', 'in', [ann.userId, made.body.id])
      .orderBy('id')
      .execute()
    expect(told.map(({ type }) => type)).toEqual(['api_key.created', 'user.removed', 'api_key.revoked'])
    expect(await statusOf(ann.client)).toBe(401)
    expect((await farm.as('owner').get(INVITATIONS)).body).toEqual([])
    expect((await farm.as('owner').get(`${USERS}/${ann.userId}`)).status).toBe(404)
    await addPerson(app, farm, 'admin', ann)
    expect(await statusOf(app.client({ apiKey: made.body.key }))).toBe(401)
  })

  test('with the invitations made by keys of theirs', async () => {
    const ann = await addPerson(app, farm, 'admin')
    const { body } = await ann.client.post('/api/identity/api-keys', { name: 'PC', role: 'admin' })
    const machine = app.client({ apiKey: body.key })
    await machine.post(INVITATIONS, { email: 'tom@farm.example', role: 'admin' })
    await farm.as('owner').post(`${USERS}/${ann.userId}/suspend`)
    expect((await farm.as('owner').get(INVITATIONS)).body).toEqual([])
  })

  const shutOut: [how: string, shut: (userId: string) => ReturnType<Client['get']>][] = [
    ['suspended', (userId) => farm.as('owner').post(`${USERS}/${userId}/suspend`)],
    ['removed', (userId) => farm.as('owner').delete(`${USERS}/${userId}`)],
    ['demoted', (userId) => farm.as('owner').put(`${USERS}/${userId}/role`, { role: 'operator' })],
  ]
  test.each(shutOut)('%s while they invite, they leave no invitation behind', async (_how, shut) => {
    // Several times over, so that some really meet.
    for (let round = 0; round < 4; round += 1) {
      const ann = await addPerson(app, farm, 'admin')
      const answers = await Promise.all([
        shut(ann.userId),
        ...[1, 2, 3, 4].map((each) =>
          ann.client.post(INVITATIONS, { email: `${each}-of-${round}@farm.example`, role: 'admin' }),
        ),
      ])
      expect(answers[0]?.status).toBe(200)
      expect((await farm.as('owner').get(INVITATIONS)).body).toEqual([])
    }
  })

  const heldBack: [what: string, url: string, type: string, text: string][] = [
    ['a body', INVITATIONS, 'application/json', '{"email":"tom@farm.example","role":"owner"}'],
    ['a form', '/api/system/files', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ]
  test.each(heldBack)('%s that was held back until then comes too late', async (_what, url, type, text) => {
    const ann = await addPerson(app, farm, 'owner')
    const payload = new PassThrough()
    const headers = { authorization: `Bearer ${ann.accessToken}`, 'content-type': type }
    const answering = Promise.resolve(app.app.inject({ method: 'POST', url, headers, payload }))
    payload.write(text.slice(0, 3))
    const whenLetIn = () => expect(payload.readableLength).toBe(0)
    await vi.waitFor(whenLetIn)
    app.clock.advance({ seconds: 5 })
    await farm.as('owner').delete(`${USERS}/${ann.userId}`)
    payload.end(text.slice(3))
    expect((await answering).statusCode).toBe(401)
  })

  test('nobody suspends themselves, an admin no owner, and nobody somebody of another organisation', async () => {
    const ann = await addPerson(app, farm, 'admin')
    const stranger = await makeOrganisation(app)
    expect((await ann.client.post(`${USERS}/${ann.userId}/suspend`)).status).toBe(403)
    for (const [method, path] of [
      ['post', '/suspend'],
      ['post', '/reinstate'],
      ['delete', ''],
    ] as const) {
      expect((await ann.client[method](`${USERS}/${farm.owner.userId}${path}`)).status).toBe(403)
      expect((await ann.client[method](`${USERS}/${stranger.owner.userId}${path}`)).status).toBe(404)
      expect((await ann.client[method](`${USERS}/1${path}`)).status).toBe(404)
    }
  })
})

describe('listing', () => {
  test('shows the own organisation alone, in pages', async () => {
    await makeOrganisation(app)
    await addPerson(app, farm, 'viewer')
    await addPerson(app, farm, 'operator')
    const { body } = await farm.as('admin').get(`${USERS}?limit=2&offset=1`)
    expect(body).toMatchObject({ totalDocs: 3, limit: 2, offset: 1 })
    expect(body.docs).toHaveLength(2)
    expect((await farm.as('manager').get(USERS)).status).toBe(403)
    expect((await farm.as('admin').get(`${USERS}?limit=0`)).status).toBe(400)
    expect((await farm.as('admin').get(`${USERS}?sort=x`)).status).toBe(400)
  })

  test('one user has an ETag, and If-Match guards a change of role', async () => {
    const ann = await addPerson(app, farm, 'viewer')
    const { headers } = await farm.as('owner').get(`${USERS}/${ann.userId}`)
    const put = (role: Role, etag: unknown) =>
      farm.as('owner').put(`${USERS}/${ann.userId}/role`, { role }, { 'if-match': String(etag) })
    expect((await put('operator', headers['etag'])).status).toBe(200)
    expect((await put('manager', headers['etag'])).status).toBe(412)
  })
})
