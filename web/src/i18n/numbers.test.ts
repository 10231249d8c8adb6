import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countryHere } from '../api/country.ts'
import { METRIC, unitsHere } from '../api/units.ts'
import { unitsOf } from './weight-units.ts'
import type { Language } from './languages.ts'
import {
  parseArea,
  parsePercentage,
  parseStock,
  parseReading,
  parseWeight,
  parseYield,
  typedArea,
  typedMeasure,
  measureText,
  typedStock,
  typedWeight,
  type WeightContext,
  type WeightFault,
} from './numbers.ts'

type Expected = number | WeightFault

// What was typed, and what it is in English, German and French. Each row was somebody's lost load somewhere.
const kilograms: [typed: string, en: Expected, de: Expected, fr: Expected][] = [
  ['28460', 28460, 28460, 28460],
  ['  28460 kg ', 28460, 28460, 28460],
  ['28,460', 28460, 'ambiguous', 'ambiguous'],
  ['28.460', 'ambiguous', 28460, 'unreadable'],
  ['28 460', 28460, 28460, 28460],
  ['28\u202f460', 28460, 28460, 28460],
  ["28'460", 28460, 28460, 28460],
  ['28,460.5', 28460.5, 'unreadable', 'unreadable'],
  ['28.460,5', 'unreadable', 28460.5, 'unreadable'],
  ['28 460,5', 'unreadable', 28460.5, 28460.5],
  ['1,234,567', 1234567, 'unreadable', 'unreadable'],
  ['1.234.567', 'unreadable', 1234567, 'unreadable'],
  ['0,5', 'unreadable', 0.5, 0.5],
  ['0.5', 0.5, 'unreadable', 'unreadable'],
  ['1.4', 1.4, 'unreadable', 'unreadable'],
  ['5,99', 'unreadable', 5.99, 5.99],
  ['0.460', 0.46, 'unreadable', 'unreadable'],
  ['28460.123', 28460.123, 'unreadable', 'unreadable'],
  ['.5', 0.5, 'unreadable', 'unreadable'],
  ['', 'none', 'none', 'none'],
  ['-5', 'unreadable', 'unreadable', 'unreadable'],
  ['1e5', 'unreadable', 'unreadable', 'unreadable'],
  ['12 34', 'unreadable', 'unreadable', 'unreadable'],
  ['42.660.', 'unreadable', 'unreadable', 'unreadable'],
  ['9999999999', 'too-large', 'too-large', 'too-large'],
]

const read = (typed: string, language: Language, context?: WeightContext): Expected => {
  const parsed = parseWeight(typed, language, context)
  return 'kg' in parsed ? parsed.kg : parsed.fault
}

test.each(kilograms)('“%s” in kilograms', (typed, en, de, fr) => {
  expect(['en', 'de', 'fr'].map((each) => read(typed, each))).toEqual([en, de, fr])
})

test.each<[string, Language, Expected]>([
  ['28.46', 'en', 28460],
  ['28.460', 'en', 28460],
  ['28,460', 'de', 28460],
  ['28,460', 'en', 'ambiguous'],
  ['28.460', 'de', 'ambiguous'],
  ['0.001', 'en', 1],
])('“%s” in tonnes, in %s', (typed, language, kg) => {
  expect(read(typed, language, { kgInUnit: 1000 })).toBe(kg)
})

const wheat = 1
const barley = 2
// What was typed, where, and for which grain: a unit counts, or is refused, whatever the field's own is.
test.each<[string, Language, string, number | undefined, Expected]>([
  ['28.46 t', 'en', 'GB', undefined, 28_460],
  ['28,46 t', 'de', 'DE', undefined, 28_460],
  ['28,46t', 'fr', 'FR', undefined, 28_460],
  ['28,46 to', 'de', 'DE', undefined, 28_460],
  ['28,46 Tonnen', 'de', 'DE', undefined, 28_460],
  ['28.460 t', 'en', 'GB', undefined, 28_460],
  ['28.460 t', 'de', 'DE', undefined, 'ambiguous'],
  ['28.46 t', 'de', 'DE', undefined, 'unreadable'],
  ['28 460 kg', 'fr', 'FR', undefined, 28_460],
  ['284,6 dt', 'de', 'DE', undefined, 28_460],
  ['284,6 dz', 'de', 'DE', undefined, 28_460],
  ['284,6 quintaux', 'fr', 'FR', undefined, 28_460],
  ['284,6 q', 'fr', 'FR', undefined, 28_460],
  ['62,743 lb', 'en', 'US', wheat, 28_459.746],
  ['62743 LBS', 'en', 'US', wheat, 28_459.746],
  ['560 cwt', 'en', 'GB', wheat, 28_449.313],
  ['560 cwt', 'en', 'US', wheat, 25_401.173],
  ['560 cwt', 'en', 'AU', wheat, 'unit'],
  ['30 tons', 'en', 'US', wheat, 27_215.542],
  ['30 short tons', 'en', 'CA', wheat, 27_215.542],
  ['30 tons', 'en', 'CA', wheat, 'unit'],
  ['30 ton', 'en', 'GB', wheat, 'unit'],
  ['30 long tons', 'en', 'GB', wheat, 30_481.407],
  ['1,000 bu', 'en', 'US', wheat, 27_215.542],
  ['1000 bushels', 'en', 'US', barley, 21_772.434],
  ['1000 bu.', 'en', 'CA', wheat, 27_215.542],
  ['1000 bu', 'en', 'US', undefined, 'bushel'],
  ['1000 bu', 'en', 'GB', wheat, 'bushel'],
  ['28460 kilos', 'fr', 'FR', undefined, 28_460],
  ['3 elephants', 'en', 'GB', undefined, 'unit'],
  ['28460 m', 'en', 'GB', undefined, 'unit'],
  ['2 t 3', 'en', 'GB', undefined, 'unreadable'],
  ['t', 'en', 'GB', undefined, 'unreadable'],
])('“%s” in %s, of %s, grain %s', (typed, language, country, commodityId, expected) => {
  for (const kgInUnit of [1, 1000])
    expect(read(typed, language, { kgInUnit, country, commodityId })).toBe(expected)
})

test.each(['1,100 bu', '1100bu.', '1 100 Bushels', 'bu'])('a scale does not show “%s”', (typed) => {
  const context = { country: 'US', commodityId: wheat }
  expect(parseReading(typed, 'en', context)).toEqual({ fault: 'reading' })
  expect(parseReading('62,743 lbs', 'en', context)).toEqual(parseWeight('62,743 lbs', 'en', context))
})

test('the units that a country writes are named to whoever wrote another', () => {
  expect(['DE', 'GB', 'US', 'CA'].map(unitsOf)).toEqual([
    'kg, t',
    'kg, t, lb, cwt',
    'kg, t, lb, cwt, ton, bu',
    'kg, t, lb, cwt, bu',
  ])
})

const WHEAT = 1
const units = ['kg', 't', 'lb', 'short ton', 'bu'] as const
const weights = [28_460, 0.5, 12.34, 123.456, 1_234.5, 28_276.948, 29_937.096, 999_999.999]

describe('in the units of the organisation', () => {
  beforeEach(() => countryHere.set('US'))
  afterEach(() => {
    countryHere.set('')
    unitsHere.set(METRIC)
  })

  test.each(weights)('%d kg is typed and read back as the same', (kg) => {
    for (const stock of units)
      for (const scale of ['kg', 'lb'] as const)
        for (const language of ['en', 'de', 'fr'] as const) {
          unitsHere.set({ ...METRIC, stock, scale })
          const context = { commodityId: WHEAT }
          expect(parseStock(typedStock(kg, language, WHEAT), language, context)).toEqual({ kg })
          expect(parseWeight(typedWeight(kg, language), language)).toEqual({ kg })
        }
  })

  test.each([
    ['62340', 28_276.948, '62340'],
    ['62,340 lb', 28_276.948, '62340'],
    ['28,276.948 kg', 28_276.948, '62340'],
    ['31.17 ton', 28_276.948, '62340'],
  ])('“%s” at a scale of pounds', (typed, kg, shown) => {
    unitsHere.set({ ...METRIC, scale: 'lb' })
    expect(parseWeight(typed, 'en')).toEqual({ kg })
    expect(typedWeight(kg, 'en')).toBe(shown)
  })

  test.each([
    ['1100', WHEAT, 29_937.096, '1100'],
    ['1,100 bu', WHEAT, 29_937.096, '1100'],
    ['30', undefined, 27_215.542, '30'],
    ['62,000 lb', WHEAT, 28_122.727, '1033.33334'],
  ])('“%s” of stock in bushels', (typed, commodityId, kg, shown) => {
    unitsHere.set({ ...METRIC, stock: 'bu' })
    expect(parseStock(typed, 'en', { commodityId })).toEqual({ kg })
    expect(typedStock(kg, 'en', commodityId)).toBe(shown)
  })

  test.each([
    ['60', 'ac', 4035.065],
    ['60 bu/ac', 'ha', 4035.065],
    ['9 t/ha', 'ac', 9000],
    ['9', 'ha', 9000],
  ] as const)('a yield of “%s” where areas are in %s', (typed, area, kg) => {
    unitsHere.set({ ...METRIC, area })
    expect(parseYield(typed, 'en', { commodityId: WHEAT })).toEqual({ kg })
  })

  test.each([
    ['80', 'ac', 32.3749, '80'],
    ['80 ac', 'ha', 32.3749, '32.3749'],
    ['32.5 ha', 'ac', 32.5, '80.3092'],
    ['12.4', 'ha', 12.4, '12.4'],
  ] as const)('an area of “%s” where areas are in %s', (typed, area, hectares, shown) => {
    unitsHere.set({ ...METRIC, area })
    expect(parseArea(typed, 'en')).toEqual({ value: hectares })
    expect(typedArea(hectares, 'en')).toBe(shown)
  })
})

test.each<[string, Language, Expected, 'area'?]>([
  ['14.5', 'en', 14.5],
  ['14,5', 'en', 14.5],
  ['14,5 %', 'de', 14.5],
  ['12.4375 ha', 'en', 12.4375, 'area'],
  ['12.4375 HA', 'en', 12.4375, 'area'],
  ['12.5 ha', 'en', 'unreadable'],
  ['12.5 %', 'en', 'unreadable', 'area'],
  ['30 sq', 'en', 'unreadable', 'area'],
  ['11.243', 'en', 11.243],
  ['11,243', 'en', 'ambiguous'],
  ['11.243', 'de', 'ambiguous'],
  ['0,125', 'en', 0.125],
  ['11.243', 'fr', 11.243],
  ['', 'en', 'none'],
  ['1.2.3', 'en', 'unreadable'],
  ['-4', 'en', 'unreadable'],
  ['wet', 'en', 'unreadable'],
])('“%s” as a measure, in %s', (typed, language, value, what) => {
  const parsed = what === 'area' ? parseArea(typed, language) : parsePercentage(typed, language)
  expect('value' in parsed ? parsed.value : parsed.fault).toBe(value)
})

test.each([0, 15, 15.5, 11.243, 9.0001])('%d as a typed measure reads back as the same', (value) => {
  for (const language of ['en', 'de', 'fr'] as const)
    expect(parsePercentage(typedMeasure(value, language), language)).toEqual({ value })
})

test.each([
  ['14.5', '14,5'],
  ['250', '250'],
  ['musty', 'musty'],
  ['', ''],
])('what was measured as %j is shown in German as %j', (value, shown) => {
  expect(measureText(value, 'de')).toBe(shown)
})
