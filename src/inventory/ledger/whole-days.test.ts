import { describe, expect, it } from 'vitest'
import { summariseLedger } from './verify-ledger.ts'
import { applyChange, DAY_MS, type NetPosting } from './rules.ts'

const DAY = (day: number, hour = 0) => day * DAY_MS + hour * 3_600_000
const NOW = DAY(100)
const fact = (at: number, factId: number, grams: number): NetPosting => ({ at, factId, grams })

describe('a later day that is known by its summary alone', () => {
  // On day 5 the stock falls from 100 to 10 and is at 60 when the day ends.
  const days = summariseLedger([fact(DAY(1), 1, 100), fact(DAY(5, 6), 2, -90), fact(DAY(5, 18), 3, 50)])
  const rows: [what: string, grams: number, now: number, doubtfulDays: number[]][] = [
    ['its lowest moment may come to nothing', -10, NOW, []],
    ['below that it is in doubt, though enough is there when it ends', -11, NOW, [DAY(5)]],
    ['so is the day that is today', -11, DAY(5, 12), [DAY(5)]],
    ['a day to come may be overdrawn', -11, DAY(4), []],
    ['more stock starves nobody', 11, NOW, []],
  ]
  it.each(rows)('%s', (_what, grams, now, doubtfulDays) => {
    const history = { openingGrams: 0, days, counts: [] }
    const outcome = applyChange(history, { facts: [fact(DAY(3), 4, grams)], newCounts: [] }, now)
    expect(outcome).toMatchObject({ doubtfulDays, shortfall: undefined })
    expect(outcome.days.at(-1)).toEqual({ start: DAY(5), closingGrams: 60 + grams, lowGrams: 10 + grams })
  })

  it('is no shortfall where only a part of an instant falls below nothing', () => {
    const facts = [fact(DAY(5, 6), 2, -90), fact(DAY(5, 6), 3, 50)]
    const day = { start: DAY(5), closingGrams: 60, lowGrams: 10, facts }
    const shortfallAfter = (grams: number) =>
      applyChange(
        { openingGrams: 100, days: [day], counts: [] },
        { facts: [fact(DAY(3), 4, grams)], newCounts: [] },
        NOW,
      ).shortfall
    expect(shortfallAfter(-60)).toBeUndefined()
    expect(shortfallAfter(-61)).toEqual({ at: DAY(5, 6), grams: 1, takenBy: 2 })
  })

  it('a shortfall that is there may be made smaller and not deeper', () => {
    const overdrawn = { start: DAY(5), closingGrams: -100, lowGrams: -100 }
    const history = { openingGrams: 10, days: [overdrawn], counts: [] }
    const doubtfulAfter = (grams: number) =>
      applyChange(history, { facts: [fact(DAY(3), 4, grams)], newCounts: [] }, NOW).doubtfulDays
    expect(doubtfulAfter(40)).toEqual([])
    expect(doubtfulAfter(-1)).toEqual([DAY(5)])
  })
})
