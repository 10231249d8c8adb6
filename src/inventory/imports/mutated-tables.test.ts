import { afterAll, beforeAll, expect, test } from 'vitest'
import { hectaresIn } from '../../kernel/boundary-measures.ts'
import { squareAt } from '../../system/imports/maps/test-maps.ts'
import { verifyLedger } from '../ledger/ledger.ts'
import type { ImportRow } from '../../system/imports/schema.ts'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { fc } from '../../../test/seed.ts'
import { makeLoadFarm, movementsOf } from './loads/test-loads.ts'
import { base, imported } from './test-imports.ts'

// Tables and maps of farms with columns swapped, cells damaged, rows doubled, print around them and encodings mixed. Whatever becomes of them: what is stored
// is what the preview said, and no row is stored that the preview refused.

/** How many tables of each kind; `IMPORT_TABLES=2000` looks further. */
const TABLES = Number(process.env['IMPORT_TABLES'] ?? 25)

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
  /** How it is sent. */
  query?: string
  file: fc.Arbitrary<Buffer>
  /** Somebody whose farm has what the file names. */
  sender: () => Promise<Client>
  /** What is stored, in the words of the preview, as it is found by asking for it. */
  stored: (client: Client) => Promise<string[]>
  /** The same of a row that the preview says is stored. */
  understood: (row: ImportRow['understood']) => string
}

const number = (most: number) => fc.integer({ min: 1, max: most * 10 }).map((tenths) => String(tenths / 10))
const grams = (kilograms: number) => Math.round(kilograms * 1000)

async function newManager(): Promise<Client> {
  return (await makeOrganisation(service)).as('manager')
}

const BAYS = ['Barn,Bay 1', 'Barn,Bay 2', 'Shed,Floor']
const bay = fc.constantFrom(...BAYS)
const loadRow = fc
  .record({
    date: fc.constantFrom('2026-08-01', '02/08/2026', '2026-08-02 14:30', '3 August 2026'),
    ticket: fc.constantFrom('', 'A', 'B', 'C', 'D'),
    tonnes: number(30),
    from: bay,
    to: bay,
    kind: fc.constantFrom('intake', 'intake', 'harvest', 'internal', 'outbound'),
  })
  .map(({ date, ticket, tonnes, from, to, kind }) => {
    const rest = {
      intake: `,${to},,,Hill Farm,,Winter wheat,2026,14.5`,
      harvest: `Top,${to},,,,,,,15`,
      internal: `,${from},${to},,,,,`,
      outbound: `,${from},,,,Mill,,,`,
    }[kind]
    return [date, ticket, tonnes, ...(rest ?? '').split(',')]
  })

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

/** A table of such rows as a file, after up to four changes. */
function tables(header: string[], row: fc.Arbitrary<string[]>): fc.Arbitrary<Buffer> {
  const table = fc.array(row, { minLength: 1, maxLength: 8 }).map((rows): Table => [header, ...rows])
  const mutations = fc.array(fc.oneof(...Object.values(changes)), { maxLength: 4 })
  return fc.tuple(table, mutations, written).map(([rows, changed, { delimiter, encoding }]) => {
    const result = changed.reduce((before, change) => change(before), rows)
    return Buffer.from(textOf(result, delimiter), encoding)
  })
}

/** A shape of a map, and what may have been done to it. */
interface Shape {
  name: string
  ring: number[][]
  damage: string
}

const damages: Record<string, (ring: number[][]) => object> = {
  none: (ring) => ({ type: 'Polygon', coordinates: [ring] }),
  'other way round': (ring) => ({ type: 'Polygon', coordinates: [ring.toReversed()] }),
  'two parts': (ring) => ({
    type: 'MultiPolygon',
    coordinates: [[ring], [ring.map(([x = 0, y = 0]) => [x + 0.02, y])]],
  }),
  'parts that overlap': (ring) => ({
    type: 'MultiPolygon',
    coordinates: [[ring], [ring.map(([x = 0, y = 0]) => [x + 0.001, y])]],
  }),
  'not closed': (ring) => ({ type: 'Polygon', coordinates: [ring.slice(0, -1)] }),
  crossed: (ring) => ({ type: 'Polygon', coordinates: [[0, 2, 1, 3, 0].map((at) => ring[at])] }),
  'latitude first': (ring) => ({ type: 'Polygon', coordinates: [ring.map((point) => point.toReversed())] }),
  'no number': (ring) => ({ type: 'Polygon', coordinates: [ring.map(([x]) => [x, 'north'])] }),
  'a point': (ring) => ({ type: 'Point', coordinates: ring[0] }),
  'no shape': () => ({ type: 'Polygon', coordinates: [] }),
}

/** Maps with shapes damaged, names in other properties or missing, fields that come twice, and files cut off. */
function maps(): fc.Arbitrary<Buffer> {
  const shape: fc.Arbitrary<Shape> = fc.record({
    name: fc.constantFrom('Field 1', 'FIELD 2', 'Field 3', 'Field 4', '', 'x'.repeat(600)),
    ring: fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))
      .map(([east, north]) => squareAt(-0.4 + east / 100, 51.8 + north / 100)),
    damage: fc.constantFrom(...Array<string>(8).fill('none'), ...Object.keys(damages)),
  })
  return fc
    .record({
      shapes: fc.array(shape, { minLength: 1, maxLength: 6 }),
      property: fc.constantFrom('name', 'name', 'FIELD_NAME', 'Schlag', 'remark'),
      cut: fc.integer({ min: 0, max: 11 }).map((n) => n === 0),
      encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf16le'),
    })
    .map(({ shapes, property, cut, encoding }) => {
      const features = shapes.map(({ name, ring, damage }) => ({
        type: 'Feature',
        properties: { [property]: name, crop: 'Wheat' },
        geometry: damages[damage]?.(ring),
      }))
      const text = JSON.stringify({ type: 'FeatureCollection', features })
      return Buffer.from(cut ? text.slice(0, -20) : text, encoding)
    })
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

const kinds: Kind[] = [
  {
    path: 'fields',
    sender: newManager,
    file: tables(
      ['Field', 'Area (ha)', 'Town', 'Latitude', 'Longitude', 'Tags'],
      fc.tuple(
        fc.integer({ min: 1, max: 6 }).map((n) => `Field ${n}`),
        number(40),
        fc.constantFrom('', 'Harpenden'),
        fc.constantFrom('', '51.8096'),
        fc.constantFrom('', '-0.3607'),
        fc.constantFrom('', 'river; hill'),
      ),
    ),
    stored: async (client) => {
      const { body } = await client.get('/api/inventory/storage?type=field&limit=200')
      return body.docs.map(({ name, area }: { name: string; area: number }) => `${name}: ${area}`)
    },
    understood: ({ field, areaHectares }) => `${field}: ${areaHectares ?? 0}`,
  },
  {
    path: 'inventory/stores',
    sender: async () => {
      const manager = await newManager()
      await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\nBarn,Bay 2\nBarn,Bay 3\nBarn,Bay 4\n')
      return manager
    },
    file: tables(
      ['Store', 'Bay', 'Commodity', 'Type', 'Harvest year', 'Weight (t)', 'Date', 'Reference'],
      fc.tuple(
        fc.constant('Barn'),
        fc.integer({ min: 1, max: 4 }).map((n) => `Bay ${n}`),
        fc.constantFrom('Wheat', 'Winter wheat', 'Weizen'),
        fc.constant('Winter'),
        fc.constant('2026'),
        number(80),
        fc.constantFrom('', '01/08/2026', '2026-08-02', '3 August 2026'),
        fc.integer({ min: 1, max: 30 }).map((n) => `T${n}`),
      ),
    ),
    stored: async (client) => {
      const { body } = await client.get('/api/inventory/position')
      return body.lines.map(
        (line: { storageName: string; substorageName: string; weight: number }) =>
          `${line.storageName}, ${line.substorageName}: ${grams(line.weight)}`,
      )
    },
    understood: ({ store, bay: its, weightKilograms = 0 }) => `${store}, ${its}: ${grams(weightKilograms)}`,
  },
  {
    path: 'inventory/loads',
    query: 'create=partners',
    sender: async () => (await makeLoadFarm(service)).manager,
    file: tables(
      'Date,Ticket,Net (t),Field,Store,Bay,To store,To bay,Sender,Receiver,Commodity,Harvest year,Moisture (%)'.split(
        ',',
      ),
      loadRow,
    ),
    stored: async (client) =>
      (await movementsOf(client)).map(({ type, inventory }) => {
        const { storage, commodity } = inventory
        const isOff = type === 'internal' && storage.source.type === 'field'
        return `${isOff ? 'harvest_load' : type}: ${grams(commodity.weight.weight)}`
      }),
    understood: ({ movement, weightKilograms = 0 }) => `${movement}: ${grams(weightKilograms)}`,
  },
  {
    path: 'inventory/boundaries',
    query: 'create=fields',
    sender: async () => {
      const manager = await newManager()
      await imported(manager, 'fields', 'Field,Area (ha)\nField 1,\nField 2,10\n')
      return manager
    },
    file: maps(),
    stored: async (client) => {
      const { body } = await client.get('/api/inventory/storage?type=field&limit=200')
      const fields = await Promise.all(
        body.docs.map(
          async ({ id }: { id: string }) => (await client.get(`/api/inventory/storage/${id}`)).body,
        ),
      )
      return fields.flatMap(({ name, boundary }) =>
        boundary ? [`${name.toLowerCase()}: ${hectaresIn(boundary)}`] : [],
      )
    },
    understood: ({ field, areaHectares }) => `${String(field).toLowerCase()}: ${areaHectares}`,
  },
]

function textOf(table: Table, delimiter: string): string {
  const quoted = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  return table.map((row) => row.map(quoted).join(delimiter)).join('\r\n')
}

async function send(
  client: Client,
  { path, query = '' }: Kind,
  bytes: Buffer,
  dryRun: boolean,
): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'text/csv' }), 'farm.csv')
  return client.post(`${base}/${path}?dryRun=${dryRun}&${query}`, form)
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
    const seen = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(kind.file, async (bytes) => {
        const manager = await kind.sender()
        const before = await kind.stored(manager)
        const preview = await send(manager, kind, bytes, true)
        expect(await kind.stored(manager)).toEqual(before)
        const real = await send(manager, kind, bytes, false)
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
