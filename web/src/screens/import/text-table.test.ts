import { expect, test } from 'vitest'
import { cutCells, mendText, readCells, spansOf } from './text-table.ts'

const rowsOf = (text: string, delimiter = ';') =>
  [...spansOf(text, delimiter)].map(({ start, end }) => text.slice(start, end))

test.each([
  ['a;b\nc;d\n', ['a;b', 'c;d']],
  ['a;b\r\n\r\nc;d', ['a;b', '', 'c;d']],
  ['a;b\rc;d', ['a;b', 'c;d']],
  ['a;"b\nb"\nc;d', ['a;"b\nb"', 'c;d']],
  ['a;"b""\n;b"\nc;d', ['a;"b""\n;b"', 'c;d']],
  // One stray mark does not swallow what follows.
  ['a;"b\nc;d\ne;f', ['a;"b', 'c;d', 'e;f']],
  ['a;b"b\nc;d', ['a;b"b', 'c;d']],
  ['a;"b"b\nc;d', ['a;"b"b', 'c;d']],
])('%j has the rows that a spreadsheet shows', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows)
})

test.each([
  ['a;b;', ['a', 'b', '']],
  ['"a;a";"b ""b"""', ['a;a', 'b "b"']],
  ['', ['']],
  ['"a;b', ['"a;b']],
])('%j is cut into cells', (row, cells) => {
  expect(cutCells(row, ';')).toEqual(cells)
})

const text = async (blob: Blob) => new TextDecoder().decode(await blob.arrayBuffer())
const writing = { encoding: 'windows-1252', delimiter: ';' }
const file = (body: string) => new Blob([Buffer.from(body, 'latin1')])

test('cells are mended, and rows left out, while all others stay as they were, with their numbers', async () => {
  const body = 'Schlag;Fläche\r\n"Süd, oben";12\r\nNord;x\r\nOst\r\nWest;"4"\r\n'
  const mended = await mendText(
    file(body),
    writing,
    new Map<number, ReadonlyMap<number, string> | 'left out'>([
      [3, new Map([[1, '1;5']])],
      [4, new Map([[1, '7']])],
      [5, 'left out'],
    ]),
  )
  expect(await text(mended)).toBe('Schlag;Fläche\r\n"Süd, oben";12\r\nNord;"1;5"\r\nOst;7\r\n\r\n')
  expect(await readCells(mended, { encoding: 'utf-8', delimiter: ';' }, new Set([3, 5]))).toEqual(
    new Map([
      [3, ['Nord', '1;5']],
      [5, ['']],
    ]),
  )
})

test('a file that nothing is mended in is sent as it is', async () => {
  const as = file('Schlag;Fläche\r\n')
  expect(await mendText(as, writing, new Map())).toBe(as)
})
