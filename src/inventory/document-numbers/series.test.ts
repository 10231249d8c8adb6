import { beforeEach, expect, test } from 'vitest'
import {
  base,
  enterRecord,
  makePlace,
  openFarm,
  stock as stockIn,
  type TestFarm,
} from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// How the numbers of each kind of paper are written, and where they begin again (rules.md §11).

let farm: TestFarm
beforeEach(async () => void ({ farm } = await openFarm()))

const numbering = `${base}/papers/numbering`
const admin = () => farm.organisation.as('admin')
const read = async () => ok(await farm.organisation.as('viewer').get(numbering))
const set = (...series: object[]) => admin().patch(numbering, { series })
const nextOf = async (kind: string) =>
  (await read()).series.find((each: { kind: string }) => each.kind === kind).next
const given = async (query = '') =>
  ok(await farm.organisation.as('viewer').get(`${base}/papers/numbers${query}`)).docs
const numberOf = async (id: number) =>
  ok(await farm.organisation.as('viewer').get(`${base}/movements/${id}`)).documentNumber

test('a new organisation counts each kind from 1; a pattern is for the next number on', async () => {
  expect(
    (await read()).series.map(({ kind, pattern, next }: Record<string, string>) => [kind, pattern, next]),
  ).toEqual(
    ['ticket-in', 'ticket-out', 'transfer', 'passport', 'count', 'statement', 'charges'].map((kind) => [
      kind,
      '{0}',
      '1',
    ]),
  )
  const stock = await farm.opening(farm.bays[0], 5_000)
  const first = await farm.move(stock, farm.bays[1], 100)
  ok(await set({ kind: 'transfer', pattern: 'TR-{yy}-{0000}' }))
  expect(await nextOf('transfer')).toBe('TR-26-0002')
  const second = await farm.move(stock, farm.bays[1], 100)
  expect([await numberOf(first), await numberOf(second)]).toEqual(['1', 'TR-26-0002'])
})

test('a year begins again at 1: the calendar’s, or the harvest year of the country', async () => {
  const stock = await farm.opening(farm.bays[0], 5_000, { at: '2025-01-01' })
  const at = (day: string) => farm.move(stock, farm.bays[1], 100, { movementDateISO: `${day}T12:00` })
  ok(await set({ kind: 'transfer', pattern: '{yyyy}/{0}', restarts: 'calendar-year' }))
  const days = ['2025-12-31', '2026-01-01', '2026-06-30']
  const numbers = []
  for (const day of days) numbers.push(await numberOf(await at(day)))
  expect(numbers).toEqual(['2025/1', '2026/1', '2026/2'])
  ok(await set({ kind: 'transfer', pattern: 'H{yy}-{0}', restarts: 'harvest-year' }))
  expect(await numberOf(await at('2026-06-30'))).toBe('H25-2')
  expect(await numberOf(await at('2026-07-01'))).toBe('H26-3')
})

test('where each store counts by itself, a number names it: by its code, or by its name', async () => {
  const other = await makePlace(farm.organisation, {
    name: 'New barn 2',
    substorage: [{ name: 'Bay 8' }, { name: 'Bay 9' }],
  })
  const place = { storageId: other.id, substorageId: other.substorage[0].id }
  ok(await set({ kind: 'transfer', pattern: '{store}-{00}', byStore: true }))
  ok(await admin().patch(numbering, { stores: [{ storageId: farm.storeId, code: 'LB' }] }))
  const stock = await farm.opening(farm.bays[0], 5_000)
  const first = await farm.move(stock, farm.bays[1], 1_000, { destination: place })
  const there = await enterRecord(
    farm.organisation,
    stockIn({ ...place, substorageId: other.substorage[1].id }, 500),
  )
  const back = await farm.move(there.id, farm.bays[2], 100)
  const again = await farm.move(stock, farm.bays[1], 100)
  expect(await Promise.all([first, back, again].map(numberOf))).toEqual(['LB-01', 'NEWBARN2-01', 'LB-02'])
  expect(await given(`?kind=transfer&storageId=${farm.storeId}`)).toMatchObject([
    { number: 'LB-02', place: 2 },
    { number: 'LB-01', place: 1, movementId: first },
  ])
})

test('what is wrong is refused all at once, and changes nothing', async () => {
  const before = await read()
  const answer = await admin().patch(numbering, {
    series: [
      { kind: 'ticket-in', pattern: '7' },
      { kind: 'transfer', restarts: 'calendar-year' },
      { kind: 'count', byStore: true },
      { kind: 'count' },
    ],
    stores: [{ storageId: farm.organisation.organisationId, code: 'X' }],
  })
  expect(answer.status).toBe(400)
  expect(answer.body.validation.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'series[0].pattern',
    'series[1].pattern',
    'series[2].byStore',
    'series[3].kind',
    'stores[0].storageId',
  ])
  expect(await read()).toEqual(before)
  expect((await farm.organisation.as('manager').patch(numbering, {})).status).toBe(403)
})

test('the list of numbers says which were cancelled, and is a table', async () => {
  const stock = await farm.opening(farm.bays[0], 5_000)
  const load = await farm.move(stock, farm.bays[1], 100)
  await farm.move(stock, farm.bays[1], 100)
  ok(await farm.organisation.as('manager').delete(`${base}/movements/${load}`))
  expect(await given()).toMatchObject([
    { kind: 'transfer', number: '2', place: 2, status: 'given' },
    { kind: 'transfer', number: '1', place: 1, status: 'cancelled', movementId: load },
  ])
  const csv = await farm.organisation.as('viewer').get(`${base}/papers/numbers?format=csv`)
  expect(csv.body).toMatch(/kind,number,place,.*\r?\ntransfer,2,2,/)
})
