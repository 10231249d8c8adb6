import { read, utils, type CellObject, type WorkSheet } from '@e965/xlsx'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { historyCount } from '../../../test/history-count.ts'
import { fc } from '../../../test/seed.ts'
import { base, imported } from './test-imports.ts'

// Templates and exports as workbooks: cells that a spreadsheet can calculate with, which are read back as what they were.

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

async function office(countryISO = 'GB', locale = 'en-GB', timeZone = 'Europe/London'): Promise<Client> {
  return (await makeOrganisation(service, { countryISO, locale, timeZone })).as('manager')
}

async function workbook(client: Client, kind: string, what = 'export', query = ''): Promise<Buffer> {
  const { status, body, headers } = await client.get(`${base}/${kind}/${what}?format=xlsx${query}`)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.xlsx"/)
  return body
}

function sheetOf(bytes: Buffer): WorkSheet {
  const { SheetNames: names, Sheets: sheets } = read(bytes, { cellNF: true, cellFormula: true })
  expect(names).toHaveLength(1)
  return sheets[names[0] ?? ''] ?? {}
}

/** The cells below the header, by their titles. */
function rowsOf(sheet: WorkSheet): Record<string, CellObject | undefined>[] {
  const { e } = utils.decode_range(sheet['!ref'] ?? 'A1')
  const at = (r: number, c: number) => sheet[utils.encode_cell({ r, c })] as CellObject | undefined
  return Array.from({ length: e.r }, (_row, r) =>
    Object.fromEntries(Array.from({ length: e.c + 1 }, (_cell, c) => [String(at(0, c)?.v), at(r + 1, c)])),
  )
}

async function expectNothingNew(client: Client, kind: string, file: Buffer): Promise<void> {
  const { results, unchanged, totalRows } = await imported(client, kind, file)
  const isNew = ({ status, message }: { status: string; message: string[] }) =>
    status !== 'unchanged' || message.length > 0
  expect(results.filter(isNew)).toEqual([])
  expect(unchanged).toBe(totalRows)
  expect(totalRows).toBeGreaterThan(0)
}

test('numbers and dates are cells of their kind, and text stays text', async () => {
  const client = await office()
  const names = ['=1+1', "'=2", '007', '1.500', '2026-08-01', '_x0041_', 'two\nlines']
  await imported(
    client,
    'fields',
    stringify(
      names.map((Field) => ({ Field: /^'*=/.test(Field) ? `'${Field}` : Field, 'Area (ha)': 12.3456 })),
      { header: true },
    ),
  )
  const file = await workbook(client, 'fields')
  const rows = rowsOf(sheetOf(file))
  expect(rows.map(({ Field }) => [Field?.t, Field?.f])).toEqual(names.map(() => ['s', undefined]))
  expect(rows.map(({ 'Area (ha)': area }) => [area?.t, area?.v])).toEqual(names.map(() => ['n', 12.3456]))
  await expectNothingNew(client, 'fields', file)
  // Sent to somebody else it makes the same.
  const other = await office()
  await imported(other, 'fields', file)
  const [one, same] = await Promise.all([client, other].map((each) => each.get(`${base}/fields/export`)))
  expect(String(same?.body).split('\r\n').sort()).toEqual(String(one?.body).split('\r\n').sort())

  await imported(client, 'stores', 'Store,Bay\nBarn,1\n')
  await imported(
    client,
    'inventory/stores',
    'Store,Commodity,Harvest year,Weight (t)\nBarn,Winter wheat,2026,1234.567\n',
  )
  const [stock] = rowsOf(sheetOf(await workbook(client, 'inventory/stores')))
  expect(stock).toMatchObject({
    'Harvest year': { t: 'n', v: 2026 },
    'Weight (t)': { t: 'n', v: 1234.567 },
    Date: { t: 'n', z: 'yyyy-mm-dd hh:mm' },
    Store: { t: 's', v: 'Barn' },
  })
  await imported(
    client,
    'inventory/fields',
    'Field,Commodity,Harvest year,Planted\n007,Winter wheat,2027,2026-10-02\n1.500,Winter wheat,2027,2026-10\n',
  )
  const crops = rowsOf(sheetOf(await workbook(client, 'inventory/fields')))
  expect(crops.map(({ Planted }) => [Planted?.t, Planted?.v]).sort()).toEqual([
    ['n', 46_297],
    ['s', '2026-10'],
  ])
})

test.each([
  ['US', 'en-US', '', 'Area (ac)'],
  ['DE', 'de-DE', '', 'Fläche (ha)'],
  ['GB', 'en-GB', '&language=fr&units=acres', 'Surface (ac)'],
])('%s, %s%s: the template has %s', async (countryISO, locale, query, title) => {
  const sheet = sheetOf(await workbook(await office(countryISO, locale), 'fields', 'template', query))
  const [header = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  expect(header).toContain(title)
})

const grams = fc.integer({ min: 1, max: 9_000_000_000 })
const metres = fc.integer({ min: 200_000, max: 2_000_000 })

describe.each([
  ['GB', 'en-GB', 'Europe/London'],
  ['US', 'en-US', 'America/Chicago'],
  ['DE', 'de-DE', 'Europe/Berlin'],
] as const)('%s, %s', (countryISO, locale, timeZone) => {
  test('what is exported as a workbook is read back as what it was', async () => {
    const farms = fc.record({
      fields: fc.array(metres, { minLength: 1, maxLength: 3 }),
      loads: fc.array(grams, { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(farms, async ({ fields, loads }) => {
        const client = await office(countryISO, locale, timeZone)
        const table = (rows: Record<string, string>[]) => stringify(rows, { header: true })
        const kilograms = (weight: number) => (weight / 1000).toFixed(4)
        await imported(
          client,
          'fields',
          table(
            fields.map((area, index) => ({
              Field: `Field ${index}`,
              'Area (ha)': (area / 10_000).toFixed(4),
              Latitude: '',
            })),
          ),
        )
        const bays = loads.map((weight, index) => ({
          Store: 'Barn',
          Bay: `Bay ${index}`,
          Commodity: 'Rye',
          'Capacity (kg)': kilograms(weight),
        }))
        await imported(client, 'stores', table(bays))
        const stock = loads.map((weight, index) => ({
          Store: 'Barn',
          Bay: `Bay ${index}`,
          Commodity: index % 2 ? 'Rye' : 'Spelt',
          Type: 'Winter',
          'Harvest year': '2026',
          'Weight (kg)': kilograms(weight),
        }))
        expect(await imported(client, 'inventory/stores', table(stock))).toMatchObject({
          success: loads.length,
        })
        const crops = fields.map((_area, index) => ({
          Field: `Field ${index}`,
          Commodity: 'Rye',
          Type: 'Winter',
          'Harvest year': '2027',
          'Expected yield (kg/ha)': '7654.3210',
          Planted: '2026-10-02',
        }))
        expect(await imported(client, 'inventory/fields', table(crops))).toMatchObject({
          success: fields.length,
        })
        for (const kind of ['fields', 'stores', 'inventory/stores', 'inventory/fields', 'field-yields'])
          await expectNothingNew(client, kind, await workbook(client, kind))
      }),
      { numRuns: historyCount(0.1) },
    )
  })
})
