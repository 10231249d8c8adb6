import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makePlatformAdmin, openScene, type Scene } from '../../../test/scene.ts'
import { base, imported } from './test-imports.ts'

// docs/imports.md says what is true: its examples can be imported, and it names every column.

const text = readFileSync(new URL('../../../docs/imports.md', import.meta.url), 'utf8')
const examples = [...text.matchAll(/<!-- import (\S+) -->\n\n```csv\n(.*?)```/gs)].map(
  ([, kind = '', file = '']) => ({
    kind,
    file,
  }),
)
const kinds = [
  'fields',
  'stores',
  'inventory/stores',
  'inventory/fields',
  'inventory/loads',
  'inventory/counts',
  'trades',
  'orders',
  'field-yields',
  'field-splits',
  'varieties',
]

let service: TestApp
let scene: Scene
let admin: Client
beforeAll(async () => {
  service = await shareTestApp()
  scene = await openScene(service)
  admin = (await makePlatformAdmin(scene)).client
})
afterAll(() => service.close())

test('there is an example of each import', () => {
  expect(examples.map(({ kind }) => kind)).toEqual(kinds)
})

test('the examples can be imported, one after the other, and again', async () => {
  const manager = scene.farm.as('manager')
  for (const { kind, file } of examples) {
    const client = kind === 'varieties' ? admin : manager
    // As the document says of whoever is named for the first time.
    const isNew = kind === 'inventory/loads' || kind === 'trades' || kind === 'orders'
    const sent = isNew ? `${kind}?create=partners,stores` : kind
    const first = await imported(client, sent, file)
    expect(first.success + first.unchanged).toBe(file.trim().split('\n').length - 1)
    expect(first, JSON.stringify(first.results)).toMatchObject({
      validation: 0,
      errors: 0,
      ignoredColumns: [],
    })
    const again = await imported(client, kind, file)
    expect(again.results.filter(({ status }: { status: string }) => status !== 'unchanged')).toEqual([])
  }
})

describe.each(kinds)('%s', (kind) => {
  test('has a template that is a file with all columns, each in the document', async () => {
    const { status, body, headers } = await admin.get(`${base}/${kind}/template`)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain(`${kind.replaceAll('/', '-')}-template.csv`)
    expect(await imported(admin, kind, body)).toMatchObject({ totalRows: 0, ignoredColumns: [], results: [] })
    const columns: string[] = body.replace('\ufeff', '').trim().split(',')
    const isNamed = (column: string) => text.includes(column) || /^Address line [123]$/.test(column)
    expect(columns.filter((column) => !isNamed(column))).toEqual([])
  })
})
