import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { imported } from './test-imports.ts'

// Long files in which every column is wrong somewhere: every fault is named, and nothing else is refused.

/** Rows of a file; a whole farm's of many years where more are asked for. */
const ROWS = Number(process.env['IMPORT_ROWS'] ?? 2000)
// The embedded database needs a minute or two for the longest, where others want the machine as well.
if (ROWS > 10_000) vi.setConfig({ testTimeout: 900_000 })

/** One row in so many is wrong. */
const EVERY = 13

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

interface Case {
  kind: string
  /** A good value for each column, by the number of the row. */
  good: Record<string, (row: number) => string>
  /** Bad values, by the column that is to be blamed. */
  bad: Record<string, string[]>
  /** What has to be there first. */
  before: (rows: number) => [kind: string, text: string][]
}

const word = (text: string) => () => text
const long = 'x'.repeat(501)
const places: Case['bad'] = {
  'Business unit': ['Elsewhere', 'a; b'],
  'Address line 1': [long],
  Town: [long, 'a\0b', 'a\ufffdb'],
  Latitude: ['91', '-90.5', 'north', '51,8;0'],
  Longitude: ['181', '1e2'],
  Tags: [`${'y'.repeat(101)}`],
}

const crop: Case['bad'] = {
  Commodity: ['', 'Grass', '99999'],
  Type: ['', 'Odd', '201'],
  Grade: ['Group 99', '1020101'],
  'Commodity tags': ['Fine', 'Organic; Conventional'],
  'Harvest year': ['', '26', '2026/27', 'next'],
  Tags: ['y'.repeat(101)],
}

const unitless = { 'Business unit': word('') }

const cases: Case[] = [
  {
    kind: 'fields',
    good: {
      Field: (row) => `Field ${row}`,
      'Area (ha)': (row) => String((row % 40) + 0.5),
      Town: word('Harpenden'),
      'Address line 1': word('1 "North" Lane, the farm'),
      Latitude: word('51.8096'),
      Longitude: word('-0.3607'),
      Tags: word('river; hill'),
      ...unitless,
    },
    bad: { ...places, Field: ['', long, 'a\0'], 'Area (ha)': ['-1', 'much', '1000001', '12 cows', '1.2.3'] },
    before: () => [],
  },
  {
    kind: 'stores',
    good: {
      Store: (row) => `Store ${row % 50}`,
      Bay: (row) => `Bay ${row}`,
      Commodity: word('Wheat'),
      'Capacity (t)': word('500'),
      Town: word(''),
      'Address line 1': word(''),
      Latitude: word(''),
      Longitude: word(''),
      Tags: word(''),
      ...unitless,
    },
    bad: {
      ...places,
      Store: ['', long],
      Bay: ['', long],
      Commodity: ['', 'Grass'],
      'Capacity (t)': ['', '-1', 'full', '1000001'],
    },
    before: () => [],
  },
  {
    kind: 'inventory/stores',
    good: {
      Store: word('Barn'),
      Bay: (row) => `Bay ${row % 40}`,
      Commodity: word('Wheat'),
      Type: word('Winter'),
      Grade: word('Group 1'),
      Variety: word('Skyfall'),
      'Commodity tags': word('Red Tractor'),
      'Harvest year': word('2026'),
      'Weight (t)': (row) => `${(row % 30) + 1}.4`,
      Date: (row) => `${String((row % 12) + 1).padStart(2, '0')}/08/2026`,
      'Owner id': word('valley'),
      Owner: word('Valley Farm'),
      Tags: word(''),
      Reference: (row) => `Ticket ${row}`,
      ...unitless,
    },
    bad: {
      ...crop,
      Store: ['', 'Bog'],
      Bay: ['', 'Bay 99'],
      'Weight (t)': ['', '0', '-1', 'heavy', '1000001'],
      Date: ['31/02/2026', '2027-01-01', 'soon', '01/08/206'],
      Variety: [long],
      'Business unit': ['Elsewhere'],
    },
    before: () => [
      [
        'stores',
        `Store,Bay\n${Array.from({ length: 40 }, (_each, index) => `Barn,Bay ${index}`).join('\n')}`,
      ],
    ],
  },
  {
    kind: 'inventory/fields',
    good: {
      Field: (row) => `Field ${row}`,
      Commodity: word('Wheat'),
      Type: word('Winter'),
      Grade: word(''),
      Variety: word('Skyfall'),
      'Commodity tags': word(''),
      'Harvest year': word('2027'),
      'Area (ha)': word('4.5'),
      'Expected yield (t/ha)': word('8.5'),
      Planted: word('10/2026'),
      'Owner id': word('valley'),
      Owner: word('Valley Farm'),
      Tags: word(''),
      ...unitless,
    },
    bad: {
      ...crop,
      Field: ['', 'Bog'],
      'Area (ha)': ['5.5', '-1', 'all'],
      'Expected yield (t/ha)': ['-1', 'good', '1001'],
      Planted: ['autumn', '13/2026', '31/02/2026'],
      'Business unit': ['Elsewhere'],
    },
    before: (rows) => [
      [
        'fields',
        `Field,Area (ha)\n${Array.from({ length: rows + 2 }, (_each, row) => `Field ${row},5`).join('\n')}`,
      ],
    ],
  },
]

/** A cell as a careful spreadsheet writes it. */
const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A file with faults in it, and the columns that are to be blamed by row; `''` where the row cannot be read at all. */
function planted({ good, bad }: Case): { text: string; faults: Map<string, string> } {
  const columns = Object.keys(good)
  const wrong = Object.entries(bad).flatMap(([column, values]) =>
    values.map((value) => [column, value] as const),
  )
  const faults = new Map<string, string>()
  let next = 0
  const lines = Array.from({ length: ROWS }, (_each, index) => {
    const row = index + 2
    const cells = columns.map((column) => quoted(good[column]?.(row) ?? ''))
    if (row % EVERY !== 0) return cells.join(',')
    const turn = next++ % (wrong.length + 3)
    const [column, value] = wrong[turn] ?? ['', '']
    faults.set(String(row), column)
    if (column === '') {
      const broken =
        ['"never closed,', 'a "mark" within,', `${cells.join(',')},one,more`][turn - wrong.length] ?? ''
      return broken.endsWith(',') ? broken + cells.join(',') : broken
    }
    cells[columns.indexOf(column)] = quoted(value)
    return cells.join(',')
  })
  return { text: [columns.join(','), ...lines].join('\r\n'), faults }
}

interface Result {
  rows: string
  status: string
  problems: { column: string; value: string; reason: string }[]
}

describe.each(cases)('$kind', (each) => {
  test('every fault is named, and nothing else is refused', async () => {
    manager = (await makeOrganisation(service)).as('manager')
    for (const [kind, text] of each.before(ROWS)) await imported(manager, kind, text)
    const { text, faults } = planted(each)
    const result = await imported(manager, each.kind, text)
    const named = (result.results as Result[])
      .filter(({ status }) => status !== 'success' && status !== 'unchanged')
      .map(
        ({ rows, problems }) =>
          [rows, [...new Set(problems.map(({ column }) => column))].join(', ')] as const,
      )
    expect(new Map(named)).toEqual(faults)
    expect(result).toMatchObject({
      totalRows: ROWS,
      success: ROWS - faults.size,
      validation: faults.size,
      errors: 0,
    })
    const listed = 1000 + Math.min(faults.size, 10_000)
    expect(result.results).toHaveLength(
      Math.min(ROWS, Math.min(ROWS - faults.size, listed - faults.size) + faults.size),
    )
    expect(result.omitted).toBe(ROWS - result.results.length)
    // The file of errors has every one of them.
    const errors = await manager.get(result.errorsUrl)
    expect(errors.body.match(/\r\n\d+,/g)).toHaveLength(faults.size)
  })
})
