import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './app.ts'
import { isOnServer, openArena, type Arena } from './arena.ts'
import { expectError } from './error-body.ts'
import { makeBay, makeField, makeRecord, movement, ok, stock, WHEAT } from './scene.ts'

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
      const feed = stock(await makeBay(arena), 100, { commodity: { ...WHEAT, grade: FEED } })
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
