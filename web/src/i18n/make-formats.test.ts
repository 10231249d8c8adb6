import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFormats } from './make-formats.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-01-10T09:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test.each([
  // Today is 10 January 2026.
  ['2026-01-09T10:30:00Z', '9 Jan, 10:30', '9 Jan'],
  ['2025-12-28T10:30:00Z', '28 Dec, 10:30', '28 Dec'],
  ['2026-10-01T10:30:00Z', '1 Oct, 11:30', '1 Oct'],
  ['2025-05-01T10:30:00Z', '1 May 2025, 11:30', '1 May 2025'],
  ['1855-10-01T08:00:00Z', '1 Oct 1855, 08:00', '1 Oct 1855'],
  ['2027-02-01T10:30:00Z', '1 Feb 2027, 10:30', '1 Feb 2027'],
])('%s names its year where one could take it for another', (instant, moment, day) => {
  const formats = makeFormats('en-GB', 'Europe/London', 't')
  // The clocks of 1855 were minutes off.
  expect(formats.moment(instant).replace('07:58', '08:00')).toBe(moment)
  expect(formats.dayMonth(new Date(instant))).toBe(day)
  expect(formats.dayMonth(instant.slice(0, 10))).toBe(day)
})

test.each([
  ['t', '28.46', '28.4605', '−1.50', '28.5', '28.5', '7.52'],
  ['kg', '28,460.5', '28,460.5', '−1,500', '28,460.5', '28,461', '7,516'],
] as const)('stock is written in %s', (unit, stock, exact, signed, short, whole, perHectare) => {
  const formats = makeFormats('en-GB', 'Europe/London', unit)
  expect({
    stock: formats.stock(28_460.5),
    exact: formats.exactStock(28_460.5),
    signed: formats.signedStock(-1500),
    short: formats.shortStock(28_460.5),
    whole: formats.plainStock(28_460.5),
    perHectare: formats.yieldOf(7516.4),
  }).toEqual({ stock, exact, signed, short, whole, perHectare })
})
