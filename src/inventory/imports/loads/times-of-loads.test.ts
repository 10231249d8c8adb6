import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../../test/app.ts'
import { ok } from '../../../../test/scene.ts'
import { imported, send } from '../test-imports.ts'
import { loads, makeLoadFarm, movementsOf, told, type Row } from './test-loads.ts'

// When loads were, as files of many countries say it.

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  manager = (await makeLoadFarm(service)).manager
})

const head = 'Date;Time;Ticket;Net (kg);Field;Store;Bay\n'
const load = (date: string, time: string, ticket = '1') => `${date};${time};${ticket};20000;Top;Barn;Bay 1\n`
const understood = ({ results }: { results: Row[] }) => results.map((row) => row.understood['date'])

test.each([
  ['46248.395833333', '', '2026-08-14T09:30+01:00'],
  ['14/08/2026 2:30 PM', '', '2026-08-14T14:30+01:00'],
  ['14/08/2026', '2:30 PM', '2026-08-14T14:30+01:00'],
  ['14/08/2026', '1430', '2026-08-14T14:30+01:00'],
  ['14/08/2026', '14.30', '2026-08-14T14:30+01:00'],
  ['14/08/2026', '14h30', '2026-08-14T14:30+01:00'],
  ['14.08.2026', '14:30 Uhr', '2026-08-14T14:30+01:00'],
  ['2026-08-14T00:00:00', '9:30 AM', '2026-08-14T09:30+01:00'],
  ['14/08/2026', '', '2026-08-14'],
])('%j with %j beside it is the load of %s, as the preview says', async (date, time, moment) => {
  const body = await imported(manager, `${loads}?dryRun=true`, head + load(date, time))
  expect(understood(body)).toEqual([moment])
  expect(body.results[0].warnings).toEqual([])
})

test('a date with the month first and a time of twelve hours is read where the month comes first', async () => {
  const mapping = JSON.stringify({ columns: { date: { from: 'Date', dates: 'month first' } } })
  const form = new FormData()
  form.append('file', new Blob([head + load('8/14/2026 2:30 PM', '')]), 'scale.csv')
  form.append('mapping', mapping)
  const body = ok(await manager.post(`/api/inventory/imports/${loads}?dryRun=true`, form))
  expect(understood(body)).toEqual(['2026-08-14T14:30+01:00'])
})

test('a time that contradicts the date is said, and the one of the date is taken', async () => {
  const body = await imported(manager, loads, head + load('14/08/2026 09:30', '2:30 PM'))
  expect(understood(body)).toEqual(['2026-08-14T09:30+01:00'])
  expect(body.results[0].warnings).toEqual([
    'The date says 09:30, and the time beside it 14:30: 09:30 is taken.',
  ])
})

test('what is no time is refused with what one looks like', async () => {
  const { body } = await send(manager, loads, head + load('14/08/2026', 'half past two'))
  expect(body.results[0].problems[0]).toMatchObject({
    column: 'Time',
    value: 'half past two',
    reason: 'must be a time such as 14:05 or 2:05 PM',
  })
})

test('rows without a time are said, and put at the end of their day by one answer', async () => {
  const both = `Date,Time,Ticket,Net (kg),Field,Store,Bay,Receiver
2026-08-12,09:15,1,20000,Top,Barn,Bay 1,
2026-08-12,,2,8000,,Barn,Bay 1,Valley Mill
`
  const atStart = await imported(manager, `${loads}?create=partners&dryRun=true`, both)
  expect(told(atStart)[1]).toBe('3 insufficient_stock')
  expect(atStart.results[1].message.at(-1)).toBe(
    'The row has no time, and was taken as the start of its day.',
  )
  expect(atStart.daysAlone).toBe(1)
  const atEnd = `${loads}?create=partners&dayAlone=end`
  const done = await imported(manager, atEnd, both)
  expect(done).toMatchObject({ success: 2, errors: 0, daysAlone: 1 })
  const moments = (await movementsOf(manager)).map(({ movementDateISO }) => movementDateISO)
  expect(moments.slice(-2)).toEqual(['2026-08-12T08:15:00.000Z', '2026-08-12T22:59:00.000Z'])
  // The day alone says nothing of the time, so the file is known again in either way.
  expect(await imported(manager, atEnd, both)).toMatchObject({ success: 0, unchanged: 2 })
  expect(await imported(manager, `${loads}?create=partners`, both)).toMatchObject({
    success: 0,
    unchanged: 2,
  })
})

test('of today, a day alone ends now', async () => {
  const body = await imported(manager, `${loads}?dryRun=true&dayAlone=end`, head + load('14/08/2026', ''))
  expect(body).toMatchObject({ success: 1, daysAlone: 1 })
})
