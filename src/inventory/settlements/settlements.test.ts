import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'
import { MILL, settle } from './test-settlements.ts'

let service: TestApp
let farm: TestFarm
let by: ReturnType<typeof settle>
let stock: string

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  by = settle(farm)
  stock = await farm.opening(farm.bays[0], 500_000)
})
afterAll(() => service.close())

const at = (day: number) => `2026-08-${String(day).padStart(2, '0')}T09:00:00Z`
const faults = ({ body }: { body: { validation: { path: string; message: string }[] } }) =>
  body.validation.map(({ path, message }) => `${path} ${message}`)

test('a statement is matched by number, by date and weight, and by date and lorry; what differs by more than 1 % is flagged', async () => {
  const byNumber = await by.sell(stock, 28_000, at(3), { loadReference: 'WB-17' })
  const byWeight = await by.sell(stock, 27_000, at(4))
  const byLorry = await by.sell(stock, 26_000, at(5), {
    driver: { name: 'Sam', vehicleRegistration: 'AB12 CDE' },
  })
  const missing = await by.sell(stock, 22_000, at(6))
  await by.sell(stock, 25_000, at(9))
  const entered = await by.enter(
    [
      { reference: 'wb 17', dateISO: '2026-08-03', weight: 27_950 },
      { reference: '90001', dateISO: '2026-08-05', weight: 26_800 },
      { dateISO: '2026-08-05', vehicle: 'ab12cde', weight: 25_000 },
      { reference: '90003', dateISO: '2026-08-06', weight: 12_000 },
    ],
    { reference: 'ST-88' },
  )
  type Line = {
    state: string
    matchedBy: string | null
    load: { movementId: number } | null
    difference: object | null
  }
  expect(
    (entered.lines as Line[]).map(({ state, matchedBy, load, difference }) => [
      state,
      matchedBy,
      load?.movementId,
      difference,
    ]),
  ).toEqual([
    ['agreed', 'reference', byNumber, { weight: -50, share: -0.18 }],
    ['agreed', 'weight', byWeight, { weight: -200, share: -0.74 }],
    ['differs', 'vehicle', byLorry, { weight: -1000, share: -3.85 }],
    ['unknown', null, undefined, null],
  ])
  expect(entered.missing).toMatchObject({ loads: 1, weight: 22_000, first: [{ movementId: missing }] })
  expect(entered.totals).toEqual({
    lines: 4,
    undecided: 2,
    flagged: 1,
    theirs: 91_750,
    ours: 81_000,
    difference: { weight: -1250, share: -1.54 },
    writtenOff: 0,
    claimed: 0,
  })
  expect(entered).toMatchObject({
    status: 'open',
    reference: 'ST-88',
    buyer: { id: MILL, name: 'Name of mill-7' },
  })
  expect({ ...(await by.get(entered.id)), ignoredColumns: [] }).toEqual(entered)
})

test('what could be two loads is left to the person, who matches it by hand, decides and closes', async () => {
  const [one, two] = [await by.sell(stock, 28_000, at(3)), await by.sell(stock, 28_010, at(3))]
  const { id, lines } = await by.enter([{ dateISO: '2026-08-03', weight: 28_005 }])
  expect(lines[0]).toMatchObject({ state: 'ambiguous', load: null })
  expect(lines[0].candidates.map((each: { movementId: number }) => each.movementId)).toEqual([one, two])
  const tooEarly = await by.ask('post', `/${id}/close`, {})
  expect([tooEarly.status, tooEarly.body.code]).toEqual([400, 'in_use'])
  expect(tooEarly.body.message).toMatch(/^Say first what comes of line 1:/)

  const matched = ok(await by.change(id, 1, { movementId: two }))
  expect(matched.lines[0]).toMatchObject({ state: 'agreed', matchedBy: 'hand', load: { movementId: two } })
  const closed = ok(await by.ask('post', `/${id}/close`, {}))
  expect(closed).toMatchObject({ status: 'closed', totals: { ours: 28_010, undecided: 0 } })

  // What is corrected later changes the stock, and not what was settled.
  ok(
    await farm.organisation.as('manager').put(`${base}/movements/${two}`, {
      recordId: stock,
      weight: 20_000,
      movementDateISO: at(3),
      destination: { organisationId: MILL, organisationName: 'Mill' },
      sold: true,
    }),
  )
  expect((await by.get(id)).totals).toMatchObject({ ours: 28_010 })
  for (const refused of [
    await by.change(id, 1, { movementId: null }),
    await by.ask('post', `/${id}/close`, {}),
    await farm.organisation.as('manager').delete(`${base}/settlements/${id}`),
  ])
    expect([refused.status, refused.body.code]).toEqual([400, 'in_use'])
})

test('a number that has come round again is the load of the statement’s days, and one of last year is not used up', async () => {
  const lastYear = (day: string) => `2025-${day}T09:00:00Z`
  const ticket = (loadReference: string, vehicleRegistration: string) => ({
    driver: { name: 'Sam', vehicleRegistration, loadReference },
  })
  const old = await farm.opening(farm.bays[1], 100_000, { at: '2025-08-01T09:00:00Z' })
  await by.sell(old, 27_000, lastYear('08-10'), ticket('1', 'AA1'))
  const second = await by.sell(old, 20_000, lastYear('09-10'), ticket('2', 'AA1'))
  const first = await by.sell(stock, 28_490, at(10), ticket('0001', 'BB2'))
  const { lines } = await by.enter([
    { reference: '1', dateISO: '2026-08-10', vehicle: 'BB2', weight: 28_490 },
    { reference: '2', dateISO: '2026-08-11', vehicle: 'BB2', weight: 26_000 },
    { reference: 'No. 2', dateISO: '2026-08-11', vehicle: 'AA1', weight: 20_000 },
  ])
  expect(lines).toMatchObject([
    { state: 'agreed', matchedBy: 'reference', load: { movementId: first } },
    { state: 'unknown', load: null, candidates: [] },
    { state: 'ambiguous', load: null, candidates: [{ movementId: second }] },
  ])
})

test('a difference is written off for a reason or claimed, and changes no stock', async () => {
  await by.sell(stock, 28_000, at(3), { loadReference: 'A1' })
  await by.sell(stock, 28_000, at(4), { loadReference: 'A2' })
  const before = await farm.weightOf(stock)
  const { id } = await by.enter([
    { reference: 'A1', dateISO: '2026-08-03', weight: 27_000 },
    { reference: 'A2', dateISO: '2026-08-04', weight: 27_500 },
    { reference: 'A3', dateISO: '2026-08-04', weight: 500 },
  ])
  expect(faults(await by.change(id, 1, { decision: 'written_off' }))).toEqual([
    'reasonId is needed: why the difference is written off',
  ])
  expect(faults(await by.change(id, 3, { decision: 'written_off', reasonId: 1 }))).toEqual([
    'decision cannot be written_off while no load is on the line: match one, or claim it',
    'reasonId is not a managed reason for a deduction',
  ])
  expect(faults(await by.change(id, 2, { decision: 'claimed', reasonId: 230 }))).toEqual([
    'reasonId goes with written_off alone',
  ])
  const written = ok(await by.change(id, 1, { decision: 'written_off', reasonId: 230, note: 'By telephone' }))
  expect(written.lines[0]).toMatchObject({
    decision: 'written_off',
    reason: 'Short delivery',
    note: 'By telephone',
  })
  ok(await by.change(id, 2, { decision: 'claimed' }))
  expect(faults(await by.change(id, 3, { decision: 'accepted' }))).toEqual([
    'decision cannot be accepted while no load is on the line: match one, or claim it',
  ])
  const settled = ok(await by.change(id, 3, { decision: 'claimed' }))
  expect(settled.totals).toMatchObject({
    writtenOff: -1000,
    claimed: -500 + 500,
    undecided: 0,
  })
  expect(await farm.weightOf(stock)).toBe(before)
  // Another load takes the decision back.
  const other = ok(await by.change(id, 1, { movementId: null }))
  expect(other.lines[0]).toMatchObject({ decision: null, reasonId: null, load: null, state: 'ambiguous' })
})

test('claims have one sign and one sum, with the line of which nobody knows the load; a lorry that is not weighed yet is not missing', async () => {
  await by.sell(stock, 28_000, at(3), { loadReference: 'A1' })
  await by.sell(stock, 27_000, at(4), { loadReference: 'A2' })
  const unweighed = await by.sell(stock, 0, at(4), { weighbridge: { empty: 14_200 } })
  const { id, ...entered } = await by.enter([
    { reference: 'A1', dateISO: '2026-08-03', weight: 28_180 },
    { reference: 'X9', dateISO: '2026-08-04', weight: 24_500 },
  ])
  expect(entered.missing).toMatchObject({ loads: 1, weight: 27_000 })
  expect(entered.unweighed).toMatchObject({ loads: 1, first: [{ movementId: unweighed, weight: null }] })
  const onUnweighed = await by.change(id, 2, { movementId: unweighed, decision: 'accepted' })
  expect(faults(onUnweighed)).toEqual([
    'decision cannot be accepted while its load is not weighed yet: weigh it first, or claim it',
  ])
  ok(await by.change(id, 1, { decision: 'claimed' }))
  const { lines, totals } = ok(await by.change(id, 2, { decision: 'claimed' }))
  expect(lines[0].difference.weight).toBe(180)
  expect(totals).toMatchObject({ difference: { weight: 180 }, claimed: 24_680, writtenOff: 0 })
})

test('what is sent twice is written once: neither its event nor who decided changes', async () => {
  const load = await by.sell(stock, 28_000, at(3), { loadReference: 'A1' })
  const { id } = await by.enter([{ reference: 'A1', dateISO: '2026-08-03', weight: 27_000 }])
  const changes = async () =>
    (
      await service.database.db
        .selectFrom('events')
        .select('id')
        .where('organisation_id', '=', farm.organisation.organisationId)
        .where('type', '=', 'settlement.changed')
        .execute()
    ).length
  const bodies: [body: object, written: number][] = [
    [{ decision: 'written_off', reasonId: 230, note: 'By telephone' }, 1],
    [{ decision: 'written_off', reasonId: 230, note: ' By telephone ' }, 1],
    [{ movementId: load }, 1],
    [{ decision: 'written_off' }, 1],
    [{}, 1],
    [{ note: '' }, 2],
    [{ note: null }, 2],
    [{ decision: 'claimed' }, 3],
    [{ decision: 'claimed', reasonId: null }, 3],
    [{ movementId: null }, 4],
    [{ movementId: null, decision: null }, 4],
    [{ movementId: load }, 5],
  ]
  let before = await by.get(id)
  let written = 0
  for (const [body, expected] of bodies) {
    service.clock.advance({ seconds: 60 })
    const answer = ok(await by.change(id, 1, body))
    expect(await changes(), JSON.stringify(body)).toBe(expected)
    if (expected === written) expect(answer.lines).toEqual(before.lines)
    else expect(answer.lines).not.toEqual(before.lines)
    before = answer
    written = expected
  }
})

test('a load is on one statement alone, until it is taken off there or the statement is deleted', async () => {
  const load = await by.sell(stock, 28_000, at(3), { loadReference: 'A1' })
  const line = { reference: 'A1', dateISO: '2026-08-03', weight: 28_000 }
  const { id } = await by.enter([line])
  const second = await by.enter([line])
  expect(second.lines[0]).toMatchObject({ state: 'unknown', load: null })
  expect(faults(await by.change(second.id, 1, { movementId: load }))).toEqual([
    'movementId is on another statement already: take it off there first',
  ])
  ok(await farm.organisation.as('manager').delete(`${base}/settlements/${id}`))
  expect((await farm.organisation.as('viewer').get(`${base}/settlements/${id}`)).status).toBe(404)
  expect(ok(await by.change(second.id, 1, { movementId: load })).lines[0].state).toBe('agreed')
  expect(faults(await by.change(second.id, 1, { movementId: 1 }))).toEqual([
    'movementId is no load that left for this buyer: 1',
  ])
})

test('all that is wrong with a statement is said at once', async () => {
  await by.sell(stock, 1000, at(3))
  const refused = await by.refused({
    buyer: { name: 'Nobody' },
    lines: [
      { dateISO: '2026-02-30', weight: 1 },
      { dateISO: '2027-01-01', weight: 0 },
    ],
  })
  expect(refused.status).toBe(400)
  expect(faults(refused).map((said) => said.split(' ')[0])).toEqual(
    expect.arrayContaining(['buyer', 'lines[1].dateISO', 'lines[1].weight']),
  )
  expect(faults(await by.refused({ lines: [] }))).toEqual([
    'lines are needed: what the buyer says it received',
  ])
  await by.enter([{ dateISO: '2026-08-03', weight: 1000 }], { reference: 'ST-1' })
  expect(
    faults(await by.refused({ reference: 'st-1', lines: [{ dateISO: '2026-08-03', weight: 1 }] })),
  ).toEqual(['reference is that of a statement of 14 Aug 2026 that was entered already'])
})

describe('a statement as a table', () => {
  const tried = async (table: string, more: object = {}) =>
    by.ask('post', '/try', { buyer: { name: 'Name of mill-7' }, table, ...more })

  test.each([
    ['English, tab', 'Ticket\tDate\tLorry\tNet (kg)\n17\t03/08/2026\tAB12 CDE\t28,120\nTotal\t\t\t28,120\n'],
    [
      'German, semicolon',
      'Lieferschein;Datum;Kennzeichen;Netto (kg)\n17;03.08.2026;AB12 CDE;28120,0\nSumme;;;28120,0\n',
    ],
    ['French, tonnes', 'N° de bon;Date;Immatriculation;Poids net (t)\n17;03/08/2026;AB12 CDE;28,12\n'],
  ])('%s', async (_name, table) => {
    await by.sell(stock, 28_000, at(3), { loadReference: '17' })
    const { lines, buyer } = ok(await tried(table))
    expect(buyer.id).toBe(MILL)
    expect(lines).toMatchObject([
      { reference: '17', date: '2026-08-03', vehicle: 'AB12 CDE', weight: 28_120, state: 'agreed' },
    ])
    expect(ok(await farm.organisation.as('viewer').get(`${base}/settlements`)).totalDocs).toBe(0)
  })

  test.each([
    'Scheinnummer',
    'Schein Nr.',
    'Wiegeschein-Nr',
    'LS-Nr',
    'Lieferschein Nr.',
    'N° bon',
    'Numéro de ticket',
    'Bon de pesée N°',
    'Docket no',
    'Scale ticket',
  ])('the number is read under %j, and what is not read is named', async (head) => {
    await by.sell(stock, 28_000, at(3), { loadReference: '17' })
    await by.sell(stock, 28_000, at(3), { loadReference: '18' })
    const table = `${head};Datum;Kennzeichen;Gewicht in kg;Bemerkung\n17;03.08.2026;AB12 CDE;28120;nass\n`
    const { lines, ignoredColumns } = ok(await tried(table))
    expect(lines).toMatchObject([{ reference: '17', matchedBy: 'reference' }])
    expect(ignoredColumns).toEqual(['Bemerkung'])
  })

  test('what is not read of a table is named when it is entered, too', async () => {
    await by.sell(stock, 28_000, at(3), { loadReference: '17' })
    const table = 'Laufzettel;Datum;Gewicht (kg)\n17;03.08.2026;28120\n'
    const entered = ok(
      await by.ask('post', '', {
        buyer: { name: 'Name of mill-7' },
        reference: 'ST-9',
        dateISO: '2026-08-14',
        table,
      }),
    )
    expect(entered.ignoredColumns).toEqual(['Laufzettel'])
  })

  test('a unit that nothing says is asked for, and wrong cells are named by their rows', async () => {
    await by.sell(stock, 28_000, at(3))
    const table = 'Ticket;Date;Net\n1;2026-08-03;28.0\n'
    const asked = await tried(table)
    expect(asked.status).toBe(400)
    const [question] = asked.body.body.questions
    expect(question.choices.length).toBeGreaterThan(1)
    const tonnes = question.choices.find(({ text }: { text: string }) => / t\b/.test(` ${text}`))
    expect(ok(await tried(table, { mapping: tonnes.mapping })).lines[0].weight).toBe(28_000)
    const wrong = await tried('Ticket;Date;Net (kg)\n1;soon;28000\n2;2026-08-03;much\n')
    expect(faults(wrong).map((said) => said.split(' ')[0])).toEqual(['table.row2', 'table.row3'])
  })
})

test('statements are found by buyer, status, days and text; those of others are not there', async () => {
  await by.sell(stock, 28_000, at(3))
  const { id } = await by.enter([{ dateISO: '2026-08-03', weight: 27_000 }], { reference: 'ST-1' })
  const viewer = farm.organisation.as('viewer')
  const found = async (query: string) =>
    ok(await viewer.get(`${base}/settlements${query}`)).docs.map((each: { id: string }) => each.id)
  expect(await found('')).toEqual([id])
  expect(
    await found(`?f:buyer=${MILL}&status=open&query=st-1&startDateISO=2026-08-14&endDateISO=2026-08-14`),
  ).toEqual([id])
  expect(await found('?status=closed')).toEqual([])
  expect(await found('?startDateISO=2026-08-15')).toEqual([])
  expect(ok(await viewer.get(`${base}/settlements`)).docs[0].totals).toMatchObject({ undecided: 1, lines: 1 })
  expect((await viewer.get(`${base}/settlements?startDateISO=soon`)).status).toBe(400)
  const other = await makeOrganisation(service)
  expect(ok(await other.as('viewer').get(`${base}/settlements`)).docs).toEqual([])
  for (const refused of [
    await other.as('viewer').get(`${base}/settlements/${id}`),
    await other.as('manager').patch(`${base}/settlements/${id}/lines/1`, { decision: 'accepted' }),
    await other.as('manager').post(`${base}/settlements/${id}/close`, {}),
    await other.as('manager').delete(`${base}/settlements/${id}`),
  ])
    expect(refused.status).toBe(404)
  expect((await farm.organisation.as('operator').patch(`${base}/settlements/${id}/lines/1`, {})).status).toBe(
    403,
  )
})

test('a lorry out of several bays is one load, and a merged buyer keeps its statements', async () => {
  const more = await farm.opening(farm.bays[1], 50_000)
  const both = ok(
    await farm.organisation.as('operator').post(`${base}/movements/bulk`, {
      records: [
        { id: stock, weight: 14_000 },
        { id: more, weight: 14_000 },
      ],
      ticket: {},
      movementDateISO: at(3),
      destination: { organisationId: MILL, organisationName: 'Mill' },
      sold: true,
      loadReference: 'L9',
    }),
  )
  const entered = await by.enter([{ reference: 'L9', dateISO: '2026-08-03', weight: 28_000 }])
  expect(entered.lines[0]).toMatchObject({
    state: 'agreed',
    load: { weight: 28_000, movementId: Math.min(...both.ids.map(Number)) },
  })
  expect(entered.missing.loads).toBe(0)
  await farm.move(stock, 'the-mill', 10)
  ok(await farm.organisation.as('owner').post(`${base}/partners/the-mill/merge`, { ids: [MILL] }))
  expect(await by.get(entered.id)).toMatchObject({ buyer: { id: 'the-mill' }, lines: [{ state: 'agreed' }] })
})
