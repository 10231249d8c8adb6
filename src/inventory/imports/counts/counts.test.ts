import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../test/scene.ts'
import type { Client, TestApp } from '../../../../test/app.ts'
import { addPerson, makeOrganisation } from '../../../../test/factories.ts'
import { expectSoundLedger, makeBays, openFarm, type TestFarm } from '../../../../test/farm.ts'
import { base, imported, said, send } from '../test-imports.ts'

// What was counted, from a file: dated counts of their own. It is 14 August, 09:30 in London.

let service: TestApp
let farm: TestFarm
let manager: Client
let wheat: string
beforeEach(async () => {
  ;({ service, farm } = await openFarm())
  manager = farm.organisation.as('manager')
  wheat = await farm.opening(farm.bays[0], 100_000)
})
afterAll(expectSoundLedger)

const KIND = 'inventory/counts'
const HEAD = 'Store,Bay,Counted (t),Counted at,Counted by\n'
const sheet = (...rows: string[]) => `${HEAD}${rows.map((row) => `Long Barn,${row}\n`).join('')}`
const weightAt = async (recordId: string, moment: string): Promise<number> => {
  const { lines } = ok(await manager.get(`/api/inventory/position?at=${moment}`))
  return (
    (lines as { recordId: string; weight: number }[]).find((line) => line.recordId === recordId)?.weight ?? 0
  )
}
const countsOf = async (recordId: string) => {
  const { timeline } = ok(await manager.get(`/api/inventory/records/${recordId}`))
  return (timeline as { type: string; details: { status: string; statusMessage: string } }[]).filter(
    ({ type }) => type === 'adjustment',
  )
}
const undo = async (id: string, query = '') => ok(await manager.delete(`${base}/${id}${query}`))

test('a row is a dated count of what lies in its bay, by whom it says', async () => {
  const barley = await farm.opening(farm.bays[1], 50_000, { variety: 'Craft' })
  const file = sheet('Bay 1,97,2026-08-12,Jim Roux', 'Bay 2,50.5,13/08/2026 15:00,')
  const result = await imported(manager, KIND, file)
  expect(said(result)).toEqual(['2 success Long Barn, Bay 1', '3 success Long Barn, Bay 2'])
  expect(result.results).toMatchObject([
    {
      id: wheat,
      summary: 'The count was entered: 3,000 kg less than the book has.',
      understood: { store: 'Long Barn', bay: 'Bay 1', weightKilograms: 97_000, countedBy: 'Jim Roux' },
    },
    { id: barley, summary: 'The count was entered: 500 kg more than the book has.' },
  ])
  expect(await weightAt(wheat, '2026-08-11')).toBe(100_000)
  expect(await weightAt(wheat, '2026-08-12')).toBe(97_000)
  expect(await weightAt(barley, '2026-08-13T14:59')).toBe(50_000)
  expect(await weightAt(barley, '2026-08-13T15:00')).toBe(50_500)
  const [count] = await countsOf(wheat)
  expect(count?.details.statusMessage).toContain('Counted by Jim Roux.')
})

test('a preview says the same and counts nothing, and the file sent again adds nothing', async () => {
  const file = sheet('Bay 1,97,2026-08-12,', 'Bay 2,0,2026-08-12,', 'Bay 1,96,2026-08-14,')
  const dry = await imported(manager, `${KIND}?dryRun=true`, file)
  expect(await farm.weightOf(wheat)).toBe(100_000)
  const { importId, ...real } = await imported(manager, KIND, file)
  expect({ ...real, importId: '' }).toEqual(dry)
  expect(real).toMatchObject({ success: 2, unchanged: 1, validation: 0, errors: 0 })
  expect(real.results).toContainEqual(expect.objectContaining({ rows: '3', status: 'unchanged' }))
  expect(await farm.weightOf(wheat)).toBe(96_000)
  service.clock.advance({ hours: 1 })
  // A day alone is all of that day, so today's row is known an hour later.
  expect(await imported(manager, KIND, file)).toMatchObject({ success: 0, unchanged: 3 })
  expect(await farm.weightOf(wheat)).toBe(96_000)
  expect(importId).not.toBe('')
})

test('a count that is far from the book is entered, with both figures to be checked', async () => {
  const { results } = await imported(
    manager,
    `${KIND}?dryRun=true`,
    sheet('Bay 1,1000.1,2026-08-12,', 'Bay 1,9.9,2026-08-13,', 'Bay 1,0,2026-08-14,'),
  )
  expect(results.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([
    ['Counted 1,000,100 kg, where the book has 100,000 kg: check the figure.'],
    ['Counted 9,900 kg, where the book has 1,000,100 kg: check the figure.'],
    [],
  ])
})

describe('undone', () => {
  test('it is as if nobody had counted, and its number stays as cancelled', async () => {
    const { importId } = await imported(manager, KIND, sheet('Bay 1,97,2026-08-12,', 'Bay 1,95,2026-08-13,'))
    expect(await farm.weightOf(wheat)).toBe(95_000)
    const dry = await undo(importId, '?dryRun=true')
    expect(await farm.weightOf(wheat)).toBe(95_000)
    expect(await undo(importId)).toEqual(dry)
    expect(dry).toMatchObject({ undone: 2, refused: 0 })
    expect(await farm.weightOf(wheat)).toBe(100_000)
    expect((await countsOf(wheat)).map(({ details }) => details.status)).toEqual(['deleted', 'deleted'])
    const { docs } = ok(await manager.get('/api/inventory/papers/numbers?kind=count'))
    expect(docs).toMatchObject([{ kind: 'count', place: 1, status: 'cancelled' }])
    expect(await imported(manager, KIND, sheet('Bay 1,97,2026-08-12,'))).toMatchObject({ success: 1 })
    expect(await farm.weightOf(wheat)).toBe(97_000)
  })

  test('what a count had found stays where it has gone on, and is told', async () => {
    const { importId } = await imported(manager, KIND, sheet('Bay 1,105,2026-08-12,'))
    await farm.move(wheat, 'mill-7', 102_000)
    const { undone, refused, results } = await undo(importId)
    expect([undone, refused]).toEqual([0, 1])
    expect(results).toMatchObject([{ rows: '2', what: 'count', status: 'refused' }])
    expect(await farm.weightOf(wheat)).toBe(3000)
  })
})

describe('what is wrong', () => {
  test('is told of each row by its column, every fault at once, and such a row changes nothing', async () => {
    // A plan that comes due where other stock lies is a conflict, and two parcels lie there then.
    await farm.opening(farm.bays[1], 5000, { harvestYear: '2025' })
    await farm.move(wheat, farm.bays[1], 10_000, { movementDateISO: '2026-08-15T08:00:00Z' })
    service.clock.set('2026-08-16T08:00:00Z')
    const file = sheet(
      'Bay 9,much,2027-01-01,',
      'Bay 3,5,2026-08-12,',
      'Bay 2,15,2026-08-15,',
      'Bay 1,-3,2026-08-12,',
      'Bay 1,97,,',
    )
    const { results, success } = await imported(manager, KIND, file)
    expect(success).toBe(0)
    const faults = (results as { rows: string; problems: { column: string; reason: string }[] }[]).map(
      ({ rows, problems }) => [rows, problems.map(({ column, reason }) => `${column}: ${reason}`)],
    )
    expect(faults).toEqual([
      [
        '2',
        [
          'Counted (t): must be a number',
          expect.stringMatching(/^Bay: is not a bay of “Long Barn”/),
          'Counted at: is in the future; only what is there can be counted',
        ],
      ],
      ['3', ['Bay: is a bay in which nothing lies then by the book: enter first what it is']],
      ['4', [expect.stringMatching(/^Bay: is a bay with several parcels: .* Count each of them by hand$/)]],
      ['5', [expect.stringMatching(/^Counted \(t\): /)]],
      ['6', [expect.stringMatching(/^Counted at: /)]],
    ])
    expect(await farm.weightOf(wheat)).toBe(90_000)
  })

  test('is told in the reader’s language, of a sheet with German titles', async () => {
    const file = 'Lager;Box;Gezählt (t);Gezählt am;Gezählt von\nLong Barn;Bay 3;5;12.08.2026;Jim\n'
    const { body } = await send(manager, KIND, file, { 'accept-language': 'de' })
    expect(body.results[0].problems).toMatchObject([
      { column: 'Box', reason: expect.stringContaining('nach dem Buch nichts liegt') },
    ])
  })

  test('two rows that count one bay at one moment otherwise contradict each other', async () => {
    const rows = sheet(
      'Bay 1,97,2026-08-12 10:00,',
      'Bay 1,96,2026-08-12 10:00,',
      'Bay 1,97,2026-08-12 10:00,',
    )
    const { results } = await imported(manager, KIND, rows)
    expect(results).toContainEqual(
      expect.objectContaining({
        rows: '3',
        status: 'validation',
        problems: [expect.objectContaining({ column: 'Counted (t)', code: 'contradiction' })],
      }),
    )
    expect(results).toContainEqual(expect.objectContaining({ rows: '4', status: 'unchanged' }))
    expect(await farm.weightOf(wheat)).toBe(97_000)
  })
})

test('a bay may be named without its store where one store alone has it', async () => {
  const rows = 'Bay,Counted (kg),Counted at\nbay 1,97000,2026-08-12\n'
  expect(await imported(manager, `${KIND}?dryRun=true`, rows)).toMatchObject({ success: 1 })
  await makeBays(farm.organisation, 1, { name: 'Shed', businessUnitIds: [farm.organisation.businessUnitId] })
  const { results } = await imported(manager, KIND, rows)
  expect(results[0].problems).toMatchObject([
    { column: 'Bay', code: 'ambiguous', reason: expect.stringContaining('Long Barn or Shed') },
  ])
})

test('books that are closed refuse a count of then, and its undoing', async () => {
  const { importId } = await imported(manager, KIND, sheet('Bay 1,97,2026-08-05,'))
  ok(await farm.organisation.as('owner').post('/api/inventory/periods', { upTo: '2026-08-10' }))
  const { results } = await imported(manager, KIND, sheet('Bay 1,96,2026-08-06,'))
  expect(results).toMatchObject([{ status: 'error', code: 'period_closed' }])
  expect(await undo(importId)).toMatchObject({ undone: 0, refused: 1 })
  expect(await farm.weightOf(wheat)).toBe(97_000)
})

test('others neither count here nor learn of bays', async () => {
  const other = (await makeOrganisation(service)).as('manager')
  const { results } = await imported(other, KIND, sheet('Bay 1,97,2026-08-12,'))
  expect(results[0].problems).toMatchObject([{ column: 'Store', code: 'unknown' }])
  const { client } = await addPerson(service, farm.organisation, 'operator')
  expect((await send(client, KIND, sheet('Bay 1,97,2026-08-12,'))).status).toBe(403)
  expect(await farm.weightOf(wheat)).toBe(100_000)
})
