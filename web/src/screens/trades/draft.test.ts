import { describe, expect, test } from 'vitest'
import { readDecimal } from '../../i18n/decimals.ts'
import { blankTrade, emptyAllowance, emptyWindow } from './draft.ts'
import { changedTerms, readTrade } from './read-trade.ts'

const typed = {
  ...blankTrade('EUR', 't'),
  partner: 'Valley Mill',
  grain: '1.101',
  weight: '500',
}

describe('a contract as it is typed', () => {
  test.each([
    ['214,50', 'de', '214.50'],
    ['214.50', 'en', '214.50'],
    ['−1,25', 'de', '-1.25'],
    ['-0.75', 'fr', '-0.75'],
    ['1.234', 'de', undefined],
    ['1,234', 'de', '1.234'],
    ['two', 'en', undefined],
    ['', 'en', undefined],
  ] as const)('%s in %s is %s', (text, language, read) => {
    expect(readDecimal(text, language)).toBe(read)
  })

  test('is ready with a partner, grain and a weight', () => {
    expect(readTrade(typed, 'en').terms).toMatchObject({
      commodity: { id: 1, type: 101, grade: 0 },
      weight: 500_000,
      harvestYear: null,
      tolerance: { percentage: 0, option: null },
      price: null,
    })
    for (const missing of [{ partner: ' ' }, { grain: '' }, { weight: '0' }, { tolerance: 'a few' }])
      expect(readTrade({ ...typed, ...missing }, 'en').terms).toBeUndefined()
  })

  test('with rows is ready once each of them is', () => {
    const window = { from: '2026-09-01', to: '2026-09-30', weight: '250' }
    const allowance = {
      ...emptyAllowance,
      name: 'Moisture',
      from: '15',
      to: '18',
      base: '15',
      perPoint: '-1.3',
    }
    const { terms } = readTrade({ ...typed, windows: [window], allowances: [allowance] }, 'en')
    expect(terms).toMatchObject({
      windows: [{ fromISO: '2026-09-01', toISO: '2026-09-30', weight: 250_000 }],
      allowances: [{ name: 'Moisture', from: 15, to: 18, base: 15, perPoint: '-1.3', unit: 'percent' }],
    })
    expect(readTrade({ ...typed, windows: [window, emptyWindow] }, 'en').terms).toBeUndefined()
    expect(readTrade({ ...typed, allowances: [{ ...allowance, to: '' }] }, 'en').terms).toBeUndefined()
  })

  test('at a fixed price has an amount; at any other has none', () => {
    const fixed = { ...typed, priceKind: 'fixed', currency: 'gbp' } as const
    expect(readTrade(fixed, 'en').terms).toBeUndefined()
    expect(readTrade({ ...fixed, amount: '214.50' }, 'en').terms?.price).toEqual({
      kind: 'fixed',
      amount: '214.50',
      currency: 'GBP',
      unit: 't',
    })
    expect(readTrade({ ...fixed, priceKind: 'pool', amount: '214.50' }, 'en').terms?.price).toEqual({
      kind: 'pool',
    })
  })

  test('is changed in what differs alone', () => {
    const before = readTrade(typed, 'en').terms
    const after = readTrade({ ...typed, weight: '520', notes: 'By phone' }, 'en').terms
    expect(after && changedTerms(after, before)).toEqual({ weight: 520_000, notes: 'By phone' })
  })
})
