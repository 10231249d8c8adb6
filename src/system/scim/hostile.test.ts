import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildBeside, shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import {
  directoryClient,
  filtered,
  makeDirectory,
  patch,
  USERS,
  type TestDirectory,
} from './test-directory.ts'

let app: TestApp
let hill: TestDirectory
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => void (hill = await makeDirectory(app)))

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const off = patch({ op: 'replace', path: 'active', value: false })

/** Everything that a directory could change. */
async function standing() {
  const { db } = app.database
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
  const members = await db.selectFrom('memberships').selectAll().orderBy('user_id').execute()
  return { users, members }
}

test('without a key, with one that lacks the permission, or as a person, nothing is to be had', async () => {
  const refused = await app.client().get(USERS)
  expect(refused.headers['www-authenticate']).toBe('Bearer')
  expect(refused.body).toMatchObject({ schemas: [ERROR], status: '401' })
  for (const role of ['viewer', 'operator', 'manager'] as const) {
    const plain = directoryClient(app, hill.farm.keys[role])
    expect((await plain.get(USERS)).body).toMatchObject({ schemas: [ERROR], status: '403' })
    expect((await plain.post(USERS, hill.person('eve'))).status).toBe(403)
  }
  const asPerson = await hill.owner.client.get(USERS)
  expect([asPerson.status, asPerson.body.detail]).toEqual([403, expect.stringContaining('API key')])
  ok(await hill.owner.client.delete(`/api/identity/api-keys/${hill.keyId}`))
  expect((await hill.directory.get(USERS)).status).toBe(401)
})

test('the key is good for this alone', async () => {
  const { directory, farm } = hill
  expect((await directory.get('/api/identity/users')).status).not.toBe(500)
  expect((await directory.delete(`/api/identity/users/${farm.owner.userId}`)).status).toBe(403)
  const invited = await directory.post(
    '/api/identity/invitations',
    { email: `eve@${hill.domain}`, role: 'viewer' },
    { 'content-type': 'application/json' },
  )
  expect(invited.status).toBe(403)
})

test('people of another organisation are not there', async () => {
  const vale = await makeDirectory(app)
  const { body } = await vale.directory.post(USERS, vale.person('ann'))
  const url = `${USERS}/${body.id}`
  const before = await standing()
  for (const answer of [
    await hill.directory.get(url),
    await hill.directory.put(url, hill.person('ann')),
    await hill.directory.patch(url, off),
    await hill.directory.delete(url),
    await hill.directory.get(`${USERS}/nonsense`),
    await hill.directory.get(`${USERS}/${hill.farm.owner.userId}`),
  ])
    expect(answer.body).toMatchObject({ schemas: [ERROR], status: '404' })
  expect((await hill.directory.get(filtered(`id eq "${body.id}"`))).body.totalResults).toBe(0)
  expect(await standing()).toEqual(before)
})

test('addresses of domains that are not ours add nobody, and move nobody', async () => {
  const vale = await makeDirectory(app)
  const { id } = (await hill.directory.post(USERS, hill.person('ann'))).body
  const before = await standing()
  const foreign = hill.person('eve', { emails: [{ value: `eve@${vale.domain}` }] })
  const refused = await hill.directory.post(USERS, foreign, { 'accept-language': 'de' })
  expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  expect(refused.body.detail).toContain('nicht nachgewiesen')
  for (const value of [`ann@${vale.domain}`, `ann@sub.${hill.domain}`, 'ann@nowhere.example', 'ann'])
    expect(
      (
        await hill.directory.patch(
          `${USERS}/${id}`,
          patch({ op: 'replace', path: 'emails', value: [{ value }] }),
        )
      ).status,
    ).toBe(400)
  const nameless = hill.person('x', { userName: ' ', emails: [{ value: 'nonsense' }] })
  const { detail } = (await hill.directory.post(USERS, nameless)).body
  expect(detail).toMatch(/userName.*emails|emails.*userName/s)
  expect(await standing()).toEqual(before)
})

test('without its domain an organisation adds nobody, and shuts out those it has added', async () => {
  const { directory, owner, domainId, person } = hill
  const { id } = (await directory.post(USERS, person('ann'))).body
  ok(await owner.client.delete(`/api/identity/organisation/sign-in-domains/${domainId}`))
  expect((await directory.post(USERS, person('tom'))).status).toBe(403)
  expect((await directory.patch(`${USERS}/${id}`, off)).body.active).toBe(false)
})

test('the last owner and the one for the day on which the provider is away stay', async () => {
  const { directory, domain, owner, farm } = hill
  const { db } = app.database
  const at = (name: string, userId: string) =>
    db
      .updateTable('users')
      .set({ email: `${name}@${domain}` })
      .where('id', '=', userId)
      .execute()
  await at('boss', owner.userId)
  const url = `${USERS}/${owner.userId}`
  const settings = ok(await owner.client.get('/api/identity/organisation/single-sign-on'))
  const { hasClientSecret: _has, redirectUri: _uri, domains: _domains, ...body } = settings
  const named = { ...body, breakGlassUserId: owner.userId }
  ok(await owner.client.put('/api/identity/organisation/single-sign-on', named))
  for (const answer of [await directory.patch(url, off), await directory.delete(url)])
    expect(answer).toMatchObject({
      status: 409,
      body: { schemas: [ERROR], detail: expect.stringContaining('stays') },
    })
  const address = patch({ op: 'replace', path: 'emails', value: [{ value: `new@${domain}` }] })
  expect((await directory.patch(url, address)).status).toBe(409)
  ok(await owner.client.put('/api/identity/organisation/single-sign-on', body))
  expect((await directory.patch(url, off)).body.active).toBe(false)
  // The other owner is the last one now; the key has stopped with its maker.
  expect((await directory.get(url)).status).toBe(401)
  await at('first', farm.owner.userId)
  const asOwner = directoryClient(app, farm.keys.owner)
  const last = await asOwner.delete(`${USERS}/${farm.owner.userId}`)
  expect(last).toMatchObject({ status: 409, body: { scimType: 'mutability' } })
})

test.each([
  ['userName eq "x" or 1 eq 1', 400],
  ["userName eq \"' or '1'='1\"", 200],
  ['userName eq "%"', 200],
  ['userName co "_"', 200],
  ['userName co "%"', 200],
  ['title eq "x"', 400],
  ['constructor eq "x"', 400],
  ['active gt true', 400],
  ['active eq "maybe"', 400],
  ['userName eq 7', 400],
])('the filter %s finds nobody whom it does not name', async (filter, status) => {
  await hill.directory.post(USERS, hill.person('ann'))
  const answer = await hill.directory.get(filtered(filter))
  expect([answer.status, answer.body.totalResults ?? 0]).toEqual([status, 0])
  if (status === 400) expect(answer.body.scimType).toBe('invalidFilter')
})

test.each([
  ['userName sw "AN" and active eq true', 1],
  ['not (active eq true)', 0],
  ['name.familyName eq "field" and emails[type eq "work" and value ew ".EXAMPLE"]', 2],
  ['emails.value co "tom@" or externalId eq "id-of-ann"', 2],
  ['externalId pr and userName ne "x"', 2],
  ['externalId eq null', 0],
])('the filter %s finds %i', async (filter, count) => {
  await hill.directory.post(USERS, hill.person('ann'))
  await hill.directory.post(USERS, hill.person('tom'))
  expect(ok(await hill.directory.get(filtered(filter))).totalResults).toBe(count)
})

test('one of two who add the same person at once is refused', async () => {
  const adding = Array.from({ length: 4 }, () => hill.directory.post(USERS, hill.person('ann')))
  const statuses = (await Promise.all(adding)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 409, 409, 409])
  const other = hill.person('tom', { externalId: 'id-of-ann' })
  const taken = await hill.directory.post(USERS, other)
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
  expect(taken.body.detail).toContain('id-of-ann')
})

test('bodies that cannot be read, are too large or of another type, and addresses that are none', async () => {
  const { directory } = hill
  const raw = (payload: string, type = 'application/scim+json') =>
    app.app.inject({
      method: 'POST',
      url: USERS,
      headers: { ...bearer(), 'content-type': type },
      payload,
    })
  const bearer = () => ({ authorization: `Bearer ${hill.farm.keys.admin}` })
  expect((await raw('{')).json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
  expect((await raw('[]')).json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
  expect((await raw('"\\u0000"')).statusCode).toBe(400)
  expect((await raw(`"${'x'.repeat(65 * 1024)}"`)).json()).toMatchObject({ schemas: [ERROR], status: '413' })
  expect((await raw('<a/>', 'text/xml')).json()).toMatchObject({ schemas: [ERROR], status: '415' })
  expect((await directory.get('/scim/v2/Groups')).body).toMatchObject({ schemas: [ERROR], status: '404' })
  expect((await directory.get(`${USERS}?count=many`)).status).toBe(400)
  expect((await directory.get(`${USERS}?filter=a&filter=b`)).status).toBe(400)
  expect((await directory.get(`${USERS}?filter=userName eq "%00"`)).status).toBe(400)
  const long = hill.person('x', { name: { givenName: 'x'.repeat(201) }, externalId: 'y'.repeat(300) })
  expect((await directory.post(USERS, long)).body.detail).toMatch(/externalId.*givenName/s)
})

test('the limit of requests holds here, too', async () => {
  const beside = await buildBeside(app, { rateLimitPerMinute: 3 })
  const ask = () =>
    beside.inject({ url: USERS, headers: { authorization: `Bearer ${hill.farm.keys.admin}` } })
  const answers = [await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
  expect(answers[3]?.json()).toMatchObject({ schemas: [ERROR], status: '429' })
  await beside.close()
})

test('nobody is made an owner, and what a password would be is not taken', async () => {
  const { id } = (
    await hill.directory.post(
      USERS,
      hill.person('ann', { password: 'wide yellow combine', roles: ['owner'] }),
    )
  ).body
  expect(ok(await hill.owner.client.get(`/api/identity/users/${id}`)).role).toBe('operator')
  const signingIn = { email: `ann@${hill.domain}`, password: 'wide yellow combine' }
  expect((await app.client().post('/api/identity/sign-in', signingIn)).status).toBe(401)
  const admin = await addPerson(app, hill.farm, 'admin')
  expect((await admin.client.post(USERS, hill.person('eve'))).status).not.toBe(201)
})
