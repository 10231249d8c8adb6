import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { fc } from '../../../test/seed.ts'
import { base, imported } from './test-imports.ts'

// An office gets its tables as it writes them itself, and what it sends back is to the gram and the square metre what it got.

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const offices = [
  ['GB', 'en-GB', 'Europe/London'],
  ['US', 'en-US', 'America/Chicago'],
  ['CA', 'en-CA', 'America/Regina'],
  ['CA', 'fr-CA', 'America/Montreal'],
  ['DE', 'de-DE', 'Europe/Berlin'],
  ['FR', 'fr-FR', 'Europe/Paris'],
] as const

async function office(countryISO: string, locale: string, timeZone: string): Promise<Client> {
  return (await makeOrganisation(service, { countryISO, locale, timeZone })).as('manager')
}

async function exported(client: Client, kind: string, query = ''): Promise<string> {
  const { status, body } = await client.get(`${base}/${kind}/export${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

function headerOf(text: string): string {
  return text.replace(/^\ufeff/, '').split('\r\n', 1)[0] ?? ''
}

async function expectNothingNew(client: Client, kind: string, text: string): Promise<void> {
  const { results, unchanged, totalRows } = await imported(client, kind, text)
  const isNew = ({ status, message }: { status: string; message: string[] }) =>
    status !== 'unchanged' || message.length > 0
  expect(results.filter(isNew), text).toEqual([])
  expect(unchanged).toBe(totalRows)
  expect(totalRows).toBeGreaterThan(0)
}

/** Of every country here; rye is weighed in bushels where they are known, and the others are not. */
const crops = [
  { Commodity: 'Rye', Type: 'Winter' },
  { Commodity: 'Spelt', Type: 'Winter' },
  { Commodity: 'Triticale', Type: 'Winter' },
]
const cropOf = (index: number) => crops[index % crops.length] ?? { Commodity: '', Type: '' }

/** Grams and square metres in all sizes, such as no unit has them. */
const grams = fc.integer({ min: 1, max: 9_000_000_000 })
const metres = fc.integer({ min: 200_000, max: 2_000_000 })
const farms = fc.record({
  fields: fc.array(metres, { minLength: 1, maxLength: 4 }),
  loads: fc.array(grams, { minLength: 1, maxLength: 5 }),
  yields: fc.array(fc.integer({ min: 1_000_000, max: 12_000_000 }), { minLength: 4, maxLength: 4 }),
})

describe.each(offices)('%s, %s', (countryISO, locale, timeZone) => {
  test('what is exported is read back without a question, as what it was', async () => {
    await fc.assert(
      fc.asyncProperty(farms, async ({ fields, loads, yields }) => {
        const client = await office(countryISO, locale, timeZone)
        const metric = (rows: Record<string, string | number>[]) => stringify(rows, { header: true })
        await imported(
          client,
          'fields',
          metric(
            fields.map((area, index) => ({
              Field: `Field ${index}`,
              'Area (ha)': (area / 10_000).toFixed(4),
              Latitude: '',
            })),
          ),
        )
        await imported(
          client,
          'stores',
          metric(
            loads.map((load, index) => ({
              Store: 'Barn',
              Bay: `Bay ${index}`,
              Commodity: cropOf(index).Commodity,
              'Capacity (kg)': (load / 1000).toFixed(4),
            })),
          ),
        )
        const stock = loads.map((weight, index) => ({
          Store: 'Barn',
          Bay: `Bay ${index}`,
          ...cropOf(index),
          'Harvest year': '2026',
          'Weight (kg)': (weight / 1000).toFixed(4),
        }))
        const stored = await imported(client, 'inventory/stores', metric(stock))
        const planted = await imported(
          client,
          'inventory/fields',
          metric(
            fields.map((_area, index) => ({
              Field: `Field ${index}`,
              ...cropOf(index),
              'Harvest year': '2027',
              'Expected yield (kg/ha)': ((yields[index] ?? 0) / 1000).toFixed(4),
            })),
          ),
        )
        expect(stored).toMatchObject({ success: loads.length })
        expect(planted).toMatchObject({ success: fields.length })
        for (const kind of ['fields', 'stores', 'inventory/stores', 'inventory/fields', 'field-yields'])
          await expectNothingNew(client, kind, await exported(client, kind))
      }),
      { numRuns: 5 },
    )
  })
})

test.each([
  ['GB', 'en-GB', '', 'Area (ha)'],
  ['US', 'en-US', '', 'Area (ac)'],
  ['US', 'en-US', '?units=hectares', 'Area (ha)'],
  ['DE', 'de-DE', '', 'Fläche (ha)'],
  ['FR', 'fr-FR', '', 'Rendement attendu (t/ha)'],
  ['FR', 'fr-FR', '?language=en&delimiter=comma', 'Expected yield (t/ha)'],
  ['GB', 'en-GB', '?units=acres&language=de&delimiter=semicolon', 'Erwarteter Ertrag (t/ac)'],
])('%s, %s %s: the template has %s', async (countryISO, locale, query, column) => {
  const client = await office(countryISO, locale, 'Europe/London')
  const { body } = await client.get(`${base}/inventory/fields/template${query}`)
  expect(headerOf(body).split(/[,;]/)).toContain(column)
})

test('a load in bushels is a load in bushels, and one of what has none says its pounds', async () => {
  const client = await office('US', 'en-US', 'America/Chicago')
  await imported(client, 'stores', 'Store,Bay\nBarn,1\nShed,1\n')
  const stored = await imported(
    client,
    'inventory/stores',
    'Store,Commodity,Type,Harvest year,Weight (bu)\nBarn,Rye,Winter,2026,1000\nShed,Spelt,Winter,2026,1000 lb\n',
  )
  expect(stored.results.map(({ message }: { message: string[] }) => message)).toEqual([[], []])
  const text = await exported(client, 'inventory/stores')
  expect(headerOf(text)).toContain('Weight (bu)')
  expect(text).toMatch(/,1000,/)
  expect(text).toMatch(/,1000 lb,/)
  expect(await exported(client, 'inventory/stores', '?units=hectares')).toMatch(/,25\.401\d+,/)
})
