import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../../test/app.ts'
import { ok } from '../../../../test/scene.ts'
import { verifyLedger } from '../../ledger/ledger.ts'
import { base, imported } from '../test-imports.ts'
import { create, loads, makeLoadFarm, movementsOf, sheet, told } from './test-loads.ts'

// Loads that are sent again: known by their tickets, corrected, and taken back.

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

const movements = () => movementsOf(manager)

describe('a ticket', () => {
  const header = 'Date,Ticket,Gross (kg),Tare (kg),Field,Store,Bay,Lorry\n'
  const row = (
    more: Partial<Record<'date' | 'ticket' | 'gross' | 'field' | 'bay' | 'lorry', string>> = {},
  ) => {
    const {
      date = '2026-08-12',
      ticket = 'H1',
      gross = '30000',
      field = 'Top',
      bay = '1',
      lorry = 'TR 1',
    } = more
    return `${date},${ticket},${gross},12000,${field},Barn,${bay},${lorry}\n`
  }
  beforeEach(() => imported(manager, loads, header + row()))

  test('that is known and says the same is unchanged, whatever its case', async () => {
    const again = await imported(manager, loads, header + row({ ticket: 'h1', lorry: 'tr 1' }))
    expect(again).toMatchObject({ success: 0, unchanged: 1 })
    expect((await movements()).length).toBe(1)
  })

  test.each([
    [
      { gross: '31000' },
      'weight 18,000 kg there and 19,000 kg here; gross 30,000 kg there and 31,000 kg here',
      31_000,
      12_000,
    ],
    [{ date: '2026-08-11' }, 'date 12 Aug 2026 there and 11 Aug 2026 here', 30_000, 12_000],
    [{ bay: '2' }, 'bay that it went to another there and Bay 2 here', 30_000, 12_000],
    [{ lorry: 'TR 2' }, 'lorry TR 1 there and TR 2 here', 30_000, 12_000],
  ])(
    'that is known and says otherwise (%j) is an error, and with update=true a correction',
    async (more, said, full, empty) => {
      const refused = await imported(manager, loads, header + row(more))
      expect(told(refused)).toEqual(['2 already_exists'])
      expect(refused.results[0].message).toEqual([
        `This ticket was entered before: ${said}. To correct it, send the file with update=true.`,
      ])
      const before = await movements()
      const preview = await imported(manager, `${loads}?update=true&dryRun=true`, header + row(more))
      expect(await movements()).toEqual(before)
      const done = await imported(manager, `${loads}?update=true`, header + row(more))
      expect(done).toMatchObject({ success: 1, changed: 1 })
      expect(done.results).toEqual(preview.results)
      expect(done.results[0].summary).toBe(`The load was corrected: ${said}.`)
      expect(await movements()).toMatchObject([
        { id: before[0].id, weighbridge: { full: { weight: full }, empty: { weight: empty } } },
      ])
      expect(await imported(manager, loads, header + row(more))).toMatchObject({ unchanged: 1, errors: 0 })
    },
  )

  test('of another field is not corrected from a file', async () => {
    const refused = await imported(manager, `${loads}?update=true`, header + row({ field: 'Hill' }))
    expect(told(refused)).toEqual(['2 already_exists'])
    expect(refused.results[0].message[0]).toContain(
      'field another there and Hill here. That is not corrected from a file',
    )
  })

  test('that was entered by hand is known too', async () => {
    const [{ inventory }] = await movements()
    const { storageId, substorageId } = inventory.storage.destination
    const recordId = ok(await manager.get('/api/inventory/movements?limit=1')).docs[0].inventory.recordId
    ok(
      await manager.post('/api/inventory/movements', {
        recordId,
        weight: 5000,
        movementDateISO: '2026-08-13',
        driver: { loadReference: 'H2' },
        destination: { storageId, substorageId },
      }),
    )
    const file = `Date,Ticket,Net (kg),Field,Store,Bay\n2026-08-13,H2,5000,Top,Barn,1\n`
    expect(await imported(manager, loads, file)).toMatchObject({ unchanged: 1 })
  })

  test('that stands twice in a file with other values is an error at both, and with the same is one load', async () => {
    const file =
      header +
      row({ ticket: 'A' }) +
      row({ ticket: 'B' }) +
      row({ ticket: 'a', gross: '29000' }) +
      row({ ticket: 'B' })
    const result = await imported(manager, `${loads}?update=true`, file)
    expect(told(result).map((each) => each.replace(/ harvest_load.*/, ''))).toEqual([
      '2 already_exists',
      '3 success',
      '4 already_exists',
      '5 unchanged',
    ])
    expect(result.results[0].message).toEqual([
      'Row 4 of the file has the same ticket and says otherwise. A lorry for several bays is entered by hand.',
    ])
    expect((await movements()).length).toBe(2)
  })

  test('of another kind or store is another ticket', async () => {
    const file = `Date,Ticket,Net (kg),Field,Store,Bay,To store\n2026-08-13,H1,1000,,Barn,1,Shed\n2026-08-13,H1,1000,Hill,Shed,,\n`
    expect(await imported(manager, loads, file)).toMatchObject({ success: 2 })
  })
})

test('a delivery is corrected in its weight, receiver and contract; an intake not in its moisture', async () => {
  const header = 'Date,Ticket,Net (t),Store,Bay,Sender,Receiver,Commodity,Harvest year,Moisture,Contract\n'
  const intake = (moisture: number) => `2026-08-10,I1,20,Barn,1,Hill Farm,,Winter wheat,2026,${moisture},\n`
  const delivery = (tonnes: number, receiver: string, contract: string) =>
    `2026-08-11,O1,${tonnes},Barn,1,,${receiver},,,,${contract}\n`
  await imported(manager, create, header + intake(14) + delivery(8, 'Mill', 'C-1'))
  const update = `${create}&update=true`
  const result = await imported(manager, update, header + intake(15) + delivery(9, 'New Mill', 'C-2'))
  expect(told(result).map((each) => each.slice(0, 16))).toEqual(['2 already_exists', '3 changed outbou'])
  expect(result.results[0].message[0]).toContain('moisture 14 % there and 15 % here. That is not corrected')
  const [, outbound] = await movements()
  expect(outbound).toMatchObject({
    sold: true,
    contractReference: 'C-2',
    inventory: {
      storage: { destination: { organisationName: 'New Mill' } },
      commodity: { weight: { weight: 9000 } },
    },
  })
  // More than came in: the rule of the stock decides, and the load stays as it was.
  const tooMuch = await imported(manager, update, header + delivery(21, 'New Mill', 'C-2'))
  expect(told(tooMuch)).toEqual(['2 insufficient_stock'])
  expect((await movements())[1]).toEqual(outbound)
})

test('loads without tickets are known again by all that they say, however often they are alike', async () => {
  const row = '2026-08-12,12,Top,Barn,1\n'
  const header = 'Date,Net (t),Field,Store,Bay\n'
  const first = await imported(manager, loads, header + row + row + row)
  expect(first).toMatchObject({ success: 3 })
  expect(first.results[2].warnings[0]).toContain('A row above says the same')
  expect(await imported(manager, loads, header + row + row + row)).toMatchObject({ success: 0, unchanged: 3 })
  expect(await imported(manager, loads, header + row + row + row + row)).toMatchObject({
    success: 1,
    unchanged: 3,
  })
  const [{ id }] = await movements()
  ok(await manager.delete(`/api/inventory/movements/${id}`))
  expect(await imported(manager, loads, header + row + row + row + row)).toMatchObject({
    success: 1,
    unchanged: 3,
  })
})

describe('undoing', () => {
  const undo = async (id: string, query = '') => ok(await manager.delete(`${base}/${id}${query}`))

  test('takes back all that a file has entered, whatever its order', async () => {
    const { importId } = await imported(manager, create, sheet)
    const preview = await undo(importId, '?dryRun=true')
    expect((await movements()).length).toBe(4)
    expect(await undo(importId)).toEqual(preview)
    expect(preview).toMatchObject({ undone: 4, refused: 0 })
    expect(await movements()).toEqual([])
    expect(await imported(manager, loads, sheet)).toMatchObject({ success: 4 })
  })

  test('leaves what something has gone on from, and what was corrected since', async () => {
    const header = 'Date,Ticket,Net (t),Field,Store,Bay,Receiver\n'
    const { importId } = await imported(
      manager,
      loads,
      `${header}2026-08-10,H1,10,Top,Barn,1,\n2026-08-10,H2,10,Top,Barn,2,\n2026-08-10,H3,10,Top,Shed,,\n`,
    )
    await imported(manager, create, `${header}2026-08-11,O1,8,,Barn,1,Mill\n`)
    await imported(manager, `${loads}?update=true`, `${header}2026-08-10,H2,11,Top,Barn,2,\n`)
    const { undone, refused, results } = await undo(importId)
    expect([undone, refused]).toEqual([1, 2])
    expect(
      results.map(({ rows, status, message }: Answer['body']) => [rows, status, message.slice(0, 34)]),
    ).toEqual([
      ['3', 'refused', 'The load has been corrected since.'],
      ['2', 'refused', expect.any(String)],
      ['4', 'undone', ''],
    ])
    expect((await movements()).map(({ driver }) => driver.loadReference).sort()).toEqual(['H1', 'H2', 'O1'])
  })
})
