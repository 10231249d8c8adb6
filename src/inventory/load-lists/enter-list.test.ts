import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../test/app.ts'
import {
  base,
  expectSoundLedger,
  harvestLoad,
  openFarm,
  records,
  WINTER_BARLEY,
  WINTER_WHEAT,
  type TestFarm,
} from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

let farm: TestFarm
beforeEach(async () => void ({ farm } = await openFarm()))
afterAll(expectSoundLedger)

const MORNING = '2026-08-13T06:00:00Z'
const NOON = '2026-08-13T10:00:00Z'
const HILL = { id: 'hill', name: 'Hill Farm' }
const brought = { commodity: WINTER_WHEAT, harvestYear: '2026', sender: HILL }
const driver = { name: 'Sam', vehicleRegistration: 'AB12 CDE' }

const bay = (index: 0 | 1 | 2, of = farm) => ({ storageId: of.storeId, substorageId: of.bays[index] })
interface Sending {
  query?: string
  role?: 'operator' | 'viewer'
  headers?: Record<string, string>
}
const send = (loads: object[], { query = '', role = 'operator', headers = {} }: Sending = {}) =>
  farm.organisation.as(role).post(`${base}/loads${query}`, { loads }, headers)

interface Moved {
  type: string
  movementDateISO: string
  inventory: { commodity: { weight: object } }
  driver: object
}

/** What the movements say, and what lies where, without the numbers that no two farms share. */
async function book({ organisation }: TestFarm) {
  const manager = organisation.as('manager')
  const movements = ok(await manager.get(`${base}/movements?limit=100`)).docs as Moved[]
  const lying = ok(await manager.get(`${records}?limit=100`)).docs as {
    name: string
    storage: { description: string }
    yield: { current: number }
    commodity: { variety: string; grade: object }
  }[]
  return {
    movements: movements
      .map(({ type, movementDateISO, inventory, driver: who }) => [
        type,
        movementDateISO,
        inventory.commodity.weight,
        who,
      ])
      .map((each) => JSON.stringify(each))
      .sort(),
    lying: lying
      .map(({ name, storage, yield: { current }, commodity: { variety, grade } }) =>
        JSON.stringify([name, storage.description, current, variety, grade]),
      )
      .sort(),
  }
}

/** The plan of the crop in the farm's field. */
async function planOf({ organisation }: TestFarm, plantingId: string): Promise<string> {
  return ok(await organisation.as('manager').get(`${records}/${plantingId}`)).harvest.harvestPlanId
}

test('loads of every kind come to the same as each at its own address', async () => {
  const lone = (await openFarm()).farm
  for (const each of [farm, lone]) await each.planting()
  const plans: string[] = []
  const sources: string[] = []
  for (const each of [farm, lone]) {
    const { docs } = ok(await each.organisation.as('manager').get(`${records}?limit=10`))
    plans.push(await planOf(each, docs[0].id))
    sources.push(await each.opening(each.bays[2], 50_000))
  }
  const done = ok(
    await send([
      // The last of them is the first.
      {
        from: { recordId: sources[0] },
        to: { organisationId: 'mill', organisationName: 'Mill', sold: true },
        weight: 7000,
        dateISO: NOON,
        driver,
      },
      {
        from: { harvestPlanId: plans[0], fieldId: farm.fieldId },
        to: bay(0),
        weighbridge: { full: 22_000, empty: 12_000 },
        dateISO: NOON,
        driver,
        reference: 'H-1',
        sample: { fields: [{ name: 'Moisture', value: '15.5', metric: '%' }] },
      },
      { from: { recordId: sources[0] }, to: bay(1), weight: 9000, dateISO: MORNING, reference: 'M-1' },
      {
        from: brought,
        to: bay(0),
        weighbridge: { full: 40_000, empty: 14_000 },
        dateISO: MORNING,
        driver,
        reference: 'L-1',
      },
    ]),
  )
  const other = lone.organisation.as('operator')
  const named = { driverName: driver.name, vehicleRegistration: driver.vehicleRegistration }
  const weighed = (full: number, empty: number) => ({ full, empty })
  ok(
    await other.post(records, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: WINTER_WHEAT,
      storage: [bay(0, lone)],
      source: {
        intake: {
          moveAtUTC: MORNING,
          sender: HILL,
          ...named,
          loadReference: 'L-1',
          weighbridgeRecord: weighed(40_000, 14_000),
        },
      },
    }),
  )
  ok(
    await other.post(`${base}/movements`, {
      recordId: sources[1],
      weight: 9000,
      movementDateISO: MORNING,
      destination: bay(1, lone),
      driver: { loadReference: 'M-1' },
    }),
  )
  ok(
    await other.post(`${base}/movements`, {
      recordId: sources[1],
      weight: 7000,
      movementDateISO: NOON,
      destination: { organisationId: 'mill', organisationName: 'Mill' },
      sold: true,
      driver,
    }),
  )
  ok(
    await other.post(`${base}/harvest-plans/${plans[1]}/loads`, [
      harvestLoad({
        fieldId: lone.fieldId,
        ...bay(0, lone),
        dateISO: NOON,
        weighbridge: weighed(22_000, 12_000),
        driverName: driver.name,
        driverRegistration: driver.vehicleRegistration,
        loadReference: 'H-1',
        sample: { fields: [{ name: 'Moisture', value: '15.5', metric: '%' }] },
        weightNet: 0,
      }),
    ]),
  )
  expect(await book(farm)).toEqual(await book(lone))
  expect(done.message).toBe('4 loads were entered.')
  expect(done.loads.map(({ movements }: { movements: object[] }) => movements.length)).toEqual([1, 1, 1, 1])
  const ids = done.loads.map(({ movements }: { movements: { id: string }[] }) => Number(movements[0]?.id))
  // Numbers follow the moments: those of the morning come first.
  expect(Math.max(ids[2], ids[3])).toBeLessThan(Math.min(ids[0], ids[1]))
})

test('one that draws on what an earlier one brings may stand before it', async () => {
  const source = await farm.opening(farm.bays[0], 1000)
  const loads = [
    { from: { recordId: source }, to: bay(1), weight: 20_000, dateISO: NOON },
    { from: brought, to: bay(0), weight: 25_000, dateISO: MORNING, driver },
  ]
  expect(ok(await send(loads)).loads).toHaveLength(2)
  expect(await farm.weightOf(source)).toBe(6000)
})

describe('a lorry in parts', () => {
  const parts = (...shares: number[]) => shares.map((share, index) => ({ share, to: bay(index as 0 | 1) }))

  test('shares its readings, by bay', async () => {
    const ticket = {
      weighbridge: { full: 40_000, empty: 10_000 },
      reference: 'P-1',
      driver,
      dateISO: MORNING,
    }
    const { loads } = ok(await send([{ from: brought, to: bay(0), ...ticket, parts: parts(2, 1) }]))
    const weights = await Promise.all(
      loads[0].movements.map(async ({ id }: { id: string }) => {
        const { inventory, ticket: shown } = ok(
          await farm.organisation.as('viewer').get(`${base}/movements/${id}`),
        )
        return [inventory.commodity.weight.value ?? inventory.commodity.weight, shown.reference]
      }),
    )
    expect(JSON.stringify(weights)).toContain('20000')
    expect(JSON.stringify(weights)).toContain('10000')
    expect(JSON.stringify(weights)).toContain('P-1')
  })

  test('off a field in two equal parts was not entered before', async () => {
    const harvestPlanId = await planOf(farm, await farm.planting())
    const from = { harvestPlanId, fieldId: farm.fieldId }
    const weighbridge = { full: 30_000, empty: 10_000 }
    const lorry = { from, to: bay(0), weighbridge, reference: 'H-1', dateISO: NOON, parts: parts(1, 1) }
    const { loads } = ok(await send([lorry]))
    expect(loads[0].movements).toHaveLength(2)
    expect(loads[0].sameTickets).toBeUndefined()
    // The lorry once more was.
    expect(ok(await send([lorry])).loads[0].sameTickets).toHaveLength(2)
  })

  test('of several kinds leaves together', async () => {
    const [one, two] = [await farm.opening(farm.bays[0], 9000), await farm.opening(farm.bays[1], 9000)]
    const to = { organisationName: 'Mill', sold: true }
    const load = {
      from: { recordId: one },
      to,
      weighbridge: { full: 20_000, empty: 11_000 },
      parts: [{ weight: 4000 }, { from: { recordId: two }, weight: 5000 }],
    }
    const { loads } = ok(await send([load]))
    expect(loads[0].movements.map(({ recordId }: { recordId: string }) => recordId)).toEqual([one, two])
    expect([await farm.weightOf(one), await farm.weightOf(two)]).toEqual([5000, 4000])
  })
})

const stored = async () =>
  ok(await farm.organisation.as('manager').get(`${base}/movements?limit=100`)).totalDocs
const paths = ({ body }: Answer) => body.validation.map(({ path }: { path: string }) => path).sort()

describe('bad input', () => {
  test('is told of every load at once, by its place, and nothing is changed', async () => {
    const source = await farm.opening(farm.bays[0], 1000)
    const answer = await send([
      { from: brought, to: bay(1), weight: 1000, dateISO: MORNING, driver },
      {
        from: { ...brought, commodity: { id: 1, type: 999 } },
        to: { storageId: farm.storeId, substorageId: 1 },
        dateISO: 'soon',
      },
      { from: { recordId: source }, to: { organisationName: 'Mill' }, weight: 5 },
      { from: {}, to: bay(0), weight: 5 },
      { from: { recordId: source, fieldId: farm.fieldId }, to: bay(0), weight: 5 },
      { from: { ...brought, owned: false }, to: bay(0), weight: 5 },
    ])
    expect(answer.status).toBe(400)
    expect(paths(answer)).toEqual([
      'loads[1].dateISO',
      'loads[1].from.commodity.type',
      'loads[1].to.substorageId',
      'loads[1].weight',
      'loads[2].to.sold',
      'loads[3].from',
      'loads[4].from.fieldId',
      'loads[5].from.owner.id',
    ])
    expect(await stored()).toBe(0)
  })

  test('of a part names the part', async () => {
    const parts = [
      { to: bay(0), weight: 1 },
      { to: { storageId: 'nowhere' }, weight: 2 },
    ]
    const answer = await send([{ from: brought, to: bay(0), parts, driver }])
    expect(paths(answer)).toEqual(['loads[0].parts[1].to.storageId'])
  })

  test('of more parts than one request may make is refused whole', async () => {
    const parts = Array.from({ length: 200 }, () => ({ to: bay(0), weight: 1 }))
    const answer = await send(Array.from({ length: 6 }, () => ({ from: brought, to: bay(0), parts, driver })))
    expect(answer.body.validation).toMatchObject([{ path: 'loads', code: 'maxItems' }])
  })

  test('a rule that is against one is told with its place, and none is entered', async () => {
    const source = await farm.opening(farm.bays[0], 1000)
    const answer = await send([
      { from: brought, to: bay(1), weight: 1000, dateISO: MORNING, driver },
      { from: { recordId: source }, to: bay(2), weight: 5000, dateISO: NOON },
    ])
    expect(answer.body).toMatchObject({ code: 'insufficient_stock', body: { load: 1 } })
    expect(answer.body.message).toMatch(/^Load 2 of 2: /)
    expect(await stored()).toBe(0)
    expect(ok(await farm.organisation.as('manager').get(`${base}/partners`)).docs).toEqual([])
  })

  test('a plan of somebody else is not there', async () => {
    const stranger = (await openFarm()).farm
    const planId = await planOf(stranger, await stranger.planting())
    const answer = await send([
      { from: { harvestPlanId: planId, fieldId: stranger.fieldId }, to: bay(0), weight: 5 },
    ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('each for itself', () => {
  test('enters what can be, and says in its place why another is refused', async () => {
    const source = await farm.opening(farm.bays[0], 1000)
    const { loads, message } = ok(
      await send(
        [
          { from: { recordId: source }, to: bay(2), weight: 5000, dateISO: NOON },
          { from: brought, to: bay(1), weight: 1000, dateISO: MORNING, driver },
          {
            from: { ...brought, sender: { id: 'new', name: 'New Farm' }, commodity: WINTER_BARLEY },
            to: bay(1),
            weight: 10,
            dateISO: NOON,
            driver,
          },
        ],
        { query: '?each=true' },
      ),
    )
    expect(loads.map(({ status, code }: { status: string; code?: string }) => code ?? status)).toEqual([
      'insufficient_stock',
      'success',
      'incompatible_stock',
    ])
    expect(message).toBe('1 load was entered; 2 were refused.')
    expect(await stored()).toBe(1)
    // Who would have brought what was refused is not known by that.
    const partners = ok(await farm.organisation.as('manager').get(`${base}/partners`)).docs
    expect(partners.map(({ id }: { id: string }) => id)).toEqual(['hill'])
  })

  test('faults keep their place', async () => {
    const { loads } = ok(
      await send(
        [
          { from: brought, to: bay(1), weight: 1000, driver },
          { from: brought, to: { storageId: 'nowhere' }, weight: 1000 },
        ],
        { query: '?each=true' },
      ),
    )
    expect(loads[1].validation).toMatchObject([{ path: 'loads[1].to.storageId', code: 'unknown' }])
  })
})

test('a dry run changes nothing, and tells what would come about', async () => {
  const source = await farm.opening(farm.bays[0], 8000)
  const answer = ok(
    await send([{ from: { recordId: source }, to: bay(1), weight: 3000 }], { query: '?dryRun=true' }),
  )
  expect(answer.dryRun.blend.weight).toBe(3000)
  expect(await stored()).toBe(0)
})

test('a dry run tells of the loads that were entered before with the same ticket', async () => {
  const load = { from: brought, to: bay(1), weight: 1000, driver, reference: 'T-12', dateISO: MORNING }
  const [{ movements }] = ok(await send([load])).loads
  const { sameTickets } = ok(await send([load], { query: '?dryRun=true' }))
  expect(sameTickets).toMatchObject([{ reference: 'T-12', movementId: Number(movements[0].id) }])
})

test('the same key enters a list once', async () => {
  const load = { from: brought, to: bay(1), weight: 1000, driver }
  const headers = { 'idempotency-key': `list-${farm.storeId}` }
  const [first, again] = [await send([load, load], { headers }), await send([load, load], { headers })]
  expect(again.body).toEqual(first.body)
  expect(await stored()).toBe(2)
})

test('is not for a viewer, and counting is not for an operator', async () => {
  const source = await farm.opening(farm.bays[0], 1000)
  const load = { from: { recordId: source }, to: bay(1), weight: 10 }
  expect(await send([load], { role: 'viewer' })).toMatchObject({ status: 403 })
  expect(await send([{ ...load, adjustToZero: true }])).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect(await stored()).toBe(0)
})
