import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(() => service.close())

const got = async (url: string) => ok(await farm.organisation.as('viewer').get(base + url))

test('the day counts what came and left since midnight in the farm’s zone, and what is planned for the rest of it', async () => {
  const none = { loads: 0, weight: 0, unweighed: 0, planned: 0 }
  expect(await got('/today')).toEqual({
    date: '2026-08-14',
    yard: 0,
    actionsRequired: 0,
    conflicts: 0,
    toComplete: { late: 0, planned: 0 },
    in: none,
    out: none,
    within: none,
    week: { in: none, out: none },
    stock: [],
    contracts: { count: 0, first: [] },
    uncounted: { count: 0, first: [] },
    toClean: { count: 0, first: [] },
    position: { count: 0, first: [] },
    settlements: { open: 0, undecided: 0, first: [] },
    stocktakes: { count: 0, first: [] },
    unusedKeys: { count: 0, first: [] },
    onHold: { count: 0, first: [] },
    toCheck: { count: 0, first: [] },
    alarming: { count: 0, first: [] },
    toConfirm: { stock: 0, contracts: 0, weight: 0, accepted: 0, declined: 0 },
    deletion: { daysLeft: 0, dueAtUTC: '' },
    assurance: { count: 0, first: [] },
  })
  const recordId = await farm.opening(farm.bays[0], 50_000)
  // Midnight in London is 23:00 the day before in UTC.
  await farm.intake(farm.bays[1], 700, { at: '2026-08-13T22:59:59Z', sender: { id: 'b', name: 'B' } })
  await farm.intake(farm.bays[1], 800, { at: '2026-08-13T23:00:00Z', sender: { id: 'b', name: 'B' } })
  const planting = await farm.planting()
  await farm.move(planting, farm.bays[2], 5000, { movementDateISO: '2026-08-14T08:00:00Z' })
  await farm.move(recordId, 'mill-7', 1000, { movementDateISO: '2026-08-14T08:00:00Z' })
  await farm.move(recordId, 'mill-7', 1000, { movementDateISO: '2026-08-14T22:59:00Z' })
  await farm.move(recordId, 'mill-7', 1000, { movementDateISO: '2026-08-14T23:00:00Z' })
  await farm.move(recordId, farm.bays[1], 10, { movementDateISO: '2026-08-14T08:00:00Z' })
  expect(await got('/today')).toMatchObject({
    in: { loads: 2, weight: 5800, planned: 0 },
    out: { loads: 1, weight: 1000, planned: 1 },
    within: { loads: 1, weight: 10, planned: 0 },
  })
})

test('a lorry that is shared out over two bays is one load; what is late to complete is told apart from what is planned', async () => {
  const recordId = await farm.opening(farm.bays[0], 50_000, { at: '2026-07-01' })
  const tipped = (weighings: object) => ({
    type: 'crop',
    harvestYear: '2026',
    commodity: { id: 1, type: 101 },
    storage: [1, 2].map((bay) => ({ storageId: farm.storeId, substorageId: farm.bays[bay], share: 1 })),
    source: { intake: { ticket: weighings, driver: { name: 'Sam' }, sender: { id: 'b', name: 'B' } } },
  })
  const operator = farm.organisation.as('operator')
  ok(await operator.post(`${base}/records`, tipped({ full: 39_380, empty: 14_200 })))
  for (const day of ['2026-07-07T08:00:00Z', '2026-08-20T08:00:00Z', '2026-08-21T08:00:00Z'])
    await farm.move(recordId, 'mill-7', 1000, { movementDateISO: day })
  expect(await got('/today')).toMatchObject({
    in: { loads: 1, weight: 25_180, unweighed: 0 },
    week: { in: { loads: 1, weight: 25_180 } },
    toComplete: { late: 1, planned: 2 },
  })
  const none = { loads: 0, weight: 0, unweighed: 0 }
  expect(await got('/movements/totals?startDateISO=2026-08-14&endDateISO=2026-08-14')).toEqual({
    in: { loads: 1, weight: 25_180, unweighed: 0 },
    out: none,
    within: none,
  })
  expect(await got('/movements/totals?f:type=outbound')).toEqual({
    in: none,
    out: { loads: 3, weight: 3000, unweighed: 0 },
    within: none,
  })
})

test('the yard has lorries that were weighed once, one in several parts once', async () => {
  const recordId = await farm.opening(farm.bays[0], 50_000)
  const tipped = {
    type: 'crop',
    harvestYear: '2026',
    commodity: { id: 1, type: 101 },
    storage: [1, 2].map((bay) => ({ storageId: farm.storeId, substorageId: farm.bays[bay], share: 1 })),
    source: { intake: { ticket: { full: 42_660 } } },
  }
  ok(await farm.organisation.as('operator').post(`${base}/records`, tipped))
  await farm.move(recordId, 'mill-7', 0, { weighbridge: { empty: 14_200 }, driver: { name: 'Sam' } })
  await farm.move(recordId, 'mill-7', 10)
  const today = await got('/today')
  expect(today.yard).toBe(2)
  expect(today.actionsRequired).toBe((await got('/movements/actions')).totalDocs)
  expect(today.actionsRequired).toBe(4)
})

test('conflicts are listed over all bays, and at a date those that stand then', async () => {
  const full = await farm.opening(farm.bays[0], 1000)
  await farm.opening(farm.bays[1], 1000)
  const url = `${base}/storage/${farm.storeId}/commodities`
  const capacity = { substorageId: farm.bays[1], commodityId: 1, weight: 1500 }
  ok(await farm.organisation.as('manager').post(url, capacity))
  const over = await farm.move(full, farm.bays[1], 800, { movementDateISO: '2026-08-20' })
  const back = await farm.move(full, 'mill-7', 900, { movementDateISO: '2026-08-25' })
  const kinds = async (query: string) =>
    (await got(`/conflicts${query}`)).conflicts.map(
      ({ kind, movementId }: { kind: string; movementId: number }) => [kind, movementId],
    )
  expect(await kinds('')).toEqual([
    ['over_capacity', over],
    ['overdrawn', back],
  ])
  expect(await got('/today')).toMatchObject({ conflicts: 2 })
  expect(await kinds('?at=2026-08-19')).toEqual([])
  expect(await kinds('?at=2026-08-21')).toEqual([['over_capacity', over]])
  expect(await kinds('?at=2026-08-25')).toHaveLength(2)
  expect(await kinds('?at=2026-08-01')).toEqual([])
  expect((await got('/conflicts?at=2026-08-21')).at).toBe('2026-08-21T22:59:59.999Z')
  const { message } = (await got('/conflicts?at=2026-08-25')).conflicts[1]
  expect(message).toMatch(/^On 25 Aug 2026, .* would be short by 700 kg/)
  const refused = await farm.organisation.as('viewer').get(`${base}/conflicts?at=soon`)
  expect(refused.status).toBe(400)
  const other = await makeOrganisation(service)
  expect(ok(await other.as('viewer').get(`${base}/conflicts`)).conflicts).toEqual([])
})

test('the week counts seven days and plans six; the stock is by commodity, own and of others', async () => {
  const recordId = await farm.opening(farm.bays[0], 50_000)
  await farm.opening(farm.bays[1], 7000, { owner: { id: 'brook', name: 'Brook' } })
  for (const day of ['07', '08', '14'])
    await farm.move(recordId, 'mill-7', 1000, { movementDateISO: `2026-08-${day}T08:00:00Z` })
  for (const day of ['20', '21'])
    await farm.move(recordId, 'mill-7', 500, { movementDateISO: `2026-08-${day}T08:00:00Z` })
  const { week, stock } = await got('/today')
  expect(week.out).toEqual({ loads: 2, weight: 2000, unweighed: 0, planned: 1 })
  expect(stock).toMatchObject([{ commodity: { id: 1 }, owned: 47_000, stored: 7000 }])
})

test('contracts that are nearly full, bays not counted for 90 days and statements with differences are named', async () => {
  const manager = farm.organisation.as('manager')
  const contract = async (weightKG: number, reference: string) =>
    ok(
      await manager.post(`${base}/contracts`, {
        ownerOrganisationId: 'brook',
        ownerOrganisationName: 'Brook',
        details: { reference, startDateISO: '2026-08-01', services: {} },
        inventory: { weightKG, commodity: { id: 1, type: 101 } },
      }),
    ).id
  const full = await contract(10_000, 'ST-1')
  const owner = { id: 'brook', name: 'Brook' }
  await farm.move(await farm.planting({ owner }), farm.bays[1], 9000, { storageContractId: full })
  await contract(10_000, 'ST-2')
  const recordId = await farm.opening(farm.bays[0], 50_000)
  await farm.move(recordId, 'mill-7', 1000)
  const { id } = ok(
    await manager.post(`${base}/settlements`, {
      buyer: { id: 'mill-7' },
      dateISO: '2026-08-14',
      lines: [
        { dateISO: '2026-08-14', weight: 1000 },
        { dateISO: '2026-08-14', weight: 400 },
      ],
    }),
  )
  const today = await got('/today')
  expect(today.contracts).toEqual({
    count: 1,
    first: [{ id: full, reference: 'ST-1', owner: 'Brook', commodityId: 1, weight: 10_000, used: 9000 }],
  })
  expect(today.settlements).toMatchObject({ open: 1, undecided: 1, first: [{ id, undecided: 1 }] })
  expect(today.uncounted.count).toBe(0)
  service.clock.set('2026-12-01T09:00:00Z')
  const later = await got('/today')
  expect(later.uncounted).toMatchObject({ count: 2, first: [{ countedAtUTC: '' }, { countedAtUTC: '' }] })
  const other = await makeOrganisation(service)
  expect(ok(await other.as('viewer').get(`${base}/today`))).toMatchObject({
    stock: [],
    contracts: { count: 0 },
    uncounted: { count: 0 },
    settlements: { open: 0 },
  })
})

test('open stock-takes are named with how far they are, until they are approved or cancelled', async () => {
  const manager = farm.organisation.as('manager')
  const [first, second] = farm.bays
  const { id } = ok(await manager.post(`${base}/stocktakes`, { name: 'Year end', cutOffISO: '2026-08-13' }))
  ok(await manager.patch(`${base}/stocktakes/${id}/lines/${first}`, { counted: 0 }))
  ok(await manager.patch(`${base}/stocktakes/${id}/lines/${first}`, { counted: 0 }))
  ok(await manager.patch(`${base}/stocktakes/${id}/lines/${second}`, { leftOut: 'Locked' }))
  const { stocktakes } = await got('/today')
  expect(stocktakes).toEqual({
    count: 1,
    first: [{ id, name: 'Year end', cutOffUTC: '2026-08-13T22:59:59.999Z', bays: 3, counted: 2 }],
  })
  ok(await manager.post(`${base}/stocktakes/${id}/cancel`, {}))
  expect((await got('/today')).stocktakes).toEqual({ count: 0, first: [] })
})

test('API keys that nobody has used for 90 days are for those who may revoke them', async () => {
  const { organisation } = farm
  ok(await organisation.as('owner').get(`${base}/today`))
  await service.system.noteKeyUses()
  service.clock.advance({ days: 91 })
  const asked = async (role: 'admin' | 'manager') =>
    ok(await organisation.as(role).get(`${base}/today`)).unusedKeys
  const { count, first } = await asked('admin')
  expect(first).toContainEqual({ id: expect.any(String), name: 'viewer key', lastUsedAtUTC: '' })
  expect(count).toBeGreaterThanOrEqual(first.length)
  expect(await asked('manager')).toEqual({ count: 0, first: [] })
})
