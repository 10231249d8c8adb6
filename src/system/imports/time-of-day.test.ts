import { expect, test } from 'vitest'
import { readTimeOfDay } from '../../kernel/time-of-day.ts'
import { listCountries } from '../countries/countries.ts'
import { inEnglish } from './test-english.ts'

test.each<[text: string, time: string | undefined]>([
  // Hours to 24, with every mark.
  ['14:05', '14:05'],
  ['9:05', '09:05'],
  ['7:05:30', '07:05:30'],
  ['00:00', '00:00'],
  ['23:59:59', '23:59:59'],
  ['14:05:09.250', '14:05:09'],
  ['14.30', '14:30'],
  ['9.05', '09:05'],
  ['14.30.15', '14:30:15'],
  ['1430', '14:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['143015', '14:30:15'],
  ['93015', '09:30:15'],
  ['0005', '00:05'],
  // French, Belgian and Canadian.
  ['14h30', '14:30'],
  ['14 h 30', '14:30'],
  ['9h05', '09:05'],
  ['14H30', '14:30'],
  ['14h', '14:00'],
  ['14 h 30 min', '14:30'],
  ['14h30min15', '14:30:15'],
  ['à 14:30', '14:30'],
  // German, Dutch, Danish, Finnish, Bulgarian.
  ['14:30 Uhr', '14:30'],
  ['14.30 Uhr', '14:30'],
  ['14 Uhr', '14:00'],
  ['14 Uhr 30', '14:30'],
  ['um 14:30 Uhr', '14:30'],
  ['14:30 uur', '14:30'],
  ['14u30', '14:30'],
  ['kl. 14.30', '14:30'],
  ['klo 14.30', '14:30'],
  ['14:30 ч.', '14:30'],
  ['2:30 nachm.', '14:30'],
  ['1430 hrs', '14:30'],
  // Hours to twelve.
  ['2:30 PM', '14:30'],
  ['02:30:15 PM', '14:30:15'],
  ['9:30 AM', '09:30'],
  ['2:30PM', '14:30'],
  ['2:30 pm', '14:30'],
  ['2:30 p.m.', '14:30'],
  ['2:30 p. m.', '14:30'],
  ['2:30P', '14:30'],
  ['9:30a', '09:30'],
  ['2 PM', '14:00'],
  ['0230PM', '14:30'],
  ['12:15 AM', '00:15'],
  ['12:15 PM', '12:15'],
  ['14:30 PM', '14:30'],
  ['2:30\u202fPM', '14:30'],
  ['下午2:05', '14:05'],
  // As a spreadsheet keeps it.
  ['0.5', '12:00'],
  ['0,586805556', '14:05'],
  ['.395833333', '09:30'],
  ['0.75', '18:00'],
  // None, or two.
  ['0.30', undefined],
  ['24:00', undefined],
  ['14:60', undefined],
  ['14:05:60', undefined],
  ['14:30 AM', undefined],
  ['0:30 PM', undefined],
  ['2:30 AM PM', undefined],
  ['noon', undefined],
  ['14', undefined],
  ['9.5', undefined],
  ['14:5', undefined],
  ['2:30 XM', undefined],
  ['2460', undefined],
  ['', undefined],
])('the time %j is %j', (text, time) => {
  expect(inEnglish(readTimeOfDay(text))).toEqual(time ?? { reason: expect.any(String) })
})

test('what could be two times names both', () => {
  expect(inEnglish(readTimeOfDay('0.30'))).toEqual({
    reason: 'can be 00:30 and 07:12: write it as one of these',
  })
})

test('a time is read as people of every country write it, in figures that are ours', () => {
  const locales = listCountries().map(({ locale }) => locale)
  // Words of Bhutan stand between the figures, and figures of other letters are read nowhere in a table.
  const written = locales
    .filter((locale) => !locale.startsWith('dz'))
    .flatMap((locale) =>
      [
        [0, 30, 0],
        [9, 5, 9],
        [12, 15, 0],
        [14, 5, 9],
        [23, 59, 0],
      ].flatMap(([hours = 0, minutes = 0, seconds = 0]) =>
        (['short', 'medium'] as const).map((timeStyle) => {
          const write = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { timeStyle, timeZone: 'UTC' })
          const text = write.format(Date.UTC(2026, 7, 14, hours, minutes, seconds))
          const read = String(readTimeOfDay(text))
          return [
            locale,
            text,
            read.slice(0, 5),
            [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':'),
          ]
        }),
      ),
    )
  // Finns write 0.30, which is also a part of a day: it is asked about.
  const wrong = written.filter(([, text, read, expected]) => read !== expected && text !== '0.30')
  expect(wrong).toEqual([])
})
