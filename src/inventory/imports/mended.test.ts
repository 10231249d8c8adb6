import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { sheetOf } from '../../../test/workbook.ts'
import { base, said } from './test-imports.ts'

// Cells that somebody mends beside a file that stays as it is: text or workbook, narrow or wide.

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  manager = (await makeOrganisation(service)).as('manager')
})
afterAll(() => service.close())

async function send(file: string | Buffer, mapping: object, query = '') {
  const form = new FormData()
  form.append('mapping', JSON.stringify(mapping))
  form.append('file', new Blob([Buffer.from(file)]), 'fields')
  return manager.post(`${base}/fields${query}`, form)
}

const rows = [
  ['Field', 'Area (ha)'],
  ['Top', 'ten'],
  ['Low', '4'],
  ['', ''],
  ['Mill', 'x'],
]
const asText = (table: string[][]) => table.map((row) => row.join(';')).join('\n')
const wide = rows.map((row, index) => [
  row[0] ?? '',
  ...Array.from({ length: 1100 }, (_cell, n) => (index === 0 ? `Other ${n}` : '')),
  row[1] ?? '',
])

const files: [string, string | Buffer, number][] = [
  ['a text', asText(rows), 2],
  ['a workbook', sheetOf(rows), 2],
  ['a wide text', asText(wide), 1102],
]

test.for(files)(
  'of %s bad rows come whole, are mended by row and place, or left out',
  async ([, file, area]) => {
    const tried = ok(await send(file, {}, '?dryRun=true'))
    expect(said(tried)).toEqual(['2 validation Top', '3 success Low', '5 validation Mill'])
    const [bad, good] = tried.results
    // Of a wide file only what is read is held.
    expect(bad.cells).toEqual(area === 2 ? ['Top', 'ten'] : undefined)
    expect(good.cells).toBeUndefined()
    const mended = { 2: { [area]: '10.5' }, 5: null, 99: { 1: 'Nobody' } }
    const entered = ok(await send(file, { mended }))
    expect(said(entered)).toEqual(['2 success Top', '3 success Low'])
    expect(entered.totalRows).toBe(2)
    const { docs } = ok(await manager.get('/api/inventory/storage?type=field'))
    expect(
      docs.map(({ name, area: hectares }: { name: string; area: number }) => [name, hectares]).toSorted(),
    ).toEqual([
      ['Low', 4],
      ['Top', 10.5],
    ])
    // A later file with the same header has cells of its own.
    const later = ok(await send(file, {}, '?dryRun=true'))
    expect(said(later)).toEqual(['2 validation Top', '3 unchanged Low', '5 validation Mill'])
  },
)

test('what is mended badly is refused where it stands, and a cell beyond the row is one of it', async () => {
  const wrong = await send(asText(rows), { mended: { 3: 'gone' } })
  expect(wrong.status).toBe(400)
  const paths = wrong.body.validation.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(['mended[3]'])
  const short = 'Field;Area (ha)\nTop'
  const entered = ok(await send(short, { mended: { 2: { 2: '7' } } }))
  expect(entered.results[0].understood).toMatchObject({ areaHectares: 7 })
})
