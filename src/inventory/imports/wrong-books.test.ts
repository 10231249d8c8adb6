import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyLedger } from '../ledger/ledger.ts'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, imported, said, send } from './test-imports.ts'

// Files that were once answered “success, 0 errors”, and made wrong books.

let service: TestApp
let farm: TestOrganisation
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
  manager = farm.as('manager')
})

const stores = `${base}/inventory/stores`

interface Stock {
  yield: { current: number }
}

async function kilograms(client = manager): Promise<number[]> {
  const { body } = await client.get('/api/inventory/records?limit=200')
  return body.docs.map(({ yield: { current } }: Stock) => current).sort((a: number, b: number) => a - b)
}

async function questionsOf(answer: Promise<Answer>) {
  const { status, body } = await answer
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  return body.body.questions
}

/** Sends a file together with how it is to be read. */
function sendMapped(kind: string, file: string, mapping: object): Promise<Answer> {
  const form = new FormData()
  form.append('mapping', JSON.stringify(mapping))
  form.append('file', new Blob([file], { type: 'text/csv' }), 'farm.csv')
  return manager.post(kind.startsWith('/') ? kind : `${base}/${kind}`, form)
}

describe('I1: a corrected row', () => {
  const header = 'Store,Bay,Commodity,Harvest year,Weight (t),Reference\n'
  const row = (tonnes: number, reference = 'T1') =>
    `${header}Mill,Bay 1,Winter wheat,2026,${tonnes},${reference}\n`
  beforeEach(() => imported(manager, 'stores', 'Store,Bay\nMill,Bay 1\n'))

  test.each(['T1', ''])(
    'with the reference %j is an error, and with update=true a correction',
    async (reference) => {
      await imported(manager, 'inventory/stores', row(120, reference))
      const again = await imported(manager, 'inventory/stores', row(12, reference))
      expect(again).toMatchObject({ success: 0, errors: 1 })
      expect(again.results[0].message).toEqual([
        'This stock was entered before with 120,000 kg, and the row has 12,000 kg. To correct it, send the file with update=true; if it is other stock, give the row a Reference of its own.',
      ])
      expect(await kilograms()).toEqual([120_000])
      const dry = await send(manager, `${stores}?update=true&dryRun=true`, row(12, reference))
      const real = await send(manager, `${stores}?update=true`, row(12, reference))
      for (const { body } of [dry, real]) {
        expect(body).toMatchObject({ success: 1, changed: 1, errors: 0 })
        expect(body.results[0].summary).toBe('The stock was corrected: 120,000 kg became 12,000 kg.')
      }
      expect(await kilograms()).toEqual([12_000])
      expect((await imported(manager, 'inventory/stores', row(12, reference))).unchanged).toBe(1)
      expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
    },
  )

  test('of one file with one reference contradicts the first', async () => {
    const file = `${row(120)}Mill,Bay 1,Winter wheat,2026,12,T1\n`
    const { results } = await imported(manager, 'inventory/stores', file)
    expect(results[1]).toMatchObject({
      status: 'error',
      message: ['Row 2 of the file has the same Reference and says otherwise.'],
    })
    expect(await kilograms()).toEqual([120_000])
  })
})

test('I2: nobody in Britain means 28,460 tonnes by 28.460, and of kilograms it is asked', async () => {
  await imported(manager, 'stores', 'Store,Bay\nMill,Bay 1\n')
  const file = (unit: string) =>
    `Store;Bay;Commodity;Harvest year;Weight (${unit})\nMill;Bay 1;Winter wheat;2026;28.460\n`
  const { results } = (await send(manager, `${stores}?dryRun=true`, file('t'))).body
  expect(results[0].understood).toMatchObject({
    weightKilograms: 28_460,
    weight: { value: 28.46, unit: 't' },
  })
  const [question] = await questionsOf(send(manager, stores, file('kg')))
  expect(question).toMatchObject({ question: 'decimals', column: 'weight', examples: ['28.460'] })
  expect(question.choices.map(({ text }: { text: string }) => text)).toEqual(['28.46', '28460'])
  const { body } = await sendMapped(stores, file('kg'), question.choices[1].mapping)
  expect(body.results[0].understood.weightKilograms).toBe(28_460)
  // The same header row is read in the same way from then on.
  const { body: next } = await send(manager, `${stores}?dryRun=true`, file('kg').replace('28.460', '17.120'))
  expect(next.results[0].understood.weightKilograms).toBe(17_120)
  const { body: known } = await manager.get(`${stores}/mappings`)
  expect(known.mappings).toMatchObject([
    {
      header: ['Store', 'Bay', 'Commodity', 'Harvest year', 'Weight (kg)'],
      mapping: { columns: { weight: { decimals: ',' } } },
    },
  ])
})

test('I2b: coordinates do not say how areas are written', async () => {
  const german = (await makeOrganisation(service, { countryISO: 'DE' })).as('manager')
  const file = 'Field;Area (ha);Latitude;Longitude\nLatOben;12,345;51.8096;9.3607\n'
  const { results } = await imported(german, 'fields', file)
  expect(results[0].understood).toMatchObject({ areaHectares: 12.345, latitude: 51.8096, longitude: 9.3607 })
})

test('I3: a number is the name of a bay, and never its id', async () => {
  await imported(manager, 'stores', 'Store,Bay\nMill,Bin 3\nMill,Bin 1\nMill,Bin 2\n')
  const header = 'Store,Bay,Commodity,Harvest year,Weight (t)\n'
  const { results } = await imported(
    manager,
    'inventory/stores',
    `${header}Mill,1,Winter wheat,2026,12\nMill,3,Winter wheat,2026,13\n`,
  )
  expect(results.map(({ understood }: { understood: { bay: string } }) => understood.bay)).toEqual([
    'Bin 1',
    'Bin 3',
  ])
  const { body } = await manager.get('/api/inventory/storage')
  const [{ id }] = body.docs[0].substorage
  const other = await imported(
    manager,
    'inventory/stores',
    `${header}Mill,${id + 100_000},Winter wheat,2026,12\n`,
  )
  expect(other).toMatchObject({ success: 0, validation: 1 })
})

test('I4: a second row of one field is unchanged, or contradicts the first', async () => {
  const result = await imported(manager, 'fields', 'Field,Area (ha)\nTop,12\nTop,12\nTop,13\nLow,4\n')
  expect(said(result)).toEqual(['2 success Top', '3 unchanged Top', '4 error Top', '5 success Low'])
  expect(result).toMatchObject({ success: 2, unchanged: 1, errors: 1, totalRows: 4 })
})

describe('I5: an area', () => {
  test.each([
    ['Acreage (ac)', '10', 4.0469],
    ['Size m2', '12500', 1.25],
    ['Hectarage (ha)', '7.5', 7.5],
    ['Field size (ha)', '7.5', 7.5],
    ['GIS acres', '10', 4.0469],
  ])('under %s is read', async (header, cell, hectares) => {
    const { results } = await imported(manager, 'fields', `Field,${header}\nTop,${cell}\n`)
    expect(results[0].understood.areaHectares).toBe(hectares)
  })

  test('that is not understood stops the file, and one that was missing is filled in', async () => {
    const [question] = await questionsOf(send(manager, 'fields', 'Field,Area as of RPA\nTop,12\n'))
    expect(question).toMatchObject({ question: 'column', header: 'Area as of RPA' })
    expect(question.choices.map(({ text }: { text: string }) => text)).toEqual(['area', 'leave it out'])
    await imported(manager, 'fields', 'Field\nTop\n')
    const filled = await imported(manager, 'fields', 'Field,Area (ha)\nTop,12\n')
    expect(filled).toMatchObject({ success: 1, changed: 1 })
    const { body } = await manager.get('/api/inventory/storage')
    expect(body.docs[0].area).toBe(12)
    const other = await imported(manager, 'fields', 'Field,Area (ha)\nTop,13\n')
    expect(other).toMatchObject({ changed: 0, unchanged: 1 })
    const { body: changed } = await send(manager, `${base}/fields?update=true`, 'Field,Area (ha)\nTop,13\n')
    expect(changed.results[0].summary).toBe('The area was 12 ha and is 13 ha now.')
  })
})

test('I6: a unit column counts, and a weight without any unit is asked about', async () => {
  await imported(manager, 'stores', 'Store,Bay\nMill,1\n')
  const file = (unit: string) =>
    `Store,Commodity,Harvest year,Quantity${unit === '' ? '' : ',Unit'}\nMill,Winter wheat,2026,128.5${unit === '' ? '' : `,${unit}`}\n`
  const weighed = async (unit: string) =>
    (await send(manager, `${stores}?dryRun=true`, file(unit))).body.results[0].understood.weightKilograms
  expect(await weighed('t')).toBe(128_500)
  expect(await weighed('kg')).toBe(128.5)
  expect(await questionsOf(send(manager, stores, file('')))).toMatchObject([
    { question: 'unit', column: 'weight' },
  ])
  const { body } = await sendMapped(`${stores}?dryRun=true`, file(''), { columns: { weight: { unit: 't' } } })
  expect(body.results[0].understood.weightKilograms).toBe(128_500)
})

test('I7: a dry run says what was understood, and what it adds up to', async () => {
  await imported(manager, 'stores', 'Store,Bay\nMill,Bay 1\nMill,Bay 2\n')
  const file =
    'Store,Bay,Commodity,Grade,Variety,Harvest year,Weight (t),Date,Owner id,Owner\n' +
    'mill,bay 1,Winter wheat,Group 1,Skyfall,2026,12.5,01/08/2026,,\n' +
    'Mill,Bay 2,Spring barley,,,2026,3,02/08/2026,valley,Valley Farm\n' +
    'Mill,Bay 9,Spring barley,,,2026,4,02/08/2026,,\n' +
    'Total,,,,,,15.5,,,\n'
  const { body: dry } = await send(manager, `${stores}?dryRun=true`, file)
  expect(dry.results[0].understood).toEqual({
    commodity: 'Wheat',
    type: 'Winter',
    grade: 'Group 1',
    variety: 'Skyfall',
    harvestYear: '2026',
    weightKilograms: 12_500,
    weight: { value: 12.5, unit: 't' },
    date: '2026-08-01',
    store: 'Mill',
    bay: 'Bay 1',
    owner: farm.name,
  })
  expect(dry).toMatchObject({ success: 2, unchanged: 0, validation: 1, leftOut: 1, importId: '' })
  expect(dry.sums).toEqual({
    stored: { rows: 2, weightKilograms: 15_500, areaHectares: 0 },
    refused: { rows: 1, weightKilograms: 4000, areaHectares: 0 },
    commodities: [
      { name: 'Wheat', rows: 1, weightKilograms: 12_500, areaHectares: 0 },
      { name: 'Barley', rows: 1, weightKilograms: 3000, areaHectares: 0 },
    ],
    stores: [{ name: 'Mill', rows: 2, weightKilograms: 15_500, areaHectares: 0 }],
    owners: [
      { name: farm.name, rows: 1, weightKilograms: 12_500, areaHectares: 0 },
      { name: 'Valley Farm', rows: 1, weightKilograms: 3000, areaHectares: 0 },
    ],
  })
  expect(dry.fileTotals).toEqual([
    { row: 5, text: 'Total', column: 'Weight (t)', value: 15.5, sum: 19.5, agrees: false },
  ])
  expect(dry.missing).toEqual([{ what: 'bays', name: 'Mill, Bay 9', rows: 1, isMade: false }])
  expect(await kilograms()).toEqual([])
  const real = await imported(manager, 'inventory/stores', file)
  const shape = ({ results, sums, fileTotals, missing }: Answer['body']) => ({
    sums,
    fileTotals,
    missing,
    rows: results.map(({ rows, status, understood }: Answer['body']) => ({ rows, status, understood })),
  })
  expect(shape(real)).toEqual(shape(dry))
})

test('I8: what is printed beside a table becomes no field', async () => {
  const file =
    'Home Farm 2026\n\nField,Area (ha)\nTop,12\nLow,4\nSub-total,16\nPage 1 of 1,\nExported 12/08/2026 by Anna,\n'
  const result = await imported(manager, 'fields', file)
  expect(result).toMatchObject({ success: 2, leftOut: 3, validation: 0, errors: 0 })
  const { body } = await manager.get('/api/inventory/storage')
  expect(body.docs.map(({ name }: { name: string }) => name).sort()).toEqual(['Low', 'Top'])
})

describe('I9: an import', () => {
  test('is undone as a whole, as if it had never been', async () => {
    await imported(manager, 'stores', 'Store,Bay\nMill,Bay 1\n')
    const header = 'Store,Bay,Commodity,Harvest year,Weight (t),Reference\n'
    await imported(manager, 'inventory/stores', `${header}Mill,Bay 1,Winter wheat,2026,10,A\n`)
    const file = `${header}Mill,Bay 1,Winter wheat,2026,28.46,B\nMill,Bay 1,Winter wheat,2026,5,C\n`
    const { importId } = await imported(manager, 'inventory/stores', file)
    expect(await kilograms()).toEqual([43_460])
    const dry = await manager.delete(`${base}/${importId}?dryRun=true`)
    expect(dry.body).toMatchObject({ undone: 2, refused: 0 })
    expect(await kilograms()).toEqual([43_460])
    expect((await manager.delete(`${base}/${importId}`)).body).toEqual(dry.body)
    expect(await kilograms()).toEqual([10_000])
    expect((await manager.get(`${base}/${importId}`)).body).toMatchObject({ status: 'undone', success: 2 })
    expect((await manager.delete(`${base}/${importId}`)).body).toMatchObject({ undone: 0, refused: 0 })
    expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
    expect((await imported(manager, 'inventory/stores', file)).success).toBe(2)
  })

  test('of fields, stores and crops is undone but for what something has gone on from', async () => {
    const fields = await imported(manager, 'fields', 'Field,Area (ha)\nTop,12\nLow,4\n')
    const crops = await imported(
      manager,
      'inventory/fields',
      'Field,Commodity,Harvest year,Expected yield (t/ha)\nTop,Winter wheat,2027,8\n',
    )
    const yields = await imported(manager, 'field-yields', 'Field,Expected yield (t/ha)\nTop,9\n')
    const undone = async ({ importId }: { importId: string }) => {
      const { body } = await manager.delete(`${base}/${importId}`)
      return [body.undone, body.refused]
    }
    expect(await undone(fields)).toEqual([1, 1])
    expect(await undone(yields)).toEqual([1, 0])
    expect(await undone(crops)).toEqual([0, 1])
    const { body } = await manager.get('/api/inventory/storage')
    expect(body.docs.map(({ name }: { name: string }) => name)).toEqual(['Top'])
    const { body: runs } = await manager.get(base)
    expect(runs.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`)).toEqual([
      'field-yields undone',
      'inventory/fields partly_undone',
      'fields partly_undone',
    ])
  })

  test('of crops alone is undone', async () => {
    await imported(manager, 'fields', 'Field,Area (ha)\nTop,12\n')
    const { importId } = await imported(
      manager,
      'inventory/fields',
      'Field,Commodity,Harvest year\nTop,Winter wheat,2027\n',
    )
    expect((await manager.delete(`${base}/${importId}`)).body).toMatchObject({ undone: 1, refused: 0 })
    expect((await manager.get('/api/inventory/records')).body.docs).toEqual([])
    expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
  })

  test('of another organisation is not there', async () => {
    const { importId } = await imported(manager, 'fields', 'Field\nTop\n')
    const other = (await makeOrganisation(service)).as('manager')
    const answers = [await other.get(`${base}/${importId}`), await other.delete(`${base}/${importId}`)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect((await other.get(base)).body).toEqual([])
  })
})

describe('I10: what no farm has', () => {
  test('is told, and what is ten times that is refused until somebody confirms the row', async () => {
    await imported(manager, 'fields', 'Field,Area (ha)\nTop,12\nLow,4\nHill,3\nBog,2\n')
    const file =
      'Field,Commodity,Harvest year,Expected yield\n' +
      'Top,Winter wheat,2027,9.2 kg/ha\nLow,Winter wheat,2027,85 t/ha\nHill,Winter wheat,1926,8 t/ha\nBog,Winter wheat,2027,8 t/ha\n'
    const { results } = await imported(manager, 'inventory/fields', file)
    expect(
      results.map(({ status, warnings, message }: Answer['body']) => [status, ...warnings, ...message]),
    ).toEqual([
      [
        'validation',
        'Expected yield: is 9.2 kg/ha, and a field bears mostly 500 to 15000 kg/ha: put it right, or confirm the row',
      ],
      ['success', 'Expected yield is 85000 kg/ha, and a field bears mostly 500 to 15000 kg/ha.'],
      ['validation', 'Harvest year: is 100 years from now: put it right, or confirm the row'],
      ['success'],
    ])
    const { body } = await send(manager, `${base}/inventory/fields?confirm=2`, file)
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
      'success',
      'unchanged',
      'validation',
      'unchanged',
    ])
  })

  test('such as coordinates the other way round', async () => {
    const { results } = await imported(manager, 'fields', 'Field,Latitude,Longitude\nTop,-1.3607,51.8096\n')
    expect(results[0]).toMatchObject({
      status: 'validation',
      problems: [{ column: 'Latitude', value: '-1.3607', code: 'implausible' }],
    })
  })
})
