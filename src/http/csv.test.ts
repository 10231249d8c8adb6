import { expect, test } from 'vitest'
import { prefersCsv, safeCell, type CsvCell } from './csv.ts'

test.each<[CsvCell, string]>([
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

test.each<[accept: string | undefined, csv: boolean]>([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['Text/CSV; charset=utf-8', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv, application/json', true],
  ['application/json, text/csv', false],
  ['application/json;q=0.5, text/csv', true],
  ['text/csv;q=0.1, application/json', false],
  ['text/csv;q=0', false],
  ['text/csvx', false],
])('Accept: %s', (accept, csv) => {
  expect(prefersCsv(accept)).toBe(csv)
})
