import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './app.ts'
import { isOnServer, openArena, type Arena } from './arena.ts'
import { shareAskedApp } from './asked-app.ts'
import { hasParameter, operationsOf, readDocuments, type Documented } from './documents.ts'
import { expectError } from './error-body.ts'
import { makeBay, makeField, makeRecord, movement, oldStock, WINTER_WHEAT } from './farm.ts'
import { ok, openScene } from './scene.ts'
import { send, withRequests, workingRequest } from './sending.ts'

// Whoever sends If-Match changes nothing but what they have read, whatever others do while they wait. The embedded database does one
// thing at a time.
describe.skipIf(!isOnServer)('what others are changing', () => {
  let arena: Arena
  beforeAll(async () => {
    arena = await openArena()
  })
  afterAll(() => arena.close())

  const owner = () => arena.farm.as('owner')

  /** Sends a change with the version that was read, some milliseconds after somebody else has begun another one. */
  async function changeWhile(
    url: string,
    change: object,
    others: () => Promise<Answer>,
    milliseconds: number,
  ) {
    const { headers } = await owner().get(url)
    const other = others()
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    const own = await owner().patch(url, change, { 'if-match': String(headers['etag']) })
    ok(await other)
    return { own, after: ok(await owner().get(url)) }
  }

  /** Early, late and in between: it is not known when others are half done. */
  const MOMENTS = Array.from({ length: 12 }, (_moment, index) => index * 2)

  test('is not written over: a field that is split', async () => {
    const split = (source: string) =>
      owner().post('/api/inventory/storage/fields/split', [
        { source, name: 'Long end', hectares: 4, variety: null },
      ])
    for (const milliseconds of MOMENTS) {
      const id = await makeField(arena, 10)
      const url = `/api/inventory/storage/${id}`
      const { after } = await changeWhile(url, { area: 10 }, () => split(id), milliseconds)
      expect(after.area).toBe(6)
    }
  })

  test('is not written over: a heap that other wheat joins', async () => {
    const FEED = 1010106
    const now = arena.service.clock.now().toISOString()
    for (const milliseconds of MOMENTS) {
      const { id, bay } = await makeRecord(arena)
      const feed = oldStock(await makeBay(arena), 100, { commodity: { ...WINTER_WHEAT, grade: FEED } })
      const { id: feedId } = ok(await owner().post('/api/inventory/records', feed))
      const load = { ...movement(feedId, 10, bay), movementDateISO: now }
      const join = () => owner().post('/api/inventory/movements', load)
      const url = `/api/inventory/records/${id}`
      const { own, after } = await changeWhile(url, { commodityGrade: 1010102 }, join, milliseconds)
      expect(after.commodity.grade.id).toBe(FEED)
      if (own.status !== 200) expectError(own, 412, 'precondition_failed')
    }
  })
})

/** What leaves its resource as it was, so that there is nothing to be written over. */
const CHANGES_NOTHING = new Set([
  'POST /api/inventory/movements/{id}/duplicate',
  // What is sent is what is set already.
  'PATCH /api/identity/organisation',
  'PUT /api/identity/organisation/sign-in-rules',
  'PUT /api/system/settings',
])

describe('of two that have read the same and write at once, one wins', async () => {
  const { service, externalToken } = await shareAskedApp()
  const scene = await openScene(service, externalToken)
  const operations = withRequests(operationsOf(await readDocuments(service)))
  const conditional = operations.filter(
    (operation) => hasParameter(operation, 'If-Match') && !CHANGES_NOTHING.has(operation.key),
  )

  /** What a write changes: what its id names. Trade availability is a record, whom a file is shared with is said beside the file, and how a store is checked beside the store. */
  function resourceOf({ path }: Documented): Documented {
    const resource = path
      .replace('/trade-availability/', '/records/')
      .replace(/\{id\}(?!\/check-plan).*/, path.endsWith('/files/{id}/organisations') ? '{id}/info' : '{id}')
    const found = operations.find((each) => each.method === 'GET' && each.path === resource)
    if (!found) throw new Error(`nothing reads ${resource}`)
    return found
  }

  test.each(['abc', '"abc', 'W/abc', '"a" "b"', '"a",', '', '*, "a"'])(
    'what is no ETag is 400: %s',
    async (etag) => {
      const { id } = await makeRecord(scene)
      const url = `/api/inventory/records/${id}`
      const refused = await scene.farm.as('owner').patch(url, { tags: [] }, { 'if-match': etag })
      expectError(refused, 400, 'invalid_input')
      expect(refused.body.validation).toMatchObject([{ path: 'If-Match', code: 'pattern' }])
    },
  )

  test.each(conditional)('$key', async (operation) => {
    const { parts, headers } = await workingRequest(scene, operation)
    const read = await send(service, resourceOf(operation), { params: parts.params ?? {} }, headers)
    const condition = { ...headers, 'if-match': String(read.headers['etag']) }
    const [first, last] = (
      await Promise.all([1, 2].map(() => send(service, operation, parts, condition)))
    ).toSorted((a, b) => a.status - b.status)
    if (!first || !last) throw new Error('two were sent')
    ok(first)
    // What the first one has removed is not there for the other.
    if (last.status === 404) expectError(last, 404, 'not_found')
    else expectError(last, 412, 'precondition_failed')
  })
})
