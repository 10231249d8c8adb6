import { describe, expect, it } from 'vitest'
import { comesLate, DAY_MS, startOfDay, type Day, type NetPosting } from './rules.ts'

describe('what comes late', () => {
  const now = 10 * DAY_MS
  const fact = (at: number, factId = 1) => ({ at, factId, grams: 5 })
  const leaving = (at: number, factId = 1) => ({ at, factId, grams: -5 })
  const day = (at: number, facts?: NetPosting[]): Day => ({
    start: startOfDay(at),
    closingGrams: 5,
    lowGrams: 0,
    ...(facts && { facts }),
  })
  const at = 3 * DAY_MS + 500

  it.each<[string, Day[], NetPosting[], boolean]>([
    ['nothing comes after it', [day(at)], [fact(at, 2)], false],
    ['something comes later on the same day', [day(at, [fact(at + 1)])], [fact(at, 2)], true],
    ['something came earlier on the same day', [day(at, [fact(at - 1)])], [fact(at, 2)], false],
    ['something comes on a later day', [day(at), day(5 * DAY_MS)], [fact(at, 2)], true],
    ['only what is planned comes after it', [day(at, []), day(11 * DAY_MS)], [fact(at, 2)], false],
    ['what is planned for later today comes after it', [day(now, [fact(now + 1)])], [fact(now, 2)], false],
    ['at one instant the later number comes after it', [day(at, [fact(at, 3)])], [fact(at, 2)], true],
    ['it arrives as something that was entered before leaves', [day(at, [leaving(at)])], [fact(at, 2)], true],
    [
      'it leaves as something that was entered before arrives',
      [day(at, [fact(at)])],
      [leaving(at, 2)],
      false,
    ],
    ['it arrives behind what leaves in the same request', [], [leaving(at), fact(at, 2)], true],
    ['it takes the last thing back', [day(at, [fact(at)])], [{ ...fact(at), grams: -5 }], true],
    ['it is said out of the order of time', [], [fact(at, 2), fact(at - 1, 3)], true],
    ['a plan is brought forward', [], [fact(now + 2, 2), fact(now + 1, 2)], false],
    ['it is said in the order of time', [], [fact(at, 2), fact(at + 1, 3)], false],
    ['it says nothing of stock', [day(at), day(5 * DAY_MS)], [], false],
  ])('%s', (_name, days, facts, expected) => {
    expect(comesLate({ openingGrams: 0, days, counts: [] }, { facts, newCounts: [] }, now)).toBe(expected)
  })

  it('arrives as something leaves on a day that is known by its summary alone', () => {
    const history = { openingGrams: 0, days: [day(at)], counts: [], leavesThen: true }
    const comes = (grams: number) =>
      comesLate(history, { facts: [{ ...fact(at, 2), grams }], newCounts: [] }, now)
    expect([comes(5), comes(-5)]).toEqual([true, false])
  })
})
