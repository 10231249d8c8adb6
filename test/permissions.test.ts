import { beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '../src/kernel/permissions.ts'
import { newId } from '../src/kernel/ids.ts'
import { type Answer } from './app.ts'
import { shareAskedApp } from './asked-app.ts'
import { isWrite, operationsOf, readDocuments, type Documented } from './documents.ts'
import { addPerson, makeOrganisation } from './factories.ts'
import { type RequestParts } from './request-fixture.ts'
import { requests } from './requests.ts'
import { openScene, type Scene } from './scene.ts'
import { credentialFor, partsOf, requestOf, send, type Headers, withRequests } from './sending.ts'

// Every operation of the documents × roles × {own, foreign, none, suspended} (rules.md §8). Of the five roles, the least that may and the
// greatest that may not: between those two anything that is wrong with a permission shows. RELIABILITY=nightly asks all five.

const everybody: readonly Role[] = ['viewer', 'operator', 'manager', 'admin', 'owner']
const atTheWeighbridge: readonly Role[] = ['operator', 'manager', 'admin', 'owner']
const inTheOffice: readonly Role[] = ['manager', 'admin', 'owner']
const inCharge: readonly Role[] = ['admin', 'owner']

/** Who may, by the permission an operation declares. Written out, and not read from the code that decides. */
const whoMay: Record<string, readonly Role[]> = {
  public: everybody,
  'signed-in': everybody,
  'stock:read': everybody,
  'events:read': everybody,
  'files:read': everybody,
  'files:write': atTheWeighbridge,
  'intake:write': atTheWeighbridge,
  'movements:write': atTheWeighbridge,
  'samples:write': atTheWeighbridge,
  'papers:write': atTheWeighbridge,
  'notes:write': atTheWeighbridge,
  'conversations:write': atTheWeighbridge,
  'holds:write': atTheWeighbridge,
  'stocktakes:count': atTheWeighbridge,
  'experts:read': everybody,
  'experts:write': atTheWeighbridge,
  'records:write': inTheOffice,
  'adjustments:write': inTheOffice,
  'storage:write': inTheOffice,
  'contracts:write': inTheOffice,
  'confirmations:write': inTheOffice,
  'harvest:write': inTheOffice,
  'imports:write': inTheOffice,
  'holds:release': inTheOffice,
  'holds:override': inTheOffice,
  'stocktakes:write': inTheOffice,
  'users:write': inCharge,
  'keys:write': inCharge,
  'members:provision': inCharge,
  'webhooks:write': inCharge,
  'organisation:write': inCharge,
  'organisation:delete': ['owner'],
  'audit:read': inCharge,
  'reports:mail': inTheOffice,
  'periods:write': inCharge,
  'periods:reopen': ['owner'],
  'platform:admin': [],
}

const { service, externalToken } = await shareAskedApp()
const all = operationsOf(await readDocuments(service))
const operations = withRequests(all)
const own = await openScene(service, externalToken)
const stranger = await openScene(service)
const bystander = await openScene(service)

test('every operation has a request in requests.ts, and every request an operation', () => {
  expect(Object.keys(requests).sort()).toEqual(all.map(({ key }) => key).sort())
})

test.each(all)('$key says what it takes', ({ permission }) => {
  expect(Object.keys(whoMay)).toContain(permission)
})

const EVERY_ROLE = process.env['RELIABILITY'] === 'nightly'

/** The roles that an operation is tried with. */
function rolesFor(operation: Documented): Role[] {
  if (EVERY_ROLE) return [...everybody]
  const least = everybody.findIndex((role) => mayDo(operation, role))
  return everybody.filter(
    (_role, place) => place === least || place === (least === -1 ? everybody.length : least) - 1,
  )
}

/** What each role is answered. */
async function eachRole<Result>(
  operation: Documented,
  ask: (role: Role) => Promise<Result>,
): Promise<Partial<Record<Role, Result>>> {
  const row: Partial<Record<Role, Result>> = {}
  for (const role of rolesFor(operation)) row[role] = await ask(role)
  return row
}

function mayDo({ permission }: Documented, role: Role): boolean {
  return whoMay[permission]?.includes(role) ?? false
}

function rowOf<Yes, No>(operation: Documented, yes: Yes, no: No): Promise<Partial<Record<Role, Yes | No>>> {
  return eachRole(operation, async (role) => (mayDo(operation, role) ? yes : no))
}

/** Sends what cannot be read, so that any look at it would answer 400. */
async function sendGarbage(operation: Documented, headers: Headers): Promise<Answer> {
  if (!isWrite(operation)) return send(service, operation, { query: { 'no such parameter': '1' } }, headers)
  const answer = await service.app.inject({
    method: operation.method,
    url: operation.path.replaceAll(/[{}]/g, ''),
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{',
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const guarded = operations.filter(({ permission }) => permission !== 'public')

describe('on what is their own', () => {
  test.each(guarded)('$key ($permission)', async (operation) => {
    const request = requestOf(operation)
    const isRead = !isWrite(operation) && request.by === 'key'
    const reading = isRead ? await partsOf(request, own, undefined) : undefined
    const answers = await eachRole(operation, async (role) => {
      if (!mayDo(operation, role) && request.by !== 'person') {
        return (await sendGarbage(operation, { 'x-api-key': own.farm.keys[role] })).status
      }
      const { headers, person } = await credentialFor(request, own, role)
      const parts = reading ?? (await partsOf(request, own, person))
      const { status, body } = await send(service, operation, parts, headers)
      return status === 200 || status === 403 ? status : `${status} ${JSON.stringify(body)}`
    })
    expect(answers).toEqual(await rowOf(operation, 200, 403))
  })

  test.each(guarded.filter(({ permission }) => permission === 'platform:admin'))(
    '$key, for who runs the installation',
    async (operation) => {
      const scene = await openScene(service)
      const request = requestOf(operation)
      const { headers } = await credentialFor(request, own, 'admin')
      expect((await send(service, operation, await partsOf(request, scene, undefined), headers)).status).toBe(
        200,
      )
    },
  )
})

test('a refusal names the roles that may', async () => {
  const { status, body } = await own.farm.as('operator').post('/api/inventory/records/adjustments', {})
  expect([status, body.message, body.body]).toEqual([
    403,
    'Your role, operator, may not do this: it needs adjustments:write, which takes manager, admin or owner. A key in another role does it when it was given adjustments:write by itself.',
    { role: 'operator', permission: 'adjustments:write', roles: ['manager', 'admin', 'owner'] },
  ])
})

test('what is for platform admins says so to an owner, whose key is none', async () => {
  const { status, body } = await own.farm.as('owner').get('/api/system/jobs')
  expect([status, body.message]).toEqual([
    403,
    'This is for platform admins, who sign in: no role and no API key has platform:admin.',
  ])
})

describe('on what belongs to others', () => {
  // Who runs the installation reaches every organisation: that is what those operations are for.
  const within = guarded.filter(({ permission }) => permission !== 'platform:admin')

  test.each(within)('$key ($permission)', async (operation) => {
    const request = requestOf(operation)
    // Whoever only reads has nothing of their own either, so that anything they are shown would be a leak.
    const sender = isWrite(operation) ? stranger : bystander
    const theirs = await credentialFor(request, own, 'owner')
    const parts = await partsOf(request, own, theirs.person)
    const before = await eventsOf(own)
    const answers = await eachRole(operation, async (role) => {
      const { headers } = await credentialFor(request, sender, role)
      const answer = await send(service, operation, parts, headers)
      if (mayDo(operation, role) && !request.isShared) await expectNoLeak(operation, parts, answer, headers)
      return verdictOf(operation, answer)
    })
    const isNamed = operation.path.includes('{') && !request.isShared
    expect(answers).toEqual(await rowOf(operation, isNamed ? 'not found' : 'nothing of theirs', 'forbidden'))
    expect(await eventsOf(own), 'nothing of theirs changes').toBe(before)
  })

  function verdictOf({ path }: Documented, { status, body }: Answer): string {
    if (status === 403 && body.body.permission) return 'forbidden'
    if (path.includes('{') && status === 404) return 'not found'
    return status === 401 || status >= 500 ? String(status) : 'nothing of theirs'
  }

  /** The answer has nothing of theirs in it, and is the one that ids get which nobody has. */
  async function expectNoLeak(
    operation: Documented,
    parts: RequestParts,
    answer: Answer,
    headers: Headers,
  ): Promise<void> {
    if (!JSON.stringify(parts).includes(own.marker)) expect(said(answer)).not.toContain(own.marker)
    const { parts: unknown, names } = withUnknownIds(parts)
    if (names.size === 0) return
    let text = said(await send(service, operation, unknown, headers))
    for (const [id, stand] of names) text = text.replaceAll(stand, id)
    expect(said(answer)).toBe(text)
  }

  function said({ status, body }: Answer): string {
    return JSON.stringify({ status, body }, (name, value) => (name === 'stack' ? '' : value))
  }

  async function eventsOf({ farm }: Scene): Promise<number> {
    const { count } = await service.database.db
      .selectFrom('events')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('organisation_id', '=', farm.organisationId)
      .executeTakeFirstOrThrow()
    return count
  }
})

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const NO_NUMBER = '900719925474'

/** The same request about ids that nobody has, with what stands for what. */
function withUnknownIds({ params = {}, query, body }: RequestParts): {
  parts: RequestParts
  names: Map<string, string>
} {
  const names = new Map<string, string>()
  const standIn = (id: string, stand: string) => {
    if (!names.has(id)) names.set(id, stand)
    return names.get(id) ?? stand
  }
  const numbersReplaced = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^\d+$/.test(value) ? standIn(value, NO_NUMBER) : value,
    ]),
  )
  const text = JSON.stringify({ params: numbersReplaced, query, body })
    .replaceAll(ID, (id) => standIn(id, newId()))
    .replaceAll(/"substorageId":(\d+)/g, (_whole, id) => `"substorageId":${standIn(id, NO_NUMBER)}`)
  return { parts: JSON.parse(text), names }
}

describe('a body that names an organisation', () => {
  const naming = operations.filter(
    ({ path, body }) => path.includes('/movements') && body?.properties?.['organisationId'] !== undefined,
  )

  test('is one of a movement', () => expect(naming.length).toBeGreaterThanOrEqual(3))

  test.each(naming)('$key may repeat the caller’s own, and no other', async (operation) => {
    const request = requestOf(operation)
    const headers = { 'x-api-key': own.farm.keys.owner }
    const named = async (organisationId: string) => {
      const parts = await partsOf(request, own, undefined)
      return (await send(service, operation, { ...parts, body: { ...parts.body, organisationId } }, headers))
        .status
    }
    expect(await named(stranger.farm.organisationId)).toBe(403)
    expect(await named(own.farm.organisationId)).toBe(200)
  })
})

describe('without a credential', () => {
  test.each(guarded)('$key is 401', async (operation) => {
    for (const headers of [{}, { 'x-api-key': 'granary_nonsense' }, { authorization: 'Bearer nonsense' }]) {
      const answer = await sendGarbage(operation, headers)
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ status: 'error', code: 'unauthenticated', validation: [] })
      expect(answer.headers['www-authenticate']).toBeDefined()
    }
  })

  test.each(operations.filter(({ permission }) => permission === 'public'))(
    '$key works, and refuses a wrong key',
    async (operation) => {
      const parts = await partsOf(requestOf(operation), own, undefined)
      const mistyped = await send(service, operation, parts, { 'x-api-key': 'granary_nonsense' })
      expect([mistyped.status, mistyped.body.code]).toEqual([401, 'unauthenticated'])
      // Whoever signs in, or refreshes, may still send the token that has expired.
      const spent = await send(service, operation, parts, { authorization: 'Bearer nonsense' })
      expect(spent.status).toBe(operation.method === 'GET' ? 401 : 200)
      const again = await partsOf(requestOf(operation), own, undefined)
      const { status, body } = await send(service, operation, again, {})
      expect(status, JSON.stringify(body)).toBe(200)
    },
  )
})

describe('with a credential that was good', () => {
  const spent: { what: string; role: Role; headers: Headers }[] = []

  beforeAll(async () => {
    const farm = await makeOrganisation(service)
    const closed = await makeOrganisation(service)
    const owner = farm.as('owner')
    for (const role of roles) {
      const person = await addPerson(service, farm, role)
      expect((await person.client.get('/api/identity/me')).status).toBe(200)
      expect((await owner.post(`/api/identity/users/${person.userId}/suspend`)).status).toBe(200)
      spent.push({
        what: 'a suspended person',
        role,
        headers: { authorization: `Bearer ${person.accessToken}` },
      })

      const { body: key } = await owner.post('/api/identity/api-keys', { name: `spent ${role}`, role })
      expect((await service.client({ apiKey: key.key }).get('/api/identity/me')).status).toBe(200)
      expect((await owner.delete(`/api/identity/api-keys/${key.id}`)).status).toBe(200)
      spent.push({ what: 'a revoked key', role, headers: { 'x-api-key': key.key } })
      spent.push({ what: 'a suspended organisation', role, headers: { 'x-api-key': closed.keys[role] } })
    }
    await service.database.db
      .updateTable('organisations')
      .set({ status: 'suspended' })
      .where('id', '=', closed.organisationId)
      .execute()
  })

  test.each(guarded)('$key is 401', async (operation) => {
    const answers = []
    for (const { what, role, headers } of spent.filter(({ role: its }) =>
      rolesFor(operation).includes(its),
    )) {
      const { status } = await sendGarbage(operation, headers)
      if (status !== 401) answers.push({ what, role, status })
    }
    expect(answers).toEqual([])
  })
})
