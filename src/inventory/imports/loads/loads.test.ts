import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../../test/app.ts'
import type { TestOrganisation } from '../../../../test/factories.ts'
import { ok } from '../../../../test/scene.ts'
import { verifyLedger } from '../../ledger/ledger.ts'
import { imported } from '../test-imports.ts'
import { create, loads, makeLoadFarm, movementsOf, sheet, told, type Row } from './test-loads.ts'

// Load sheets: intakes, loads off fields, loads between bays and loads that leave, in one file.

let service: TestApp
let farm: TestOrganisation
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(async () => {
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
  await service.close()
})
beforeEach(async () => {
  ;({ farm, manager } = await makeLoadFarm(service))
})

const movements = () => movementsOf(manager)

test('a file of all kinds is stored in the order of time, as its preview says', async () => {
  const preview = await imported(manager, `${create}&dryRun=true`, sheet)
  expect(told(preview)).toEqual([
    '2 success outbound Barn, Bay 2 → Valley Mill 28000 Wheat 2026',
    '3 success harvest_load Top → Barn, Bay 1 18460 Wheat 2026',
    '4 success intake Hill Farm → Barn, Bay 1 24540 Wheat 2026',
    '5 success internal Barn, Bay 1 → Barn, Bay 2 30000 Wheat 2026',
  ])
  expect(await movements()).toEqual([])
  const done = await imported(manager, create, sheet)
  const without = ({ results, importId: _id, errorsUrl: _url, ...rest }: Answer['body']) => ({
    ...rest,
    results: results.map(({ id: _own, ...row }: Row) => row),
  })
  expect(without(done)).toEqual(without(preview))
  expect(done.sums.loads).toEqual([
    { movement: 'outbound', store: 'Barn', commodity: 'Wheat', rows: 1, weightKilograms: 28_000 },
    { movement: 'harvest_load', store: 'Barn', commodity: 'Wheat', rows: 1, weightKilograms: 18_460 },
    { movement: 'intake', store: 'Barn', commodity: 'Wheat', rows: 1, weightKilograms: 24_540 },
    { movement: 'internal', store: 'Barn', commodity: 'Wheat', rows: 1, weightKilograms: 30_000 },
  ])
  expect(done.missing).toEqual([
    { what: 'partners', name: 'Valley Mill', rows: 1, isMade: true },
    { what: 'partners', name: 'Hill Farm', rows: 1, isMade: true },
  ])
  const again = await imported(manager, create, sheet)
  expect(again).toMatchObject({ success: 0, unchanged: 4, errors: 0, validation: 0, missing: [] })
})

describe('what a row is taken for', () => {
  const header =
    'Date,Ticket,Net (t),Field,Store,Bay,To store,To bay,Sender,Receiver,Commodity,Harvest year\n'
  const one = async (row: string) =>
    told(await imported(manager, `${create}&dryRun=true`, `${header}${row}\n`))[0]

  test.each([
    ['2026-08-12,1,10,Top,Barn,1,,,,,,', '2 success harvest_load Top → Barn, Bay 1 10000 Wheat 2026'],
    ['2026-08-12,1,10,Top,,,Barn,1,,,,', '2 success harvest_load Top → Barn, Bay 1 10000 Wheat 2026'],
    ['2026-08-12,1,10,Top,,,,,,Mill,,', '2 success outbound Top → Mill 10000 Wheat 2026'],
    [
      '2026-08-12,1,10,,Barn,1,,,Hill Farm,,Spring barley,2026',
      '2 success intake Hill Farm → Barn, Bay 1 10000 Barley 2026',
    ],
    ['2026-08-12,1,10,,Barn,1,,,Hill Farm,,,2026', '2 Commodity required'],
    ['2026-08-12,1,10,,Barn,1,,,Hill Farm,,Wheat,', '2 Harvest year required, Type undefined'],
    ['2026-08-12,1,10,,Barn,1,,,,Mill,,', '2 insufficient_stock'],
    ['2026-08-12,1,10,,Barn,1,,,,,,', '2 Store required'],
    ['2026-08-12,1,10,,,,,,,Mill,,', '2 Store required'],
    ['2026-08-12,1,10,,,,,,Hill Farm,Mill,,', '2 Receiver contradiction'],
    ['2026-08-12,1,10,Top,Barn,1,,,Hill Farm,,,', '2 Sender contradiction'],
    ['2026-08-12,1,10,Top,Barn,1,,,,Mill,,', '2 Receiver contradiction'],
    ['2026-08-12,1,10,Top,Barn,1,Shed,,,,,', '2 To store contradiction'],
    ['2026-08-12,1,10,,Barn,1,Barn,1,,,,', '2 To bay same_bay'],
    ['2026-08-12,1,10,Top,Barn,9,,,,,,', '2 Bay unknown_bay'],
    ['2026-08-12,1,10,Nowhere,Barn,1,,,,,,', '2 Field unknown'],
    ['2026-08-12,1,10,Top,Loft,1,,,,,,', '2 Store unknown'],
    ['2026-08-12,1,10,Top,Barn,1,,,,,Barley,', '2 Field unknown'],
    ['2026-08-15,1,10,Top,Barn,1,,,,,,', '2 Date future'],
    ['2026-08-12,1,0,Top,Barn,1,,,,,,', '2 Net (t) minimum'],
    ['2026-08-12,1,,Top,Barn,1,,,,,,', '2 Net (t) required'],
    ['2026-08-12,1,3000,Top,Barn,1,,,,,,', '2 Net (t) implausible'],
  ])('%s', async (row, expected) => {
    expect(await one(row)).toBe(expected)
  })
})

describe('weights', () => {
  const header = 'Date,Ticket,Gross,Tare,Net,Unit,Field,Store,Bay\n'
  const rows = (...each: string[]) =>
    `${header}${each.map((row, index) => `2026-08-12,T${index},${row},Top,Barn,Bay 1`).join('\n')}\n`

  test('are checked against each other, and of two the third follows', async () => {
    const file = rows(
      '42.66,14.2,28.46,t',
      '42660,14200,,kg',
      '42660,,28460,kg',
      ',14200,28460,kg',
      '42660,14200,28640,kg',
      '14200,42660,,kg',
      '42660,,,kg',
      '42660,14200,28460.4,kg',
    )
    const result = await imported(manager, loads, file)
    expect(told(result).map((row) => row.replace('success harvest_load Top → Barn, Bay 1', 'in'))).toEqual([
      '2 in 28460 Wheat 2026',
      '3 in 28460 Wheat 2026',
      '4 in 28460 Wheat 2026',
      '5 in 28460 Wheat 2026',
      '6 Net contradiction',
      '7 Gross full_not_above_empty',
      '8 Net required',
      '9 in 28460 Wheat 2026',
    ])
    expect(result.results[4].problems[0].reason).toBe(
      'is 28,640 kg, and gross less tare 28,460 kg: put one of the three right',
    )
    for (const { weighbridge } of await movements())
      expect(weighbridge).toMatchObject({ full: { weight: 42_660 }, empty: { weight: 14_200 } })
  })

  test('that no lorry carries are a warning, and beyond ten times that are refused until somebody confirms', async () => {
    const file = rows(',,61,t', ',,700,t')
    const first = await imported(manager, `${loads}?dryRun=true`, file)
    expect(told(first)).toEqual([
      '2 success harvest_load Top → Barn, Bay 1 61000 Wheat 2026',
      '3 Net implausible',
    ])
    expect(first.results[0].warnings).toEqual([
      'Net is 61,000 kg, and a lorry carries mostly 100 to 60,000 kg.',
    ])
    expect(await imported(manager, `${loads}?confirm=3`, file)).toMatchObject({ success: 2 })
  })

  test.each([
    ['14.5', 'success', []],
    ['45', 'success', ['Moisture (%) is 45 %, and grain has mostly 8 to 40 %.']],
    ['0.145', 'validation', []],
    ['145', 'validation', []],
  ])('a moisture of %s %% is %s', async (moisture, status, warnings) => {
    const file = `Date,Net (t),Field,Store,Bay,Moisture (%)\n2026-08-12,10,Top,Barn,Bay 1,${moisture}\n`
    const { results } = await imported(manager, `${loads}?dryRun=true`, file)
    expect(results).toMatchObject([{ status, warnings }])
  })
})

test('what is measured, who drives and which contract it is are kept with the load', async () => {
  const header =
    'Date,Ticket,Net (t),Field,Store,Bay,Sender,Receiver,Commodity,Harvest year,Moisture,Protein,Falling number,Temperature,Lorry,Driver,Contract\n'
  await imported(
    manager,
    create,
    `${header}2026-08-10,I1,20,,Barn,1,Hill Farm,,Winter wheat,2026,14.2,12.5,310,,XY98 ZZZ,Bo,
2026-08-11,H1,10,Top,Shed,,,,,,15.1,,,21,TR 1,,
2026-08-12,O1,8,,Barn,1,,Mill,,,14.1,,,,,Sam,C-77
`,
  )
  const [intake, , outbound] = await movements()
  expect(intake).toMatchObject({
    type: 'intake',
    driver: { name: 'Bo', vehicleRegistration: 'XY98 ZZZ', loadReference: 'I1' },
    inventory: { storage: { source: { organisationName: 'Hill Farm' } } },
  })
  expect(outbound).toMatchObject({ sold: true, contractReference: 'C-77', driver: { name: 'Sam' } })
  const { body } = await manager.get(`/api/inventory/records/${intake.inventory.recordId}`)
  expect(JSON.stringify(body)).toContain('"name":"Protein"')
  const samples = await service.database.db
    .selectFrom('samples')
    .select('fields')
    .where('movement_id', '=', intake.id)
    .execute()
  expect(samples).toEqual([
    {
      fields: [
        { name: 'Moisture', value: '14.2', metric: '%' },
        { name: 'Protein', value: '12.5', metric: '%' },
        { name: 'Hagberg falling number', value: '310', metric: 's' },
      ],
    },
  ])
  const { rows } = await service.database.pool.query(
    'select harvest_moisture_percentage::float8 as moisture, harvest_temperature_celsius::float8 as temperature from movements where load_reference = $1 and organisation_id = $2',
    ['H1', farm.organisationId],
  )
  expect(rows).toEqual([{ moisture: 15.1, temperature: 21 }])
})

describe('a row that a rule is against', () => {
  test('is told with its code, and the others are stored', async () => {
    const file = `Date,Ticket,Net (t),Field,Store,Bay,Sender,Receiver,Commodity,Harvest year
2026-08-10,I1,20,,Barn,1,Hill Farm,,Winter wheat,2026
2026-08-11,O1,30,,Barn,1,,Mill,,
2026-08-12,I2,20,,Barn,1,Hill Farm,,Spring barley,2026
2026-08-12,O2,20,,Barn,1,,Mill,,
`
    const result = await imported(manager, create, file)
    expect(told(result).map((each) => each.replace(/ (?:intake|outbound).*/, ''))).toEqual([
      '2 success',
      '3 insufficient_stock',
      '4 incompatible_stock',
      '5 success',
    ])
    const { body: errors } = await manager.get(result.errorsUrl)
    expect(errors.split('\n').length).toBe(4)
  })

  test('is one that says another crop or owner than lies in the bay; an owner’s own grain is not sold', async () => {
    await imported(
      manager,
      'inventory/stores',
      `Store,Commodity,Harvest year,Weight (t),Date,Owner id,Owner\nShed,Winter wheat,2026,30,2026-08-01,v,Valley Farm\n`,
    )
    const file = `Date,Ticket,Net (t),Store,Receiver,Owner,Commodity
2026-08-11,O1,5,Shed,Mill,,Barley
2026-08-11,O2,5,Shed,Mill,Hill Farm,
2026-08-11,O3,25,Shed,Mill,Valley Farm,Wheat
`
    const result = await imported(manager, create, file)
    expect(told(result)).toEqual([
      '2 insufficient_stock',
      '3 insufficient_stock',
      '4 success outbound Shed, Floor → Mill 25000 Wheat 2026',
    ])
    expect(result.results[0].message).toEqual([
      'The load cannot have come from Shed, Floor. There lay Wheat 2026 at the time.',
      'The row has no time, and was taken as the start of its day.',
    ])
    expect((await movements()).map(({ sold }) => sold)).toEqual([false])
  })

  test('does not hide a partner that is not known: it is listed, and made only where somebody says so', async () => {
    const file = `Date,Ticket,Net (t),Store,Bay,Sender,Commodity,Harvest year\n2026-08-10,I1,20,Loft,A,Hill Farm,Winter wheat,2026\n`
    const refused = await imported(manager, loads, file)
    expect(told(refused)).toEqual(['2 Sender unknown, Store unknown'])
    expect(refused.missing).toEqual([
      { what: 'stores', name: 'Loft', rows: 1, isMade: false },
      { what: 'partners', name: 'Hill Farm', rows: 1, isMade: false },
    ])
    const made = await imported(manager, `${loads}?create=partners,stores`, file)
    expect(made.success).toBe(1)
    expect(ok(await manager.get('/api/inventory/partners')).docs).toMatchObject([{ name: 'Hill Farm' }])
  })
})

test('a sum below the loads is compared with them, and is no load', async () => {
  const file = `Date,Ticket,Net (t),Field,Store,Bay\n2026-08-12,H1,10.5,Top,Barn,1\n2026-08-12,H2,11,Top,Barn,1\nTotal,,21.5,,,\n`
  const result = await imported(manager, loads, file)
  expect(result).toMatchObject({
    success: 2,
    leftOut: 1,
    fileTotals: [{ value: 21.5, sum: 21.5, agrees: true }],
  })
})

test('more loads than are stored together are told of while they come in', async () => {
  const rows = Array.from({ length: 600 }, (_row, index) =>
    index % 2 === 0 ? `2026-08-12,O${index},1,,Barn,1,Mill` : `2026-08-11,H${index},1,Top,Barn,1,`,
  )
  const file = `Date,Ticket,Net (t),Field,Store,Bay,Receiver\n${rows.join('\n')}\n`
  const result = await imported(manager, create, file)
  expect(result).toMatchObject({ success: 600, errors: 0 })
  expect(result.results.map(({ rows: number }: Row) => Number(number))).toEqual(
    rows.map((_row, index) => index + 2),
  )
})
