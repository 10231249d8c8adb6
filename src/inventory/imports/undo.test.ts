import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { verifyLedger } from '../ledger/ledger.ts'
import { create, makeLoadFarm, movementsOf } from './loads/test-loads.ts'
import { base, imported } from './test-imports.ts'

// Imports that are taken back: whole, in the order in which it can be done, and not what has gone on.

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(async () => {
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
  await service.close()
})
beforeEach(async () => {
  ;({ manager } = await makeLoadFarm(service))
})

const undo = async (id: string, query = '') => ok(await manager.delete(`${base}/${id}${query}`))
const stock = 'Store,Bay,Commodity,Variety,Harvest year,Weight (t),Date\n'
const kilograms = async (): Promise<number[]> =>
  ok(await manager.get('/api/inventory/records?limit=200'))
    .docs.map(({ yield: its }: { yield: { current: number } }) => its.current)
    .filter((current: number) => current > 0)
    .sort((a: number, b: number) => a - b)
const storesThere = async () =>
  ok(await manager.get('/api/inventory/storage?limit=200'))
    .docs.map(({ name }: { name: string }) => name)
    .sort()

describe('an import that made a store, its bays and the stock in them', () => {
  const file =
    stock +
    'New,Bay A,Winter wheat,Skyfall,2026,20,2026-08-01\nNew,Bay B,Winter barley,Craft,2026,30,2026-08-01\n' +
    'New,Bay C,Winter wheat,Skyfall,2026,10,2026-08-01\nNew,Bay D,Winter wheat,Skyfall,2026,5,2026-08-01\nNew,Bay A,Winter wheat,Skyfall,2026,1,2026-08-02\n'

  test('is undone whole, and may be sent again', async () => {
    const before = await storesThere()
    const { importId } = await imported(manager, 'inventory/stores?create=stores', file)
    expect(await storesThere()).toContain('New')
    const dry = await undo(importId, '?dryRun=true')
    expect(await storesThere()).toContain('New')
    const done = await undo(importId)
    expect(done).toEqual(dry)
    expect(done).toMatchObject({ refused: 0, undone: 10 })
    expect(await storesThere()).toEqual(before)
    expect(ok(await manager.get(`${base}/${importId}`)).status).toBe('undone')
    expect(await imported(manager, 'inventory/stores?create=stores', file)).toMatchObject({
      success: 5,
      errors: 0,
    })
    expect(await storesThere()).toContain('New')
  })

  test('keeps what somebody has put there since', async () => {
    const { importId } = await imported(manager, 'inventory/stores?create=stores', file)
    await imported(manager, 'inventory/stores', `${stock}New,Bay A,Winter wheat,Skyfall,2026,7,2026-08-03\n`)
    const { undone, refused } = await undo(importId)
    expect([undone, refused]).toEqual([8, 2])
    expect(await storesThere()).toContain('New')
  })
})

describe('an import of which a load has gone on', () => {
  test('stays as far as that goes, with the load in the way; the rest is taken back', async () => {
    // There was enough before, so that no balance would be short.
    await imported(
      manager,
      'inventory/stores',
      `${stock}Barn,Bay 1,Winter wheat,Skyfall,2026,100,2026-08-01\n`,
    )
    const { importId } = await imported(
      manager,
      'inventory/stores',
      `${stock}Barn,Bay 1,Winter wheat,Skyfall,2026,20,2026-08-02\nBarn,Bay 2,Winter wheat,Skyfall,2026,30,2026-08-02\n`,
    )
    await imported(
      manager,
      create,
      'Date,Ticket,Net (t),Store,Bay,Receiver\n2026-08-10,O1,8,Barn,Bay 1,Mill\n',
    )
    const [{ id }] = await movementsOf(manager)
    expect(await kilograms()).toEqual([30_000, 112_000])
    const { undone, refused, results } = await undo(importId)
    expect([undone, refused]).toEqual([1, 1])
    expect(results[0]).toMatchObject({ rows: '2', what: 'opening', status: 'refused' })
    expect(results[0].message).toBe(
      `Some of this stock has gone on since: movement ${id} of 10 Aug 2026, 8,000 kg. Delete that load first.`,
    )
    expect(await kilograms()).toEqual([112_000])
    ok(await manager.delete(`/api/inventory/movements/${id}`))
    expect(await undo(importId)).toMatchObject({ undone: 1, refused: 0 })
  })

  test('of loads alike; a load that had left before they were entered is not in the way', async () => {
    const header = 'Date,Ticket,Net (t),Store,Bay,Sender,Receiver,Commodity,Harvest year\n'
    const came = (day: string, ticket: string, bay = 'Bay 1') =>
      `${day},${ticket},20,Barn,${bay},Hill Farm,,Winter wheat,2026\n`
    await imported(manager, create, header + came('2026-08-01', 'I0') + came('2026-08-01', 'I9', 'Bay 2'))
    await imported(manager, create, `${header}2026-08-10,O1,8,Barn,Bay 1,,Mill,,\n`)
    const late = await imported(
      manager,
      create,
      header + came('2026-08-03', 'I1') + came('2026-08-03', 'I2', 'Bay 2'),
    )
    await imported(manager, create, `${header}2026-08-11,O2,8,Barn,Bay 2,,Mill,,\n`)
    const { undone, refused, results } = await undo(late.importId)
    expect([undone, refused]).toEqual([1, 1])
    expect(results[0].message).toMatch(
      /^Some of this stock has gone on since: movement \d+ of 11 Aug 2026, 8,000 kg\./,
    )
  })
})

describe('an import that corrected loads', () => {
  const header =
    'Date,Ticket,Gross (kg),Tare (kg),Net (kg),Store,Bay,Sender,Receiver,Commodity,Harvest year,Lorry,Driver,Contract\n'
  const first =
    '2026-08-10,I1,42000,14000,28000,Barn,Bay 1,Hill Farm,,Winter wheat,2026,AB12 CDE,Sam,\n' +
    '2026-08-11,I2,,,20000,Barn,Bay 1,Hill Farm,,Winter wheat,2026,,,\n' +
    '2026-08-12,O1,,,8000,Barn,Bay 1,,Mill,,,CD34 EFG,Kim,C-1\n'
  const second =
    '2026-08-10,I1,42500,14000,28500,Barn,Bay 2,Hill Farm,,Winter wheat,2026,AB12 CDE,Bo,\n' +
    '2026-08-11,I2,36000,15000,21000,Barn,Bay 1,Hill Farm,,Winter wheat,2026,EF56 GHI,Al,\n' +
    '2026-08-13,O1,,,8000,Barn,Bay 1,,Mill,,,CD34 EFG,Kim,C-2\n'
  const shown = async () =>
    (await movementsOf(manager)).map(
      ({
        recordedAtUTC: _recorded,
        completedAtUTC: _completed,
        // The number of a ticket stays, whatever is said of it later.
        documentNumber: _number,
        ...each
      }: Answer['body']) => each,
    )

  test('is undone to what they were, and so is the one that entered them', async () => {
    const { importId } = await imported(manager, create, header + first)
    const before = await shown()
    const corrected = await imported(manager, `${create}&update=true`, header + second)
    expect(corrected).toMatchObject({ changed: 3, errors: 0 })
    const after = await shown()
    expect(after).not.toEqual(before)
    expect(await undo(corrected.importId, '?dryRun=true')).toMatchObject({ undone: 3, refused: 0 })
    expect(await shown()).toEqual(after)
    expect(await undo(corrected.importId)).toMatchObject({ undone: 3, refused: 0 })
    expect(await shown()).toEqual(before)
    expect(await undo(importId)).toMatchObject({ undone: 3, refused: 0 })
    expect(await movementsOf(manager)).toEqual([])
  })

  test('keeps what was changed since', async () => {
    await imported(manager, create, header + first)
    const corrected = await imported(manager, `${create}&update=true`, header + second)
    await imported(manager, `${create}&update=true`, header + second.replaceAll('C-2', 'C-3'))
    const { undone, refused, results } = await undo(corrected.importId)
    expect([undone, refused]).toEqual([2, 1])
    expect(results[0].message).toBe('The load has been corrected since.')
  })
})

test('an import that corrected a load and entered another that needs it is undone whole', async () => {
  const header = 'Date,Ticket,Net (kg),Store,Bay,Sender,Receiver,Commodity,Harvest year\n'
  await imported(manager, create, `${header}2026-08-10,I1,20000,Barn,Bay 1,Hill Farm,,Winter wheat,2026\n`)
  const { importId } = await imported(
    manager,
    `${create}&update=true`,
    `${header}2026-08-10,I1,30000,Barn,Bay 1,Hill Farm,,Winter wheat,2026\n2026-08-11,O1,28000,Barn,Bay 1,,Mill,,\n`,
  )
  expect(await undo(importId)).toMatchObject({ undone: 2, refused: 0 })
  expect((await movementsOf(manager)).map(({ inventory }) => inventory.commodity.weight.weight)).toEqual([
    20_000,
  ])
})
