import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, expectSoundLedger, makeFarm, records, STOCK_TAKE, type TestFarm } from '../../../test/farm.ts'
import { booksOf, PERIODS } from './test-periods.ts'

let service: TestApp
let farm: TestFarm
let books: ReturnType<typeof booksOf>
let own: string
let theirs: string

const OWNER = { id: 'valley-farm', name: 'Valley Farm' }
const BARLEY = { id: 2, type: 201 }

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  books = booksOf(farm)
  own = await farm.opening(farm.bays[0], 100_000, { at: '2026-08-01' })
  theirs = await farm.intake(farm.bays[1], 20_000, {
    at: '2026-08-03T09:00:00Z',
    owner: OWNER,
    commodity: BARLEY,
  })
  await farm.move(own, 'mill-7', 30_000.5, { movementDateISO: '2026-08-04T09:00:00Z' })
  await farm.move(own, farm.bays[2], 10_000, { movementDateISO: '2026-08-04T10:00:00Z' })
  const count = {
    records: [{ id: theirs, adjustTo: 19_900 }],
    reasonId: STOCK_TAKE,
    countedAtISO: '2026-08-06',
  }
  ok(await farm.organisation.as('manager').post(`${records}/adjustments`, count))
})
afterAll(async () => {
  await expectSoundLedger()
  await service.close()
})

test('a statement has the position by bay, owner and kind, what came and went, and losses with who bears them', async () => {
  const period = await books.period(await books.closed('2026-08-10'))
  const figures = period.lines.map((line: Record<string, unknown>) => [
    line['substorage'],
    line['owned'],
    line['opening'],
    line['cameIn'],
    line['movedIn'],
    line['wentOut'],
    line['movedOut'],
    line['lost'],
    line['closing'],
  ])
  expect(figures).toEqual([
    ['Bay 1', true, 0, 100_000, 0, 30_000.5, 10_000, 0, 59_999.5],
    ['Bay 2', false, 0, 20_000, 0, 0, 0, 100, 19_900],
    ['Bay 3', true, 0, 0, 10_000, 0, 0, 0, 10_000],
  ])
  expect(period.totals).toMatchObject([
    { commodity: { id: 1 }, inOwn: 100_000, inOthers: 0, out: 30_000.5, closing: 69_999.5, owned: 69_999.5 },
    { commodity: { id: 2 }, inOwn: 0, inOthers: 20_000, lost: 100, closing: 19_900, ofOthers: 19_900 },
  ])
  expect(period.losses).toMatchObject([{ kind: 'loss', reasonId: STOCK_TAKE, payer: 'storer', weight: 100 }])
})

test('what is open is listed with what to look at, and kept with the statement', async () => {
  const lorry = { weighbridgeRecord: { full: 42_660 }, driverName: 'Sam' }
  await farm.intake(farm.bays[1], 0, {
    at: '2026-08-07T09:00:00Z',
    owner: OWNER,
    commodity: BARLEY,
    ...lorry,
  })
  const { open } = ok(await books.preview('2026-08-10'))
  expect(open.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
    ['yard', 1],
    ['uncounted', 2],
  ])
  expect(open[0].items[0]).toMatchObject({ movementId: expect.any(Number) })
  expect(open[1].items[0]).toMatchObject({ storageId: farm.storeId, substorageId: farm.bays[0] })
  const answer = ok(await books.close('2026-08-10'))
  expect(answer.message).toBe(
    'The book is closed up to 10 Aug 2026. The statement says what was still open: 3 things.',
  )
  expect((await books.period(answer.ids[0])).open).toEqual(open)
})

test('a statement stays as it was kept, as data, table and paper, and the ledger is held against it', async () => {
  const id = await books.closed('2026-08-10')
  const viewer = farm.organisation.as('viewer')
  const url = `${PERIODS}/${id}`
  const [period, csv] = [await books.period(id), (await viewer.get(`${url}?format=csv`)).body]
  expect(csv.split('\r\n')[1]).toContain('position,Long Barn')
  expect(csv).toContain('loss,,,,,,,Barley')
  ok(
    await farm.organisation.as('manager').patch(`${base}/partners/valley-farm`, { name: 'Valley Farms Ltd' }),
  )
  await farm.move(own, 'mill-7', 500, { movementDateISO: '2026-08-12T09:00:00Z' })
  expect(await books.period(id)).toEqual(period)
  expect((await viewer.get(`${url}?format=csv`)).body).toBe(csv)
  expect(await books.check(id)).toMatchObject({ isAsClosed: true })
  const paper = await viewer.get(`${url}/statement.pdf`)
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('a late ticket is entered in the open period with its true day, and is told as belonging to earlier ones', async () => {
  await books.closed('2026-08-10')
  const late = { movementDateISO: '2026-08-11', happenedAtISO: '2026-08-05T09:00:00Z' }
  const id = await farm.move(own, 'mill-7', 1000, late)
  const viewer = farm.organisation.as('viewer')
  const movement = ok(await viewer.get(`${base}/movements/${id}`))
  expect([movement.movementDateISO, movement.happenedAtISO]).toEqual([
    '2026-08-10T23:00:00.000Z',
    '2026-08-05T09:00:00.000Z',
  ])
  const table = (await viewer.get(`${base}/movements?format=csv`)).body
  expect(table).toContain('2026-08-05 10:00,2026-08-05T09:00:00.000Z')
  const period = await books.period(await books.closed('2026-08-13'))
  expect(period.earlier).toEqual({ loads: 1, cameIn: 0, wentOut: 1000, movementIds: [id] })
  const wrong = await farm.organisation.as('manager').post(`${base}/movements`, {
    recordId: own,
    weight: 1,
    sold: true,
    destination: { organisationId: 'mill-7', organisationName: 'Mill' },
    movementDateISO: '2026-08-14',
    happenedAtISO: '2026-08-14T08:00:00Z',
  })
  expect(wrong.body.validation).toMatchObject([{ path: 'happenedAtISO', code: 'contradiction' }])
})

test('the daily register has a line for each day, equal to the ledger to the gram', async () => {
  const viewer = farm.organisation.as('viewer')
  const query = 'from=2026-08-01&to=2026-08-07'
  const register = ok(await viewer.get(`${base}/register?${query}`))
  const [wheat, barley] = register.commodities
  expect(wheat.days.map((line: { closing: number }) => line.closing)).toEqual([
    100_000, 100_000, 100_000, 69_999.5, 69_999.5, 69_999.5, 69_999.5,
  ])
  expect(barley.days[5]).toEqual({
    day: '2026-08-06',
    opening: 20_000,
    inOwn: 0,
    inOthers: 0,
    out: 0,
    lost: 100,
    found: 0,
    closing: 19_900,
    owned: 0,
    ofOthers: 19_900,
    underContract: 0,
  })
  for (const { commodity, days } of register.commodities)
    for (const { day, closing } of days) {
      const { perCommodity } = ok(await viewer.get(`${base}/position?at=${day}`))
      const sums = perCommodity.find(
        (each: { commodity: { id: number } }) => each.commodity.id === commodity.id,
      )
      expect([day, closing]).toEqual([day, (sums?.owned ?? 0) + (sums?.stored ?? 0)])
    }
  const csv = (await viewer.get(`${base}/register?${query}&format=csv`)).body
  expect(csv.trim().split('\r\n')).toHaveLength(1 + 14)
  expect((await viewer.get(`${base}/register/report.pdf?${query}`)).status).toBe(200)
  expect((await viewer.get(`${base}/register?from=2026-08-02&to=2026-08-01`)).body.validation).toMatchObject([
    { path: 'to' },
  ])
})
