import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { utils, write, type BookType, type WorkSheet } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../kernel/errors.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { area, date, text } from './columns.ts'
import type { Mapping } from './mapping.ts'
import { openTable } from './table.ts'

const columns = { name: text('Field', { isRequired: true }), area: area('Area (ha)'), date: date('Date') }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'granary-workbooks-'))
})
afterAll(() => rm(directory, { recursive: true }))

function workbook(sheets: Record<string, unknown[][] | WorkSheet>, bookType: BookType = 'xlsx'): Buffer {
  const book = utils.book_new()
  for (const [name, content] of Object.entries(sheets))
    utils.book_append_sheet(book, Array.isArray(content) ? utils.aoa_to_sheet(content) : content, name)
  return write(book, { type: 'buffer', bookType }) as Buffer
}

async function rowsOf(content: Buffer, mapping: Mapping = {}): Promise<string[]> {
  const file = path.join(directory, randomUUID())
  await writeFile(file, content)
  const table = await openTable(
    file,
    columns,
    { organisationId: 'farm', countryISO: 'DE', language: 'en', order: 'day first', mark: ',' },
    mapping,
  )
  try {
    const rows = (await Array.fromAsync(table.rows(100))).flat()
    return rows.map(({ number, values, problems }) =>
      [
        number,
        values.name,
        values.area?.value,
        values.date,
        ...problems.map(({ reason }) => render(reason, ANYBODY)),
      ].join(' '),
    )
  } finally {
    await table.close()
    expect(await readdir(directory)).toEqual([path.basename(file)])
    await rm(file)
  }
}

async function refusalOf(content: Buffer, mapping: Mapping = {}): Promise<Refusal> {
  const refusal: unknown = await rowsOf(content, mapping).catch((error: unknown) => error)
  for (const left of await readdir(directory)) await rm(path.join(directory, left))
  if (!(refusal instanceof Refusal)) throw new Error(`it was taken: ${String(refusal)}`)
  return refusal
}

const fields = [
  ['Home Farm'],
  [],
  ['Field', 'Area (ha)', 'Date'],
  ['Top', 12.345, 46248],
  ['Low', 1234.5, '14.8.2026'],
  ['Hill', '7,5', ''],
]
const meant = ['4 Top 12.345 2026-08-14', '5 Low 1234.5 2026-08-14', '6 Hill 7.5 ']

describe('a workbook', () => {
  test.each<BookType>(['xlsx', 'ods'])('as %s is read as its sheet shows it', async (bookType) => {
    expect(await rowsOf(workbook({ Fields: fields }, bookType))).toEqual(meant)
  })

  test('has dates as dates, errors as errors, and of formulas what they gave', async () => {
    const sheet = utils.aoa_to_sheet([['Field', 'Area (ha)', 'Date']])
    const cells: WorkSheet = {
      ...sheet,
      A2: { t: 's', v: 'Top', f: 'WEBSERVICE("https://example.org")' },
      B2: { t: 'n', v: 3, f: '1+2' },
      C2: { t: 'n', v: 46248, z: 'dd/mm/yyyy' },
      A3: { t: 's', v: 'Low' },
      B3: { t: 'e', v: 42 },
      '!ref': 'A1:C3',
    }
    expect(await rowsOf(workbook({ Fields: cells }))).toEqual([
      '2 Top 3 2026-08-14',
      '3 Low   is what a spreadsheet shows for a formula that failed, or for a column that is too narrow',
    ])
  })

  test('has its sheets chosen by name or place, and is asked about where the first one is none', async () => {
    const book = workbook({ Notes: [['Nothing here']], Fields: fields })
    expect(await rowsOf(book, { sheet: 'Fields' })).toEqual(meant)
    expect(await rowsOf(book, { sheet: 2 })).toEqual(meant)
    const { details } = await refusalOf(book)
    expect(details['questions']).toMatchObject([
      { question: 'sheet', choices: [{ mapping: { sheet: 'Fields' } }] },
    ])
    expect((await refusalOf(book, { sheet: 'Stock' })).message).toContain(
      'has no sheet Stock: it has Notes, Fields',
    )
  })
})

/** A ZIP archive of one file, packed, that says it is small. */
function archiveOf(name: string, packed: Buffer): Buffer {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(10, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(10, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

describe('a hostile workbook', () => {
  test('that unpacks into more than there is room for is refused, whatever it says of its size', async () => {
    const bomb = archiveOf('xl/workbook.xml', deflateRawSync(Buffer.alloc(310_000_000)))
    expect(bomb.length).toBeLessThan(400_000)
    expect((await refusalOf(bomb)).message).toContain('unpacks into more than 300 MB')
  })

  test('with a million columns, or with cells of ten megabytes, is refused', async () => {
    const wide: WorkSheet = { '!ref': 'A1:XFD2', A1: { t: 's', v: 'Field' }, XFD2: { t: 's', v: 'x' } }
    expect((await refusalOf(workbook({ Wide: wide }))).message).toContain(
      'has 16,384 columns; 10,000 are read',
    )
    const long = Buffer.from(`<row><c t="inlineStr"><is><t>${'x'.repeat(10_000_000)}</t></is></c></row>`)
    expect((await refusalOf(archiveOf('xl/worksheets/sheet1.xml', deflateRawSync(long)))).code).toBe(
      'unsupported_media_type',
    )
  })

  test('that is cut off, or no workbook at all, is refused', async () => {
    const whole = workbook({ Fields: fields })
    for (const broken of [
      whole.subarray(0, whole.length / 2),
      archiveOf('readme', deflateRawSync(Buffer.from('hello'))),
    ])
      expect((await refusalOf(broken)).message).toContain('is a workbook that cannot be read')
  })
})
