import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { fc } from '../../../test/seed.ts'
import { base, imported } from './test-imports.ts'

// What is exported is what was imported: sent to another organisation it makes the same, and sent back it adds nothing.

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

/** An export's rows, in an order of their own, without the ids that each organisation has its own of. */
async function exported(client: Client, kind: string): Promise<{ text: string; rows: string[] }> {
  const { status, body } = await client.get(`${base}/${kind}/export`)
  expect(status).toBe(200)
  const [header = '', ...lines] = body.split('\r\n').filter((line: string) => line !== '')
  const isWithId = header.endsWith(',Record')
  const rows = lines.map((line: string) => (isWithId ? line.slice(0, line.lastIndexOf(',')) : line))
  return { text: body, rows: rows.sort() }
}

async function expectNothingNew(client: Client, kind: string, text: string): Promise<void> {
  const { results, unchanged, totalRows } = await imported(client, kind, text)
  expect(unchanged).toBe(totalRows)
  const isNew = ({ status, message }: { status: string; message: string[] }) =>
    status !== 'unchanged' || message.length > 0
  expect(results.filter(isNew)).toEqual([])
}

async function newcomer(): Promise<Client> {
  return (await makeOrganisation(service)).as('manager')
}

/** Names that a database keeps: with a letter in them, and no blanks around; and none that a spreadsheet writes for what it could not work out. */
const name = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.stringMatching(/^['=+\-@]{0,3}[A-Za-z"';,]{1,6}$/),
    fc.constantFrom(
      'Top Field',
      'Łąka',
      'Bodenäcker',
      '5 Acre',
      '=1+1',
      "'quoted",
      '-5',
      'a "b" c',
      'two\nlines',
    ),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '' && text.isWellFormed() && !/^(#|Err:)|[\0\ufffd]/.test(text))
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 5, selector: (each) => each.toLowerCase() })
const tag = name.filter((text) => text.length <= 20)
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: '' as const })
const hectares = fc.integer({ min: 1, max: 5_000_000 }).map((metres) => metres / 10_000)
const grams = fc.integer({ min: 1, max: 90_000_000_000 })

const inList = (items: string[]) => items.map((item) => item.replace(/[\\;]/g, '\\$&')).join(';')

const commodities = fc.constantFrom(
  ['Wheat', 'Winter', 'Group 1'],
  ['Wheat', 'Spring', 'Feed'],
  ['Barley', 'Winter', 'Malting'],
  ['Oilseed rape', 'Winter', ''],
)

const RUNS = { numRuns: 8 }

test('fields', async () => {
  const place = fc.record({
    'Area (ha)': some(hectares),
    Tags: fc.array(tag, { maxLength: 3 }).map((tags) => inList([...new Set(tags)])),
    Town: some(name),
    Postcode: some(name),
    Latitude: fc
      .integer({ min: -900_000_000, max: 900_000_000 })
      .map((degrees) => (degrees / 10_000_000).toFixed(7)),
    Longitude: fc.constant(1.5),
  })
  await fc.assert(
    fc.asyncProperty(names, fc.infiniteStream(place), async (fields, places) => {
      const rows = fields.map((field) => ({
        Field: guarded(field),
        ...guardedAll(places.next().value ?? {}),
      }))
      const [one, other] = [await newcomer(), await newcomer()]
      const first = await imported(one, `fields${confirmed(rows)}`, stringify(rows, { header: true }))
      expect(first).toMatchObject({ success: rows.length, validation: 0 })
      const { text, rows: lines } = await exported(one, 'fields')
      expect(lines.length).toBeGreaterThanOrEqual(rows.length)
      await expectNothingNew(one, 'fields', text)
      await imported(other, `fields${confirmed(rows)}`, text)
      expect(await exported(other, 'fields')).toMatchObject({ rows: lines })
      await expectNothingNew(other, 'fields', stringify(rows, { header: true }))
    }),
    RUNS,
  )
})

test('stores, and the stock in their bays', async () => {
  const bay = fc.record({
    capacity: some(grams),
    load: some(fc.tuple(commodities, grams, some(name), some(fc.constantFrom('Valley Farm', 'Hill Farm')))),
  })
  await fc.assert(
    fc.asyncProperty(names, names, fc.infiniteStream(bay), async (stores, bays, contents) => {
      const places = stores.flatMap((store) =>
        bays.map((each) => ({ Store: guarded(store), Bay: guarded(each) })),
      )
      const filled = places.map((place) => ({ place, ...contents.next().value }))
      const storeFile = stringify(
        filled.map(({ place, capacity = '' }) => ({
          ...place,
          Commodity: capacity === '' ? '' : 'Wheat',
          'Capacity (t)': capacity === '' ? '' : capacity / 1e6,
        })),
        { header: true },
      )
      const stock = filled.flatMap(({ place, load }) => {
        if (!load) return []
        const [[Commodity, Type, Grade], weight, Variety, Owner] = load
        const owner = { 'Owner id': Owner === '' ? '' : `id of ${Owner}`, Owner }
        const kind = { Commodity, Type, Grade, Variety: guarded(Variety), 'Harvest year': '2026' }
        return [{ ...place, ...kind, 'Weight (t)': weight / 1e6, ...owner }]
      })
      const stockFile = stringify(stock, { header: true })
      const [one, other] = [await newcomer(), await newcomer()]
      for (const kind of ['stores', 'inventory/stores']) {
        const file = kind === 'stores' ? storeFile : stockFile
        if (kind !== 'stores' && stock.length === 0) continue
        const first = await imported(one, kind, file)
        expect(first, JSON.stringify(first.results)).toMatchObject({ validation: 0, errors: 0 })
        const { text, rows } = await exported(one, kind)
        expect(rows.length).toBeGreaterThanOrEqual(first.totalRows)
        await expectNothingNew(one, kind, text)
        await imported(other, kind, text)
        expect(await exported(other, kind)).toMatchObject({ rows })
      }
    }),
    RUNS,
  )
})

test('crops in fields, and their yields', async () => {
  const crop = fc.record({
    commodity: commodities,
    variety: some(name),
    hectares,
    expected: fc.integer({ min: 0, max: 20_000_000 }),
    planted: some(fc.constantFrom('2026-10-02', '2026-10', '03/2027')),
    tags: fc.subarray(['Organic', 'Red Tractor', 'Seed crop']).map(inList),
  })
  await fc.assert(
    fc.asyncProperty(names, fc.infiniteStream(crop), async (fields, crops) => {
      const rows = fields.map((field) => {
        const {
          commodity = [],
          variety = '',
          hectares: area = 1,
          expected = 0,
          planted,
          tags,
        } = crops.next().value ?? {}
        const [Commodity, Type, Grade] = commodity
        const kind = { Commodity, Type, Grade, Variety: guarded(variety), 'Harvest year': '2027' }
        const stand = { 'Area (ha)': area, 'Expected yield (kg/ha)': expected / 1000, Planted: planted }
        return { Field: guarded(field), ...kind, ...stand, 'Commodity tags': tags }
      })
      const fieldFile = stringify(
        fields.map((field) => ({ Field: guarded(field), 'Area (ha)': 600 })),
        { header: true },
      )
      const [one, other] = [await newcomer(), await newcomer()]
      for (const client of [one, other]) await imported(client, 'fields', fieldFile)
      const first = await imported(
        one,
        `inventory/fields${confirmed(rows)}`,
        stringify(rows, { header: true }),
      )
      expect(first, JSON.stringify(first.results)).toMatchObject({ validation: 0, errors: 0 })
      const { text, rows: lines } = await exported(one, 'inventory/fields')
      await expectNothingNew(one, 'inventory/fields', text)
      await imported(other, `inventory/fields${confirmed(rows)}`, text)
      expect(await exported(other, 'inventory/fields')).toMatchObject({ rows: lines })
      const yields = await exported(one, 'field-yields')
      await expectNothingNew(other, 'field-yields', yields.text)
    }),
    RUNS,
  )
})

/** That all rows of a file are right, however large their figures. */
function confirmed(rows: unknown[]): string {
  return `?confirm=${[...rows.keys()].map((row) => row + 2).join()}`
}

/** As a careful export writes text, so that no spreadsheet runs it: what looks like a formula has an apostrophe before it. */
function guarded(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function guardedAll(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [column, typeof cell === 'string' ? guarded(cell) : cell]),
  )
}
