import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation } from '../../../test/factories.ts'
import { base, makeFarm } from '../../../test/farm.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const BARLEY = { id: 2, type: 201, variety: 'Laureate' }

test('on any date: what is owned wherever it lies, and what is kept for others', async () => {
  const farm = await makeFarm(service)
  const owner = await makeOrganisation(service, { name: 'Hill Farm' })
  await acceptForGood(owner, farm.organisation)
  const [first, second, third] = farm.bays
  const wheat = await farm.opening(first, 1000, { at: '2026-08-01' })
  const kept = await farm.opening(second, 500, {
    at: '2026-08-05',
    owner: { id: owner.organisationId, name: owner.name },
    commodity: BARLEY,
  })
  await farm.planting()
  await farm.move(wheat, 'mill-7', 300, { movementDateISO: '2026-08-10' })
  await farm.move(wheat, third, 600, { movementDateISO: '2026-08-20' })
  await farm.move(wheat, 'mill-7', 200, { movementDateISO: '2026-08-25' })

  const position = async (at: string) => {
    const answer = await farm.organisation.as('viewer').get(`${base}/position${at && `?at=${at}`}`)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    const { totals, lines } = answer.body
    return {
      totals,
      lines: lines.map((line: { substorageName: string; weight: number }) => [
        line.substorageName,
        line.weight,
      ]),
    }
  }
  const cases: [at: string, owned: number, stored: number, lines: [string, number][], short?: number][] = [
    ['2026-07-31', 0, 0, []],
    ['2026-08-01', 1000, 0, [['Bay 1', 1000]]],
    [
      '2026-08-05T00:00',
      1000,
      500,
      [
        ['Bay 1', 1000],
        ['Bay 2', 500],
      ],
    ],
    [
      '',
      700,
      500,
      [
        ['Bay 1', 700],
        ['Bay 2', 500],
      ],
    ],
    [
      '2026-08-21',
      700,
      500,
      [
        ['Bay 1', 100],
        ['Bay 3', 600],
        ['Bay 2', 500],
      ],
    ],
    [
      '2026-12-31',
      600,
      500,
      [
        ['Bay 1', -100],
        ['Bay 3', 600],
        ['Bay 2', 500],
      ],
      100,
    ],
  ]
  for (const [at, owned, stored, lines, short = 0] of cases) {
    expect(await position(at), at).toEqual({ totals: { owned, stored, offered: 0, short }, lines })
  }

  const { body } = await farm.organisation.as('viewer').get(`${base}/position`)
  expect(body.perCommodity).toEqual([
    { commodity: { id: 1, name: 'Wheat' }, owned: 700, stored: 0, offered: 0, short: 0 },
    { commodity: { id: 2, name: 'Barley' }, owned: 0, stored: 500, offered: 0, short: 0 },
  ])
  expect(body.lines[1]).toEqual({
    commodity: { id: 2, name: 'Barley' },
    type: { id: 201, name: 'Winter' },
    grade: { id: 0, name: '' },
    variety: 'Laureate',
    harvestYear: '2026',
    ownerId: owner.organisationId,
    ownerName: 'Hill Farm',
    owned: false,
    storerId: farm.organisation.organisationId,
    storerName: farm.organisation.name,
    storageId: farm.storeId,
    storageName: 'Long Barn',
    substorageId: second,
    substorageName: 'Bay 2',
    recordId: kept,
    weight: 500,
    countsAs: 'stored',
    lastCountedAtUTC: '',
    lastCountVariance: null,
  })

  // The same grain, as its owner has it.
  const owned = await owner.as('viewer').get(`${base}/position`)
  expect(owned.body).toMatchObject({
    totals: { owned: 500, stored: 0 },
    lines: [{ recordId: kept, owned: true }],
  })

  const csv = await farm.organisation.as('viewer').get(`${base}/position?format=csv&at=2026-08-21`)
  const rows = parse<Record<string, string>>(csv.body, { columns: true, bom: true })
  expect(rows.map(({ substorage, weight }) => [substorage, weight])).toEqual([
    ['Bay 1', '100'],
    ['Bay 3', '600'],
    ['Bay 2', '500'],
  ])

  // What was planned has happened by then, without anybody doing anything.
  service.clock.set('2026-08-21T12:00:00Z')
  expect(await position('')).toMatchObject({ totals: { owned: 700, stored: 500 } })
  expect(await farm.weightOf(wheat)).toBe(100)
})

test('a date without a time is the whole of that day, in a position and in a trace', async () => {
  const farm = await makeFarm(service)
  service.clock.set('2026-09-03T12:00:00Z')
  const record = await farm.intake(farm.bays[0], 20_000, { at: '2026-08-20' })
  await farm.move(record, 'mill-7', 5000, { movementDateISO: '2026-08-31' })
  await farm.intake(farm.bays[0], 28_000, { at: '2026-09-01' })
  const viewer = farm.organisation.as('viewer')

  for (const [at, instant, weight] of [
    ['2026-08-30', '2026-08-30T22:59:59.999Z', 20_000],
    ['2026-08-31', '2026-08-31T22:59:59.999Z', 15_000],
    ['2026-08-31T00:00', '2026-08-30T23:00:00.000Z', 15_000],
    ['20260831', '2026-08-31T22:59:59.999Z', 15_000],
    ['2026-09-01T00:00', '2026-08-31T23:00:00.000Z', 43_000],
    ['2026-09-01', '2026-09-01T22:59:59.999Z', 43_000],
  ] as const) {
    const { body: position } = await viewer.get(`${base}/position?at=${at}`)
    expect([at, position.at, position.totals.owned]).toEqual([at, instant, weight])
    const { body: trace } = await viewer.get(`${base}/records/${record}/trace?at=${at}`)
    expect([at, trace.at, trace.weight]).toEqual([at, instant, weight])
  }
})

test('own is what lies somewhere: an offer and a shortage stand apart, and no other grain fills it', async () => {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const [first, second, third] = farm.bays
  const manager = farm.organisation.as('manager')
  await farm.opening(first, 22_400)
  const barley = await farm.opening(second, 5000, { commodity: BARLEY })
  await farm.opening(third, 3000, { owner: { id: 'valley-farm', name: 'Valley Farm' } })
  const offer = { type: 'crop', harvestYear: '2027', commodity: { id: 1, type: 101 }, weight: 100_000 }
  const offered = await manager.post(`${base}/trade-availability`, { commodities: [offer] })
  expect(offered, JSON.stringify(offered.body)).toMatchObject({ status: 200 })
  await farm.move(barley, 'mill-7', 16_800, { movementDateISO: '2026-08-25' })
  const viewer = farm.organisation.as('viewer')
  const wheat = { owned: 22_400, stored: 3000, offered: 100_000 }
  expect((await viewer.get(`${base}/position?at=2026-08-26`)).body).toMatchObject({
    totals: { ...wheat, short: 11_800 },
    perCommodity: [
      { commodity: { name: 'Wheat' }, ...wheat, short: 0 },
      { commodity: { name: 'Barley' }, owned: 0, stored: 0, offered: 0, short: 11_800 },
    ],
  })
  expect((await viewer.get(`${base}/today`)).body.stock).toMatchObject([
    { commodity: { name: 'Wheat' }, ...wheat, short: 0 },
    { commodity: { name: 'Barley' }, owned: 5000, offered: 0, short: 0 },
  ])
  const series = await viewer.get(`${base}/position/series?from=2026-08-24&to=2026-08-26&step=2&group=none`)
  expect(series.body.totals).toEqual({
    owned: [27_400, 22_400],
    stored: [3000, 3000],
    offered: [100_000, 100_000],
    short: [0, 11_800],
  })
  const csv = await viewer.get(`${base}/position?format=csv&at=2026-08-26`)
  const rows = parse<Record<string, string>>(csv.body, { columns: true, bom: true })
  expect(rows.map(({ weight, countsAs }) => [weight, countsAs])).toEqual(
    expect.arrayContaining([
      ['22400', 'owned'],
      ['3000', 'stored'],
      ['100000', 'offered'],
      ['-11800', 'short'],
    ]),
  )
})

test('commodities are told by how much there is of each, whoever owns it', async () => {
  const farm = await makeFarm(service)
  const [first, second, third] = farm.bays
  await farm.opening(first, 300)
  await farm.opening(second, 500, { owner: { id: 'valley-farm', name: 'Valley Farm' }, commodity: BARLEY })
  await farm.opening(third, 400, { commodity: { id: 7, type: 701 } })
  const { body } = await farm.organisation.as('viewer').get(`${base}/position`)
  expect(body.perCommodity).toMatchObject([
    { commodity: { name: 'Barley' }, owned: 0, stored: 500 },
    { commodity: { name: 'Oilseed rape' }, owned: 400, stored: 0 },
    { commodity: { name: 'Wheat' }, owned: 300, stored: 0 },
  ])
})

test('finds every parcel on every day between its first and its last load, however long that is, and on no other', async () => {
  const { organisation, storeId } = await makeFarm(service)
  const manager = organisation.as('manager')
  const first = Date.UTC(2019, 0, 1, 9)
  const at = (days: number) => new Date(first + days * 86_400_000).toISOString()
  const spans = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 127, 128, 1023, 1024, 2000]
  const substorage = spans.map((days) => ({ name: `For ${days} days` }))
  const store = await manager.patch(`${base}/storage/${storeId}`, { substorage })
  const bays: { id: number; name: string }[] = store.body.substorage
  const parcels: { recordId: string; starts: number; days: number }[] = []
  for (const [place, days] of spans.entries()) {
    const substorageId = bays.find(({ name }) => name === `For ${days} days`)?.id
    const { body: made } = await manager.post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2019',
      owned: true,
      commodity: { id: 1, type: 101 },
      source: { type: 'existing', importDateUTC: at(place) },
      storage: [{ storageId: storeId, substorageId, weight: 1000 }],
    })
    const out = { destination: { organisationId: 'mill-7', organisationName: 'Mill' }, sold: true }
    const moved = { recordId: made.id, weight: 1000, movementDateISO: at(place + days + 0.25), ...out }
    expect(await manager.post(`${base}/movements`, moved)).toMatchObject({ status: 200 })
    parcels.push({ recordId: made.id, starts: place, days })
  }
  const moments = parcels.flatMap(({ starts, days }) =>
    [-1, -0.01, 0, 0.1, 0.26, 1].flatMap((step) => [starts + step, starts + days + step]),
  )
  for (const moment of new Set(moments)) {
    const { body } = await organisation.as('viewer').get(`${base}/position?at=${at(moment)}`)
    const expected = parcels.filter(({ starts, days }) => starts <= moment && moment < starts + days + 0.25)
    expect(body.lines.map((line: { recordId: string }) => line.recordId).sort(), at(moment)).toEqual(
      expected.map(({ recordId }) => recordId).sort(),
    )
  }
})

test.each(['?at=soon', '?at=2026-13-01', '?from=2026-08-01'])('%s is refused', async (query) => {
  const farm = await makeOrganisation(service)
  expect(await farm.as('viewer').get(`${base}/position${query}`)).toMatchObject({ status: 400 })
})

test('where the clock of a server goes back, a record, the search and the position say the same', async () => {
  const farm = await makeFarm(service)
  const start = service.clock.now()
  const viewer = farm.organisation.as('viewer')
  const planting = await farm.planting()
  const wheat = await farm.opening(farm.bays[0], 1000)
  service.clock.advance({ hours: 1 })
  await farm.move(wheat, 'mill-7', 300)
  await farm.move(planting, farm.bays[0], 50)
  const said = async () => {
    const record = (await viewer.get(`${base}/records/${wheat}`)).body
    const crop = (await viewer.get(`${base}/records/${planting}`)).body
    const found = (await viewer.get(`${base}/records?f:storageId=${farm.storeId}`)).body
    const position = (await viewer.get(`${base}/position`)).body
    return {
      current: [
        record.yield.current,
        found.docs[0].yield.current,
        found.aggregations[0].sum,
        position.totals.owned,
      ],
      sold: [record.yield.sold, found.custom.commodities[0].commodity.soldWeight],
      harvested: [record.yield.harvested, crop.yield.harvested],
      position: record.position,
    }
  }
  const after = { current: [750, 750, 750, 750], sold: [300, 300], harvested: [50, 50], position: 750 }
  expect(await said()).toEqual(after)
  service.clock.set(start)
  const before = { current: [1000, 1000, 1000, 1000], sold: [0, 0], harvested: [0, 0], position: 700 }
  expect(await said()).toEqual(before)
  service.clock.advance({ hours: 1 })
  expect(await said()).toEqual(after)
  service.clock.set(start)
})
