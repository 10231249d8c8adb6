import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../app.ts'
import { makeOrganisation } from '../factories.ts'

// Small files as farms have them, each with what its rows become, or what is asked of it.

interface Expected {
  kind: string
  country: string
  /** `<row> <status> <what was understood>`. */
  rows?: string[]
  asks?: string[]
  refused?: string
  mapping?: object
}

const here = fileURLToPath(new URL('.', import.meta.url))
const expected = JSON.parse(readFileSync(path.join(here, 'expected.json'), 'utf8')) as Record<
  string,
  Expected
>

const LOCALES: Record<string, string> = { DE: 'de-DE', FR: 'fr-FR', US: 'en-US', CA: 'en-CA', NZ: 'en-NZ' }

let service: TestApp
const managers = new Map<string, Client>()
beforeAll(async () => {
  service = await shareTestApp()
  for (const countryISO of new Set(Object.values(expected).map(({ country }) => country)))
    managers.set(
      countryISO,
      (await makeOrganisation(service, { countryISO, locale: LOCALES[countryISO] ?? 'en-GB' })).as('manager'),
    )
})
afterAll(() => service.close())

// Loads come off a field with a crop.
beforeAll(async () => {
  const manager = managers.get('GB')
  const send = (kind: string, file: string) => {
    const form = new FormData()
    form.append('file', new Blob([file], { type: 'text/csv' }), 'farm.csv')
    return manager?.post(`/api/inventory/imports/${kind}`, form)
  }
  expect((await send('fields', 'Field,Area (ha)\nLoad Field,9\n'))?.body).toMatchObject({ success: 1 })
  const crop = 'Field,Crop,Harvest year,Planted\nLoad Field,Winter wheat,2026,1/10/2025\n'
  expect((await send('inventory/fields', crop))?.body).toMatchObject({ success: 1 })
})

async function tryFile(name: string, { kind, country, mapping }: Expected): Promise<Answer> {
  const form = new FormData()
  if (mapping) form.append('mapping', JSON.stringify(mapping))
  form.append('file', new Blob([readFileSync(path.join(here, 'files', name))], { type: 'text/csv' }), name)
  const manager = managers.get(country)
  if (!manager) throw new Error('the country has no organisation')
  return manager.post(`/api/inventory/imports/${kind}?dryRun=true&create=stores,partners`, form)
}

function said(kind: string, { rows, status, understood }: Answer['body']): string {
  const {
    field = '-',
    areaHectares = '-',
    store,
    bay,
    commodity = '-',
    weightKilograms = '-',
    date = '-',
    movement = '-',
    from = '-',
    to = '-',
  } = understood
  if (kind === 'inventory/loads')
    return `${rows} ${status} ${movement} ${from} → ${to} ${weightKilograms} ${commodity}`
  const what =
    kind === 'fields'
      ? `${field} ${areaHectares}`
      : `${store}, ${bay} ${commodity} ${weightKilograms} ${date} ${understood.harvestYear}`
  return `${rows} ${status} ${what}`
}

test('every file is expected to become something, and there are many', () => {
  const files = globSync('*.csv', { cwd: path.join(here, 'files') })
  expect(files.sort()).toEqual(Object.keys(expected).sort())
  expect(files.length).toBeGreaterThanOrEqual(60)
})

test.each(Object.entries(expected))('%s', async (name, each) => {
  const { status, body } = await tryFile(name, each)
  if (each.rows) {
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.results.map((row: Answer['body']) => said(each.kind, row))).toEqual(each.rows)
    return
  }
  expect([400, 415], JSON.stringify(body)).toContain(status)
  if (each.refused !== undefined) expect(body.message).toContain(each.refused)
  else {
    const { questions } = body.body
    expect(questions.map(({ question }: { question: string }) => question)).toEqual(each.asks)
    for (const { choices } of questions) expect(choices.length).toBeGreaterThan(1)
  }
})
