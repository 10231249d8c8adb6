import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFormats } from './make-formats.ts'
import { METRIC, type Units } from '../api/units.ts'

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
  const formats = makeFormats('en-GB', 'Europe/London', { units: METRIC, countryISO: 'GB' })
  // The clocks of 1855 were minutes off.
  expect(formats.moment(instant).replace('07:58', '08:00')).toBe(moment)
  expect(formats.dayMonth(new Date(instant))).toBe(day)
  expect(formats.dayMonth(instant.slice(0, 10))).toBe(day)
  // As the service writes moments.
  expect(formats.dayMonth(instant)).toBe(day)
  expect(formats.day(instant)).toBe(formats.day(new Date(instant)))
})

test.each([
  ['t', '28.46', '28.4605', '−1.50', '28.5', '28.5', '7.52'],
  ['kg', '28,460.5', '28,460.5', '−1,500', '28,460.5', '28,461', '7,516'],
] as const)('stock is written in %s', (unit, stock, exact, signed, short, whole, perHectare) => {
  const formats = makeFormats('en-GB', 'Europe/London', {
    units: { ...METRIC, stock: unit },
    countryISO: 'GB',
  })
  expect({
    stock: formats.stock(28_460.5),
    exact: formats.exactStock(28_460.5),
    signed: formats.signedStock(-1500),
    short: formats.shortStock(28_460.5),
    whole: formats.plainStock(28_460.5),
    perHectare: formats.yieldOf(7516.4),
  }).toEqual({ stock, exact, signed, short, whole, perHectare })
})

const AMERICAN: Units = { scale: 'lb', stock: 'bu', besides: null, area: 'ac' }
const CANADIAN: Units = { ...METRIC, besides: 'bu', area: 'ac' }
const WHEAT = 1
const TRITICALE = 5

test.each([
  ['US', AMERICAN, WHEAT, '62,340 lb', '1,039.0 bu', '60.0 bu/ac', '80 ac', ''],
  ['US', AMERICAN, TRITICALE, '62,340 lb', '31.17 ton', '1.80 ton/ac', '80 ac', ''],
  ['US', AMERICAN, undefined, '62,340 lb', '31.17 ton', '1.80 ton/ac', '80 ac', ''],
  ['CA', CANADIAN, WHEAT, '28,276.948 kg', '28.28 t', '60.0 bu/ac', '80 ac', '1,039.0 bu'],
  ['AU', METRIC, WHEAT, '28,276.948 kg', '28.28 t', '4.04 t/ha', '32.375 ha', ''],
] as const)('%s reads %o, of crop %s', (countryISO, units, crop, ticket, stock, perArea, area, besides) => {
  const formats = makeFormats(`en-${countryISO}`, 'America/Chicago', { units, countryISO }).of(crop)
  expect({
    ticket: formats.weight(28_276.948),
    stock: `${formats.stock(28_276.948)} ${formats.stockUnit}`,
    yield: `${formats.yieldOf(4035.065)} ${formats.yieldUnit}`,
    area: `${formats.area(32.3749)} ${formats.areaUnit}`,
    besides: formats.besides(28_276.948),
  }).toEqual({ ticket, stock, yield: perArea, area, besides })
})

test.each([
  ['en-US', '2:45 PM'],
  ['en-GB', '14:45'],
  ['en-AU', '2:45 pm'],
  ['de-DE', '14:45'],
  ['fr-FR', '14:45'],
])('%s writes an hour as %s', (locale, time) => {
  const formats = makeFormats(locale, 'UTC', { units: METRIC, countryISO: 'GB' })
  expect(formats.time('2026-10-14T14:45:00Z').replace('\u202f', ' ')).toBe(time)
})
