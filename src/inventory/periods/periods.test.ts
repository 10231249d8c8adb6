import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { addPerson } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { base, expectSoundLedger, makeFarm, records, STOCK_TAKE, type TestFarm } from '../../../test/farm.ts'
import { booksOf, PERIODS } from './test-periods.ts'

let service: TestApp
let farm: TestFarm
let books: ReturnType<typeof booksOf>
let wheat: string

const MOVEMENTS = `${base}/movements`
const ON_5_AUGUST = '2026-08-05T09:00:00Z'
const ON_12_AUGUST = '2026-08-12T09:00:00Z'

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  books = booksOf(farm)
  wheat = await farm.opening(farm.bays[0], 100_000)
})
afterAll(async () => {
  await expectSoundLedger()
  await service.close()
})

const sell = (weight: number, movementDateISO: string, more: object = {}) =>
  farm.organisation.as('manager').post(MOVEMENTS, {
    recordId: wheat,
    weight,
    movementDateISO,
    sold: true,
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    ...more,
  })

test('books are closed up to a day that has ended, once', async () => {
  const id = await books.closed('2026-08-10')
  expect(await books.books()).toMatchObject({
    closedUpTo: '2026-08-10',
    firstOpenDay: '2026-08-11',
    periods: [{ id, from: '', upTo: '2026-08-10', status: 'closed' }],
  })
  const refused = async (upTo: string) => (await books.close(upTo)).body.validation
  expect(await refused('2026-08-10')).toMatchObject([{ path: 'upTo', code: 'past' }])
  expect(await refused('2026-08-14')).toMatchObject([
    { path: 'upTo', code: 'too_late', message: expect.stringContaining('up to 13 Aug 2026') },
  ])
  expect(await refused('soon')).toMatchObject([{ path: 'upTo', code: 'date' }])
  await books.closed('2026-08-13')
  const { periods } = await books.books()
  expect(periods.map(({ from, upTo }: { from: string; upTo: string }) => [from, upTo])).toEqual([
    ['2026-08-11', '2026-08-13'],
    ['', '2026-08-10'],
  ])
})

test('the day ends on the farm’s clock', async () => {
  const inAuckland = await makeFarm(service, { timeZone: 'Pacific/Auckland' })
  await booksOf(inAuckland).closed('2026-08-13')
  const late = { weight: 10, sold: true, destination: { organisationId: 'mill-7', organisationName: 'Mill' } }
  const at = async (movementDateISO: string) => {
    const recordId = await inAuckland.opening(inAuckland.bays[0], 100, { at: '2026-08-13T12:30:00Z' })
    return inAuckland.organisation.as('manager').post(MOVEMENTS, { ...late, recordId, movementDateISO })
  }
  // 13 August ends there at noon of UTC.
  expect((await at('2026-08-13T11:59:59Z')).body.code).toBe('period_closed')
  ok(await at('2026-08-13T12:30:00Z'))
})

test('a lorry whose day was closed between its weighings is finished on the first open day, with its own beside it', async () => {
  const weighbridge = (readings: object) => ({ driver: { name: 'Sam' }, weighbridge: readings })
  const [id] = ok(await sell(0, ON_5_AUGUST, weighbridge({ empty: 14_000 }))).ids
  const [other] = ok(await sell(0, ON_12_AUGUST, weighbridge({ empty: 14_000, full: 15_000 }))).ids
  await books.closed('2026-08-10')
  const finish = (movement: string, more: object, readings: object = { full: 40_000 }) =>
    farm.organisation.as('operator').put(`${MOVEMENTS}/${movement}/actions`, {
      recordId: wheat,
      weighbridge: readings,
      ...more,
    })
  const refused = await finish(id, {})
  expect(refused.body).toMatchObject({
    code: 'period_closed',
    body: { firstOpenISO: '2026-08-10T23:00:00.000Z' },
  })
  const late = { movementDateISO: '2026-08-11', happenedAtISO: ON_5_AUGUST }
  const wrong = await finish(id, { ...late, happenedAtISO: ON_12_AUGUST })
  expect(wrong.body.validation).toMatchObject([{ path: 'happenedAtISO', code: 'contradiction' }])
  const weighed = await finish(other, late, { full: 16_000 })
  expect(weighed.body.validation.map(({ path }: { path: string }) => path)).toEqual([
    'movementDateISO',
    'happenedAtISO',
  ])
  ok(await finish(id, { ...late, reason: 'Closed meanwhile' }))
  const load = ok(await farm.organisation.as('viewer').get(`${MOVEMENTS}/${id}`))
  expect(load).toMatchObject({ happenedAtISO: '2026-08-05T09:00:00.000Z', status: 'complete' })
  expect(load.inventory.commodity.weight.weight).toBe(26_000)
  const at = async (day: string) =>
    ok(await farm.organisation.as('viewer').get(`${base}/position?at=${day}`)).lines[0].weight
  expect([await at('2026-08-10'), await at('2026-08-11')]).toEqual([100_000, 74_000])
})

test('a late load that goes elsewhere before it is weighed keeps its true day', async () => {
  await books.closed('2026-08-10')
  const more = { happenedAtISO: ON_5_AUGUST, weighbridge: { empty: 14_000 }, driver: { name: 'Sam' } }
  const [id] = ok(await sell(0, ON_12_AUGUST, more)).ids
  const body = { recordId: wheat, destination: { organisationId: 'mill-8', organisationName: 'Hill Mill' } }
  ok(await farm.organisation.as('operator').put(`${MOVEMENTS}/${id}/actions`, body))
  const load = ok(await farm.organisation.as('viewer').get(`${MOVEMENTS}/${id}`))
  expect(load.happenedAtISO).toBe('2026-08-05T09:00:00.000Z')
})

describe('a closed figure is not changed by', () => {
  beforeEach(async () => {
    ok(await sell(20_000, ON_5_AUGUST))
  })
  const closed = () => books.closed('2026-08-10')
  const position = async () =>
    ok(await farm.organisation.as('viewer').get(`${base}/position?at=2026-08-10`)).lines

  /** What somebody asks for in vain, once it is closed. */
  const refusals: [
    what: string,
    ask: (id: number) => Promise<{ status: number; body: { code?: string } }>,
  ][] = [
    ['a late ticket', () => sell(1000, ON_5_AUGUST)],
    ['one that nobody weighed', () => sell(0, ON_5_AUGUST)],
    [
      'an intake into an empty bay',
      () =>
        farm.organisation.as('manager').post(records, {
          type: 'crop',
          harvestYear: '2026',
          owned: true,
          commodity: { id: 1, type: 101 },
          storage: [{ storageId: farm.storeId, substorageId: farm.bays[1], weight: 10 }],
          source: { intake: { moveAtUTC: ON_5_AUGUST, driverName: 'Sam' } },
        }),
    ],
    [
      'a back-dated count, even of what the book has',
      () =>
        farm.organisation.as('manager').post(`${records}/adjustments`, {
          records: [{ id: wheat, adjustTo: 80_000 }],
          reasonId: STOCK_TAKE,
          countedAtISO: '2026-08-10',
        }),
    ],
    ['a deletion', (id) => farm.organisation.as('manager').delete(`${MOVEMENTS}/${id}`, {})],
    ['another weight', (id) => weigh(id, 34_001)],
    ['another date', (id) => edit(id, { movementDateISO: ON_12_AUGUST })],
    ['another date within it', (id) => edit(id, { movementDateISO: '2026-08-06T09:00:00Z' })],
    [
      'a rescale',
      () =>
        farm.organisation.as('manager').post(`${MOVEMENTS}/rescale`, {
          startDateISO: '2026-08-01',
          endDateISO: '2026-08-14',
          factor: 1.01,
        }),
    ],
    [
      'another harvest year',
      () => farm.organisation.as('manager').patch(`${records}/${wheat}`, { harvestYear: '2025' }),
    ],
  ]
  const edit = (id: number, more: object) =>
    farm.organisation.as('manager').put(`${MOVEMENTS}/${id}`, {
      recordId: wheat,
      weight: 20_000,
      movementDateISO: ON_5_AUGUST,
      sold: true,
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
      ...more,
    })

  test.each(refusals)('%s', async (_what, ask) => {
    const id = await sold()
    ok(await weigh(id, 34_000))
    const before = await position()
    await closed()
    const answer = await ask(id)
    expect([answer.status, answer.body.code]).toEqual([400, 'period_closed'])
    expect(await position()).toEqual(before)
  })

  const weigh = (id: number, full: number) =>
    farm.organisation.as('manager').put(`${MOVEMENTS}/${id}/actions`, {
      recordId: wheat,
      driver: { name: 'Sam' },
      weighbridge: { empty: 14_000, full },
    })
  const sold = async () => {
    const { docs } = ok(await farm.organisation.as('viewer').get(MOVEMENTS))
    return docs.find(({ type }: { type: string }) => type === 'outbound').id as number
  }

  test('a refusal says the closed day, the first open one and what to do', async () => {
    await closed()
    const { body } = await sell(1000, ON_5_AUGUST)
    expect(body.message).toBe(
      'The book is closed up to 10 Aug 2026, and this would change figures of 5 Aug 2026. Nothing was changed. Enter a late ticket on 11 Aug 2026, with its true day beside it; or ask an owner of the organisation for an exception.',
    )
    expect(body.body).toMatchObject({
      closedUpTo: '2026-08-10',
      firstOpenDay: '2026-08-11',
      firstOpenISO: '2026-08-10T23:00:00.000Z',
      day: '2026-08-05',
    })
  })

  test.each([
    ['de', 'Das Bestandsbuch ist bis 10.08.2026 abgeschlossen, und dies würde Zahlen vom 05.08.2026 ändern.'],
    ['fr', 'Le registre est clôturé jusqu’au 10/08/2026, et ceci changerait des chiffres du 05/08/2026.'],
  ])('it writes days as %s does, and what goes with it as the wire does', async (language, sentence) => {
    await closed()
    const { body } = await farm.organisation.as('manager').post(
      MOVEMENTS,
      {
        recordId: wheat,
        weight: 1000,
        movementDateISO: ON_5_AUGUST,
        destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
        sold: true,
      },
      { 'accept-language': language },
    )
    expect(body.message).toContain(sentence)
    expect(body.data).toMatchObject({ closedUpTo: '2026-08-10', day: '2026-08-05' })
  })

  test('what changes no figure goes on: driver, reference, the same once more', async () => {
    const id = await sold()
    await closed()
    ok(
      await farm.organisation.as('manager').put(`${MOVEMENTS}/${id}/actions`, {
        recordId: wheat,
        driver: { name: 'Kim', loadReference: 'WB-17' },
      }),
    )
    ok(await edit(id, { contractReference: 'C-9' }))
    ok(await farm.organisation.as('manager').patch(`${records}/${wheat}`, { commodityGrade: 1010106 }))
  })

  test('what happens after it is entered as ever', async () => {
    await closed()
    ok(await sell(1000, ON_12_AUGUST))
    ok(await sell(500, '2026-08-10T23:00:00Z'))
    expect((await sell(500, '2026-08-10T22:59:59Z')).body.code).toBe('period_closed')
  })
})

test('a period is reopened by its owner, newest first, for a reason', async () => {
  const first = await books.closed('2026-08-05')
  const second = await books.closed('2026-08-10')
  expect((await books.reopen(first)).body.code).toBe('in_use')
  const byAdmin = await farm.organisation.as('admin').post(`${PERIODS}/${second}/reopen`, { reason: 'Why' })
  expect(byAdmin.status).toBe(403)
  expect((await books.reopen(second, ' ')).body.validation).toMatchObject([{ path: 'reason' }])
  ok(await books.reopen(second))
  ok(await sell(100, '2026-08-08T09:00:00Z'))
  expect((await sell(100, ON_5_AUGUST)).body.code).toBe('period_closed')
  expect((await books.reopen(second)).body.code).toBe('in_use')
  expect((await books.books()).periods).toMatchObject([
    { id: second, status: 'reopened', reopenedReason: 'A ticket was wrong.' },
    { id: first, status: 'closed' },
  ])
  ok(await books.reopen(first))
  expect((await books.books()).closedUpTo).toBe('')
  // The same days may be closed once more.
  await books.closed('2026-08-10')
})

test('a person with an exception changes closed periods until it ends, and nobody else', async () => {
  const period = await books.closed('2026-08-10')
  const owner = farm.organisation.as('owner')
  const { userId: who, client: person } = await addPerson(service, farm.organisation, 'manager')
  const give = (more: object = {}) =>
    owner.post(`${PERIODS}/exceptions`, {
      userId: who,
      untilISO: '2026-08-14T12:00:00Z',
      reason: 'Second weighbridge.',
      ...more,
    })
  expect(
    (await give({ userId: 'nobody', untilISO: '2026-08-01', reason: ' ' })).body.validation,
  ).toMatchObject([
    { path: 'userId', code: 'unknown' },
    { path: 'untilISO', code: 'past' },
    { path: 'reason', code: 'required' },
  ])
  const late = {
    recordId: wheat,
    weight: 10,
    movementDateISO: ON_5_AUGUST,
    sold: true,
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
  }
  const byPerson = () => person.post(MOVEMENTS, late)
  expect((await byPerson()).body.code).toBe('period_closed')
  const [exception] = ok(await give()).ids
  ok(await byPerson())
  expect(await books.check(period)).toMatchObject({ isAsClosed: false })
  expect((await sell(10, ON_5_AUGUST)).body.code).toBe('period_closed')
  expect((await books.books()).exceptions).toMatchObject([{ userId: who, isRunning: true }])
  ok(await owner.delete(`${PERIODS}/exceptions/${exception}`))
  expect((await byPerson()).body.code).toBe('period_closed')
  ok(await give({ untilISO: '2026-08-14T08:35:00Z' }))
  ok(await byPerson())
  service.clock.set('2026-08-14T08:35:00Z')
  expect((await byPerson()).body.code).toBe('period_closed')
})
