import { expect, test } from 'vitest'
import { areOneSeries, isSameLorry, compareTicket, type Sameness } from './same-ticket-rules.ts'

type Case = [day: boolean, weight: boolean, lorry: boolean | undefined, sameness: Sameness]

test.each<Case>([
  [true, true, true, 'same'],
  [true, true, false, 'same'],
  [true, true, undefined, 'same'],
  [true, false, true, 'same'],
  [true, false, undefined, 'same'],
  [true, false, false, 'unsure'],
  [false, true, true, 'same'],
  [false, true, false, 'unsure'],
  [false, true, undefined, 'unsure'],
  [false, false, true, 'unsure'],
  [false, false, undefined, 'unsure'],
  [false, false, false, 'other'],
])(
  'of one day %s, weight %s and lorry %s is %s; of another series another',
  (isSameDay, isSameWeight, lorry, sameness) => {
    const compared = { isSameDay, isSameWeight, isSameLorry: lorry }
    expect(compareTicket({ ...compared, isOneSeries: true })).toBe(sameness)
    expect(compareTicket({ ...compared, isOneSeries: false })).toBe('other')
  },
)

test.each([
  ['2026-08-01', '2026-09-30', true],
  ['2026-09-30', '2026-08-01', true],
  ['2026-08-01', '2026-10-01', false],
  ['2025-10-10', '2026-01-10', false],
])('%s and %s are of one series: %s', (one, other, isOne) => {
  expect(areOneSeries(new Date(one), new Date(other))).toBe(isOne)
})

test.each([
  ['AB12 CDE', 'ab12cde', true],
  ['AB12 CDE', 'CD34 EFG', false],
  ['AB12 CDE', '', undefined],
  [null, 'AB12 CDE', undefined],
  ['-', 'AB12 CDE', undefined],
])('the lorries %s and %s are one: %s', (one, other, isOne) => {
  expect(isSameLorry(one, other)).toBe(isOne)
})
