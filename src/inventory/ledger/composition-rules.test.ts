import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import {
  composing,
  takeProportionally,
  UNACCOUNTED,
  type Composition,
  type Parts,
  type TraceEntry,
} from './composition-rules.ts'

function compose(entries: TraceEntry[]): Composition {
  const work = composing(entries)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const sumOf = (parts: Parts | undefined) => [...(parts ?? [])].reduce((sum, [, grams]) => sum + grams, 0)

describe('what leaves takes every part in proportion, in whole grams', () => {
  const rows: [what: string, parts: Record<string, number>, grams: number, taken: Record<string, number>][] =
    [
      ['even shares', { a: 60, b: 40 }, 50, { a: 30, b: 20 }],
      ['the odd gram falls where the sum of the parts is rounded up', { a: 2, b: 1 }, 1, { a: 1 }],
      ['to one that is half of it, too', { a: 1, b: 1 }, 1, { a: 1 }],
      ['not to the first ones alone', { a: 1, b: 1, c: 1 }, 2, { a: 1, c: 1 }],
      ['two odd grams', { a: 10, b: 10, c: 10 }, 20, { a: 7, b: 6, c: 7 }],
      ['all of it', { a: 3, b: 4 }, 7, { a: 3, b: 4 }],
      ['no more than there is', { a: 3, b: 4 }, 100, { a: 3, b: 4 }],
      ['nothing', { a: 3, b: 4 }, 0, {}],
      // The product of the two is beyond what a number holds exactly.
      ['of a great weight', { a: 900_000_000_001, b: 3 }, 900_000_000_000, { a: 899_999_999_997, b: 3 }],
    ]
  test.each(rows)('%s', (_what, parts, grams, taken) => {
    expect(Object.fromEntries(takeProportionally(new Map(Object.entries(parts)), grams))).toEqual(taken)
  })

  test('parts add up to the whole, to the gram, and none is off by one', () => {
    const partsArb = fc.uniqueArray(
      fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
      { selector: ([origin]) => origin, minLength: 1, maxLength: 8 },
    )
    const property = fc.property(partsArb, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
      const parts = new Map(list)
      const total = sumOf(parts)
      const grams = Math.floor(total * share)
      const taken = takeProportionally(parts, grams)
      expect(sumOf(taken)).toBe(grams)
      for (const [origin, has] of parts) {
        const got = BigInt(taken.get(origin) ?? 0)
        // Within a gram of has × grams ÷ total, multiplied out.
        const off = got * BigInt(total) - BigInt(has) * BigInt(grams)
        expect(off < BigInt(total) && -off < BigInt(total), origin).toBe(true)
        expect(got <= BigInt(has), origin).toBe(true)
      }
    })
    fc.assert(property, { numRuns: 500 })
  })
})

describe('composition', () => {
  let id = 0
  const at = (day: number, from: TraceEntry['from'], to: TraceEntry['to'], grams: number): TraceEntry => ({
    id: ++id,
    at: day,
    factId: id,
    from,
    to,
    grams,
  })
  const origin = (name: string) => ({ origin: name })
  const record = (recordId: string) => ({ recordId })
  const end = (name: string) => ({ end: name })
  const partsIn = (entries: TraceEntry[], recordId: string) =>
    Object.fromEntries(compose(entries).records.get(recordId) ?? [])

  test('follows a blend of three fields onwards, to the gram', () => {
    const entries = [
      at(1, origin('north'), record('bay'), 10),
      at(1, origin('south'), record('bay'), 10),
      at(1, origin('west'), record('bay'), 10),
      at(2, record('bay'), record('silo'), 20),
      at(3, record('silo'), end('mill'), 10),
    ]
    expect(partsIn(entries, 'bay')).toEqual({ north: 3, south: 4, west: 3 })
    expect(partsIn(entries, 'silo')).toEqual({ north: 3, south: 3, west: 4 })
    const sold = compose(entries).carried.get(entries[4]?.id ?? 0)
    expect(Object.fromEntries(sold ?? [])).toEqual({ north: 4, south: 3, west: 3 })
  })

  test('what little is left of an old load leaves a heap that is never emptied', () => {
    const tonnes = 1e6
    const loads = Array.from({ length: 1000 }, (_each, day) => [
      at(2 * day + 1, origin(`load ${day}`), record('silo'), 28 * tonnes),
      at(2 * day + 2, record('silo'), end('mill'), 28 * tonnes),
    ]).flat()
    const parts = partsIn([at(0, origin('first'), record('silo'), 300 * tonnes), ...loads], 'silo')
    // A load halves with every eight that leave.
    expect(Object.keys(parts).length).toBeLessThan(400)
    expect(parts['load 999']).toBeCloseTo((28 - (28 * 28) / 328) * tonnes, -1)
    expect(sumOf(new Map(Object.entries(parts)))).toBe(300 * tonnes)
  })

  test('goes by when things happened, not by when they were entered', () => {
    const entries = [at(2, record('bay'), end('mill'), 5), at(1, origin('north'), record('bay'), 10)]
    expect(partsIn(entries, 'bay')).toEqual({ north: 5 })
    expect(Object.fromEntries(compose(entries).carried.get(entries[0]?.id ?? 0) ?? [])).toEqual({ north: 5 })
  })

  const carriedBy = (entries: TraceEntry[], entry: TraceEntry | undefined) =>
    Object.fromEntries(compose(entries).carried.get(entry?.id ?? 0) ?? [])

  test('what is taken before it is there is what comes next', () => {
    const entries = [
      at(1, origin('north'), record('bay'), 10),
      at(2, record('bay'), end('mill'), 15),
      at(3, origin('south'), record('bay'), 3),
    ]
    expect(carriedBy(entries, entries[1])).toEqual({ north: 10, south: 3, [UNACCOUNTED]: 2 })
    const later = [...entries, at(4, origin('west'), record('bay'), 8)]
    expect(carriedBy(later, entries[1])).toEqual({ north: 10, south: 3, west: 2 })
    expect(partsIn(later, 'bay')).toEqual({ west: 6 })
  })

  test('and is found where that has gone on to', () => {
    const entries = [
      at(1, origin('north'), record('silo'), 10),
      at(2, record('bay'), record('silo'), 10),
      at(3, record('silo'), end('mill'), 10),
      at(4, origin('south'), record('bay'), 12),
    ]
    expect(carriedBy(entries, entries[1])).toEqual({ south: 10 })
    expect(carriedBy(entries, entries[2])).toEqual({ north: 5, south: 5 })
    expect(partsIn(entries, 'silo')).toEqual({ north: 5, south: 5 })
    expect(partsIn(entries, 'bay')).toEqual({ south: 2 })
  })

  test('what was not there and comes back is owed no more', () => {
    const entries = [
      at(1, origin('north'), record('silo'), 10),
      at(2, record('bay'), record('silo'), 10),
      at(3, record('silo'), record('bay'), 10),
      at(4, origin('south'), record('bay'), 5),
    ]
    expect(partsIn(entries, 'silo')).toEqual({ north: 10 })
    expect(partsIn(entries, 'bay')).toEqual({ south: 5 })
  })

  const bays = ['a', 'b', 'c']
  const stepArb = fc.record({
    from: fc.nat({ max: 4 }),
    to: fc.nat({ max: 3 }),
    share: fc.double({ min: 0, max: 1.4, noNaN: true }),
    grams: fc.integer({ min: 1, max: 1000 }),
  })
  const stepsArb = fc.array(stepArb, { maxLength: 40 })
  type Step = typeof stepArb extends fc.Arbitrary<infer Value> ? Value : never

  /** Entries of two fields, three bays and a mill, and what lies in the bays then; below 0 where more was taken. */
  function play(steps: Step[]): { entries: TraceEntry[]; balances: Map<string, number> } {
    const balances = new Map(bays.map((bay) => [bay, 0]))
    const move = (bay: string | undefined, grams: number) =>
      bay && balances.set(bay, (balances.get(bay) ?? 0) + grams)
    const entries = steps.flatMap(({ from, to, share, grams }, day) => {
      const [source, target] = [bays[from], bays[to]]
      if (source !== undefined && source === target) return []
      const held = source ? (balances.get(source) ?? 0) : 0
      const taken = held > 0 ? Math.floor(held * share) : share > 1 || !source ? grams : 0
      if (taken === 0) return []
      move(source, -taken)
      move(target, taken)
      return [
        at(
          day,
          source ? record(source) : origin(`field ${from}`),
          target ? record(target) : end('mill'),
          taken,
        ),
      ]
    })
    return { entries, balances }
  }

  test('parts add up to every balance and every load, whatever moves where', () => {
    const property = fc.property(stepsArb, (steps) => {
      const { entries, balances } = play(steps)
      const { records, carried } = compose(entries)
      for (const bay of bays) expect(sumOf(records.get(bay))).toBe(Math.max(0, balances.get(bay) ?? 0))
      for (const each of entries) expect(sumOf(carried.get(each.id))).toBe(each.grams)
    })
    fc.assert(property, { numRuns: 300 })
  })

  test('every gram of a field is found once, and what is not accounted for is what the bays are short of', () => {
    const property = fc.property(stepsArb, (steps) => {
      const { entries, balances } = play(steps)
      const { records, carried } = compose(entries)
      const found = new Map<string, number>()
      const ended = entries.flatMap(({ id, to }) => ('end' in to ? [carried.get(id)] : []))
      for (const parts of [...records.values(), ...ended])
        for (const [name, grams] of parts ?? []) found.set(name, (found.get(name) ?? 0) + grams)
      const brought = new Map<string, number>()
      for (const { from, grams } of entries)
        if ('origin' in from) brought.set(from.origin, (brought.get(from.origin) ?? 0) + grams)
      const short = [...balances.values()].reduce((sum, grams) => sum + Math.max(0, -grams), 0)
      if (short > 0) brought.set(UNACCOUNTED, short)
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(brought))
    })
    fc.assert(property, { numRuns: 300 })
  })
})
