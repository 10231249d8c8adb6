import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { base, imported, send } from './test-imports.ts'

// Tables of thousands of columns, and tables of field work.

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  manager = (await makeOrganisation(service)).as('manager')
})

describe('a table of 5,000 columns', () => {
  const WIDTH = 5000
  /** Its own columns far from each other, among those of a sensor for each metre. */
  const wide = (own: [string, string][][]) => {
    const [first = []] = own
    const at = first.map((_cell, index) => 17 + index * 1600)
    const row = (cells: (index: number) => string, others: (place: number) => string) =>
      Array.from({ length: WIDTH }, (_cell, place) =>
        at.includes(place) ? cells(at.indexOf(place)) : others(place),
      )
    return [
      row(
        (index) => first[index]?.[0] ?? '',
        (place) => `S${place}`,
      ),
      ...own.map((cells) =>
        row(
          (index) => cells[index]?.[1] ?? '',
          (place) => String(place % 97),
        ),
      ),
    ]
  }
  const rows: [string, string][][] = [
    [
      ['Field', 'Top'],
      ['Area (ha)', '12.5'],
      ['Town', 'Harpenden'],
    ],
    [
      ['Field', 'Low'],
      ['Area (ha)', '7'],
      ['Town', 'Redbourn'],
    ],
    [
      ['Field', 'Bad'],
      ['Area (ha)', 'x'],
      ['Town', 'Redbourn'],
    ],
  ]
  const csv = (table: string[][]) => `${table.map((row) => row.join(',')).join('\n')}\n`
  const xlsx = (table: string[][]) => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Fields')
    return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  }

  test.each([
    ['CSV', csv],
    ['XLSX', xlsx],
  ])('%s is read by the columns that matter', async (_format, made) => {
    const answer = await imported(manager, 'fields', made(wide(rows)))
    expect(answer).toMatchObject({ success: 2, validation: 1, totalRows: 3 })
    expect(answer.results[0].understood).toMatchObject({ field: 'Top', areaHectares: 12.5 })
    expect(answer.results[2].problems).toMatchObject([{ column: 'Area (ha)', value: 'x' }])
    expect(answer.table.header).toHaveLength(WIDTH)
    expect(answer.ignoredColumns).toHaveLength(1001)
    expect(answer.ignoredColumns.at(-1)).toBe('and 3,997 more')
    // The bad rows come back with the columns that were read, to be put right and sent.
    const { body } = await manager.get(answer.errorsUrl)
    expect(body.split('\r\n')[0]).toBe('\uFEFFRow number,What is wrong,Field,Area (ha),Town')
    const mended = await imported(manager, 'fields', body.replace(',x,', ',3,'))
    expect(mended).toMatchObject({ success: 1 })
  })

  test('is read by a mapping, by the name or the place of a column, which is remembered', async () => {
    const table = wide(
      rows
        .slice(0, 2)
        .map((row) => [['Was', row[0]?.[1] ?? ''], ['Groß', row[1]?.[1] ?? ''], ...row.slice(2)]),
    )
    const mapping = { columns: { name: { from: 'was' }, area: { at: 1618, unit: 'ha' } } }
    const form = new FormData()
    form.append('mapping', JSON.stringify(mapping))
    form.append('file', new Blob([csv(table)]), 'wide.csv')
    const answer = ok(await manager.post(`${base}/fields`, form))
    expect(answer).toMatchObject({ success: 2 })
    expect(answer.mapping.columns).toMatchObject({
      name: { from: 'Was' },
      area: { from: 'Groß', unit: 'ha' },
    })
    expect(await imported(manager, 'fields', csv(table))).toMatchObject({ unchanged: 2 })
  })

  test('of a million columns it is refused', async () => {
    const million = `Field,Area (ha)${',x'.repeat(1_000_000)}\nTop,1\n`
    const { status, body } = await send(manager, 'fields', million)
    expect(status).toBe(400)
    expect(body.message).toContain('more than 10,000 columns')
  })
})

describe('a diary of field work', () => {
  test.each([
    [
      'fields',
      'Date,Field,Area (ha),Operation,Product,Rate (l/ha),Operator\n2026-04-12,Top,12,Spraying,Opus,1.2,Sam\n',
    ],
    [
      'inventory/fields',
      'Field,Crop,Harvest year,Date,Task,Seed rate,Depth\nTop,Winter wheat,2027,2026-10-02,Drilling,350,4\n',
    ],
    [
      'inventory/loads',
      'Date,Field,Product,Application rate,Wind speed,Growth stage\n2026-04-12,Top,Opus,1.2,3,32\n',
    ],
    [
      'fields',
      'Datum;Schlag;Fläche (ha);Maßnahme;Mittel;Aufwandmenge;BBCH\n12.04.2026;Oben;12;Pflanzenschutz;Opus;1,2;32\n',
    ],
    [
      'inventory/stores',
      'Date,Parcelle,Intervention,Produit,Dose,Bouillie\n2026-04-12,Haut,Traitement,Opus,1,150\n',
    ],
  ])('sent as %s is called one, with its columns and what is read instead', async (kind, file) => {
    const { status, body } = await send(manager, kind, file)
    expect(status).toBe(400)
    expect(body.body.questions).toMatchObject([{ question: 'diary' }])
    const [{ message, examples }] = body.body.questions
    expect(message).toMatch(
      /^The file looks like a diary of field work, which is not kept here: it has “.*”\. What is read are lists of fields/,
    )
    expect(examples.length).toBeGreaterThan(1)
    expect(ok(await manager.get('/api/inventory/storage')).docs).toEqual([])
  })

  test('is read without its columns by whoever says so', async () => {
    const file = 'Field,Area (ha),Last operation,Operator\nTop,12,Ploughing,Sam\n'
    const { body } = await send(manager, 'fields', file)
    const form = new FormData()
    form.append('mapping', JSON.stringify(body.body.questions[0].choices[0].mapping))
    form.append('file', new Blob([file]), 'farm.csv')
    expect(ok(await manager.post(`${base}/fields`, form))).toMatchObject({ success: 1 })
    // The next one with this header row is not asked about.
    expect(await imported(manager, 'fields', file)).toMatchObject({ unchanged: 1 })
  })

  test.each([
    ['inventory/loads', 'Date,Ticket,Net (t),Store,Sender,Operator,Job no,Rate\n'],
    ['inventory/fields', 'Field,Crop,Variety,Harvest year,Drilled,Seed rate\n'],
    ['stores', 'Store,Bay,Commodity,Capacity (t),Machine,Operator\n'],
  ])('is no list such as %s: %s', async (kind, header) => {
    const { body } = await send(manager, `${kind}?dryRun=true`, header)
    expect(body.body?.questions ?? []).toEqual([])
  })
})

test('an import is found by the Idempotency-Key that it was sent with, by its organisation alone', async () => {
  const runs = async (by: Client, key: string) => ok(await by.get(`${base}?idempotencyKey=${key}`))
  const key = crypto.randomUUID()
  const { body } = await send(manager, 'fields', 'Field,Area (ha)\nTop,12\n', { 'idempotency-key': key })
  await imported(manager, 'fields', 'Field,Area (ha)\nLow,12\n')
  expect(await runs(manager, key)).toMatchObject([{ id: body.importId }])
  expect(await runs(manager, 'another')).toEqual([])
  expect(await runs((await makeOrganisation(service)).as('manager'), key)).toEqual([])
})
