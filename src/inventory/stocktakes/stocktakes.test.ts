import { beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '../../../test/error-body.ts'
import { base, expectSoundLedger, makeBays } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { afterAll } from 'vitest'
import { lineOf, openCountedFarm } from './test-stocktakes.ts'

// A session of counts as of one moment (rules.md §12). It is 14 August, noon in London.

let { service, farm, by, wheat } = {} as Awaited<ReturnType<typeof openCountedFarm>>
beforeEach(async () => {
  ;({ service, farm, by, wheat } = await openCountedFarm())
})
afterAll(expectSoundLedger)

const CUT_OFF = '2026-08-12'
const sold = (weight: number, at: string) => farm.move(wheat, 'mill-7', weight, { movementDateISO: at })
const countRest = async (id: string) => {
  for (const bay of farm.bays.slice(1)) ok(await by.count(by.jim, id, bay, 0))
}
const at = async (moment: string) => {
  const { lines } = ok(await farm.organisation.as('viewer').get(`${base}/position?at=${moment}`))
  return (lines as { recordId: string; weight: number }[]).find(({ recordId }) => recordId === wheat)?.weight
}

test('a session has a line for each bay, empty ones too, with the book at the cut-off', async () => {
  await sold(28_000, '2026-08-13T09:00')
  const session = await by.open({ cutOffISO: CUT_OFF, storageIds: [farm.storeId] })
  expect(session).toMatchObject({ status: 'open', cutOffUTC: '2026-08-12T22:59:59.999Z', hidesBook: false })
  expect(session.lines).toMatchObject([
    { substorageName: 'Bay 1', state: 'open', book: 100_000, counted: null, variance: null },
    { substorageName: 'Bay 2', state: 'open', book: 0, stock: [] },
    { substorageName: 'Bay 3', state: 'open', book: 0 },
  ])
  expect(session.totals).toMatchObject({ lines: 3, counted: 0, open: 3, book: 100_000 })
})

test.each([
  ['en', ['Bays, entry 2', '“countedby”']],
  ['de', ['Boxen, Eintrag 2', '„countedby“']],
  ['fr', ['Cellules, élément 2', '«\u00a0countedby\u00a0»']],
])(
  'what is wrong with an entry of the bays, or no field at all, has its name in %s',
  async (language, labels) => {
    const body = { name: 'Year end', substorageIds: [farm.bays[0], 'Bay 2'], countedby: 'Jim' }
    const answer = await farm.organisation
      .as('manager')
      .post(`${base}/stocktakes`, body, { 'accept-language': language })
    expect(answer.status).toBe(400)
    expect(answer.body.validation.map(({ label }: { label: string }) => label).sort()).toEqual(labels.sort())
  },
)

test.each([
  ['en', 'Bay 5 and 3 more. Count it'],
  ['de', 'Bay 5 und 3 weitere. Bitte zählen'],
  ['fr', 'Bay 5 et 3 autres. Comptez'],
])(
  'an approval that is refused names five bays, and how many more in %s; its body has all',
  async (language, part) => {
    const bays = await makeBays(farm.organisation, 8, { name: 'New Shed' })
    const { id } = await by.open({ substorageIds: bays.map(({ substorageId }) => substorageId) })
    const answer = await farm.organisation
      .as('manager')
      .post(`${base}/stocktakes/${id}/approve`, {}, { 'accept-language': language })
    expect(answer.body.message).toContain(part)
    expect(answer.body.message).not.toContain('Bay 6')
    expect(answer.body.body.lines).toHaveLength(8)
  },
)

test('a bay that was counted after the cut-off is rolled back to it, and approved as a count of it', async () => {
  const { id } = await by.open({ cutOffISO: CUT_OFF })
  await sold(28_000, '2026-08-13T09:00')
  const counted = ok(
    await by.count(by.jim, id, farm.bays[0], { counted: 71_000, countedAtISO: '2026-08-13T15:00' }),
  )
  expect(lineOf(counted, farm.bays[0])).toMatchObject({
    state: 'counted',
    counted: 99_000,
    variance: -1000,
    datedAtUTC: '2026-08-12T22:59:59.999Z',
  })
  expect(await at('2026-08-14')).toBe(72_000)
  await countRest(id)
  const approved = ok(await by.approve(id))
  expect(approved).toMatchObject({ status: 'approved', approvedBy: expect.stringContaining('Ann Person') })
  expect(approved.ledgerHash).toMatch(/^[0-9a-f]{64}$/)
  expect(approved.variances).toMatchObject([{ reasonId: 1, lost: 1000, found: 0 }])
  expect([await at(CUT_OFF), await at('2026-08-13T15:00')]).toEqual([99_000, 71_000])
  const record = ok(await farm.organisation.as('viewer').get(`${base}/records/${wheat}`))
  expect(
    record.timeline.findLast(({ type }: { type: string }) => type === 'adjustment').details,
  ).toMatchObject({
    id: lineOf(approved, farm.bays[0]).adjustmentId,
    moveAtUTC: '2026-08-12T22:59:59.999Z',
  })
})

test('what is entered for before the cut-off after the count is listed by line, and the book is read again', async () => {
  const { id } = await by.open({ cutOffISO: CUT_OFF })
  ok(await by.count(by.jim, id, farm.bays[0], 97_500))
  await countRest(id)
  const ticket = await sold(2500, '2026-08-10T09:00')
  expect(lineOf(await by.get(id), farm.bays[0])).toMatchObject({
    book: 97_500,
    counted: 97_500,
    variance: 0,
    late: [{ id: ticket, weight: -2500 }],
  })
  expect(ok(await by.approve(id)).variances).toEqual([])
})

test('a late ticket after the approval moves the difference, by the ordinary rule of counts', async () => {
  const { id } = await by.open({ cutOffISO: CUT_OFF })
  ok(await by.count(by.jim, id, farm.bays[0], 97_000))
  await countRest(id)
  expect(lineOf(ok(await by.approve(id)), farm.bays[0])).toMatchObject({
    variance: -3000,
    varianceNow: -3000,
  })
  const ticket = await sold(2500, '2026-08-10T09:00')
  expect(lineOf(await by.get(id), farm.bays[0])).toMatchObject({
    book: 100_000,
    variance: -3000,
    varianceNow: -500,
    late: [{ id: ticket, weight: -2500 }],
  })
  expect(await at(CUT_OFF)).toBe(97_000)
})

test('a bay counted by hand in between, or whose parcel came later, is counted of its own moment', async () => {
  const { id } = await by.open({ cutOffISO: CUT_OFF })
  const later = await farm.opening(farm.bays[1], 50_000, { at: '2026-08-13' })
  const body = { records: [{ id: wheat, adjustTo: 99_000 }], reasonId: 1, countedAtISO: '2026-08-13T08:00' }
  ok(await farm.organisation.as('manager').post(`${base}/records/adjustments`, body))
  const counted = { counted: 98_000, countedAtISO: '2026-08-13T15:00' }
  ok(await by.count(by.jim, id, farm.bays[0], counted))
  ok(await by.count(by.jim, id, farm.bays[1], { ...counted, counted: 49_000 }))
  ok(await by.count(by.jim, id, farm.bays[2], 0))
  const { lines } = ok(await by.approve(id))
  expect(lines).toMatchObject([
    { book: 100_000, variance: -1000, datedAtUTC: '2026-08-13T14:00:00.000Z' },
    { book: 0, variance: -1000, datedAtUTC: '2026-08-13T14:00:00.000Z' },
    { book: 0, variance: 0, datedAtUTC: null },
  ])
  expect([await at(CUT_OFF), await at('2026-08-13T09:00'), await at('2026-08-14')]).toEqual([
    100_000, 99_000, 98_000,
  ])
  expect(await farm.weightOf(later)).toBe(49_000)
})

describe('whoever counts', () => {
  test('sees no book in a blind session, nor what others counted', async () => {
    const { id } = await by.open({ isBlind: true })
    ok(await by.count(by.ann, id, farm.bays[0], 90_000))
    const seen = await by.get(id, by.jim)
    expect(seen).toMatchObject({ hidesBook: true, variances: [], totals: { book: null, variance: null } })
    expect(lineOf(seen, farm.bays[0])).toMatchObject({
      book: null,
      counted: null,
      variance: null,
      counts: [],
    })
    expect(JSON.stringify(seen)).not.toMatch(/100000|90000/)
    expect(lineOf(await by.get(id), farm.bays[0])).toMatchObject({ book: 100_000, variance: -10_000 })
  })

  test('is who is named, and who approves too', async () => {
    const { id } = await by.open({ counterIds: [by.jim.userId], approverIds: [by.boss.userId] })
    expectError(await by.count(by.ann, id, farm.bays[0], 1), 403, 'forbidden')
    ok(await by.count(by.jim, id, farm.bays[0], 100_000))
    await countRest(id)
    expectError(await by.approve(id, { client: farm.organisation.as('owner') }), 403, 'forbidden')
    ok(await by.approve(id))
  })

  test('does not approve, unless the organisation allows it', async () => {
    const { id } = await by.open()
    ok(await by.count(by.boss, id, farm.bays[0], 100_000))
    await countRest(id)
    const refused = await by.approve(id)
    expectError(refused, 403, 'forbidden')
    expect(refused.body.message).toContain('Long Barn, Bay 1')
    ok(await farm.organisation.as('owner').patch('/api/identity/organisation', { countersMayApprove: true }))
    ok(await by.approve(id))
  })

  test('may be somebody without an account, whose count somebody else has typed in', async () => {
    const { id } = await by.open()
    const body = { counted: 100_000, countedBy: { name: 'Old Tom' }, note: 'On paper.' }
    const session = ok(await by.count(by.boss, id, farm.bays[0], body))
    expect(lineOf(session, farm.bays[0]).counts).toMatchObject([{ countedBy: 'Old Tom', note: 'On paper.' }])
    await countRest(id)
    ok(await by.approve(id))
  })
})

describe('above the tolerance', () => {
  test('somebody else counts again before the approval', async () => {
    const { id } = await by.open({ tolerance: { percent: 1 } })
    ok(await by.count(by.jim, id, farm.bays[0], 98_000))
    await countRest(id)
    const refused = await by.approve(id)
    expectError(refused, 400, 'in_use')
    expect(refused.body.body).toEqual({ lines: [{ substorageId: farm.bays[0], state: 'recount' }] })
    ok(await by.count(by.jim, id, farm.bays[0], 98_000))
    expectError(await by.approve(id), 400, 'in_use')
    ok(await by.count(by.ann, id, farm.bays[0], 97_900))
    expect(lineOf(ok(await by.approve(id)), farm.bays[0])).toMatchObject({ variance: -2100 })
  })

  test('it is counted until two people find the same, each by the book of its moment', async () => {
    const { id } = await by.open({
      tolerance: { percent: 1 },
      substorageIds: [farm.bays[0]],
      cutOffISO: CUT_OFF,
    })
    const counted = async (who: Parameters<typeof by.count>[0], weight: number, countedAtISO: string) => {
      const body = { counted: weight, countedAtISO }
      return lineOf(ok(await by.count(who, id, farm.bays[0], body)), farm.bays[0]).state
    }
    await sold(28_000, '2026-08-13T12:00')
    expect(await counted(by.jim, 95_000, '2026-08-13T09:00')).toBe('recount')
    expect(await counted(by.ann, 60_000, '2026-08-13T15:00')).toBe('recount')
    expectError(await by.approve(id), 400, 'in_use')
    expect(await counted(by.ann, 67_500, '2026-08-13T16:00')).toBe('counted')
    expect(lineOf(ok(await by.approve(id)), farm.bays[0])).toMatchObject({ counted: 95_500, variance: -4500 })
  })

  test('a second count is asked for, of bays that are named too', async () => {
    const { id } = await by.open({ tolerance: { percent: 1 } })
    expectError(await by.recount(id), 400, 'invalid_input')
    ok(await by.count(by.jim, id, farm.bays[0], 100_000))
    expectError(await by.recount(id, { substorageIds: [farm.bays[1]] }), 400, 'invalid_input')
    expect(lineOf(ok(await by.recount(id, { substorageIds: [farm.bays[0]] })), farm.bays[0]).state).toBe(
      'recount',
    )
    ok(await by.count(by.ann, id, farm.bays[0], 100_000))
    await countRest(id)
    ok(await by.approve(id))
  })
})

describe('an approval is of all lines or of none', () => {
  test('a bay that is not counted is named, and may be left out', async () => {
    const { id } = await by.open()
    await countRest(id)
    const refused = await by.approve(id)
    expect(refused.body.message).toContain('Long Barn, Bay 1')
    ok(await by.count(by.boss, id, farm.bays[0], { leftOut: 'Under fumigation.' }))
    expect(lineOf(ok(await by.approve(id)), farm.bays[0])).toMatchObject({
      state: 'left_out',
      variance: null,
    })
    expect(await farm.weightOf(wheat)).toBe(100_000)
  })

  test('a line that is refused refuses all, with its bay', async () => {
    const { id } = await by.open({ cutOffISO: CUT_OFF })
    const barley = await farm.opening(farm.bays[1], 10_000)
    await farm.move(barley, 'mill-7', 9000, { movementDateISO: '2026-08-13T09:00' })
    ok(await by.count(by.jim, id, farm.bays[0], 99_000))
    ok(await by.count(by.jim, id, farm.bays[1], { counted: 8000, countedAtISO: CUT_OFF }))
    ok(await by.count(by.jim, id, farm.bays[2], 0))
    const refused = await by.approve(id)
    expectError(refused, 400, 'insufficient_stock')
    expect(refused.body.body).toMatchObject({ substorageId: farm.bays[1], recordId: barley })
    expect(refused.body.message).toContain('Long Barn, Bay 2:')
    expect(await farm.weightOf(wheat)).toBe(100_000)
    expect(await by.get(id)).toMatchObject({ status: 'open' })
  })

  test('a reason that can only lose does not go with what was found', async () => {
    const { id } = await by.open()
    ok(await by.count(by.jim, id, farm.bays[0], 100_500))
    ok(await by.count(by.boss, id, farm.bays[0], { reasonId: 16 }))
    await countRest(id)
    const refused = await by.approve(id)
    expect(refused.body.validation).toMatchObject([{ path: 'lines[0].reasonId', code: 'direction' }])
    ok(await by.count(by.boss, id, farm.bays[0], { reasonId: null }))
    ok(await by.approve(id))
  })

  test('what lies in a bay that is empty by the book needs its parcel', async () => {
    const { id } = await by.open()
    ok(await by.count(by.jim, id, farm.bays[0], 100_000))
    ok(await by.count(by.jim, id, farm.bays[2], 0))
    const session = ok(await by.count(by.jim, id, farm.bays[1], 300))
    expect(lineOf(session, farm.bays[1]).state).toBe('unknown_stock')
    expectError(await by.count(by.jim, id, farm.bays[1], { recordId: wheat }), 400, 'invalid_input')
    const found = await farm.opening(farm.bays[1], 250)
    expect(lineOf(await by.get(id), farm.bays[1])).toMatchObject({ state: 'counted', variance: 50 })
    ok(await by.approve(id))
    expect(await farm.weightOf(found)).toBe(300)
  })

  test('before the cut-off nothing is approved, and afterwards nothing changes', async () => {
    const { id } = await by.open({ cutOffISO: '2026-08-14T09:35' })
    ok(await by.count(by.jim, id, farm.bays[0], 100_000))
    await countRest(id)
    expectError(await by.approve(id), 400, 'in_use')
    service.clock.advance({ minutes: 6 })
    ok(await by.approve(id))
    for (const again of [
      await by.approve(id),
      await by.cancel(id),
      await by.recount(id),
      await by.count(by.jim, id, farm.bays[0], 1),
    ])
      expectError(again, 400, 'in_use')
  })
})

test('a bay is counted in one open session; a cancelled one changes nothing and sets it free', async () => {
  const { id } = await by.open({ substorageIds: [farm.bays[0]] })
  ok(await by.count(by.jim, id, farm.bays[0], 1))
  expectError(await by.tryOpen(), 400, 'invalid_input')
  ok(await by.cancel(id))
  expect(await farm.weightOf(wheat)).toBe(100_000)
  ok(await by.tryOpen())
})

test('all faults of a session and of a count are told at once', async () => {
  const faults = ({ body }: { body: { validation: { path: string }[] } }) =>
    body.validation.map(({ path }) => path)
  const session = { name: ' ', storageIds: [farm.fieldId], substorageIds: [1], counterIds: ['nobody'] }
  expect(faults(await by.tryOpen(session))).toEqual([
    'name',
    'storageIds[0]',
    'substorageIds[0]',
    'counterIds[0]',
  ])
  const { id } = await by.open()
  const line = { countedAtISO: '2026-08-13', files: [{ id: 'none' }], note: 'x', recordId: 'none' }
  expect(faults(await by.count(by.jim, id, farm.bays[0], line))).toEqual([
    'files[0].id',
    'recordId',
    'countedAtISO',
    'files',
    'note',
  ])
  expectError(
    await by.count(by.jim, id, farm.bays[0], { counted: 1, countedAtISO: '2026-08-20' }),
    400,
    'invalid_input',
  )
  expectError(await by.count(by.jim, id, 1, 5), 404, 'not_found')
  expectError(await by.count(by.jim, id, farm.bays[0], { leftOut: 'x' }), 403, 'forbidden')
})

test('a count that is sent again is entered once, whoever sends it; another moment or weight is another count', async () => {
  const session = await by.open()
  const mine = { counted: 99_000, countedAtISO: '2026-08-14T08:30', countedBy: { id: by.jim.userId } }
  const send = (who: typeof by.jim, body: object) => by.count(who, session.id, farm.bays[0], body)
  ok(await send(by.jim, mine))
  ok(await send(by.ann, { ...mine, counted: 98_000, countedBy: { id: by.ann.userId } }))
  expect(lineOf(ok(await send(by.ann, mine)), farm.bays[0]).counts).toMatchObject([
    { weight: 99_000, countedById: by.jim.userId },
    { weight: 98_000, countedById: by.ann.userId },
  ])
  ok(await send(by.jim, { ...mine, countedAtISO: '2026-08-14T08:31' }))
  const again = ok(await send(by.jim, { ...mine, counted: 99_001 }))
  expect(lineOf(again, farm.bays[0]).counts.map(({ weight }) => weight)).toEqual([
    99_000, 98_000, 99_000, 99_001,
  ])
})

test('whoever may open sessions says that a count is theirs, also where others are to count', async () => {
  const { id } = await by.open({ counterIds: [by.jim.userId] })
  const counted = { counted: 99_000, countedBy: { id: by.boss.userId } }
  expect(lineOf(ok(await by.count(by.boss, id, farm.bays[0], counted)), farm.bays[0]).counts).toHaveLength(1)
  expectError(await by.count(by.ann, id, farm.bays[0], counted), 403, 'forbidden')
})
