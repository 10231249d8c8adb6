import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import {
  decideMark,
  decimalMarkOf,
  markOf,
  readFigure,
  readNumber as read,
  writeApart,
  type DecimalMark,
} from './number-rules.ts'
import { inEnglish } from './test-english.ts'

const readNumber = (...given: Parameters<typeof read>) => inEnglish(read(...given))

const known = (mark: DecimalMark | undefined) => ({ mark, isMixed: false })

describe('a number that can be read in one way', () => {
  test.each<[text: string, number: number, mark: string | undefined]>([
    ['0', 0, undefined],
    ['-7', -7, undefined],
    ['+7', 7, undefined],
    [' 12.5 ', 12.5, '.'],
    ['12,5', 12.5, ','],
    ['12.', 12, '.'],
    ['.5', 0.5, '.'],
    ['-,25', -0.25, ','],
    ['0,123', 0.123, ','],
    ['0.123', 0.123, '.'],
    ['1234,567', 1234.567, ','],
    ['12,3456', 12.3456, ','],
    ['1.234,5', 1234.5, ','],
    ['1,234.5', 1234.5, '.'],
    ['1.234.567', 1_234_567, ','],
    ['1,234,567', 1_234_567, '.'],
    ['1 234,5', 1234.5, ','],
    ['1\u00a0234\u00a0567.25', 1_234_567.25, '.'],
    ['1\u202f234', 1234, undefined],
    ["1'234.5", 1234.5, '.'],
    ['12 345', 12_345, undefined],
  ])('%j is %d', (text, number, mark) => {
    expect(markOf(text)).toBe(mark)
    for (const usual of ['.', ',', undefined] as const) expect(readNumber(text, known(usual))).toBe(number)
  })
})

describe('a number that could be two', () => {
  test.each<[text: string, point: number, comma: number]>([
    ['1,234', 1234, 1.234],
    ['1.234', 1.234, 1234],
    ['-28.460', -28.46, -28_460],
    ['999,000', 999_000, 999],
  ])('%j is %d where points stand before decimals, and %d where commas do', (text, point, comma) => {
    expect(markOf(text)).toBe('either')
    expect(readNumber(text, known('.'))).toBe(point)
    expect(readNumber(text, known(','))).toBe(comma)
    expect(readNumber(text, known(undefined))).toEqual({ reason: expect.stringContaining('can be read as') })
  })

  test('is refused where it has the other mark than the file usually has', () => {
    expect(readNumber('1.234', { mark: '.', isMixed: true })).toBe(1.234)
    expect(readNumber('1,234', { mark: '.', isMixed: true })).toEqual({ reason: expect.any(String) })
  })
})

describe('written for a file of its own', () => {
  test.each<[text: string, mark: DecimalMark | undefined, apart: string]>([
    ['28,460', ',', '28,4600'],
    ['28,460', '.', '28460'],
    [' -1.234 ', '.', '-1.2340'],
    ['1.234', ',', '1234'],
    ['1,234', undefined, '1,234'],
    ['12,5', '.', '12,5'],
    ['1.234,5', ',', '1.234,5'],
    ['much', ',', 'much'],
    ['', ',', ''],
  ])('%j with %j before decimals is %j', (text, mark, apart) => {
    expect(writeApart(text, known(mark))).toBe(apart)
    for (const other of ['.', ','] as const)
      if (mark) expect(readNumber(apart, known(other))).toEqual(readNumber(text, known(mark)))
  })
})

test.each([
  '',
  'much',
  '1e5',
  '12 t',
  '1,2,3',
  '1.234.5',
  '12 34',
  '--1',
  '1-2',
  '0x10',
  '١٢',
  '€5',
  '1.2.3.4',
  '1,23,456',
])('%j is no number', (text) => {
  expect(readNumber(text, known('.'))).toEqual({ reason: 'must be a number' })
})

test.each<[points: number, commas: number, mark: DecimalMark | undefined, isMixed: boolean]>([
  [0, 0, ',', false],
  [3, 0, '.', false],
  [0, 3, ',', false],
  [90, 10, '.', true],
  [10, 90, ',', true],
  [89, 11, undefined, true],
  [1, 1, undefined, true],
])('%d numbers with a point and %d with a comma', (points, commas, mark, isMixed) => {
  expect(decideMark({ '.': points, ',': commas }, ',')).toEqual({ mark, isMixed })
})

test.each([
  ['en-GB', '.'],
  ['de-DE', ','],
  ['fr-FR', ','],
  ['de-CH', '.'],
  ['ar-EG', '.'],
  ['no such locale', '.'],
])('%s has %j before decimals', (locale, mark) => {
  expect(decimalMarkOf(locale)).toBe(mark)
})

test('what a locale writes is read as it was meant', () => {
  const locale = fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'de-CH', 'nb-NO', 'pl-PL', 'it-IT', 'es-ES')
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(locale, number, (each, value) => {
      const text = new Intl.NumberFormat(each, { maximumFractionDigits: 4 }).format(value).replace('−', '-')
      const mark = decimalMarkOf(each)
      expect(readNumber(text, known(mark))).toBe(Number(value.toFixed(4)) + 0)
    }),
  )
})

test.each([
  ['14.5', '%', 14.5],
  ['14,5 %', '%', 14.5],
  ['76.2 KG/HL', 'kg/hl', 76.2],
  ['310', 's', 310],
  ['310 kg/hl', 's', 'must be a number, in s'],
  ['-1', '%', 'must be a number, in %'],
  ['1,234.5', '%', 'must be a number, in %'],
  ['wet', '%', 'must be a number, in %'],
])('the figure %j in %s is %j', (text, unit, expected) => {
  const figure = inEnglish(readFigure(text, unit))
  expect(typeof figure === 'number' ? figure : figure.reason).toBe(expected)
})
