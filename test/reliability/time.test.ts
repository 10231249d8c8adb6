import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/inventory/ledger/ledger.ts'
import { settlePlans } from '../../src/inventory/stock/due-plans.ts'
import { openTestApp, type Answer, type TestApp } from '../app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../factories.ts'
import { fc } from '../seed.ts'
import { sized } from './size.ts'
import { makeBay, makeBays, oldStock, STOCK_TAKE, WINTER_WHEAT, type Bay } from '../farm.ts'
import { ok } from '../scene.ts'

// Days that are not 24 hours long, the other side of the date line, and clocks that go back: the ledger is the same.

const RECORDS = '/api/inventory/records'
const MOVEMENTS = '/api/inventory/movements'
const HOUR = 3_600_000

/** Local days as the tz database has them, each with its own start and end in UTC, written out by hand. */
const days = [
  ['Pacific/Auckland', 'NZ', '2026-04-05', '2026-04-06', '2026-04-04T11:00Z', '2026-04-05T12:00Z', 25],
  ['Pacific/Auckland', 'NZ', '2026-09-27', '2026-09-28', '2026-09-26T12:00Z', '2026-09-27T11:00Z', 23],
  ['Pacific/Auckland', 'NZ', '2026-12-31', '2027-01-01', '2026-12-30T11:00Z', '2026-12-31T11:00Z', 24],
  ['Pacific/Kiritimati', 'NZ', '2026-12-31', '2027-01-01', '2026-12-30T10:00Z', '2026-12-31T10:00Z', 24],
  ['America/St_Johns', 'CA', '2026-03-08', '2026-03-09', '2026-03-08T03:30Z', '2026-03-09T02:30Z', 23],
  ['America/St_Johns', 'CA', '2026-11-01', '2026-11-02', '2026-11-01T02:30Z', '2026-11-02T03:30Z', 25],
  ['America/St_Johns', 'CA', '2026-12-31', '2027-01-01', '2026-12-31T03:30Z', '2027-01-01T03:30Z', 24],
  ['Australia/Lord_Howe', 'AU', '2026-04-05', '2026-04-06', '2026-04-04T13:00Z', '2026-04-05T13:30Z', 24.5],
  ['Australia/Lord_Howe', 'AU', '2026-10-04', '2026-10-05', '2026-10-03T13:30Z', '2026-10-04T13:00Z', 23.5],
  ['Europe/London', 'GB', '2026-10-25', '2026-10-26', '2026-10-24T23:00Z', '2026-10-26T00:00Z', 25],
] as const

/** Local times that are there twice, or never, and what they are taken for: the first of two; what is skipped, as much later. */
const oddTimes = [
  ['Pacific/Auckland', 'NZ', '2026-04-05T02:30', '2026-04-04T13:30:00.000Z'],
  ['Pacific/Auckland', 'NZ', '2026-09-27T02:30', '2026-09-26T14:30:00.000Z'],
  ['America/St_Johns', 'CA', '2026-11-01T01:30', '2026-11-01T04:00:00.000Z'],
  ['America/St_Johns', 'CA', '2026-03-08T02:30', '2026-03-08T06:00:00.000Z'],
  ['Australia/Lord_Howe', 'AU', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
  ['Australia/Lord_Howe', 'AU', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
] as const

/** Where this process believes to be, besides the organisations. */
const machines = sized(['UTC', 'Pacific/Kiritimati'], ['UTC', 'Pacific/Kiritimati', 'America/St_Johns'])

describe.each(machines)('on a machine in %s', (machine) => {
  const before = process.env['TZ']
  let service: TestApp
  beforeAll(async () => {
    process.env['TZ'] = machine
    service = await openTestApp({ now: '2027-03-01T12:00:00Z' })
  })
  afterAll(async () => {
    await service.close()
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  test('the machine is there', () => {
    const offsets: Record<string, number> = { UTC: 0, 'Pacific/Kiritimati': -840, 'America/St_Johns': 210 }
    expect(new Date('2026-01-15T12:00Z').getTimezoneOffset()).toBe(offsets[machine])
  })

  test.each(days)(
    '%s (%s): %s has its own hours',
    async (timeZone, countryISO, date, next, start, end, hours) => {
      const { farm, take, kilogramsAt } = await makeYard(service, { timeZone, countryISO })
      const [first, last] = [Date.parse(start), Date.parse(end)]
      expect((last - first) / HOUR).toBe(hours)
      // A kilogram at each of these, entered in any order.
      const inDay = [first, first + 1, first + HOUR / 2, (first + last) / 2, last - HOUR / 2, last - 1]
      const instants = [first - HOUR / 2, first - 1, ...inDay, last, last + HOUR / 2]
      const [shuffled = []] = fc.sample(fc.shuffledSubarray(instants, { minLength: instants.length }), 1)
      await take(shuffled.map((instant) => [new Date(instant).toISOString(), 1]))

      // A position has the whole of its day, and nothing of the next one.
      expect([await kilogramsAt(date), await kilogramsAt(next)]).toEqual([8, 10])
      // What happens at the instant that is asked for has happened.
      expect(await kilogramsAt(`${date}T00:00`)).toBe(3)
      const day = ok(await farm.as('owner').get(`${MOVEMENTS}?startDateISO=${date}&endDateISO=${date}`))
      expect(day.totalDocs).toBe(inDay.length)
      const dates = day.docs.map((each: Answer['body']) => Date.parse(each.movementDateISO))
      expect(dates).toEqual(inDay.toReversed())
    },
  )

  test.each(oddTimes)('%s (%s): %s is %s', async (timeZone, countryISO, local, instant) => {
    const { farm, take } = await makeYard(service, { timeZone, countryISO })
    await take([[local, 1]])
    const { docs } = ok(await farm.as('owner').get(MOVEMENTS))
    expect(docs.map((each: Answer['body']) => each.movementDateISO)).toEqual([instant])
  })

  test('no fact is stored on another day for where the machine stands', async () => {
    const { farm, take, kilogramsAt } = await makeYard(service, {
      timeZone: 'Pacific/Auckland',
      countryISO: 'NZ',
    })
    await take([
      ['2026-06-30', 1],
      ['2026-06-30T23:59:59.999', 2],
      ['2026-07-01', 4],
      ['1852-03-01', 8],
    ])
    const { docs } = ok(await farm.as('owner').get(`${MOVEMENTS}?startDateISO=2026-06-01`))
    const dates = docs.map((each: Answer['body']) => each.movementDateISO)
    expect(dates.toReversed()).toEqual([
      '2026-06-29T12:00:00.000Z',
      '2026-06-30T11:59:59.999Z',
      '2026-06-30T12:00:00.000Z',
    ])
    const asked = ['1852-03-02', '2026-06-29', '2026-06-30T23:59', '2026-06-30', '2026-07-01']
    expect(await Promise.all(asked.map(kilogramsAt))).toEqual([8, 8, 9, 11, 15])
  })
})

/** A store of an organisation somewhere on earth, that takes wheat. */
async function makeYard(service: TestApp, where: { timeZone: string; countryISO: string }) {
  const farm = await makeOrganisation(service, where)
  const bay = await makeBay({ ...farm, marker: 'yard' })
  return {
    farm,
    take: (loads: [date: string, kilograms: number][]) => applyDuePlans(farm, bay, loads),
    kilogramsAt: async (at: string): Promise<number> => {
      const { totals } = ok(await farm.as('viewer').get(`/api/inventory/position?at=${at}`))
      return totals.owned
    },
  }
}

/** One load after another. */
async function applyDuePlans(
  farm: TestOrganisation,
  bay: Bay,
  loads: [date: string, kilograms: number][],
): Promise<void> {
  for (const [moveAtUTC, kilograms] of loads) {
    const source = { type: 'intake', intake: { moveAtUTC, driverName: 'Sam' } }
    ok(await farm.as('operator').post(RECORDS, oldStock(bay, kilograms, { commodity: WINTER_WHEAT, source })))
  }
}

describe('the clock of the server goes back an hour', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await openTestApp()
  })
  afterAll(() => service.close())

  const at = (time: string) => `2026-08-14T${time}Z`

  /** The same morning under any clock: where it stands at each step, and what is answered. */
  async function liveThrough(
    clock: { set: (time: string) => Promise<void> },
    [nine, half]: [string, string],
  ) {
    await clock.set('08:00')
    const farm = await makeOrganisation(service)
    const owner = farm.as('owner')
    const [bay, other] = (await makeBays({ ...farm, marker: 'clock' }, 2)) as [Bay, Bay]
    const source = { type: 'existing', importDateUTC: at('07:00') }
    const { id: recordId } = ok(await owner.post(RECORDS, oldStock(bay, 1000, { source })))
    const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
    const move = (weight: number, time: string, destination: object) =>
      owner.post(MOVEMENTS, {
        recordId,
        weight,
        movementDateISO: at(time),
        destination,
        sold: destination === mill,
      })

    await clock.set('10:00')
    ok(await move(300, '09:50', mill))
    ok(await move(200, '10:30', mill))
    const counted = { records: [{ id: recordId, adjustTo: 690 }], reasonId: STOCK_TAKE }
    ok(await owner.post(`${RECORDS}/adjustments`, counted))
    const person = await addPerson(service, farm, 'operator')

    await clock.set(nine)
    expect((await person.client.get('/api/identity/me')).status).toBe(200)
    ok(await move(100, '09:00:30', other))
    // There is enough at that moment, and not for what is known to have happened since.
    const tooMuch = await move(650, '09:04', mill)
    expect([tooMuch.status, tooMuch.body.code]).toEqual([400, 'insufficient_stock'])
    ok(await move(50, '09:55', other))
    const positionAt = async (time: string) =>
      ok(await owner.get(`/api/inventory/position?at=${at(time)}`)).totals

    await clock.set(half)
    const now = ok(await owner.get('/api/inventory/position'))
    expect(now.totals).toEqual(ok(await owner.get(`/api/inventory/position?at=${now.at}`)).totals)

    await clock.set('11:00')
    const times = ['07:30', '09:00:15', '09:02', '09:52', '09:57', '10:01', '10:29', '10:31', '12:00']
    const record = ok(await owner.get(`${RECORDS}/${recordId}`))
    const movements = ok(await owner.get(MOVEMENTS)).docs
    return {
      positions: await Promise.all(times.map(positionAt)),
      now: ok(await owner.get('/api/inventory/position')).totals,
      yield: record.yield,
      movements: movements.map((each: Answer['body']) => [
        each.movementDateISO,
        each.inventory.commodity.weight.weight,
        each.status,
      ]),
    }
  }

  test('and the ledger is the one of a clock that never did', async () => {
    const clock = {
      async set(time: string) {
        service.clock.set(at(time))
        await settlePlans(service.database, service.clock.now())
        expect(await Array.fromAsync(verifyLedger(service.database.db)), time).toEqual([])
      },
    }
    const steady = await liveThrough(clock, ['10:05', '10:40'])
    const setBack = await liveThrough(clock, ['09:05', '09:40'])
    expect(setBack).toEqual(steady)
    expect(steady.now).toMatchObject({ owned: 640, stored: 0, short: 0 })
  })
})
