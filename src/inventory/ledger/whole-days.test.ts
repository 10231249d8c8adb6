import { describe, expect, it } from 'vitest'
import { summarise } from './verify-ledger.ts'
import { applyChange, DAY_MS, type NetPosting } from './rules.ts'

const DAY = (day: number, hour = 0) => day * DAY_MS + hour * 3_600_000
const NOW = DAY(100)
const fact = (at: number, factId: number, grams: number): NetPosting => ({ at, factId, grams })

describe('a later day that is known by its summary alone', () => {
  // On day 5 the stock falls from 100 to 10 and is at 60 when the day ends.
  const days = summarise([fact(DAY(1), 1, 100), fact(DAY(5, 6), 2, -90), fact(DAY(5, 18), 3, 50)])
  const rows: [what: string, grams: number, now: number, shortfall: object | undefined][] = [
    ['its lowest moment may come to nothing', -10, NOW, undefined],
    [
      'and no further, though enough is there when it ends',
      -11,
      NOW,
      { at: DAY(5), grams: 1, isSomewhereInDay: true },
    ],
    ['nor on the day that is today', -11, DAY(5, 12), { at: DAY(5), grams: 1, isSomewhereInDay: true }],
    ['a day to come may be overdrawn', -11, DAY(4), undefined],
    ['more stock starves nobody', 11, NOW, undefined],
  ]
  it.each(rows)('%s', (_what, grams, now, shortfall) => {
    const history = { openingGrams: 0, days, counts: [] }
    const outcome = applyChange(history, { facts: [fact(DAY(3), 4, grams)], newCounts: [] }, now)
    expect(outcome.shortfall).toEqual(shortfall)
    expect(outcome.days.at(-1)).toEqual({ start: DAY(5), closingGrams: 60 + grams, lowGrams: 10 + grams })
  })

  it('a shortfall that is there may be made smaller and not deeper', () => {
    const overdrawn = { start: DAY(5), closingGrams: -100, lowGrams: -100 }
    const history = { openingGrams: 10, days: [overdrawn], counts: [] }
    const shortfallAfter = (grams: number) =>
      applyChange(history, { facts: [fact(DAY(3), 4, grams)], newCounts: [] }, NOW).shortfall?.grams
    expect(shortfallAfter(40)).toBeUndefined()
    expect(shortfallAfter(-1)).toBe(101)
  })
})
