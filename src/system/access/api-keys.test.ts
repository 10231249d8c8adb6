import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makeRecord, STOCK_TAKE } from '../../../test/farm.ts'

let app: TestApp
let farm: TestOrganisation
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(TEST_START)
  farm = await makeOrganisation(app)
})

const KEYS = '/api/identity/api-keys'
const me = (apiKey: string) => app.client({ apiKey }).get('/api/identity/me')

test('a key is shown once, works in both headers, and is stored as a hash', async () => {
  const { body } = await farm.as('admin').post(KEYS, { name: ' Weighbridge PC ', role: 'operator' })
  expect(body.key).toMatch(/^granary_[\w-]{43}$/)
  expect((await me(body.key)).body).toMatchObject({
    kind: 'api-key',
    userId: body.id,
    userName: 'Weighbridge PC',
    role: 'operator',
    email: null,
  })
  expect((await app.client({ token: body.key }).get('/api/identity/me')).status).toBe(200)

  const list = await farm.as('admin').get(KEYS)
  expect(list.body).toHaveLength(6)
  expect(list.body).toContainEqual(
    expect.objectContaining({ id: body.id, prefix: body.key.slice(0, 12), createdBy: 'Test Owner' }),
  )
  const stored = await app.database.db.selectFrom('api_keys').selectAll().execute()
  expect(JSON.stringify([stored, list.body])).not.toContain(body.key)
})

test('a key of somebody who has said no name is listed under their e-mail', async () => {
  const nameless = await makeOrganisation(app)
  const { email } = nameless.owner
  const unnamed = { given_name: '', family_name: '' }
  await app.database.db.updateTable('users').set(unnamed).where('email', '=', email).execute()
  const { body } = await nameless.as('owner').get(KEYS)
  expect(body.map((key: { createdBy: string }) => key.createdBy)).toContain(email)
})

test('a revoked key fails at once; it cannot be revoked twice, nor by a stranger', async () => {
  const stranger = await makeOrganisation(app)
  const { body } = await farm.as('admin').post(KEYS, { name: 'PC', role: 'operator' })
  expect((await stranger.as('owner').delete(`${KEYS}/${body.id}`)).status).toBe(404)
  expect((await farm.as('manager').delete(`${KEYS}/${body.id}`)).status).toBe(403)
  expect((await farm.as('admin').delete(`${KEYS}/${body.id}`)).status).toBe(200)
  expect((await me(body.key)).status).toBe(401)
  expect((await farm.as('admin').delete(`${KEYS}/${body.id}`)).status).toBe(404)
  expect((await farm.as('admin').delete(`${KEYS}/nonsense`)).status).toBe(404)
})

test('callers who come at once are each themselves, and one who is refused refuses nobody else', async () => {
  const neighbour = await makeOrganisation(app)
  const person = await addPerson(app, farm, 'operator')
  const stranger = await addPerson(app, neighbour, 'manager')
  const { body: revoked } = await farm.as('admin').post(KEYS, { name: 'PC', role: 'operator' })
  await farm.as('admin').delete(`${KEYS}/${revoked.id}`)
  const callers = [
    { apiKey: farm.keys.manager, is: [200, farm.organisationId, 'manager'] },
    { apiKey: revoked.key, is: [401] },
    { apiKey: neighbour.keys.manager, is: [200, neighbour.organisationId, 'manager'] },
    { apiKey: `${farm.keys.manager}x`, is: [401] },
    { token: person.accessToken, is: [200, farm.organisationId, 'operator'] },
    { token: person.accessToken, organisationId: neighbour.organisationId, is: [403] },
    { apiKey: farm.keys.viewer, is: [200, farm.organisationId, 'viewer'] },
    { token: stranger.accessToken, is: [200, neighbour.organisationId, 'manager'] },
  ]
  const answers = await Promise.all(
    callers.map(({ is: _is, ...caller }) => app.client(caller).get('/api/identity/me')),
  )
  const found = answers.map(({ status, body }) =>
    status === 200 ? [status, body.organisation.id, body.role] : [status],
  )
  expect(found).toEqual(callers.map(({ is }) => is))
})

test('a revoked key takes along what was made with it', async () => {
  const { body: first } = await farm.as('owner').post(KEYS, { name: 'first', role: 'admin' })
  const { body: second } = await app
    .client({ apiKey: first.key })
    .post(KEYS, { name: 'second', role: 'admin' })
  const { body: third } = await app
    .client({ apiKey: second.key })
    .post(KEYS, { name: 'third', role: 'viewer' })
  expect((await me(third.key)).status).toBe(200)
  const revoked = await farm.as('owner').delete(`${KEYS}/${first.id}`)
  expect(revoked.body.message).toContain('2 keys')
  expect((await me(second.key)).status).toBe(401)
  expect((await me(third.key)).status).toBe(401)
  expect((await me(farm.keys.viewer)).status).toBe(200)
})

test('a revoked key takes along who was invited with it', async () => {
  const { body } = await farm.as('owner').post(KEYS, { name: 'PC', role: 'admin' })
  const invited = { email: 'tom@farm.example', role: 'admin' }
  await app.client({ apiKey: body.key }).post('/api/identity/invitations', invited)
  await farm.as('owner').delete(`${KEYS}/${body.id}`)
  expect((await farm.as('owner').get('/api/identity/invitations')).body).toEqual([])
})

test('a key that is revoked while it makes keys leaves none behind', async () => {
  // Several times over, so that some really meet.
  for (let round = 0; round < 4; round += 1) {
    const { body } = await farm.as('owner').post(KEYS, { name: 'PC', role: 'admin' })
    const machine = app.client({ apiKey: body.key })
    const [revoked, ...made] = await Promise.all([
      farm.as('owner').delete(`${KEYS}/${body.id}`),
      ...[1, 2, 3, 4].map((each) => machine.post(KEYS, { name: `made ${each}`, role: 'admin' })),
    ])
    expect(revoked?.status).toBe(200)
    for (const each of made.filter(({ status }) => status === 200))
      expect((await me(each.body.key)).status).toBe(401)
  }
})

test('a key never does more than its maker may do now', async () => {
  const ann = await addPerson(app, farm, 'admin')
  const { body } = await ann.client.post(KEYS, { name: 'PC', role: 'admin' })
  expect((await me(body.key)).body.role).toBe('admin')
  await farm.as('owner').put(`/api/identity/users/${ann.userId}/role`, { role: 'viewer' })
  expect((await me(body.key)).body.role).toBe('viewer')
  expect((await app.client({ apiKey: body.key }).get(KEYS)).status).toBe(403)
})

test('a key does what it was given by itself, and no more', async () => {
  const scene = { ...farm, marker: 'given' }
  const { id } = await makeRecord(scene)
  const count = { records: [{ id, adjustTo: 990 }], reasonId: STOCK_TAKE }
  const keyWith = async (permissions: string[]) => {
    const made = await farm.as('admin').post(KEYS, { name: 'PC', role: 'operator', permissions })
    expect(made.body.permissions).toEqual(permissions)
    return app.client({ apiKey: made.body.key })
  }
  const ordinary = await keyWith([])
  expect((await ordinary.post('/api/inventory/records/adjustments', count)).status).toBe(403)

  const counting = await keyWith(['adjustments:write'])
  expect((await counting.post('/api/inventory/records/adjustments', count)).status).toBe(200)
  const { body } = await counting.get('/api/identity/me')
  expect(body.permissions).toContain('adjustments:write')
  expect(body.permissions).not.toContain('records:write')
  expect((await counting.get(KEYS)).status).toBe(403)
  expect((await farm.as('admin').get(KEYS)).body).toContainEqual(
    expect.objectContaining({ role: 'operator', permissions: ['adjustments:write'] }),
  )
})

test('what a key was given goes with what its maker may do now', async () => {
  const ann = await addPerson(app, farm, 'admin')
  const given = { name: 'PC', role: 'operator', permissions: ['webhooks:write', 'adjustments:write'] }
  const { body } = await ann.client.post(KEYS, given)
  const held = async () => (await me(body.key)).body.permissions
  expect(await held()).toEqual(expect.arrayContaining(['webhooks:write', 'adjustments:write']))
  await farm.as('owner').put(`/api/identity/users/${ann.userId}/role`, { role: 'manager' })
  expect(await held()).toContain('adjustments:write')
  expect(await held()).not.toContain('webhooks:write')
})

test('a key gives another key no permission that it does not have', async () => {
  const given = { name: 'PC', role: 'viewer', permissions: ['keys:write', 'intake:write'] }
  const { body } = await farm.as('admin').post(KEYS, given)
  const machine = app.client({ apiKey: body.key })
  const make = (permissions: string[]) => machine.post(KEYS, { name: 'next', role: 'viewer', permissions })
  expect((await make(['intake:write'])).status).toBe(200)
  expect((await make(['adjustments:write'])).status).toBe(403)
  expect((await machine.post(KEYS, { name: 'next', role: 'operator' })).status).toBe(403)
})

test.each(['platform:admin', 'conversations:write', 'everything'])('no key is given %s', async (each) => {
  const { status, body } = await farm
    .as('owner')
    .post(KEYS, { name: 'PC', role: 'viewer', permissions: [each] })
  expect([status, body.validation[0].path]).toEqual([400, 'permissions[0]'])
})

test('an admin does not revoke a key in the role of owner', async () => {
  const { body } = await farm.as('owner').post(KEYS, { name: 'boss', role: 'owner' })
  expect((await farm.as('admin').delete(`${KEYS}/${body.id}`)).status).toBe(403)
})

test('an expiring key stops on the day, and makes none that outlive it', async () => {
  const { body } = await farm
    .as('owner')
    .post(KEYS, { name: 'harvest', role: 'admin', expiresAtISO: '2026-09-01' })
  // The first of September begins at eleven in the evening of UTC, in a British summer.
  expect(body.expiresAtUTC).toBe('2026-08-31T23:00:00.000Z')
  const harvest = app.client({ apiKey: body.key })
  const later = await harvest.post(KEYS, { name: 'later', role: 'viewer', expiresAtISO: '2026-09-02' })
  expect(later).toMatchObject({ status: 400, body: { validation: [{ path: 'expiresAtISO' }] } })
  const child = await harvest.post(KEYS, { name: 'child', role: 'viewer' })
  expect(child.body.expiresAtUTC).toBe(body.expiresAtUTC)
  app.clock.set('2026-08-31T23:00:00Z')
  expect((await me(body.key)).status).toBe(401)
  expect((await me(child.body.key)).status).toBe(401)
})

test.each([
  ['no name', { role: 'viewer' }, 'name'],
  ['a blank name', { name: '  ', role: 'viewer' }, 'name'],
  ['a name of 201 letters', { name: 'x'.repeat(201), role: 'viewer' }, 'name'],
  ['an unknown role', { name: 'PC', role: 'king' }, 'role'],
  ['an expiry that is past', { name: 'PC', role: 'viewer', expiresAtISO: '2020-01-01' }, 'expiresAtISO'],
  ['an expiry that is no date', { name: 'PC', role: 'viewer', expiresAtISO: 'tomorrow' }, 'expiresAtISO'],
])('%s is a fault', async (_what, body, path) => {
  expect(await farm.as('owner').post(KEYS, body)).toMatchObject({
    status: 400,
    body: { validation: [{ path }] },
  })
})

test('an expiry that is no date is told in the words for dates, whatever else is wrong', async () => {
  for (const role of ['viewer', 'king']) {
    const { body } = await farm.as('owner').post(KEYS, { name: 'PC', role, expiresAtISO: 'tomorrow' })
    expect(body.validation).toContainEqual(
      expect.objectContaining({
        path: 'expiresAtISO',
        code: 'date',
        message: expect.stringContaining('2026-08-14'),
      }),
    )
  }
})

test('a key is for one organisation: it chooses none', async () => {
  const stranger = await makeOrganisation(app)
  for (const organisationId of [farm.organisationId, stranger.organisationId, 'nonsense']) {
    const answer = await app.client({ apiKey: farm.keys.owner, organisationId }).get('/api/identity/me')
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
})
