import { expect, test } from 'vitest'
import { languages, type Language } from './languages.ts'
import { parseMeasure, parseWeight, typedMeasure, typedWeight } from './numbers.ts'

type Expected = number | 'none' | 'unreadable' | 'ambiguous' | 'too-large'

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

const read = (typed: string, language: Language, kgInUnit?: number): Expected => {
  const parsed = parseWeight(typed, language, kgInUnit)
  return 'kg' in parsed ? parsed.kg : parsed.fault
}

test.each(kilograms)('“%s” in kilograms', (typed, en, de, fr) => {
  expect((Object.keys(languages) as Language[]).map((each) => read(typed, each))).toEqual([en, de, fr])
})

test.each<[string, Language, Expected]>([
  ['28.46', 'en', 28460],
  ['28.460', 'en', 28460],
  ['28,460', 'de', 28460],
  ['28,460', 'en', 'ambiguous'],
  ['28.460', 'de', 'ambiguous'],
  ['0.001', 'en', 1],
])('“%s” in tonnes, in %s', (typed, language, kg) => {
  expect(read(typed, language, 1000)).toBe(kg)
})

test.each([28_460, 0.5, 12.34, 123.456, 1_234.5, 999_999.999])(
  '%d kg as typed reads back as the same',
  (kg) => {
    for (const language of ['en', 'de', 'fr'] as const)
      expect(parseWeight(typedWeight(kg, language), language)).toEqual({ kg })
  },
)

test.each<[string, Language, Expected]>([
  ['14.5', 'en', 14.5],
  ['14,5', 'en', 14.5],
  ['14,5 %', 'de', 14.5],
  ['12.4375 ha', 'en', 12.4375],
  ['11.243', 'en', 11.243],
  ['11,243', 'en', 'ambiguous'],
  ['11.243', 'de', 'ambiguous'],
  ['0,125', 'en', 0.125],
  ['11.243', 'fr', 11.243],
  ['', 'en', 'none'],
  ['1.2.3', 'en', 'unreadable'],
  ['-4', 'en', 'unreadable'],
  ['wet', 'en', 'unreadable'],
])('“%s” as a measure, in %s', (typed, language, value) => {
  const parsed = parseMeasure(typed, language)
  expect('value' in parsed ? parsed.value : parsed.fault).toBe(value)
})

test.each([0, 15, 15.5, 11.243, 9.0001])('%d as a typed measure reads back as the same', (value) => {
  for (const language of ['en', 'de', 'fr'] as const)
    expect(parseMeasure(typedMeasure(value, language), language)).toEqual({ value })
})
