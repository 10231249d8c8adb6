import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../test/scene.ts'
import { expectSoundLedger, openFarm } from '../../../../test/farm.ts'
import { lineOf, openCountedFarm } from '../../stocktakes/test-stocktakes.ts'
import { base, imported, said, send } from '../test-imports.ts'

// A count sheet into a stock-take. It is 14 August, 09:30 in London.

let { farm, by, wheat } = {} as Awaited<ReturnType<typeof openCountedFarm>>
beforeEach(async () => {
  ;({ farm, by, wheat } = await openCountedFarm())
})
afterAll(expectSoundLedger)

const kind = (id: string, more = '') => `inventory/counts?stocktakeId=${id}${more}`
const sheet = (...rows: string[]) => `Bay,Counted (t),Counted at,Counted by\n${rows.join('\n')}\n`
const sent = (id: string, file: string, more = '') => imported(by.boss.client, kind(id, more), file)

test('fills the lines of the session, each by whom it says, and approves like counts by hand', async () => {
  const { id } = await by.open({ cutOffISO: '2026-08-12' })
  await farm.move(wheat, 'mill-7', 28_000, { movementDateISO: '2026-08-13T09:00' })
  const file = sheet(
    'Bay 1,71,2026-08-13 15:00,Jim Roux',
    `Bay 2,0,2026-08-13 15:10,Jim Roux`,
    'Bay 3,0,2026-08-13 15:20,',
  )
  const dry = await sent(id, file, '&dryRun=true')
  expect(lineOf(await by.get(id), farm.bays[0]).counts).toEqual([])
  const { importId, ...real } = await sent(id, file)
  expect({ ...real, importId: '' }).toEqual(dry)
  expect(said(real)).toEqual([
    '2 success Long Barn, Bay 1',
    '3 success Long Barn, Bay 2',
    '4 success Long Barn, Bay 3',
  ])
  expect(real.results[0]).toMatchObject({
    id,
    summary: 'The count was entered: 1,000 kg less than the book has.',
    warnings: [],
  })
  const session = await by.get(id)
  expect(lineOf(session, farm.bays[0])).toMatchObject({ state: 'counted', counted: 99_000, variance: -1000 })
  expect(
    session.lines.map(({ counts }: { counts: { countedBy: string }[] }) => counts[0]?.countedBy),
  ).toEqual(['Jim Roux', 'Jim Roux', expect.stringContaining('Person')])
  expect(await farm.weightOf(wheat)).toBe(72_000)
  expect(await sent(id, file)).toMatchObject({ success: 0, unchanged: 3 })
  ok(await by.approve(id, { client: farm.organisation.as('owner') }))
  expect(await farm.weightOf(wheat)).toBe(71_000)
  expect(importId).not.toBe('')
})

test('a line above the tolerance is said, and a second count by somebody else of the same file clears it', async () => {
  const { id } = await by.open({ tolerance: { percent: 1 }, substorageIds: [farm.bays[0]] })
  const one = await sent(id, sheet('Bay 1,98,2026-08-14 09:00,Jim Roux'))
  expect(one.results[0]).toMatchObject({
    status: 'success',
    warnings: [
      'The difference is 2,000 kg, which is above the tolerance. The bay has to be counted again, by somebody else.',
    ],
  })
  expect(lineOf(await by.get(id), farm.bays[0]).state).toBe('recount')
  const two = await sent(
    id,
    sheet('Bay 1,98,2026-08-14 09:00,Jim Roux', 'Bay 1,97.9,2026-08-14 09:10,Ann Hall'),
  )
  expect(two).toMatchObject({ success: 1, unchanged: 1 })
  expect(two.results.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([[], []])
  expect(lineOf(await by.get(id), farm.bays[0])).toMatchObject({ state: 'counted', counted: 97_900 })
})

test('a blind session does not tell whoever counts what the difference is', async () => {
  const { id } = await by.open({ isBlind: true, tolerance: { percent: 1 }, substorageIds: [farm.bays[0]] })
  const { results } = await sent(id, sheet('Bay 1,98,2026-08-14 09:00,'))
  expect(results[0]).toMatchObject({
    summary: 'The count was entered.',
    warnings: ['The bay has to be counted again, by somebody else.'],
  })
  expect(JSON.stringify(results)).not.toMatch(/2,000|100,000/)
})

describe('what is wrong', () => {
  test('a bay that is not in the session is said, with what else is wrong, and changes nothing', async () => {
    const { id } = await by.open({ name: 'Year end', substorageIds: [farm.bays[0]] })
    const { results, success } = await sent(
      id,
      'Store,Bay,Counted (t),Counted at\nLong Barn,Bay 2,much,2026-08-13\nLong Barn,Bay 7,1,2026-08-13\nLong Barn,Bay 1,99,2027-08-13\n',
    )
    expect(success).toBe(0)
    expect(
      results.map(({ rows, problems }: { rows: string; problems: { column: string; reason: string }[] }) => [
        rows,
        problems.map(({ column, reason }) => `${column}: ${reason}`),
      ]),
    ).toEqual([
      ['2', ['Counted (t): must be a number', 'Bay: is no bay of this stock-take: Year end']],
      ['3', [expect.stringMatching(/^Bay: is not a bay of “Long Barn”/)]],
      ['4', ['Counted at: is in the future; only what is there can be counted']],
    ])
    expect(lineOf(await by.get(id), farm.bays[0]).counts).toEqual([])
  })

  test('a session that is no longer open refuses every row, and one of somebody else is not found', async () => {
    const { id } = await by.open({ substorageIds: [farm.bays[0]] })
    ok(await by.cancel(id))
    const { results } = await sent(id, sheet('Bay 1,98,2026-08-14 09:00,'))
    expect(results).toMatchObject([{ status: 'error', code: 'in_use' }])
    const { farm: other } = await openFarm()
    const answer = await send(other.organisation.as('manager'), kind(id), sheet('Bay 1,98,2026-08-14 09:00,'))
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('undone', () => {
  const undo = async (id: string) => ok(await by.boss.client.delete(`${base}/${id}`))

  test('the line is as it was, left out where it had been', async () => {
    const { id } = await by.open({ substorageIds: [farm.bays[0], farm.bays[1]] })
    ok(await by.count(by.boss, id, farm.bays[1], { leftOut: 'Being swept' }))
    ok(await by.count(by.jim, id, farm.bays[0], 99_000))
    const { importId } = await sent(
      id,
      sheet('Bay 1,98,2026-08-14 09:00,', 'Bay 2,0,2026-08-14 09:00,', 'Bay 1,97,2026-08-14 09:10,'),
    )
    expect(lineOf(await by.get(id), farm.bays[0])).toMatchObject({ counted: 97_000 })
    expect(await undo(importId)).toMatchObject({ undone: 3, refused: 0 })
    const session = await by.get(id)
    expect(lineOf(session, farm.bays[0])).toMatchObject({ counted: 99_000, counts: [{ weight: 99_000 }] })
    expect(lineOf(session, farm.bays[1])).toMatchObject({ state: 'left_out', leftOut: 'Being swept' })
  })

  test('what was counted again since stays, and so does all of an approved session', async () => {
    const { id } = await by.open({ substorageIds: [farm.bays[0]] })
    const { importId } = await sent(id, sheet('Bay 1,98,2026-08-14 09:00,Jim Roux'))
    ok(await by.count(by.jim, id, farm.bays[0], 97_000))
    const first = await undo(importId)
    expect(first.results).toMatchObject([
      { status: 'refused', message: expect.stringContaining('The count has been corrected since') },
    ])
    const { importId: second } = await sent(id, sheet('Bay 1,96,2026-08-14 09:20,Jim Roux'))
    ok(await by.approve(id))
    expect(await undo(second)).toMatchObject({ undone: 0, refused: 1 })
    expect(await farm.weightOf(wheat)).toBe(96_000)
  })
})
