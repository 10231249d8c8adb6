import { describe, expect, test } from 'vitest'
import { blankTariff, placeOfRate, readTariff } from './tariff-draft.ts'
import { monthsUpTo } from './month-list.ts'

const draft = { ...blankTariff('2026-08-14', 'EUR'), rates: { in: '1,85', storage: '0,35' } }

describe('a tariff as it is typed', () => {
  test('is sent with decimals as text, and what belongs to its rates', () => {
    expect(readTariff({ ...draft, freeDays: '14', minimum: '50', currency: 'eur' }, 'de')).toEqual({
      fromISO: '2026-08-14',
      toISO: null,
      currency: 'EUR',
      vatCode: null,
      rates: [
        { kind: 'in', rate: '1.85' },
        { kind: 'storage', rate: '0.35', per: 'week', freeDays: 14 },
      ],
      minimum: '50',
      notes: null,
    })
  })

  test.each([
    ['nothing is charged', { rates: {} }],
    ['a rate is below nothing', { rates: { in: '-1' } }],
    ['a rate is no figure', { rates: { in: 'much' } }],
    ['the day is none', { from: '' }],
    ['free days are a half', { freeDays: '1.5' }],
    ['the base of drying is missing', { rates: { drying: '3' }, base: '' }],
  ])('is not ready where %s', (_what, part) => {
    expect(readTariff({ ...draft, ...part }, 'de')).toBeUndefined()
  })

  test('knows where the service finds a fault of a rate', () => {
    expect(placeOfRate(draft, 'storage')).toBe(1)
    expect(placeOfRate(draft, 'drying')).toBeUndefined()
  })
})

test('months go back over the year', () => {
  expect(monthsUpTo('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})
