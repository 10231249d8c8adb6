import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isUndecided,
  isWithinTolerance,
  matchLines,
  stateOf,
  type SettlementLoad,
  type StatedLine,
} from './settlement-rules.ts'

const line = (number: number, day: string, kilograms: number, more: Partial<StatedLine> = {}) => ({
  line: number,
  reference: '',
  day,
  vehicle: '',
  grams: kilograms * 1000,
  ...more,
})
const load = (id: number, day: string, kilograms: number, more: Partial<SettlementLoad> = {}) => ({
  id,
  references: [String(id)],
  day,
  vehicle: '',
  grams: kilograms * 1000,
  ...more,
})
const D3 = '2026-08-03'

interface Case {
  lines: StatedLine[]
  loads: SettlementLoad[]
  matched: [line: number, load: number, by: string][]
  candidates?: Record<number, number[]>
}

test.each<[string, Case]>([
  [
    'a reference, whatever the day of the statement and the weight',
    {
      lines: [line(1, D3, 10, { reference: 'wb 7' }), line(2, '2026-07-02', 20_000)],
      loads: [load(5, '2026-07-01', 28_000, { references: ['WB-7'] })],
      matched: [[1, 5, 'reference']],
    },
  ],
  [
    'a reference of other days is offered, and not taken',
    {
      lines: [line(1, D3, 10, { reference: 'wb 7' })],
      loads: [load(5, '2026-07-01', 28_000, { references: ['WB-7'] })],
      matched: [],
      candidates: { 1: [5] },
    },
  ],
  [
    'a reference of another day, lorry and weight is not even offered',
    {
      lines: [line(1, D3, 10, { reference: '7', vehicle: 'AB12' })],
      loads: [load(5, '2026-07-01', 28_000, { references: ['7'], vehicle: 'CD34' })],
      matched: [],
    },
  ],
  [
    'numbers that have come round again: the day, lorry and weight of one alone fit, and a load of eleven months before is not used up',
    {
      lines: [
        line(1, '2026-08-10', 28_490, { reference: '1', vehicle: 'BB2' }),
        line(2, '2026-08-11', 26_000, { reference: '2', vehicle: 'BB2' }),
      ],
      loads: [
        load(11, '2025-08-10', 27_000, { references: ['1'], vehicle: 'AA1' }),
        load(12, '2026-08-10', 28_490, { references: ['1'], vehicle: 'BB2' }),
        load(13, '2025-09-10', 20_000, { references: ['2'], vehicle: 'AA1' }),
      ],
      matched: [[1, 12, 'reference']],
    },
  ],
  [
    'a ticket’s number',
    {
      lines: [line(1, D3, 10, { reference: '0012' })],
      loads: [load(12, D3, 28_000)],
      matched: [[1, 12, 'reference']],
    },
  ],
  [
    'a number on two lines is left to the person, and its load with it',
    {
      lines: [
        line(1, D3, 28_000, { reference: '12' }),
        line(2, D3, 28_000, { reference: '12' }),
        line(3, D3, 28_000),
      ],
      loads: [load(12, D3, 28_000)],
      matched: [],
      candidates: { 1: [12], 2: [12], 3: [12] },
    },
  ],
  [
    'two days and 1 %',
    { lines: [line(1, '2026-08-05', 27_720)], loads: [load(1, D3, 28_000)], matched: [[1, 1, 'weight']] },
  ],
  ['three days', { lines: [line(1, '2026-08-06', 28_000)], loads: [load(1, D3, 28_000)], matched: [] }],
  ['a gram more than 1 %', { lines: [line(1, D3, 27_719.999)], loads: [load(1, D3, 28_000)], matched: [] }],
  [
    'the day and the very weight goes before what is only near',
    {
      lines: [line(1, D3, 28_000)],
      loads: [load(1, D3, 28_000), load(2, D3, 28_010)],
      matched: [[1, 1, 'weight']],
    },
  ],
  [
    'the lorry parts two loads of one weight',
    {
      lines: [line(1, D3, 28_005, { vehicle: 'AB 12' })],
      loads: [load(1, D3, 28_000, { vehicle: 'ab12' }), load(2, D3, 28_010, { vehicle: 'CD34' })],
      matched: [[1, 1, 'weight']],
    },
  ],
  [
    'two loads of one weight',
    {
      lines: [line(1, D3, 28_005)],
      loads: [load(1, D3, 28_000), load(2, D3, 28_010)],
      matched: [],
      candidates: { 1: [1, 2] },
    },
  ],
  [
    'two lines of one weight',
    {
      lines: [line(1, D3, 28_005), line(2, D3, 28_006)],
      loads: [load(1, D3, 28_000)],
      matched: [],
      candidates: { 1: [1], 2: [1] },
    },
  ],
  [
    'another lorry is another load',
    {
      lines: [line(1, D3, 28_000, { vehicle: 'AB12' })],
      loads: [load(1, D3, 28_000, { vehicle: 'CD34' })],
      matched: [],
    },
  ],
  [
    'the day and the lorry, whatever the weight',
    {
      lines: [line(1, D3, 20_000, { vehicle: 'AB12' })],
      loads: [load(1, D3, 28_000, { vehicle: 'AB12' })],
      matched: [[1, 1, 'vehicle']],
    },
  ],
  [
    'a load that is not weighed agrees with no weight',
    { lines: [line(1, D3, 20_000)], loads: [load(1, D3, 0)], matched: [] },
  ],
])('%s', (_name, { lines, loads, matched, candidates = {} }) => {
  const found = matchLines(lines, loads)
  expect(found.matched.map((each) => [each.line, each.loadId, each.by])).toEqual(matched)
  for (const { line: number, loadIds } of found.unmatched) expect(loadIds).toEqual(candidates[number] ?? [])
})

test.each([
  [28_000_000, null, 0, 'unknown'],
  [28_000_000, null, 2, 'ambiguous'],
  [27_720_000, 28_000_000, 0, 'agreed'],
  [28_280_001, 28_000_000, 0, 'differs'],
  [28_000_000, 0, 0, 'unweighed'],
] as const)('%d g against %s g with %d candidates is %s', (theirs, ours, candidates, state) => {
  expect(stateOf(theirs, ours, candidates)).toBe(state)
  expect(isUndecided(state, null)).toBe(state !== 'agreed')
  expect(isUndecided(state, 'accepted')).toBe(false)
})

describe('whatever the statement', () => {
  const days = fc.integer({ min: 1, max: 6 }).map((day) => `2026-08-0${day}`)
  const common = {
    day: days,
    vehicle: fc.constantFrom('', 'AB12', 'CD34'),
    grams: fc.integer({ min: 1, max: 6 }).map((n) => 27_000_000 + n * 100_000),
  }
  const references = fc.constantFrom('', 'A1', 'A2', '3')
  const anyLines = fc.array(fc.record({ ...common, reference: references }), { maxLength: 8 })
  const anyLoads = fc.array(fc.record({ ...common, references: fc.array(references, { maxLength: 2 }) }), {
    maxLength: 8,
  })
  const made = fc.tuple(anyLines, anyLoads).map(([lines, loads]) => ({
    lines: lines.map((each, index) => ({ line: index + 1, ...each })),
    loads: loads.map((each, index) => ({ id: index + 1, ...each })),
  }))

  test('a load is on one line, a line has one load, and what is matched is alike', () => {
    fc.assert(
      fc.property(made, ({ lines, loads }) => {
        const { matched, unmatched } = matchLines(lines, loads)
        expect(new Set(matched.map(({ loadId }) => loadId)).size).toBe(matched.length)
        expect([...matched, ...unmatched].map((each) => each.line).toSorted((a, b) => a - b)).toEqual(
          lines.map((each) => each.line),
        )
        for (const { line: number, loadId, by } of matched) {
          const [theirs, ours] = [lines[number - 1], loads[loadId - 1]]
          if (!theirs || !ours) throw new Error('matched what is not there')
          if (by === 'reference') expect(ours.references).toContain(theirs.reference)
          if (by === 'weight') expect(isWithinTolerance(theirs.grams, ours.grams)).toBe(true)
          if (by === 'vehicle') expect([theirs.day, theirs.vehicle]).toEqual([ours.day, ours.vehicle])
        }
        const taken = new Set(matched.map(({ loadId }) => loadId))
        for (const { loadIds } of unmatched) expect(loadIds.filter((id) => taken.has(id))).toEqual([])
      }),
    )
  })

  test('the order of lines and loads decides nothing', () => {
    fc.assert(
      fc.property(made, ({ lines, loads }) => {
        const turned = matchLines(lines.toReversed(), loads.toReversed())
        expect(turned.matched).toEqual(matchLines(lines, loads).matched)
      }),
    )
  })
})
