import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../ledger/ledger.ts'
import type { ImportRow } from '../../system/imports/schema.ts'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { fc } from '../../../test/seed.ts'
import { base, imported } from './test-imports.ts'

// Tables of farms with columns swapped, cells damaged, rows doubled, print around them and encodings mixed. Whatever becomes of them: what is stored
// is what the preview said, and no row is stored that the preview refused.

/** How many tables of each kind; `IMPORT_TABLES=2000` looks further. */
const TABLES = Number(process.env['IMPORT_TABLES'] ?? 40)

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(async () => {
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
  await service.close()
})

type Table = string[][]

interface Kind {
  path: string
  header: string[]
  row: fc.Arbitrary<string[]>
  /** What is stored, in the words of the preview, as it is found by asking for it. */
  stored: (client: Client) => Promise<string[]>
  /** The same of a row that the preview says is stored. */
  understood: (row: ImportRow['understood']) => string
}

const number = (most: number) => fc.integer({ min: 1, max: most * 10 }).map((tenths) => String(tenths / 10))
const grams = (kilograms: number) => Math.round(kilograms * 1000)

const kinds: Kind[] = [
  {
    path: 'fields',
    header: ['Field', 'Area (ha)', 'Town', 'Latitude', 'Longitude', 'Tags'],
    row: fc.tuple(
      fc.integer({ min: 1, max: 6 }).map((n) => `Field ${n}`),
      number(40),
      fc.constantFrom('', 'Harpenden'),
      fc.constantFrom('', '51.8096'),
      fc.constantFrom('', '-0.3607'),
      fc.constantFrom('', 'river; hill'),
    ),
    stored: async (client) => {
      const { body } = await client.get('/api/inventory/storage?type=field&limit=200')
      return body.docs.map(({ name, area }: { name: string; area: number }) => `${name}: ${area}`)
    },
    understood: ({ field, areaHectares }) => `${field}: ${areaHectares ?? 0}`,
  },
  {
    path: 'inventory/stores',
    header: ['Store', 'Bay', 'Commodity', 'Type', 'Harvest year', 'Weight (t)', 'Date', 'Reference'],
    row: fc.tuple(
      fc.constant('Barn'),
      fc.integer({ min: 1, max: 4 }).map((n) => `Bay ${n}`),
      fc.constantFrom('Wheat', 'Winter wheat', 'Weizen'),
      fc.constant('Winter'),
      fc.constant('2026'),
      number(80),
      fc.constantFrom('', '01/08/2026', '2026-08-02', '3 August 2026'),
      fc.integer({ min: 1, max: 30 }).map((n) => `T${n}`),
    ),
    stored: async (client) => {
      const { body } = await client.get('/api/inventory/position')
      return body.lines.map(
        (line: { storageName: string; substorageName: string; weight: number }) =>
          `${line.storageName}, ${line.substorageName}: ${grams(line.weight)}`,
      )
    },
    understood: ({ store, bay, weightKilograms = 0 }) => `${store}, ${bay}: ${grams(weightKilograms)}`,
  },
]

/** What happens to a table between a farm and here. */
const changes: Record<string, fc.Arbitrary<(table: Table) => Table>> = {
  'two columns change places': at2().map(
    ([a, b]) =>
      (table) =>
        table.map((row) => swapped(row, a, b)),
  ),
  'two headers change places': at2().map(([a, b]) => ([header = [], ...rows]) => [
    swapped(header, a, b),
    ...rows,
  ]),
  'a cell says something else': fc
    .tuple(fc.nat(), fc.nat(), strangeCell())
    .map(([at, column, cell]) => (table) => {
      const row = 1 + (at % Math.max(1, table.length - 1))
      return table.map((cells, index) =>
        index === row && cells.length > 0 ? cells.with(column % cells.length, cell) : cells,
      )
    }),
  'a row comes twice': fc
    .nat()
    .map((at) => (table) => [...table, table[1 + (at % (table.length - 1))] ?? []]),
  'a title stands above': fc.constant((table) => [['Exported 12/08/2026'], [], ...table]),
  'a total stands below': number(500).map((sum) => (table) => [
    ...table,
    (table[0] ?? []).map((name, index) => (index === 0 ? 'Total' : /Area|Weight/.test(name) ? sum : '')),
  ]),
  'a header has another word': fc
    .tuple(fc.nat(), fc.constantFrom('Notes', 'Area', 'Weight', 'Gewicht (t)', 'Fläche (ha)', 'Name', ''))
    .map(([at, name]) => ([header = [], ...rows]) => [header.with(at % header.length, name), ...rows]),
}

function at2() {
  return fc.tuple(fc.nat(), fc.nat())
}

function swapped(row: string[], a: number, b: number): string[] {
  if (row.length === 0) return row
  const [one, other] = [a % row.length, b % row.length]
  return row.with(one, row[other] ?? '').with(other, row[one] ?? '')
}

function strangeCell() {
  return fc.oneof(
    fc.constantFrom(
      '',
      '12 t',
      'ca. 4',
      '1.2E+03',
      '28.460',
      '1.234,5',
      '12,5',
      '-3',
      '=1+1',
      '14-Aug-26',
      '2026.0',
      'é',
      'x'.repeat(600),
    ),
    fc.string({ maxLength: 8, unit: 'grapheme' }),
  )
}

const written = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  encoding: fc.constantFrom('utf8', 'latin1', 'utf16le'),
})

function textOf(table: Table, delimiter: string): string {
  const quoted = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  return table.map((row) => row.map(quoted).join(delimiter)).join('\r\n')
}

async function send(client: Client, kind: Kind, bytes: Buffer, query: string): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'text/csv' }), 'farm.csv')
  return client.post(`${base}/${kind.path}${query}`, form)
}

/** What an answer says of the rows, but for what only a real run can know. */
function rowsOf({ body }: Answer) {
  return (body.results as ImportRow[]).map(({ rows, status, understood, warnings, problems }) => ({
    rows,
    status,
    understood,
    warnings,
    problems,
  }))
}

test.for(kinds)(
  '$path: whatever is stored is what the preview said, and nothing that it refused',
  { timeout: 60_000 + TABLES * 2000 },
  async (kind) => {
    const table = fc
      .array(kind.row, { minLength: 1, maxLength: 8 })
      .map((rows): Table => [kind.header, ...rows])
    const mutated = fc
      .tuple(table, fc.array(fc.oneof(...Object.values(changes)), { maxLength: 4 }), written)
      .map(([rows, mutations, { delimiter, encoding }]) => {
        const changed = mutations.reduce((before, change) => change(before), rows)
        return Buffer.from(textOf(changed, delimiter), encoding)
      })
    const seen = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(mutated, async (bytes) => {
        const farm = await makeOrganisation(service)
        const manager = farm.as('manager')
        if (kind.path === 'inventory/stores')
          await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\nBarn,Bay 2\nBarn,Bay 3\nBarn,Bay 4\n')
        const before = await kind.stored(manager)
        const preview = await send(manager, kind, bytes, '?dryRun=true')
        expect(await kind.stored(manager)).toEqual(before)
        const real = await send(manager, kind, bytes, '')
        expect(real.status).toBe(preview.status)
        const told = bytes.toString('utf8')
        if (preview.status !== 200) {
          seen.refused += 1
          expect(real.body.code, told).toBe(preview.body.code)
          expect(await kind.stored(manager), told).toEqual(before)
          return
        }
        seen.taken += 1
        expect(rowsOf(real), told).toEqual(rowsOf(preview))
        expect(real.body.sums, told).toEqual(preview.body.sums)
        const good = rowsOf(preview).filter(({ status }) => status === 'success' || status === 'changed')
        const said = good.map(({ understood }) => kind.understood(understood))
        expect(summed(await kind.stored(manager)), told).toEqual(summed([...before, ...said]))
      }),
      { numRuns: TABLES },
    )
    // Tables that nobody takes, or everybody, would prove nothing.
    expect(seen.taken).toBeGreaterThan(TABLES / 10)
    expect(seen.refused + seen.taken).toBeGreaterThanOrEqual(TABLES)
  },
)

/** Sums of what is named alike: a bay may be filled by several rows. A field is named once. */
function summed(lines: string[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const line of lines) {
    const [, name = '', amount = ''] = /^(.*): (.*)$/s.exec(line) ?? []
    sums[name] = (sums[name] ?? 0) + Number(amount)
  }
  return sums
}
