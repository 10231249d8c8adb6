import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'

// When stock was last counted, and by how much the book was out: on the record, in searches and in the position.

let service: TestApp
let farm: TestFarm
let counted: string
let found: string
let never: string

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  counted = await farm.opening(farm.bays[0], 50_000)
  found = await farm.opening(farm.bays[1], 20_000)
  never = await farm.opening(farm.bays[2], 5000)
  await count(counted, 49_000, '2026-08-10T09:00:00Z')
  await count(found, 20_300, '2026-08-12T09:00:00Z')
})
afterAll(() => service.close())

const manager = () => farm.organisation.as('manager')
const read = async (url: string) => ok(await manager().get(`${base}${url}`))

async function count(id: string, adjustTo: number, countedAtISO: string) {
  const body = { records: [{ id, adjustTo }], reasonId: null, countedAtISO }
  return ok(await manager().post(`${base}/records/adjustments`, body))
}

interface Counted {
  lastCountedAtUTC: string
  lastCountVariance: { weight: number } | null
}
const lastCount = ({ lastCountedAtUTC, lastCountVariance }: Counted) => [
  lastCountedAtUTC,
  lastCountVariance?.weight ?? null,
]

test('a record has its last count, in the unit that its weight is read in', async () => {
  expect(await read(`/records/${counted}`)).toMatchObject({
    lastCountedAtUTC: '2026-08-10T09:00:00.000Z',
    lastCountVariance: { name: 'tonne', conversion: 1000, weight: -1000 },
  })
  expect(lastCount(await read(`/records/${found}`))).toEqual(['2026-08-12T09:00:00.000Z', 300])
  expect(lastCount(await read(`/records/${never}`))).toEqual(['', null])
})

test('a count of an earlier day leaves it, and a load that comes to light changes its variance', async () => {
  await count(counted, 49_900, '2026-08-05T09:00:00Z')
  // The book had 49,900 by then.
  expect(lastCount(await read(`/records/${counted}`))).toEqual(['2026-08-10T09:00:00.000Z', -900])
  await farm.move(counted, 'mill-7', 400, { movementDateISO: '2026-08-08' })
  expect(lastCount(await read(`/records/${counted}`))).toEqual(['2026-08-10T09:00:00.000Z', -500])
  const { docs } = await read('/records?f:lastCount=lost')
  expect(docs.map(lastCount)).toEqual([['2026-08-10T09:00:00.000Z', -500]])
})

test('that a load emptied its bay is no count', async () => {
  await farm.move(never, 'mill-7', 4900, { adjustToZero: true })
  expect(lastCount(await read(`/records/${never}`))).toEqual(['', null])
})

test('records are found and sorted by it', async () => {
  const ids = async (query: string) =>
    (await read(`/records?${query}`)).docs.map(({ id }: { id: string }) => id)
  expect(await ids('f:lastCount=lost')).toEqual([counted])
  expect(await ids('f:lastCount=found')).toEqual([found])
  expect(await ids('f:lastCount=never')).toEqual([never])
  expect(await ids('f:lastCount=agreed')).toEqual([])
  await count(never, 5000, '2026-08-14T08:00:00Z')
  expect(await ids('f:lastCount=agreed')).toEqual([never])
  expect(await ids('sortBy=lastCountVariance')).toEqual([counted, never, found])
  expect(await ids('sortBy=lastCountedAtUTC&sortDesc=true')).toEqual([never, found, counted])
  const { aggregations } = await read('/records?f:lastCount=lost,found')
  const variance = aggregations.find(({ name }: { name: string }) => name === 'lastCountVariance')
  expect(variance).toMatchObject({ unit: 'kg', sum: -700, min: -1000, max: 300 })
  const csv: string = await read('/records?format=csv&sortBy=lastCountVariance')
  expect(csv.split('\r\n')[1]).toMatch(/,2026-08-10T09:00:00.000Z,-1000$/)
})

test('the position of a day has the last count by then', async () => {
  const lines = async (at: string) =>
    (await read(`/position?at=${at}`)).lines.map((line: Counted & { recordId: string }) => [
      line.recordId,
      ...lastCount(line),
    ])
  expect(await lines('2026-08-11')).toEqual([
    [counted, '2026-08-10T09:00:00.000Z', -1000],
    [found, '', null],
    [never, '', null],
  ])
  expect(await lines('2026-08-13')).toContainEqual([found, '2026-08-12T09:00:00.000Z', 300])
  const csv: string = await read('/position?at=2026-08-11&format=csv')
  expect(csv.split('\r\n')[1]).toMatch(/,2026-08-10T09:00:00.000Z,-1000$/)
})

test('a count far from the book of its moment is taken, and warned of with both figures', async () => {
  const [odd] = await count(never, 400, '2026-08-12T09:00:00Z')
  expect(odd.message).toBe('Warning: Counted 400 kg, where the book has 5,000 kg: check the figure.')
  const [right] = await count(never, 410, '2026-08-13T09:00:00Z')
  expect(right.message).toBeUndefined()
})
