import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base, harvestLoad, WHEAT, WINTER } from '../../../test/farm.ts'
import { historyCount } from '../../../test/history-count.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { settlePlans } from './due-plans.ts'
import {
  CRUSOE,
  dayOf,
  described,
  enter,
  KWS,
  MILL,
  move,
  openYard,
  put,
  SKYFALL,
  WHEATS,
  type Step,
  type Wheat,
  type Yard,
} from '../records/test-yard.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

async function describedAfter(steps: Step[]): Promise<Record<number, string>> {
  const yard = await openYard(service)
  for (const step of steps) expect(await enter(yard, step), JSON.stringify(step)).toBeDefined()
  return described(yard)
}

test.each<[string, Step[], Record<number, string>]>([
  [
    'what goes on takes along what is entered before it',
    [put(1, SKYFALL, 1000), move(10, 1000, 0, 1), put(5, CRUSOE, 200)],
    { 0: 'Feed / Mixed / 13.5', 1: 'Feed / Mixed / 13.5' },
  ],
  [
    'and so does what goes on from there',
    [put(1, SKYFALL, 1000), move(10, 1000, 0, 1), move(11, 1000, 1, 2), put(5, CRUSOE, 200)],
    { 0: 'Feed / Mixed / 13.5', 1: 'Feed / Mixed / 13.5', 2: 'Feed / Mixed / 13.5' },
  ],
  [
    'a bay that was empty since starts afresh',
    [
      put(1, SKYFALL, 500),
      move(5, 500, 0, 'mill'),
      put(10, KWS, 500),
      put(3, CRUSOE, 100),
      move(4, 100, 0, 'mill'),
    ],
    { 0: 'Group 2 / KWS Extase / 14' },
  ],
  [
    'what is entered late keeps a bay from having been empty, though all since are alike',
    [
      put(1, CRUSOE, 100),
      put(2, SKYFALL, 100),
      move(4, 200, 0, 'mill'),
      put(5, SKYFALL, 100),
      put(3, SKYFALL, 50),
    ],
    { 0: 'Feed / Mixed / 13.4' },
  ],
  [
    'a departure entered late leaves its bay empty for what came next',
    [put(1, SKYFALL, 500), put(10, KWS, 500), move(5, 500, 0, 'mill')],
    { 0: 'Group 2 / KWS Extase / 14' },
  ],
  [
    'a movement entered late brings what its source was then',
    [put(1, SKYFALL, 1000), put(10, CRUSOE, 1000), move(5, 400, 0, 1)],
    { 0: 'Feed / Mixed / 14.875', 1: 'Group 1 / Skyfall / 13' },
  ],
  [
    'at one instant what was entered first is weighed as well',
    [put(1, SKYFALL, 1000), put(1, CRUSOE, 1000), move(10, 500, 0, 'mill'), put(5, SKYFALL, 2000)],
    { 0: 'Feed / Mixed / 13.75' },
  ],
])('%s', async (_name, steps, expected) => {
  const inOrder = await describedAfter(steps.toSorted((a, b) => a.day - b.day))
  expect(inOrder, 'in the order of time').toEqual(expected)
  expect(await describedAfter(steps), 'as they are entered').toEqual(expected)
})

test('several loads off the field in one request may together have kept a bay from having been empty', async () => {
  const yard = await openYard(service)
  const manager = yard.farm.organisation.as('manager')
  for (const step of [
    put(1, CRUSOE, 100),
    put(2, SKYFALL, 100),
    move(4, 200, 0, 'mill'),
    put(5, SKYFALL, 100),
  ])
    await enter(yard, step)
  const planting = await yard.farm.planting()
  const { harvest } = ok(await manager.get(`${base}/records/${planting}`))
  const load = harvestLoad({
    fieldId: yard.farm.fieldId,
    storageId: yard.farm.storeId,
    substorageId: yard.farm.bays[0],
    dateISO: '2026-08-03T10:00:00Z',
    weightNet: 50,
    moisture: 13,
  })
  ok(await manager.post(`${base}/harvest-plans/${harvest.harvestPlanId}/loads`, [load, load]))
  expect(await described(yard)).toEqual({ 0: 'Feed / Mixed / 13.5' })
})

test('what a deleted movement had brought is taken out of all that it went on to', async () => {
  const yard = await openYard(service)
  await enter(yard, put(1, SKYFALL, 1000, 0))
  await enter(yard, put(1, CRUSOE, 500, 1))
  const joined = await enter(yard, move(5, 500, 1, 0))
  await enter(yard, move(8, 600, 0, 2))
  expect(await described(yard)).toMatchObject({ 0: 'Feed / Mixed / 14', 2: 'Feed / Mixed / 14' })
  ok(await yard.farm.organisation.as('manager').delete(`${base}/movements/${joined}`))
  expect(await described(yard)).toMatchObject({ 0: 'Group 1 / Skyfall / 13', 2: 'Group 1 / Skyfall / 13' })
})

test('a departure that is deleted leaves a bay that was not empty when more came', async () => {
  const yard = await openYard(service)
  await enter(yard, put(1, CRUSOE, 100))
  await enter(yard, put(2, SKYFALL, 100))
  const emptied = await enter(yard, move(3, 200, 0, 'mill'))
  await enter(yard, put(4, SKYFALL, 100))
  expect(await described(yard)).toEqual({ 0: 'Group 1 / Skyfall / 13' })
  ok(await yard.farm.organisation.as('manager').delete(`${base}/movements/${emptied}`))
  expect(await described(yard)).toEqual({ 0: 'Feed / Mixed / 14' })
})

test('and so is what an edited movement takes elsewhere, or brings later or lighter', async () => {
  const yard = await openYard(service)
  const manager = yard.farm.organisation.as('manager')
  await enter(yard, put(1, SKYFALL, 1000, 0))
  await enter(yard, put(1, CRUSOE, 1000, 1))
  const joined = await enter(yard, move(5, 1000, 1, 0))
  await enter(yard, move(8, 600, 0, 2))
  const edit = async (weight: number, day: string, to: object) => {
    const body = { recordId: yard.recordIds.get(1), weight, movementDateISO: `2026-08-${day}T10:00:00Z` }
    ok(await manager.put(`${base}/movements/${joined}`, { ...body, ...to }))
    return described(yard)
  }
  const first = { destination: { storageId: yard.farm.storeId, substorageId: yard.farm.bays[0] } }
  expect(await edit(250, '05', first)).toMatchObject({ 0: 'Feed / Mixed / 13.6', 2: 'Feed / Mixed / 13.6' })
  expect(await edit(100, '09', first)).toMatchObject({
    0: 'Feed / Mixed / 13.6',
    2: 'Group 1 / Skyfall / 13',
  })
  expect(await edit(100, '05', MILL)).toMatchObject({
    0: 'Group 1 / Skyfall / 13',
    2: 'Group 1 / Skyfall / 13',
  })
})

const wheats = fc.constantFrom(...WHEATS)
const bays = fc.nat({ max: 2 })
const weights = fc.constantFrom(100, 200, 300, 500)
const steps = fc.oneof(
  fc.record({ put: wheats, into: bays, weight: weights }),
  fc
    .record({ from: bays, to: fc.oneof(bays, fc.constant('mill' as const)), weight: weights })
    .filter(({ from, to }) => from !== to),
)
/** Each on a day of its own: at one instant, what is entered first comes first. */
const histories = fc
  .array(steps, { minLength: 3, maxLength: 10, size: 'max' })
  .map((all) => all.map((step, index): Step => ({ ...step, day: index + 1 })))

test('insert-late equals insert-in-order', async () => {
  const property = fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async (history, dice) => {
    const inOrder = await openYard(service)
    const stored: Step[] = []
    for (const step of history) if (await enter(inOrder, step)) stored.push(step)

    const late = await openYard(service)
    let waiting = stored
    while (waiting.length > 0) {
      const next = shuffled(waiting, dice)
      const refused: Step[] = []
      // What the ledger refuses now it may take once more has come in.
      for (const step of next) if (!(await enter(late, step))) refused.push(step)
      fc.pre(refused.length < waiting.length)
      waiting = refused
    }
    expect(await described(late)).toEqual(await described(inOrder))
  })
  await fc.assert(property, { numRuns: historyCount(1 / 5), endOnFailure: false })
}, 120_000)

/** Of one kind mostly, so that much of what is taken back lay among its like. */
const mostlyAlike = fc.constantFrom(SKYFALL, SKYFALL, SKYFALL, CRUSOE)
const entries = fc.record({
  step: fc.oneof(
    fc.record({ put: mostlyAlike, into: bays, weight: weights }),
    fc.record({ from: bays, to: fc.constantFrom(0, 1, 'mill' as const), weight: weights }),
  ),
  isTakenBack: fc.boolean(),
})

test('what is deleted leaves what would have been without it', async () => {
  const property = fc.asyncProperty(
    fc.array(entries, { minLength: 4, maxLength: 12, size: 'max' }),
    async (history) => {
      const full = await openYard(service)
      const kept: Step[] = []
      const toTakeBack: string[] = []
      for (const [index, { step, isTakenBack }] of history.entries()) {
        if ('from' in step && step.from === step.to) continue
        const dated: Step = { ...step, day: index + 1 }
        const id = await enter(full, dated)
        if (id === undefined) continue
        if (isTakenBack) toTakeBack.push(id)
        else kept.push(dated)
      }
      const manager = full.farm.organisation.as('manager')
      for (const id of toTakeBack) fc.pre((await manager.delete(`${base}/movements/${id}`)).status === 200)

      const plain = await openYard(service)
      for (const step of kept) fc.pre((await enter(plain, step)) !== undefined)
      const expected = await described(plain)
      const told = await described(full)
      // A parcel that nothing is left of, and none ever came to, keeps the name it had.
      for (const bay of Object.keys(expected)) expect(told[Number(bay)]).toBe(expected[Number(bay)])
    },
  )
  await fc.assert(property, { numRuns: historyCount(1 / 5), endOnFailure: false })
}, 120_000)

function shuffled(all: Step[], dice: Iterator<number>): Step[] {
  return all
    .map((step) => ({ step, at: dice.next().value as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ step }) => step)
}

test('what came before the clock of a server went back joins again when it has come', async () => {
  const yard = await openYard(service, '2026-08-14T10:30:00Z')
  await enter(yard, put(1, SKYFALL, 700))
  await enter(yard, put(14, CRUSOE, 200))
  await enter(yard, move(14, 100, 0, 1))
  const blended = { 0: 'Feed / Mixed / 13.6', 1: 'Feed / Mixed / 13.6' }
  service.clock.set('2026-08-14T09:30:00Z')
  await enter(yard, put(2, SKYFALL, 100))
  expect(await described(yard)).toMatchObject({ 0: 'Group 1 / Skyfall / 13' })
  service.clock.set('2026-08-14T10:30:00Z')
  await settlePlans(service.database, service.clock.now())
  expect(await described(yard)).toEqual(blended)
})

/** A lorry that is weighed full when it comes, and empty when it goes. Answers the record and the movement. */
async function enterUnweighed({ service, farm, recordIds }: Yard, day: number, wheat: Wheat) {
  const sample = { fields: [{ name: 'Moisture', value: String(wheat.moisture), metric: '%' }] }
  const entered = ok(
    await farm.organisation.as('manager').post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: WHEAT, type: WINTER, grade: wheat.grade, variety: wheat.variety },
      storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight: 0 }],
      source: {
        intake: {
          moveAtUTC: day === TODAY ? service.clock.now().toISOString() : `${dayOf(day)}T10:00:00Z`,
          weighbridgeRecord: { full: 15_000 },
          sample,
        },
      },
    }),
  )
  recordIds.set(0, entered.id)
  return { recordId: entered.id, movementId: entered.movementId }
}
const TODAY = 14

test.each<[string, Step[], number, Wheat, Record<'entered' | 'weighed' | 'deleted', string>]>([
  [
    'now',
    [put(1, SKYFALL, 1000)],
    TODAY,
    KWS,
    {
      entered: 'Group 1 / Skyfall / 13',
      weighed: 'Group 2 / Mixed / 13.5',
      deleted: 'Group 1 / Skyfall / 13',
    },
  ],
  [
    'and was entered late, into a bay that was empty then',
    [put(5, SKYFALL, 1000)],
    3,
    CRUSOE,
    { entered: 'Group 1 / Skyfall / 13', weighed: 'Feed / Mixed / 14.5', deleted: 'Group 1 / Skyfall / 13' },
  ],
])(
  'a load counts towards quality by what it weighs, once it is weighed, that came %s',
  async (_when, steps, day, wheat, told) => {
    const yard = await openYard(service)
    for (const step of steps) await enter(yard, step)
    const manager = yard.farm.organisation.as('manager')
    const { recordId, movementId } = await enterUnweighed(yard, day, wheat)
    expect(await described(yard)).toEqual({ 0: told.entered })
    ok(await manager.delete(`${base}/movements/${movementId}`, { recordId }))
    expect(await described(yard)).toEqual({ 0: told.deleted })
    const again = await enterUnweighed(yard, day, wheat)
    const scales = { recordId, weighbridge: { empty: 14_000 } }
    ok(await manager.put(`${base}/movements/${again.movementId}/actions`, scales))
    expect(await described(yard)).toEqual({ 0: told.weighed })
  },
)

test('is called after the type that it is of, however that came about, unless somebody gave it a name', async () => {
  const { farm } = await openYard(service)
  const manager = farm.organisation.as('manager')
  const spring = { commodity: { id: WHEAT, type: 102, grade: 1010206, variety: 'Mulika' } }
  const called = async (id: string) => {
    const { name, commodity } = ok(await manager.get(`${base}/records/${id}`))
    return `${name} / ${commodity.type.name}`
  }
  const heap = await farm.opening(farm.bays[0], 1000, { at: dayOf(1) })
  expect(await farm.intake(farm.bays[0], 500, { ...spring, at: dayOf(10) })).toBe(heap)
  expect(await called(heap)).toBe('Mixed wheat 2026 / Mixed')
  const { docs } = ok(await manager.get(`${base}/movements`))
  expect(docs[0].inventory.name).toBe('Mixed wheat 2026')
  ok(await manager.delete(`${base}/movements/${docs[0].id}`))
  expect(await called(heap)).toBe('Winter wheat 2026 / Winter')

  const [, bay] = farm.bays
  const own = ok(
    await manager.post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      name: 'The good heap',
      commodity: { id: WHEAT, type: WINTER },
      storage: [{ storageId: farm.storeId, substorageId: bay, weight: 1000 }],
      source: {},
    }),
  )
  await farm.move(own.id, 'mill-7', 1000)
  service.clock.advance({ minutes: 1 })
  await farm.intake(bay, 500, spring)
  expect(await called(own.id)).toBe('The good heap / Spring')

  // Both at once, into a bay that nothing has been in.
  const { recordIds } = ok(
    await manager.post(`${base}/movements/bulk`, {
      records: [heap, own.id].map((id) => ({ id, weight: 100 })),
      movementDateISO: service.clock.now().toISOString(),
      destination: { storageId: farm.storeId, substorageId: farm.bays[2] },
    }),
  )
  expect(await called(recordIds[0])).toBe('Mixed wheat 2026 / Mixed')
})

test('a load that turns out to have gone elsewhere is called after what it was when it left', async () => {
  const { farm } = await openYard(service)
  const manager = farm.organisation.as('manager')
  const [here, there, elsewhere] = farm.bays
  const recordId = await farm.opening(here, 1000, { at: dayOf(1) })
  const movementDateISO = dayOf(5)
  const id = await farm.move(recordId, there, 100, { movementDateISO })
  await farm.intake(here, 500, {
    commodity: { id: WHEAT, type: 102, grade: 1010206, variety: 'Mulika' },
    at: dayOf(10),
  })
  const destination = { storageId: farm.storeId, substorageId: elsewhere }
  const edited = await manager.put(`${base}/movements/${id}`, {
    recordId,
    movementDateISO,
    weight: 100,
    destination,
  })
  const { name, commodity } = ok(await manager.get(`${base}/records/${ok(edited).recordIds[0]}`))
  expect([name, commodity.type.name]).toEqual(['Winter wheat 2026', 'Winter'])
})
