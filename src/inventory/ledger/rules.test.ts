import { describe, expect, it, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { summariseLedger } from './verify-ledger.ts'
import {
  applyChange,
  comparePoints,
  countEntries,
  DAY_MS,
  findOverlap,
  startOfDay,
  type BalanceChange,
  type Count,
  type NetPosting,
  type History,
} from './rules.ts'

const DAY = (day: number, hour = 0) => day * DAY_MS + hour * 3_600_000
const NOW = DAY(100)

/** A history from its facts, with every day looked into. */
function historyOf(facts: NetPosting[], counts: Count[] = []): History {
  const days = summariseLedger(facts).map((day) => ({
    ...day,
    facts: facts.filter(({ at }) => startOfDay(at) === day.start),
  }))
  return { openingGrams: 0, days, counts }
}

const fact = (at: number, factId: number, grams: number): NetPosting => ({ at, factId, grams })
const count = (at: number, factId: number, countedGrams: number): Count => ({
  at,
  factId,
  countedGrams,
  reason: '1',
})

describe('no past overdraft', () => {
  const hundred = historyOf([fact(DAY(1), 1, 100)])
  const rows: [
    what: string,
    history: History,
    change: NetPosting[],
    shortfall: { at: number; grams: number; takenBy?: number } | undefined,
  ][] = [
    ['all that is there may leave', hundred, [fact(DAY(2), 2, -100)], undefined],
    ['one gram more may not', hundred, [fact(DAY(2), 2, -101)], { at: DAY(2), grams: 1 }],
    ['nor before it came', hundred, [fact(DAY(0), 2, -1)], { at: DAY(0), grams: 1 }],
    ['an instant is judged as a whole', hundred, [fact(DAY(1), 0, -100)], undefined],
    ['and no more leaves than arrives then', hundred, [fact(DAY(1), 0, -101)], { at: DAY(1), grams: 1 }],
    ['a plan may overdraw', hundred, [fact(NOW + 1, 2, -500)], undefined],
    ['now is not the future', hundred, [fact(NOW, 2, -101)], { at: NOW, grams: 1 }],
    [
      'what leaves late must not starve what left since',
      historyOf([fact(DAY(1), 1, 100), fact(DAY(5), 2, -60)]),
      [fact(DAY(3), 3, -50)],
      { at: DAY(5), grams: 10, takenBy: 2 },
    ],
    [
      'a shortfall that is there may be made smaller',
      historyOf([fact(DAY(1), 1, -100)]),
      [fact(DAY(1), 1, 40)],
      undefined,
    ],
    ['and not deeper', historyOf([fact(DAY(1), 1, -100)]), [fact(DAY(1), 2, -1)], { at: DAY(1), grams: 101 }],
    [
      'taking back what has gone on',
      historyOf([fact(DAY(1), 1, 100), fact(DAY(2), 2, -70)]),
      [fact(DAY(1), 1, -100)],
      { at: DAY(2), grams: 70, takenBy: 2 },
    ],
    [
      'taking back what left at the same instant',
      historyOf([fact(DAY(1), 1, -70), fact(DAY(1), 2, 100)]),
      [fact(DAY(1), 2, -100)],
      { at: DAY(1), grams: 70, takenBy: 1 },
    ],
  ]
  it.each(rows)('%s', (_what, history, facts, shortfall) => {
    expect(applyChange(history, { facts, newCounts: [] }, NOW).shortfall).toEqual(shortfall)
  })
})

describe('a count is a fact', () => {
  const counted = () => historyOf([fact(DAY(1), 1, 100), fact(DAY(5), 2, -10)], [count(DAY(5), 2, 90)])
  const rows: [
    what: string,
    history: History,
    change: BalanceChange,
    corrections: { factId: number; grams: number }[],
  ][] = [
    [
      'a new count posts its difference',
      historyOf([fact(DAY(1), 1, 100)]),
      { facts: [], newCounts: [count(DAY(2), 2, 97)] },
      [{ factId: 2, grams: -3 }],
    ],
    [
      'a count that agrees posts nothing',
      historyOf([fact(DAY(1), 1, 100)]),
      { facts: [], newCounts: [count(DAY(2), 2, 100)] },
      [],
    ],
    [
      'stock found late before a count is lost by it',
      counted(),
      { facts: [fact(DAY(3), 3, 20)], newCounts: [] },
      [{ factId: 2, grams: -20 }],
    ],
    [
      'stock taken late before a count is gained by it',
      counted(),
      { facts: [fact(DAY(3), 3, -5)], newCounts: [] },
      [{ factId: 2, grams: 5 }],
    ],
    [
      'what comes after a count does not touch it',
      counted(),
      { facts: [fact(DAY(6), 3, -5)], newCounts: [] },
      [],
    ],
    [
      'at the same instant the number decides',
      counted(),
      { facts: [fact(DAY(5), 1, 20)], newCounts: [] },
      [{ factId: 2, grams: -20 }],
    ],
    [
      'only the next count takes the difference',
      historyOf(
        [fact(DAY(1), 1, 100), fact(DAY(5), 2, -10), fact(DAY(7), 4, -1)],
        [count(DAY(5), 2, 90), count(DAY(7), 4, 89)],
      ),
      { facts: [fact(DAY(3), 3, 20)], newCounts: [] },
      [{ factId: 2, grams: -20 }],
    ],
    [
      'a count between takes it from the later one',
      counted(),
      { facts: [], newCounts: [count(DAY(3), 3, 95)] },
      [
        { factId: 3, grams: -5 },
        { factId: 2, grams: 5 },
      ],
    ],
  ]
  it.each(rows)('%s', (_what, history, change, corrections) => {
    const outcome = applyChange(history, change, NOW)
    expect(outcome.corrections.map(({ factId, grams }) => ({ factId, grams }))).toEqual(corrections)
    expect(outcome.shortfall).toBeUndefined()
  })

  it('makes up for nothing that left before it at its instant', () => {
    const taken = fact(DAY(2), 2, -101)
    const after = (facts: NetPosting[]) =>
      applyChange(historyOf([fact(DAY(1), 1, 100)]), { facts, newCounts: [count(DAY(2), 3, 0)] }, NOW)
        .shortfall
    expect(after([taken])).toEqual({ at: DAY(2), grams: 1 })
    expect(after([taken, fact(DAY(2), 1, 1)])).toBeUndefined()
    // What was entered after the count comes after it.
    expect(after([taken, fact(DAY(2), 4, 1)])).toEqual({ at: DAY(2), grams: 1 })
  })

  it('gains no more than it may', () => {
    const emptied = { ...count(DAY(2), 2, 0), maxGainGrams: 5 }
    const over = (grams: number) =>
      applyChange(
        historyOf([fact(DAY(1), 1, 100)]),
        { facts: [fact(DAY(2), 2, -grams)], newCounts: [emptied] },
        NOW,
      )
    expect(over(105).shortfall).toBeUndefined()
    expect(over(106).shortfall).toEqual({ at: DAY(2), grams: 6 })
  })

  it('gains no more than it may when something is entered before it later', () => {
    const emptied = { ...count(DAY(3), 2, 0), maxGainGrams: 5, gainedGrams: 3 }
    const history = historyOf([fact(DAY(1), 1, 100), fact(DAY(3), 2, -100)], [emptied])
    const taken = (grams: number) =>
      applyChange(history, { facts: [fact(DAY(2), 3, -grams)], newCounts: [] }, NOW).shortfall
    expect(taken(2)).toBeUndefined()
    expect(taken(3)).toEqual({ at: DAY(3), grams: 6, takenBy: 2 })
  })

  it('gains nothing in a plan that takes more than it may gain, until little enough is missing', () => {
    const emptied = { ...count(NOW + DAY(1), 2, 0), maxGainGrams: 5 }
    const planned = applyChange(
      historyOf([fact(DAY(1), 1, 100)]),
      { facts: [fact(NOW + DAY(1), 2, -200)], newCounts: [emptied] },
      NOW,
    )
    expect(planned).toMatchObject({ corrections: [], shortfall: undefined })
    expect(planned.days.at(-1)).toMatchObject({ closingGrams: -100 })

    const history = historyOf([fact(DAY(1), 1, 100), fact(NOW + DAY(1), 2, -200)], [emptied])
    const brought = (grams: number) =>
      applyChange(history, { facts: [fact(DAY(2), 3, grams)], newCounts: [] }, NOW).corrections
    expect(brought(94)).toEqual([])
    expect(brought(95)).toMatchObject([{ factId: 2, grams: 5 }])
    expect(brought(120)).toMatchObject([{ factId: 2, grams: -20 }])
  })

  it('takes its gain back when a plan before it takes more', () => {
    const emptied = { ...count(NOW + DAY(2), 2, 0), maxGainGrams: 5, gainedGrams: 3 }
    const history = historyOf([fact(DAY(1), 1, 100), fact(NOW + DAY(2), 2, -100)], [emptied])
    const taken = (grams: number) =>
      applyChange(history, { facts: [fact(NOW + DAY(1), 3, -grams)], newCounts: [] }, NOW).corrections
    expect(taken(2)).toMatchObject([{ factId: 2, grams: 2 }])
    expect(taken(3)).toMatchObject([{ factId: 2, grams: -3 }])
  })
})

test.each([
  ['a loss', -30, 0, [['loss', false, 30]]],
  ['a gain', 30, 0, [['gain', true, 30]]],
  ['more of a loss', -30, -10, [['loss', false, 30]]],
  ['less of a loss', 30, -50, [['loss', true, 30]]],
  ['less of a gain', -30, 50, [['gain', false, 30]]],
  [
    'a loss that turns out a gain',
    80,
    -50,
    [
      ['loss', true, 50],
      ['gain', true, 30],
    ],
  ],
  [
    'a gain that turns out a loss',
    -80,
    50,
    [
      ['gain', false, 50],
      ['loss', false, 30],
    ],
  ],
  ['nothing', 0, 10, []],
])('a count posts %s', (_what, grams, posted, expected) => {
  expect(countEntries(grams, posted).map((each) => [each.outside, each.into, each.grams])).toEqual(expected)
})

describe('one bay, one parcel', () => {
  const wheat = {
    recordId: 'wheat',
    steps: [
      { at: 1, beforeGrams: 100, afterGrams: 100 },
      { at: 5, beforeGrams: 0, afterGrams: 0 },
    ],
  }
  const barley = (at: number, leaves?: number) => ({
    recordId: 'barley',
    steps: [
      { at, beforeGrams: 0, afterGrams: 50 },
      ...(leaves ? [{ at: leaves, beforeGrams: 0, afterGrams: 0 }] : []),
    ],
  })
  const rows: [what: string, other: ReturnType<typeof barley>, at: number | undefined][] = [
    ['comes while the other lies there', barley(3), 3],
    ['comes as the other leaves', barley(5), undefined],
    ['comes after', barley(7), undefined],
    ['is there before the other comes', barley(0), 1],
    ['is gone before the other comes', barley(0, 1), undefined],
    ['is planned only', barley(150), undefined],
  ]
  it.each(rows)('a parcel that %s', (_what, other, at) => {
    expect(findOverlap([wheat, other], 100)?.at).toBe(at)
  })
  it('an overlap that was there before is not this command’s', () => {
    const steps = [{ at: 1, beforeGrams: 10, afterGrams: 5 }]
    expect(findOverlap([wheat, { recordId: 'barley', steps }], 100)).toBeUndefined()
  })
})

describe('any order of entry, by property', () => {
  const factArb = fc.record({
    at: fc.integer({ min: 0, max: 12 }).map((half) => DAY(0) + (half * DAY_MS) / 2),
    grams: fc.integer({ min: -50, max: 60 }),
  })
  const changeArb = fc.array(
    fc.record({ fact: factArb, count: fc.option(fc.nat({ max: 80 }), { freq: 5 }) }),
    { minLength: 1, maxLength: 14 },
  )

  /** A history of which more days are looked into. */
  function lookedInto(history: History, facts: NetPosting[], starts: number[]): History {
    const days = history.days.map((day) =>
      starts.includes(day.start)
        ? { ...day, facts: facts.filter((each) => startOfDay(each.at) === day.start) }
        : day,
    )
    return { ...history, days }
  }

  /** Applies changes one by one, keeping summaries as the database does; answers facts, summaries and counts. */
  function play(steps: { fact: { at: number; grams: number }; count: number | null; factId: number }[]) {
    let facts: NetPosting[] = []
    const counts: Count[] = []
    let days = summariseLedger(facts)
    for (const {
      fact: { at, grams },
      count: counted,
      factId,
    } of steps) {
      const change: BalanceChange =
        counted === null
          ? { facts: [fact(at, factId, grams)], newCounts: [] }
          : { facts: [], newCounts: [count(at, factId, counted)] }
      const reach = { at, factId }
      // As the reader has it: a count at the same instant, before the change or after, has the day looked into.
      const isLast =
        facts.every((each) => comparePoints(each, reach) < 0) && counts.every((each) => each.at < at)
      const from = startOfDay(at)
      const absorbing = new Set([from, ...counts.map((each) => startOfDay(each.at))])
      const history: History = {
        openingGrams: days.findLast(({ start }) => start < from)?.closingGrams ?? 0,
        days: days
          .filter(({ start }) => start >= from)
          .map((day) =>
            !isLast && absorbing.has(day.start)
              ? { ...day, facts: facts.filter((each) => startOfDay(each.at) === day.start) }
              : day,
          ),
        counts: counts.filter((each) => each.at >= at).toSorted(comparePoints),
      }
      const atFirst = applyChange(history, change, NOW)
      const outcome = applyChange(lookedInto(history, facts, atFirst.doubtfulDays), change, NOW)
      if (outcome.shortfall) continue
      facts = [
        ...facts,
        ...change.facts,
        ...outcome.corrections.map((each) => fact(each.at, each.factId, each.grams)),
      ]
      counts.push(...change.newCounts)
      const changed = new Map(outcome.days.map((day) => [day.start, day]))
      days = [...days.filter(({ start }) => !changed.has(start)), ...changed.values()].sort(
        (a, b) => a.start - b.start,
      )
    }
    return { facts, days, counts }
  }

  it('kept summaries are what the facts add up to, counts hold, nothing was ever overdrawn', () => {
    fc.assert(
      fc.property(changeArb, (changes) => {
        const { facts, days, counts } = play(changes.map((each, index) => ({ ...each, factId: index + 1 })))
        expect(days).toEqual(summariseLedger(facts))
        const sumUpTo = (isIncluded: (fact: NetPosting) => boolean) =>
          facts.filter(isIncluded).reduce((sum, { grams }) => sum + grams, 0)
        // At the end of every instant, and before every count.
        for (const { at } of facts) expect(sumUpTo((each) => each.at <= at)).toBeGreaterThanOrEqual(0)
        for (const each of counts) {
          expect(sumUpTo((other) => comparePoints(other, each) < 0)).toBeGreaterThanOrEqual(0)
          expect(sumUpTo((other) => comparePoints(other, each) <= 0)).toBe(each.countedGrams)
        }
      }),
    )
  })

  it('inserting late equals inserting in order, where both are accepted whole', () => {
    fc.assert(
      fc.property(changeArb, (changes) => {
        const steps = changes.map((each, index) => ({
          ...each,
          factId: index + 1,
          fact: { ...each.fact, grams: Math.abs(each.fact.grams) + 1 },
        }))
        const inOrder = steps.toSorted((a, b) => a.fact.at - b.fact.at || a.factId - b.factId)
        const closings = ({ days }: ReturnType<typeof play>) =>
          Array.from(
            { length: 8 },
            (_, day) => days.findLast(({ start }) => start <= DAY(day))?.closingGrams ?? 0,
          )
        expect(closings(play(steps))).toEqual(closings(play(inOrder)))
      }),
    )
  })
})
