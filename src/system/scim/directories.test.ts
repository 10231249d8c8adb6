import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { filtered, makeDirectory, patch, USERS, type TestDirectory } from './test-directory.ts'

// What directories send, as Microsoft and Okta document it.

let app: TestApp
let hill: TestDirectory
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => void (hill = await makeDirectory(app)))

const made = async (name: string, change: object = {}) => {
  const { status, body } = await hill.directory.post(USERS, hill.person(name, change))
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}

async function signIn(email: string, password: string) {
  return app.client().post('/api/identity/sign-in', { email, password })
}

test('Entra ID: looks for somebody, adds them, changes them, shuts them out and deletes them', async () => {
  const { directory, domain } = hill
  const sought = filtered(`userName eq "ann@${domain}"`)
  expect((await directory.get(sought)).body).toMatchObject({ totalResults: 0, Resources: [] })
  const answer = await directory.post(USERS, {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: `Ann@${domain}`,
    active: true,
    displayName: 'Ann Field',
    emails: [{ primary: true, type: 'work', value: `Ann@${domain}` }],
    name: { formatted: 'Ann Field', familyName: 'Field', givenName: 'Ann' },
    roles: [],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Weighbridge' },
  })
  expect(answer.status).toBe(201)
  expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/)
  const { id, meta } = answer.body
  expect(answer.headers).toMatchObject({ etag: meta.version, location: meta.location })
  expect(answer.body).toMatchObject({ displayName: 'Ann Field', active: true, userName: `Ann@${domain}` })
  expect((await directory.get(sought)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
  const changed = await directory.patch(
    `${USERS}/${id}`,
    patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `ann.acre@${domain}` },
      { op: 'Replace', path: 'name.familyName', value: 'Acre' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 1' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Yard',
      },
    ),
  )
  expect(changed.body).toMatchObject({
    name: { givenName: 'Ann', familyName: 'Acre' },
    emails: [{ value: `ann.acre@${domain}` }],
  })
  const off = await directory.patch(
    `${USERS}/${id}`,
    patch({ op: 'Replace', path: 'active', value: 'False' }),
  )
  expect([off.status, off.body.active]).toEqual([200, false])
  expect((await directory.get(filtered('active eq "False"'))).body.Resources).toMatchObject([{ id }])
  expect((await directory.delete(`${USERS}/${id}`)).status).toBe(204)
  expect((await directory.get(`${USERS}/${id}`)).status).toBe(404)
})

test('Okta: pages, adds, replaces as a whole, and shuts out with a change that has no path', async () => {
  const { directory, domain, person } = hill
  const first = ok(await directory.get(`${USERS}?startIndex=1&count=100`))
  expect(first).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 })
  const { id } = await made('isaac')
  const renamed = person('isaac', { id, name: { givenName: 'Isaac', familyName: 'Brock' } })
  expect((await directory.put(`${USERS}/${id}`, renamed)).body).toMatchObject({
    displayName: 'Isaac Brock',
    externalId: 'id-of-isaac',
  })
  const off = await directory.patch(`${USERS}/${id}`, patch({ op: 'replace', value: { active: false } }))
  expect(off.body).toMatchObject({ active: false, userName: `isaac@${domain}` })
  const on = await directory.put(`${USERS}/${id}`, { ...renamed, active: true })
  expect(on.body.active).toBe(true)
  // Sent without a status, they keep the one that they have.
  await directory.patch(`${USERS}/${id}`, patch({ op: 'replace', value: { active: false } }))
  const { active: _unsent, ...statusless } = person('isaac')
  expect((await directory.put(`${USERS}/${id}`, statusless)).body.active).toBe(false)
})

test('somebody shut out loses sessions and keys at once, and comes back with the role of before', async () => {
  const account = await accountAt('tom')
  const { id } = await made('tom')
  expect(id).toBe(account.userId)
  ok(await hill.owner.client.put(`/api/identity/users/${id}/role`, { role: 'admin' }))
  const { accessToken } = ok(await signIn(account.email, account.password))
  const tom = app.client({ token: accessToken })
  const { key } = ok(await tom.post('/api/identity/api-keys', { name: 'PC', role: 'viewer' }))
  const asKey = app.client({ apiKey: key })
  ok(await asKey.get('/api/identity/me'))
  const set = (active: boolean) =>
    hill.directory.patch(`${USERS}/${id}`, patch({ op: 'replace', path: 'active', value: active }))
  ok(await set(false))
  expect((await tom.get('/api/identity/me')).status).toBe(401)
  expect((await asKey.get('/api/identity/me')).status).toBe(401)
  expect((await signIn(account.email, account.password)).status).toBe(401)
  ok(await set(true))
  expect((await tom.get('/api/identity/me')).status).toBe(401)
  const again = ok(await signIn(account.email, account.password))
  const { role } = ok(await app.client({ token: again.accessToken }).get('/api/identity/me'))
  expect(role).toBe('admin')
})

/** An account with a proved address of the domain, that belongs nowhere. */
async function accountAt(name: string, { isProved = true } = {}) {
  const person = await addPerson(app, hill.farm, 'viewer')
  const email = `${name}@${hill.domain}`
  const { db } = app.database
  const proved = isProved ? {} : { email_proved_at: null }
  await db
    .updateTable('users')
    .set({ email, ...proved })
    .where('id', '=', person.userId)
    .execute()
  await db.deleteFrom('memberships').where('user_id', '=', person.userId).execute()
  await db.deleteFrom('sessions').where('user_id', '=', person.userId).execute()
  return { ...person, email }
}

test('whom an admin has suspended, the directory does not let in', async () => {
  const { id } = await made('tom')
  ok(await hill.owner.client.post(`/api/identity/users/${id}/suspend`))
  const on = await hill.directory.patch(
    `${USERS}/${id}`,
    patch({ op: 'replace', path: 'active', value: false }, { op: 'replace', path: 'active', value: true }),
  )
  expect(on.body.active).toBe(false)
  ok(await hill.owner.client.post(`/api/identity/users/${id}/reinstate`))
  expect((await hill.directory.get(`${USERS}/${id}`)).body.active).toBe(true)
})

test('a role comes from the rules, or is the default, and later ones change nothing', async () => {
  const roleOf = async (id: string) => ok(await hill.owner.client.get(`/api/identity/users/${id}`)).role
  const ann = await made('ann', { roles: [{ value: 'other' }, { value: 'granary-managers' }] })
  expect([await roleOf(ann.id), ann.roles]).toEqual(['manager', undefined])
  const tom = await made('tom')
  await hill.directory.patch(
    `${USERS}/${tom.id}`,
    patch({ op: 'add', path: 'roles', value: 'granary-managers' }),
  )
  expect(await roleOf(tom.id)).toBe('operator')
  const strict = await makeDirectory(app, { defaultRole: null })
  const refused = await strict.directory.post(USERS, strict.person('eve'))
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('no role')])
})

test('a member from before is seen by the address, and gets an external id by an update', async () => {
  const { domain, directory, farm } = hill
  const ann = await addPerson(app, farm, 'manager')
  await app.database.db
    .updateTable('users')
    .set({ email: `ann@${domain}` })
    .where('id', '=', ann.userId)
    .execute()
  await addPerson(app, farm, 'viewer')
  const { Resources } = ok(await directory.get(USERS))
  expect(Resources).toMatchObject([{ id: ann.userId, userName: `ann@${domain}` }])
  const again = await directory.post(USERS, hill.person('ann'))
  expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  await directory.patch(`${USERS}/${ann.userId}`, patch({ op: 'add', path: 'externalId', value: 'x-1' }))
  expect((await directory.get(filtered('externalId eq "x-1"'))).body.totalResults).toBe(1)
  expect((await directory.get(filtered('externalId eq "X-1"'))).body.totalResults).toBe(0)
})

test('an account from elsewhere becomes a member, keeps its own name and address, and is mailed', async () => {
  const other = await makeDirectory(app)
  const account = await accountAt('kim')
  await app.database.db
    .insertInto('memberships')
    .values({
      organisation_id: other.farm.organisationId,
      user_id: account.userId,
      role: 'manager',
      created_at: app.clock.now(),
    })
    .execute()
  const { id } = await made('kim')
  const { db } = app.database
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'directory-member').execute()
  expect(jobs).toContainEqual({ payload: expect.objectContaining({ to: account.email, what: 'joined' }) })
  const renamed = await hill.directory.patch(
    `${USERS}/${id}`,
    patch({ op: 'replace', path: 'name.givenName', value: 'Mallory' }),
  )
  expect(renamed.body.name.givenName).toBe('Ann')
  const moved = await hill.directory.patch(
    `${USERS}/${id}`,
    patch({ op: 'replace', path: 'emails', value: [{ value: `mallory@${hill.domain}` }] }),
  )
  expect([moved.status, moved.body.scimType]).toEqual([409, 'mutability'])
  expect((await hill.directory.delete(`${USERS}/${id}`)).status).toBe(204)
  const left = await db.selectFrom('memberships').select('role').where('user_id', '=', id).execute()
  expect(left).toEqual([{ role: 'manager' }])
})

test('an account whose address nobody has proved is let in nowhere', async () => {
  await accountAt('eve', { isProved: false })
  const refused = await hill.directory.post(USERS, hill.person('eve'))
  expect(refused).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } })
})

test('a new address takes the account along, and the former one is told', async () => {
  const { domain, directory } = hill
  const { id } = await made('ann', { emails: undefined })
  const moved = await directory.patch(
    `${USERS}/${id}`,
    patch({ op: 'replace', path: 'userName', value: `ann.new@${domain}` }),
  )
  expect(moved.body.emails).toEqual([{ value: `ann.new@${domain}`, type: 'work', primary: true }])
  const { db } = app.database
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'directory-member').execute()
  expect(jobs).toContainEqual({
    payload: expect.objectContaining({ to: `ann@${domain}`, what: 'readdressed' }),
  })
  await made('tom')
  const taken = patch({ op: 'replace', path: 'userName', value: `tom@${domain}` })
  expect((await directory.patch(`${USERS}/${id}`, taken)).status).toBe(409)
})

test('versions, attributes and what is left out', async () => {
  const { directory } = hill
  const { id, meta } = await made('ann')
  const url = `${USERS}/${id}`
  expect((await directory.get(url, { 'if-none-match': meta.version })).status).toBe(304)
  const change = (value: string) => patch({ op: 'replace', path: 'name.givenName', value })
  const changed = await directory.patch(url, change('Anna'), { 'if-match': meta.version })
  expect([changed.status, changed.headers['etag'] === meta.version]).toEqual([200, false])
  const stale = await directory.put(url, hill.person('ann'), { 'if-match': meta.version })
  expect([stale.status, stale.body.status]).toEqual([412, '412'])
  expect((await directory.delete(url, undefined, { 'if-match': meta.version })).status).toBe(412)
  const some = await directory.get(`${url}?attributes=userName,name.familyName`)
  expect(Object.keys(some.body)).toEqual(['schemas', 'id', 'userName', 'name'])
  expect(some.body.name).toEqual({ familyName: 'Field' })
  const most = ok(await directory.get(`${USERS}?excludedAttributes=emails,meta,name.formatted`))
  expect(most.Resources[0]).not.toHaveProperty('emails')
  expect(Object.keys(most.Resources[0].name)).toEqual(['givenName', 'familyName'])
})

test('it describes itself to whoever asks', async () => {
  const anybody = app.client()
  expect(ok(await anybody.get('/scim/v2/ServiceProviderConfig'))).toMatchObject({
    patch: { supported: true },
    etag: { supported: true },
    filter: { maxResults: 200 },
  })
  const { Resources } = ok(await anybody.get('/scim/v2/ResourceTypes'))
  const { schema } = Resources[0]
  expect(ok(await anybody.get(`/scim/v2/Schemas/${schema}`)).attributes.length).toBeGreaterThan(4)
  expect(ok(await anybody.get('/scim/v2/Schemas')).totalResults).toBe(1)
  expect((await anybody.get('/scim/v2/Schemas?filter=id pr')).status).toBe(403)
  expect((await anybody.get('/scim/v2/Schemas/none')).status).toBe(404)
})

test('the audit log has every command, with what it changed', async () => {
  const { directory, owner, keyId } = hill
  const { id } = await made('ann')
  await directory.patch(`${USERS}/${id}`, patch({ op: 'replace', path: 'active', value: false }))
  await directory.put(`${USERS}/${id}`, hill.person('ann'))
  await directory.delete(`${USERS}/${id}`)
  await app.system.audit.chainAudit()
  const { docs } = ok(await owner.client.get('/api/system/audit?category=people&limit=10'))
  const entries = docs.filter((each: { actorId: string }) => each.actorId === keyId)
  expect(entries.map((each: { deed: string }) => each.deed).toSorted()).toEqual([
    'scim.deleteUsersById',
    'scim.patchUsersById',
    'scim.postUsers',
    'scim.putUsersById',
  ])
  const off = entries.find((each: { deed: string }) => each.deed === 'scim.patchUsersById')
  expect(off).toMatchObject({
    subjectId: id,
    deedName: 'Person changed by the directory',
    before: { isActive: true },
    after: { isActive: false },
  })
})
