import { expect, test } from 'vitest'
import { safeCell } from './csv.ts'
import { preferredFormat, tableTypes, type TableCell } from './table.ts'

test.each<[TableCell, string]>([
  [null, ''],
  [28460.5, '28460.5'],
  [-4e-7, '-0.0000004'],
  [-0.0000022, '-0.0000022'],
  [1.5e21, '1500000000000000000000'],
  ['-12.5', '-12.5'],
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['@home', "'@home"],
  ['Top Field', 'Top Field'],
  // What a spreadsheet with the other separator makes cells of.
  ['x;=HYPERLINK(1);y', "x;'=HYPERLINK(1);y"],
  ['x,=1+1', "x,'=1+1"],
  ['x\t@home;+SUM(A1)', "x\t'@home;'+SUM(A1)"],
  ['two\n=1+1', "two\n'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['a;＋1;－A1;＠x', "a;'＋1;'－A1;'＠x"],
  ['12;-3,5', '12;-3,5'],
])('%j is written %s', (cell, text) => {
  expect(safeCell(cell)).toBe(text)
})

test.each<[accept: string | undefined, format: 'csv' | 'xlsx' | undefined]>([
  [undefined, undefined],
  ['*/*', undefined],
  ['application/json', undefined],
  ['text/csv', 'csv'],
  ['Text/CSV; charset=utf-8', 'csv'],
  ['text/csv, */*;q=0.1', 'csv'],
  ['text/csv, application/json', 'csv'],
  ['application/json, text/csv', undefined],
  ['application/json;q=0.5, text/csv', 'csv'],
  ['text/csv;q=0.1, application/json', undefined],
  ['text/csv;q=0', undefined],
  ['text/csvx', undefined],
  [tableTypes.xlsx, 'xlsx'],
  [`application/json;q=0.1, ${tableTypes.xlsx}`, 'xlsx'],
  [`text/csv, ${tableTypes.xlsx}`, 'csv'],
])('Accept: %s', (accept, format) => {
  expect(preferredFormat(accept)).toBe(format)
})
