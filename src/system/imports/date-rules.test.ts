import { describe, expect, test } from 'vitest'
import { dateOrderOf, readDate, readDateOrMonth } from './date-rules.ts'

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
    ['14/08/26', undefined, undefined],
    ['14.08/2026', undefined, undefined],
    ['46248', undefined, undefined],
    ['14 August 2026', undefined, undefined],
    ['', undefined, undefined],
  ])('%j', (text, dayFirst, monthFirst) => {
    const refused = { reason: expect.stringMatching(/^must be a date such as/) }
    expect(readDate(text, 'day first')).toEqual(dayFirst ?? refused)
    expect(readDate(text, 'month first')).toEqual(monthFirst ?? refused)
  })

  test.each<[text: string, date: string | undefined, precision?: string]>([
    ['2025-10-02', '2025-10-02', 'date'],
    ['02/10/2025', '2025-10-02', 'date'],
    ['2025-10', '2025-10-01', 'month'],
    ['10/2025', '2025-10-01', 'month'],
    ['9.2025', '2025-09-01', 'month'],
    ['13/2025', undefined],
    ['2025-13', undefined],
    ['autumn', undefined],
  ])('or a month: %j', (text, date, precision) => {
    expect(readDateOrMonth(text, 'day first')).toEqual(
      date === undefined
        ? { reason: 'must be a date such as 2026-08-14 or 14/08/2026, or a month such as 10/2026' }
        : { date, precision },
    )
  })
})
