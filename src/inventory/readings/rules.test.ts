import { expect, test } from 'vitest'
import { ANY_WEIGHT, type WeighingRules } from '../../kernel/weighing.ts'
import {
  multiplied,
  readingFaults,
  scalesAfter,
  tareUsed,
  type WeightReading,
  type Readings,
  type Scales,
} from './rules.ts'

const scale: WeightReading = { source: 'scale', recordNumber: '004711' }
const typed: WeightReading = { source: 'typed' }
const remembered: WeightReading = { source: 'remembered' }
const of = (empty: number | null, full: number | null, readings: Readings | null = null): Scales => ({
  empty_grams: empty,
  full_grams: full,
  readings,
})

test.each<[string, Scales, WeighingRules['typedWeights'], string[]]>([
  ['a typed weight, allowed', of(null, 2, { full: typed }), 'allowed', []],
  ['a typed weight without a reason', of(null, 2, { full: typed }), 'reason', ['w.readings.full.reason']],
  ['a typed weight with one', of(null, 2, { full: { ...typed, reason: 'Indicator off' } }), 'reason', []],
  ['a typed weight, refused', of(1, 2, { full: typed, empty: scale }), 'refused', ['w.full']],
  ['a weight of which nobody says anything', of(1, 2), 'refused', ['w.full', 'w.empty']],
  ['weights of scale, file and memory', of(1, 2, { full: scale, empty: remembered }), 'refused', []],
  ['a source without its weight', of(1, null, { full: scale }), 'allowed', ['w.readings.full']],
  ['a full lorry that is remembered', of(1, 2, { full: remembered }), 'allowed', ['w.readings.full.source']],
  ['a net of two readings', of(1, 2, { net: { source: 'file' } }), 'allowed', ['w.readings.net']],
])('%s', (_case, scales, typedWeights, paths) => {
  const faults = readingFaults('w', scales, { ...ANY_WEIGHT, typedWeights })
  expect(faults.map(({ path }) => path)).toEqual(paths)
})

test.each<[string, Scales, Scales, Readings | null]>([
  [
    'the other reading',
    of(null, 2, { full: scale }),
    of(1, null, { empty: typed }),
    { full: scale, empty: typed },
  ],
  ['another weight that says nothing', of(1, 2, { full: scale }), of(null, 3), null],
  ['the same weight that says nothing', of(1, 2, { full: scale }), of(null, 2), { full: scale }],
  [
    'the same weight from a file',
    of(1, 2, { full: scale }),
    of(null, 2, { full: { source: 'file' } }),
    { full: scale },
  ],
  [
    'another weight from a file',
    of(1, 2, { full: scale }),
    of(null, 3, { full: { source: 'file' } }),
    { full: { source: 'file' } },
  ],
  ['both readings in place of a net', of(null, null, { net: typed }), of(1, 2), null],
])('after %s', (_case, before, given, readings) => {
  expect(scalesAfter(before, given).readings).toEqual(readings)
})

test('a scale that was out twice says by how much in all', () => {
  const once = multiplied({ full: scale }, 1.004)
  expect(multiplied(once, 0.5)).toEqual({ full: { ...scale, factor: 0.502 } })
})

const at = new Date('2026-08-14T09:30:00Z')
const tare = (movementId: number, grams: number, day: string) => ({
  movementId,
  grams,
  weighedAt: new Date(day),
})
const tares = [tare(3, 14_280, '2026-08-10'), tare(2, 14_200, '2026-07-15'), tare(1, 14_000, '2026-06-01')]

test.each<[string, number, Partial<WeighingRules>, number | string]>([
  ['the newest', 14_280, {}, 3],
  ['an older one', 14_200, {}, 2],
  ['one that was never weighed', 14_300, {}, 'unknown'],
  ['one within the days', 14_280, { rememberedTareDays: 5 }, 3],
  ['one beyond the days', 14_200, { rememberedTareDays: 30 }, 'old'],
  ['any, where none is used again', 14_280, { rememberedTareDays: 0 }, 'old'],
  ['one of tares 2 % apart', 14_280, { requiresSteadyTares: true }, 3],
])('a remembered tare: %s', (_case, grams, rules, expected) => {
  const used = tareUsed({ grams, at }, tares, { ...ANY_WEIGHT, ...rules })
  expect(typeof used === 'string' ? used : used.movementId).toBe(expected)
})

test('a tare is not used again where they differ by more than 2 %', () => {
  const apart = [...tares.slice(0, 2), tare(1, 13_999, '2026-06-01')]
  expect(tareUsed({ grams: 14_280, at }, apart, { ...ANY_WEIGHT, requiresSteadyTares: true })).toBe(
    'unsteady',
  )
  expect(tareUsed({ grams: 14_280, at }, apart, ANY_WEIGHT)).toMatchObject({ movementId: 3 })
})
