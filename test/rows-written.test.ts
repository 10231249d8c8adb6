import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import { rowsWritten } from './rows-touched.ts'
import { makeBays, makeRecord, movement } from './farm.ts'
import { ok, openScene, type Scene } from './scene.ts'

// A movement is what is written most: each row more is one for every load of every harvest, for good. Whoever adds one sees it here. The
// database is this file's own, since everything that is written in it counts.

let service: TestApp
let scene: Scene

beforeAll(async () => {
  service = await openTestApp()
  scene = await openScene(service)
})
afterAll(() => service.close())

const enter = (id: string, weight: number, to: Parameters<typeof movement>[2]) =>
  rowsWritten(service.database, async () =>
    ok(await scene.farm.as('operator').post('/api/inventory/movements', movement(id, weight, to))),
  )

test('a load out of a bay writes these rows', async () => {
  const { id } = await makeRecord(scene)
  // The first of a day begins its day in the books.
  await enter(id, 100, 'mill')
  expect(await enter(id, 100, 'mill')).toEqual({
    movements: 1,
    movement_count_steps: 1,
    ledger_entries: 1,
    ledger_days: 1,
    ledger_balances: 1,
    search_changes: 1,
    events: 1,
    audit_pending: 1,
  })
})

test('a load from one bay to another writes these rows', async () => {
  const { id } = await makeRecord(scene)
  const [bay] = await makeBays(scene)
  if (!bay) throw new Error('a store was made without its bay')
  await enter(id, 100, bay)
  expect(await enter(id, 100, bay)).toEqual({
    movements: 1,
    // The next number of its series.
    number_counters: 1,
    movement_count_steps: 1,
    ledger_entries: 1,
    ledger_days: 2,
    ledger_balances: 2,
    search_changes: 2,
    events: 1,
    audit_pending: 1,
  })
})
