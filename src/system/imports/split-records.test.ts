import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import { growthOf, SQUARE } from '../../../test/growth.ts'
import { fc } from '../../../test/seed.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { cleaned, cutCells } from './cells.ts'
import { RecordSplitter } from './split-records.ts'

/** The cells of a text's rows, or why a row has none, by their numbers. */
function rowsOf(pieces: string[], delimiter = ','): (string[] | string)[] {
  const splitter = new RecordSplitter(delimiter)
  const records = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  return cutCells(records, delimiter).map(({ number, cells, reason }) =>
    reason === undefined
      ? [String(number), ...cells]
      : `${number} ${render(reason, ANYBODY).slice(0, 30)}: ${cells[0]}`,
  )
}

const MISPLACED = 'has a quotation mark in the wr'
const UNCLOSED = 'begins a cell with a quotation'

describe('rows', () => {
  test.each([
    ['a', ''],
    ['"a"', 'in quotation marks'],
  ])('of more than ten thousand cells %s are not cut %s', (cell) => {
    const row = (count: number) => Array.from({ length: count }, () => cell).join(',')
    const text = `${row(10_000)}\n${row(10_001)}\n${','.repeat(20_000)}\nb`
    const rows = rowsOf([text])
    expect(rows.map((each) => (typeof each === 'string' ? each.slice(0, 26) : each.length))).toEqual([
      10_001,
      '2 has more than 10,000 cel',
      2,
    ])
    expect(rowsOf(text.match(/[^]{1,7}/g) ?? [])).toEqual(rows)
  })

  test.each<[what: string, text: string, rows: (string[] | string)[]]>([
    ['one line', 'a,b', [['1', 'a', 'b']]],
    [
      'lines that end in LF, CRLF and CR',
      'a\nb\r\nc\rd',
      [
        ['1', 'a'],
        ['2', 'b'],
        ['3', 'c'],
        ['4', 'd'],
      ],
    ],
    ['an end with a line break', 'a\r\n', [['1', 'a']]],
    [
      'empty rows are counted',
      'a\n\n,,\n \nb',
      [
        ['1', 'a'],
        ['5', 'b'],
      ],
    ],
    [
      'rows of empty cells in quotation marks are empty',
      'a\n"",""\nb',
      [
        ['1', 'a'],
        ['3', 'b'],
      ],
    ],
    ['cells in quotation marks', '"a,b","c ""d""",e', [['1', 'a,b', 'c "d"', 'e']]],
    [
      'line breaks within cells',
      '"a\r\nb","c\n\nd"\ne',
      [
        ['1', 'a\r\nb', 'c\n\nd'],
        ['2', 'e'],
      ],
    ],
    [
      'a mark in the middle of a cell',
      'x\n5" pipe,12\ny',
      [['1', 'x'], `2 ${MISPLACED}: 5" pipe,12`, ['3', 'y']],
    ],
    ['text after the closing mark', 'x\n"a" b,12\ny', [['1', 'x'], `2 ${MISPLACED}: "a" b,12`, ['3', 'y']]],
    [
      'a mark that is never closed',
      'x\n"a,12\ny\nz',
      [['1', 'x'], `2 ${UNCLOSED}: "a,12`, ['3', 'y'], ['4', 'z']],
    ],
    [
      'a mark that is never closed, before cells in marks',
      'x\n"a,12\n"y, z",1\n"q"',
      [['1', 'x'], `2 ${MISPLACED}: "a,12`, ['3', 'y, z', '1'], ['4', 'q']],
    ],
    [
      'a wrong mark after a cell of two lines',
      'x\n"a\nb",c"d,1\ny',
      [['1', 'x'], `2 ${MISPLACED}: "a\nb",c"d,1`, ['3', 'y']],
    ],
    ['a mark alone at the end', 'x\n"', [['1', 'x'], `2 ${UNCLOSED}: "`]],
    ['nothing', '', []],
  ])('%s', (_what, text, rows) => {
    expect(rowsOf([text])).toEqual(rows)
    expect(rowsOf([...text]), 'letter by letter').toEqual(rows)
  })

  test('with a cell of ten million characters are rows', () => {
    const long = `"${'x'.repeat(5_000_000)}\n${'y'.repeat(5_000_000)}"`
    const pieces = [`a,1\nb,${long},2\n`, 'c,3\n'].flatMap((text) => text.match(/.{1,65536}/gs) ?? [])
    expect(rowsOf(pieces).map((row) => [row[0], row[1], row[2]?.length])).toEqual([
      ['1', 'a', 1],
      ['2', 'b', 10_000_001],
      ['3', 'c', 1],
    ])
  })

  test('that are longer than any row are given up, and the rest is read', () => {
    const pieces = ['a\n', ...Array.from({ length: 250 }, () => 'x'.repeat(65_536)), '\nb\n']
    const read = rowsOf(pieces).map((row) => (typeof row === 'string' ? row.slice(0, 35) : row))
    expect(read.map((row) => row.slice(0, 40))).toEqual([
      ['1', 'a'],
      '2 is longer than 12 million char: x',
      ['3', 'b'],
    ])
  })

  test('after a mark that is never closed in a long file are all read', () => {
    const lines = Array.from({ length: 50_000 }, (_each, index) => `row ${index},${'z'.repeat(20)}`)
    const rows = rowsOf(`"open,1\n${lines.join('\n')}`.match(/.{1,65536}/gs) ?? [])
    expect(rows).toHaveLength(50_001)
    expect(rows[0]).toMatch(/^1 begins a cell/)
    expect(rows.at(-1)).toEqual(['50001', 'row 49999', 'z'.repeat(20)])
  })
})

describe('random tables', () => {
  const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a",;\r\n\t ]{0,8}$/))
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 })

  test('are read as they were written, however they arrive', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), fc.nat(20), (rows, delimiter, length) => {
        const text = stringify(rows, { delimiter, quoted: true })
        const pieces = text.match(new RegExp(`.{1,${length + 1}}`, 'gsu')) ?? []
        const read = rowsOf(pieces, delimiter).map((row) => (typeof row === 'string' ? row : row.slice(1)))
        expect(read).toEqual(rows.filter((row) => row.some((each) => cleaned(each) !== '')))
      }),
    )
  })

  test('of any text never fail, and every line is in a row', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab",\r\n]{0,40}$/), fc.nat(5), (text, length) => {
        const whole = rowsOf([text])
        expect(rowsOf(text.match(new RegExp(`.{1,${length + 1}}`, 'gs')) ?? [])).toEqual(whole)
      }),
    )
  })
})

test.each<[string, (size: number) => string]>([
  ['a row of many cells after one in quotation marks', (size) => `"x"${',a'.repeat(size)}`],
  ['lines after a mark that nobody closed', (size) => `"${'a,b\n'.repeat(size)}`],
  ['lines without a delimiter after one', (size) => `"${'a\n'.repeat(size)}`],
  ['lines with marks within', (size) => `"${'a""\n'.repeat(size)}`],
  ['lines with marks and no delimiter', (size) => `"${'"a"\n'.repeat(size)}`],
])('%s take as long as they are', async (_what, textOf) => {
  const split = (size: number) => {
    const text = textOf(size)
    const splitter = new RecordSplitter(',')
    for (let at = 0; at < text.length; at += 4096) splitter.push(text.slice(at, at + 4096))
    splitter.end()
  }
  expect(await growthOf(split, 20_000)).toBeLessThan(SQUARE)
})
