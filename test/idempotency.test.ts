import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { purgeKeys } from '../src/http/write/idempotency.ts'
import { newId } from '../src/kernel/ids.ts'
import { type Answer } from './app.ts'
import { shareAskedApp } from './asked-app.ts'
import { isOnServer, openArena, openArenaOfTwoProcesses, type Arena } from './arena.ts'
import { hasParameter, isWrite, operationsOf, readDocuments } from './documents.ts'
import { addPerson, makeOrganisation } from './factories.ts'
import { makeBay, makeRecord, MOVED_ON, movement, oldStock, WINTER_WHEAT } from './farm.ts'
import { ok, openScene, type Scene } from './scene.ts'
import { credentialFor, partsOf, requestOf, send, withRequests } from './sending.ts'

// Idempotency-Key on any write: same key and body replays the first answer, another body is 422 (rules.md §9).

// Hundreds of requests at once take their time where other tests run beside them.
vi.setConfig({ testTimeout: 120_000 })

const MOVEMENTS = '/api/inventory/movements'
const RECORDS = '/api/inventory/records'
const DAY_MS = 86_400_000

let keys = 0
function newKey(): Record<string, string> {
  keys += 1
  return { 'idempotency-key': `key-${process.pid}-${keys}` }
}

/** The same body, with its members and those of what is in it in the opposite order. */
function backwards<Body extends object>(body: Body): Body {
  const members = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? backwards(value) : value,
  ])
  return Object.fromEntries(members.toReversed()) as Body
}

/** One answer was given first, all others are it again. */
function expectOneAndReplays(answers: Answer[]): void {
  const [first] = answers
  for (const { status, body, headers } of answers) {
    expect({ status, body }).toEqual({ status: 200, body: first?.body })
    expect([headers['location'], headers['etag']]).toEqual([
      first?.headers['location'],
      first?.headers['etag'],
    ])
  }
  const isReplay = answers.map(({ headers }) => headers['idempotency-replayed'])
  expect(isReplay.filter((each) => each === 'true')).toHaveLength(answers.length - 1)
  expect(isReplay.filter((each) => each === undefined)).toHaveLength(1)
}

describe.skipIf(!isOnServer)('two processes on PostgreSQL', () => fiftyAtOnce(openArenaOfTwoProcesses))
describe('one process', () => fiftyAtOnce(openArena))

function fiftyAtOnce(open: () => Promise<Arena>): void {
  let arena: Arena
  beforeAll(async () => {
    arena = await open()
  })
  afterAll(async () => {
    expect(await arena.examine()).toEqual([])
    await arena.close()
  })

  test('the same key fifty times at once makes one movement and fifty equal answers', async () => {
    const { id } = await makeRecord(arena, 1000)
    const headers = newKey()
    const body = movement(id, 1, 'mill')
    expectOneAndReplays(
      await Promise.all(arena.crowd(50).map((client) => client.post(MOVEMENTS, body, headers))),
    )
    expect(ok(await arena.farm.as('owner').get(`${RECORDS}/${id}`)).yield.current).toBe(999)
  })

  test('the same intake fifty times at once is one record', async () => {
    const bay = await makeBay(arena)
    const headers = newKey()
    const answers = await Promise.all(
      arena.crowd(50).map((client) => client.post(RECORDS, oldStock(bay, 10), headers)),
    )
    expectOneAndReplays(answers)
    expect(ok(await arena.farm.as('owner').get(`${RECORDS}/${answers[0]?.body.id}`)).yield.current).toBe(10)
  })

  test('a process replays what another one answered, after the fact', async () => {
    const { id } = await makeRecord(arena, 1000)
    const headers = newKey()
    const answers: Answer[] = []
    for (const client of arena.crowd(4))
      answers.push(await client.post(MOVEMENTS, movement(id, 1, 'mill'), headers))
    expectOneAndReplays(answers)
  })

  test('fifty bodies with one key: one is stored, the others are 422', async () => {
    const { id } = await makeRecord(arena, 10_000)
    const headers = newKey()
    const answers = await Promise.all(
      arena
        .crowd(50)
        .map((client, index) => client.post(MOVEMENTS, movement(id, 1 + index, 'mill'), headers)),
    )
    const reused = answers.filter(
      ({ status, body }) => status === 422 && body.code === 'idempotency_key_reused',
    )
    expect([answers.filter(({ status }) => status === 200).length, reused.length]).toEqual([1, 49])
  })
}

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const scene = await openScene(service, externalToken)
const { farm } = scene

const ANSWERED_ONCE = new Set(['Sign out', 'Erase my account', "Sign in by the organisation's provider"])

describe('every write', () => {
  const writes = operations.filter(isWrite)

  test.each(writes)(
    '$key is done once and answered again, and not at all with a key that is none',
    async (operation) => {
      const { headers, parts } = await requestAndCredential(operation)
      const refused = await send(service, operation, parts, { ...headers, 'idempotency-key': 'with blanks' })
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', validation: [{ path: 'Idempotency-Key' }] },
      })

      const keyed = { ...headers, ...newKey() }
      const answers = await Promise.all([1, 2, 3].map(() => send(service, operation, parts, keyed)))
      // Who has signed out, or is erased, is nobody any more, and is not told again; a provider takes its code back once.
      if (ANSWERED_ONCE.has(operation.title))
        expect(answers.filter(({ status }) => status !== 401)).not.toEqual([])
      else expectOneAndReplays([...answers, await send(service, operation, parts, keyed)])
    },
  )

  test.each(writes.filter((each) => hasParameter(each, 'dryRun')))(
    '$key spends no key on a dry run, which refuses one that is none',
    async (operation) => {
      const { headers, parts } = await requestAndCredential(operation)
      const keyed = { ...headers, ...newKey() }
      const query = { ...parts.query, dryRun: 'true' }
      const noKey = { ...headers, 'idempotency-key': 'with blanks' }
      expect((await send(service, operation, { ...parts, query }, noKey)).status).toBe(400)
      ok(await send(service, operation, { ...parts, query }, keyed))
      const stored = await send(service, operation, parts, keyed)
      ok(stored)
      expect(stored.headers['idempotency-replayed']).toBeUndefined()
    },
  )

  /** Platform admins act on an organisation that is not their own: to suspend it is no way to lose their credential. */
  async function requestAndCredential(operation: (typeof writes)[number]) {
    const request = requestOf(operation)
    const { headers, person } = await credentialFor(request, scene, 'owner')
    const acted: Scene = request.by === 'platform admin' ? await openScene(service) : scene
    return { headers, parts: await partsOf(request, acted, person) }
  }
})

describe('a key', () => {
  const owner = farm.as('owner')

  test('is for one request: another body, path or method is 422', async () => {
    const { id } = await makeRecord(scene)
    const headers = newKey()
    const [movementId] = ok(await owner.post(MOVEMENTS, movement(id, 1, 'mill'), headers)).ids
    for (const answer of [
      await owner.post(MOVEMENTS, movement(id, 2, 'mill'), headers),
      await owner.post(`${MOVEMENTS}/${movementId}/duplicate`, { recordId: id, count: 1 }, headers),
      await owner.put(`${MOVEMENTS}/${movementId}`, movement(id, 1, 'mill'), headers),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { status: 'error', code: 'idempotency_key_reused' } })
    }
    expect(ok(await owner.get(`${RECORDS}/${id}`)).yield.current).toBe(999)
  })

  test('knows a body again whose members stand in another order, and no list that does', async () => {
    const { id } = await makeRecord(scene)
    const headers = newKey()
    const body = movement(id, 1, 'mill')
    const first = ok(await owner.post(MOVEMENTS, body, headers))
    const again = await owner.post(MOVEMENTS, backwards(body), headers)
    expect(ok(again)).toEqual(first)
    expect(again.headers['idempotency-replayed']).toBe('true')
    const [one, other] = [await makeRecord(scene), await makeRecord(scene)]
    const counts = [one, other].map(({ id: counted }) => ({ id: counted, adjustTo: 7 }))
    const listed = newKey()
    ok(await owner.post(`${RECORDS}/adjustments`, { records: counts, reasonId: 1 }, listed))
    const turned = { records: counts.toReversed(), reasonId: 1 }
    expect((await owner.post(`${RECORDS}/adjustments`, turned, listed)).status).toBe(422)
  })

  test('keeps an answer about stock as it is, and seals every other', async () => {
    const { id } = await makeRecord(scene)
    const stock = newKey()
    const moved = ok(await owner.post(MOVEMENTS, movement(id, 1, 'mill'), stock))
    const made = ok(await owner.post('/api/identity/api-keys', { role: 'viewer', name: 'Scale' }, newKey()))
    const kept = await service.database.db
      .selectFrom('idempotency_keys')
      .select(['body', 'sealed'])
      .where('organisation_id', '=', farm.organisationId)
      .execute()
    expect(kept.filter(({ body }) => body === JSON.stringify(moved)).map(({ sealed }) => sealed)).toEqual([
      null,
    ])
    expect(kept.filter(({ body }) => body?.includes(made.key))).toEqual([])
    expect(kept.every(({ body, sealed }) => (body === null) !== (sealed === null))).toBe(true)
  })

  test('is the caller’s own: another organisation, person or machine may use the same', async () => {
    const headers = newKey()
    const neighbour = await makeOrganisation(service)
    const person = await addPerson(service, farm, 'admin')
    const body = { name: 'Weighbridge PC', role: 'viewer' }
    const answers = [
      await owner.post('/api/identity/api-keys', body, headers),
      await farm.as('admin').post('/api/identity/api-keys', body, headers),
      await person.client.post('/api/identity/api-keys', body, headers),
      await neighbour.as('owner').post('/api/identity/api-keys', body, headers),
    ]
    expect(new Set(answers.map((answer) => ok(answer).key)).size).toBe(4)
    expect(answers.map((answer) => answer.headers['idempotency-replayed'])).toEqual(Array(4).fill(undefined))
  })

  test('is free again when its request was refused', async () => {
    const { id } = await makeRecord(scene, 5)
    const headers = newKey()
    expect((await owner.post(MOVEMENTS, movement(id, 6, 'mill'), headers)).body.code).toBe(
      'insufficient_stock',
    )
    expect((await owner.post(MOVEMENTS, { recordId: id }, headers)).body.code).toBe('invalid_input')
    expect((await owner.post(MOVEMENTS, movement(newId(), 5, 'mill'), headers)).body.code).toBe('not_found')
    const stored = await owner.post(MOVEMENTS, movement(id, 5, 'mill'), headers)
    expect(ok(stored).ids).toHaveLength(1)
    expect(stored.headers['idempotency-replayed']).toBeUndefined()
  })

  test('replays the first answer, whatever has happened since', async () => {
    const { id } = await makeRecord(scene, 5)
    const headers = newKey()
    const body = movement(id, 5, 'mill')
    const first = await owner.post(MOVEMENTS, body, headers)
    ok(await owner.delete(`${MOVEMENTS}/${ok(first).ids[0]}`, { recordId: id }))
    const again = await owner.post(MOVEMENTS, body, headers)
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
    expect(ok(await owner.get(`${RECORDS}/${id}`)).yield.current).toBe(5)
  })

  const purgeAfter = (ms: number) =>
    purgeKeys(service.database.db, new Date(service.clock.now().getTime() + ms))

  test('of what changes stock is kept for ninety days, and is free after that', async () => {
    const { id } = await makeRecord(scene)
    const bay = await makeBay(scene)
    const [moved, loaded] = [newKey(), newKey()]
    const from = { commodity: WINTER_WHEAT, harvestYear: '2025' }
    const load = { from, to: bay, weight: 10, dateISO: MOVED_ON }
    const sell = async () => ok(await owner.post(MOVEMENTS, movement(id, 1, 'mill'), moved)).ids
    const enter = async () => ok(await owner.post('/api/inventory/loads', { loads: [load] }, loaded)).ids
    const [first, entered] = [await sell(), await enter()]
    await purgeAfter(90 * DAY_MS)
    expect([await sell(), await enter()]).toEqual([first, entered])
    await purgeAfter(90 * DAY_MS + 1)
    expect(await sell()).not.toEqual(first)
    expect(await enter()).not.toEqual(entered)
  })

  test('of anything else is kept for seven days, and is free after that', async () => {
    const headers = newKey()
    const name = `Partner ${headers['idempotency-key']}`
    const add = () => owner.post('/api/inventory/partners', { name }, headers)
    const first = ok(await add())
    await purgeAfter(7 * DAY_MS)
    expect(ok(await add())).toEqual(first)
    await purgeAfter(7 * DAY_MS + 1)
    const again = await add()
    expect(again.headers['idempotency-replayed']).toBeUndefined()
    expect(again.body).not.toEqual(first)
  })

  test('is not asked who may: a role that was taken away does not see its answers again', async () => {
    const person = await addPerson(service, farm, 'admin')
    const headers = newKey()
    const body = { name: 'Weighbridge PC', role: 'viewer' }
    ok(await person.client.post('/api/identity/api-keys', body, headers))
    ok(await owner.put(`/api/identity/users/${person.userId}/role`, { role: 'viewer' }))
    expect((await person.client.post('/api/identity/api-keys', body, headers)).status).toBe(403)
  })

  test.each([
    ['empty', ''],
    ['of 201 characters', 'x'.repeat(201)],
    ['with a blank', 'a b'],
    ['with an accent', 'clé'],
  ])('%s is 400', async (_what, key) => {
    const { id } = await makeRecord(scene, 5)
    const answer = await owner.post(MOVEMENTS, movement(id, 5, 'mill'), { 'idempotency-key': key })
    expect(answer).toMatchObject({ status: 400, body: { validation: [{ path: 'Idempotency-Key' }] } })
  })

  test('of 200 characters is a key', async () => {
    const { id } = await makeRecord(scene, 5)
    ok(await owner.post(MOVEMENTS, movement(id, 5, 'mill'), { 'idempotency-key': '~'.repeat(200) }))
  })
})

describe('a key of somebody who is not signed in', () => {
  const sendFrom = async (
    remoteAddress: string,
    url: string,
    payload: object,
    key: Record<string, string>,
  ) => {
    const answer = await service.app.inject({ method: 'POST', url, remoteAddress, payload, headers: key })
    return {
      status: answer.statusCode,
      body: answer.json(),
      replayed: answer.headers['idempotency-replayed'],
    }
  }
  const REFRESH = '/api/identity/refresh'
  const SIGN_IN = '/api/identity/sign-in'

  test('knows a refresh again from another address, and its session goes on', async () => {
    const { refreshToken } = await addPerson(service, farm, 'viewer')
    const key = newKey()
    const first = await sendFrom('10.0.0.1', REFRESH, { refreshToken }, key)
    const again = await sendFrom('10.0.0.2', REFRESH, { refreshToken }, key)
    expect(again).toEqual({ ...first, status: 200, replayed: 'true' })
    const next = await sendFrom('10.0.0.2', REFRESH, { refreshToken: first.body.refreshToken }, newKey())
    expect(next.status).toBe(200)
  })

  test('under another key a refresh token that comes back ends the session', async () => {
    const { refreshToken } = await addPerson(service, farm, 'viewer')
    ok(await service.client().post(REFRESH, { refreshToken }, newKey()))
    expect((await service.client().post(REFRESH, { refreshToken }, newKey())).status).toBe(401)
  })

  test('is nothing to others behind the same address', async () => {
    const key = newKey()
    const people = [await addPerson(service, farm, 'viewer'), await addPerson(service, farm, 'viewer')]
    for (const { email, password, userId } of people) {
      const { body } = await sendFrom('10.0.0.1', SIGN_IN, { email, password }, key)
      const me = await service.client({ token: body.accessToken }).get('/api/identity/me')
      expect(me.body.userId).toBe(userId)
    }
  })

  test('tells nobody elsewhere that a password is right', async () => {
    const { email, password } = await addPerson(service, farm, 'viewer')
    const key = newKey()
    const here = await sendFrom('10.0.0.1', SIGN_IN, { email, password }, key)
    const elsewhere = await sendFrom('10.0.0.2', SIGN_IN, { email, password }, key)
    expect([here.status, elsewhere.status, elsewhere.replayed]).toEqual([200, 200, undefined])
    expect(elsewhere.body.refreshToken).not.toBe(here.body.refreshToken)
  })
})
