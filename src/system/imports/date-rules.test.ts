import { describe, expect, test } from 'vitest'
import {
  dateOrderOf,
  decideOrder,
  orderOfDates,
  statedOrder,
  readDate as read,
  readDateOrMonth as readOrMonth,
  type DateOrder,
} from './date-rules.ts'
import { inEnglish } from './test-english.ts'

const readDate = (...given: Parameters<typeof read>) => inEnglish(read(...given))
const readDateOrMonth = (...given: Parameters<typeof readOrMonth>) => inEnglish(readOrMonth(...given))

const known = (order: DateOrder) => ({ order, isDoubtful: false })

test.each([
  ['en-GB', 'day first'],
  ['de-DE', 'day first'],
  ['en-US', 'month first'],
  ['en-CA', 'day first'],
  ['en-AU', 'day first'],
  ['sv-SE', 'day first'],
  ['no such locale', 'day first'],
])('in %s dates are %s', (locale, order) => {
  expect(dateOrderOf(locale)).toBe(order)
})

test.each<[pattern: string, order: DateOrder | undefined]>([
  ['DD/MM/YYYY', 'day first'],
  ['d/m/yyyy', 'day first'],
  ['TT.MM.JJJJ', 'day first'],
  ['JJ/MM/AAAA', 'day first'],
  [' MM/DD/YYYY ', 'month first'],
  ['mm-dd-yyyy', 'month first'],
  ['YYYY-MM-DD', undefined],
  ['MM/YYYY', undefined],
  ['estimated', undefined],
])('a header with %j says that dates are %s', (pattern, order) => {
  expect(statedOrder(pattern)).toBe(order)
})

describe('a date', () => {
  test.each<[text: string, dayFirst: string | undefined, monthFirst: string | undefined]>([
    ['2026-08-14', '2026-08-14', '2026-08-14'],
    [' 2026-08-14 09:30 ', '2026-08-14T09:30', '2026-08-14T09:30'],
    ['2026-08-14T09:30:00.000Z', '2026-08-14T09:30:00.000Z', '2026-08-14T09:30:00.000Z'],
    ['2026-08-14T09:30+01:00', '2026-08-14T09:30+01:00', '2026-08-14T09:30+01:00'],
    ['14/08/2026', '2026-08-14', undefined],
    ['08/14/2026', undefined, '2026-08-14'],
    ['3/4/2026', '2026-04-03', '2026-03-04'],
    ['03.04.2026', '2026-04-03', '2026-03-04'],
    ['3-4-2026', '2026-04-03', '2026-03-04'],
    ['3/4/2026 9:05', '2026-04-03T09:05', '2026-03-04T09:05'],
    ['31/04/2026', undefined, undefined],
    ['29/02/2028', '2028-02-29', undefined],
    ['29/02/2027', undefined, undefined],
    ['2026-02-30', undefined, undefined],
    ['14/08/26', '2026-08-14', undefined],
    ['3/4/26', '2026-04-03', '2026-03-04'],
    ['14.08/2026', undefined, undefined],
    ['2026/08/14', '2026-08-14', '2026-08-14'],
    ['20260814', '2026-08-14', '2026-08-14'],
    ['46248', '2026-08-14', '2026-08-14'],
    ['46248.0', '2026-08-14', '2026-08-14'],
    ['46248.5', '2026-08-14T12:00', '2026-08-14T12:00'],
    ['46248.395833333', '2026-08-14T09:30', '2026-08-14T09:30'],
    ['46248,395833333', '2026-08-14T09:30', '2026-08-14T09:30'],
    ['46248.3958449074', '2026-08-14T09:30:01', '2026-08-14T09:30:01'],
    ['46248.999999', '2026-08-15T00:00', '2026-08-15T00:00'],
    ['8/14/2026 2:30 PM', undefined, '2026-08-14T14:30'],
    ['8/14/26, 2:30:15 PM', undefined, '2026-08-14T14:30:15'],
    ['14/8/2026 2:30 p. m.', '2026-08-14T14:30', undefined],
    ['14.08.2026 14.30 Uhr', '2026-08-14T14:30', undefined],
    ['14.08.2026, um 14:30 Uhr', '2026-08-14T14:30', undefined],
    ['14. 8. 2026 14:30', '2026-08-14T14:30', undefined],
    ['14/08/2026 à 14h30', '2026-08-14T14:30', undefined],
    ['14 août 2026, 14:30', '2026-08-14T14:30', '2026-08-14T14:30'],
    ['Aug 14, 2026, 2:30 PM', '2026-08-14T14:30', '2026-08-14T14:30'],
    ['2026-08-14, 2:30 p.m.', '2026-08-14T14:30', '2026-08-14T14:30'],
    ['2026. 08. 14. 14:30', '2026-08-14T14:30', '2026-08-14T14:30'],
    ['20260814 1430', '2026-08-14T14:30', '2026-08-14T14:30'],
    ['14:30 14/8/26', '2026-08-14T14:30', undefined],
    ['8/14/2026 25:30', undefined, undefined],
    ['8/14/2026 2:30 XM', undefined, undefined],
    ['1234', undefined, undefined],
    ['99999', undefined, undefined],
    ['14 August 2026', '2026-08-14', '2026-08-14'],
    ['14-Aug-26', '2026-08-14', '2026-08-14'],
    ['Aug 14, 2026', '2026-08-14', '2026-08-14'],
    ['Fri 14 Aug 2026', '2026-08-14', '2026-08-14'],
    ['14. März 2026', '2026-03-14', '2026-03-14'],
    ['14 août 2026', '2026-08-14', '2026-08-14'],
    ['1er mai 2026', '2026-05-01', '2026-05-01'],
    ['31 April 2026', undefined, undefined],
    ['14 Brumaire 2026', undefined, undefined],
    ['', undefined, undefined],
  ])('%j', (text, dayFirst, monthFirst) => {
    const refused = { reason: expect.stringMatching(/^must be a date such as/) }
    expect(readDate(text, known('day first'))).toEqual(dayFirst ?? refused)
    expect(readDate(text, known('month first'))).toEqual(monthFirst ?? refused)
  })

  test.each<[text: string, date: string | undefined, precision?: string]>([
    ['2025-10-02', '2025-10-02', 'date'],
    ['02/10/2025', '2025-10-02', 'date'],
    ['2025-10', '2025-10-01', 'month'],
    ['10/2025', '2025-10-01', 'month'],
    ['9.2025', '2025-09-01', 'month'],
    ['Oct 2025', '2025-10-01', 'month'],
    ['Oktober 2025', '2025-10-01', 'month'],
    ['oct-25', '2025-10-01', 'month'],
    ['13/2025', undefined],
    ['2025-13', undefined],
    ['autumn', undefined],
  ])('or a month: %j', (text, date, precision) => {
    expect(readDateOrMonth(text, known('day first'))).toEqual(
      date === undefined
        ? { reason: 'must be a date such as 2026-08-14 or 14/08/2026, or a month such as 10/2026' }
        : { date, precision },
    )
  })
})

describe('a date that could be two', () => {
  test.each([
    ['3/4/2026', 'either'],
    ['14/08/2026', 'day first'],
    ['08/14/2026 9:30', 'month first'],
    ['8/14/2026 2:30 PM', 'month first'],
    ['3/4/2026 2:30 PM', 'either'],
    ['4/4/2026', undefined],
    ['2026-08-14', undefined],
    ['31/31/2026', undefined],
    ['10/2026', undefined],
  ])('%j is %s', (text, order) => {
    expect(orderOfDates(text)).toBe(order)
  })

  test.each<[dayFirst: number, monthFirst: number, isDoubtful: boolean]>([
    [0, 0, false],
    [9, 1, false],
    [8, 1, true],
    [0, 1, true],
  ])(
    'is in doubt after %i with the day first and %i with the month first: %s',
    (dayFirst, monthFirst, isDoubtful) => {
      const seen = { 'day first': dayFirst, 'month first': monthFirst }
      expect(decideOrder(seen, 'day first')).toEqual({ order: 'day first', isDoubtful })
    },
  )

  test('is refused in doubt, and one that is the same in both orders is taken', () => {
    const file = { order: 'day first', isDoubtful: true } as const
    const reason =
      'can be read as 2026-04-03 and as 2026-03-04, and other dates of the file have the month first: write it as one of these'
    expect(readDate('3/4/2026', file)).toEqual({ reason })
    expect(readDate('3/4/2026', { ...file, order: 'month first' })).toEqual({
      reason: expect.stringContaining(
        'as 2026-03-04 and as 2026-04-03, and other dates of the file have the day first',
      ),
    })
    expect(readDate('4/4/2026', file)).toBe('2026-04-04')
    expect(readDate('14/4/2026', file)).toBe('2026-04-14')
    expect(readDateOrMonth('4/2026', file)).toEqual({ date: '2026-04-01', precision: 'month' })
  })
})
