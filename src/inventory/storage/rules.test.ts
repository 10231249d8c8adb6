import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bayNameFaults, capacityFaults, remainingByCommodity, remainingGrams } from './rules.ts'
import { shareOut, splitFaults } from './split-rules.ts'

describe('what a bay can still take', () => {
  const wheat = { commodityId: 1, grams: 1000 }
  const barley = { commodityId: 2, grams: 400 }
  test.each([
    { name: 'empty, one capacity', capacities: [wheat], stock: undefined, left: 1000 },
    { name: 'empty, two capacities', capacities: [wheat, barley], stock: undefined, left: 0 },
    { name: 'empty, none', capacities: [], stock: undefined, left: 0 },
    {
      name: 'the capacity of what lies there',
      capacities: [wheat, barley],
      stock: { commodityId: 2, grams: 150 },
      left: 250,
    },
    { name: 'overfull shows', capacities: [wheat], stock: { commodityId: 1, grams: 1200 }, left: -200 },
    {
      name: 'nobody said for this commodity',
      capacities: [wheat],
      stock: { commodityId: 3, grams: 50 },
      left: 0,
    },
  ])('$name', ({ capacities, stock, left }) => {
    expect(remainingGrams(capacities, stock)).toBe(left)
  })
})

describe('what a bay can still take of each commodity', () => {
  const capacities = [
    { commodityId: 1, grams: 250 },
    { commodityId: 2, grams: 220 },
  ]
  test.each([
    { name: 'empty: all of each', lying: 0, left: [250, 220] },
    { name: 'less what lies there', lying: 100, left: [150, 120] },
    { name: 'overfull shows', lying: 230, left: [20, -10] },
  ])('$name', ({ lying, left }) => {
    expect(remainingByCommodity(capacities, lying).map(({ grams }) => grams)).toEqual(left)
  })
  test('of what no capacity is known for there is nothing to tell', () =>
    expect(remainingByCommodity([], 100)).toEqual([]))
})

describe('bay names within a store', () => {
  const standing = [
    { id: 1, name: 'North' },
    { id: 2, name: 'South' },
  ]
  test.each([
    { name: 'a new name', given: [{ id: undefined, name: 'East' }], paths: [] },
    {
      name: 'a name that stands, in another case',
      given: [{ id: undefined, name: ' NORTH ' }],
      paths: ['substorage[0].name'],
    },
    { name: 'its own name again', given: [{ id: 1, name: 'north' }], paths: [] },
    {
      name: 'two bays swap',
      given: [
        { id: 1, name: 'South' },
        { id: 2, name: 'North' },
      ],
      paths: [],
    },
    {
      name: 'twice in the list',
      given: [
        { id: undefined, name: 'East' },
        { id: undefined, name: 'east' },
      ],
      paths: ['substorage[1].name'],
    },
    {
      name: 'a new bay without one',
      given: [{ id: undefined, name: undefined }],
      paths: ['substorage[0].name'],
    },
    { name: 'a bay that keeps its name', given: [{ id: 2, name: undefined }], paths: [] },
  ])('$name', ({ given, paths }) => {
    expect(bayNameFaults(standing, given).map(({ path }) => path)).toEqual(paths)
  })

  test('capacities: unknown and doubled commodities are told at once', () => {
    const faults = capacityFaults(
      'c',
      [{ commodityId: 1 }, { commodityId: 9 }, { commodityId: 1 }],
      (id) => id < 5,
    )
    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['c[1].commodityId', 'unknown'],
      ['c[2].commodityId', 'duplicate'],
    ])
  })
})

describe('splitting a field', () => {
  test('every fault at once, by row', () => {
    const areas = new Map([
      ['a', 100_000],
      ['b', undefined],
    ])
    const rows = [
      { source: 'a', hectares: 6 },
      { source: 'a', hectares: 4.0001 },
      { source: 'b', hectares: 1 },
      { source: 'c', hectares: 1 },
      { source: 'a', hectares: 0.00001 },
    ]
    expect(splitFaults(rows, areas).map(({ path }) => path)).toEqual([
      '[1].hectares',
      '[2].source',
      '[3].source',
      '[4].hectares',
    ])
    expect(splitFaults(rows, areas)[0]).toMatchObject({ data: { left: 4 } })
    expect(
      splitFaults(
        [
          { source: 'a', hectares: 6 },
          { source: 'a', hectares: 4 },
        ],
        areas,
      ),
    ).toEqual([])
  })

  test('a planting over the whole field goes by the hectares of the parts', () => {
    expect(shareOut({ area: 100_000, remaining: 50_000 }, [30_000, 20_000], 100_000)).toEqual([
      { area: 30_000, remaining: 15_000 },
      { area: 20_000, remaining: 10_000 },
      { area: 50_000, remaining: 25_000 },
    ])
  })

  test('shares add up to the square metre, and none has more left than it has area', () => {
    const anySplit = fc
      .record({
        area: fc.integer({ min: 1, max: 10_000_000 }),
        left: fc.integer({ min: 0, max: 10_000_000 }),
        parts: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 }),
        rest: fc.integer({ min: 0, max: 1_000_000 }),
      })
      .map(({ area, left, parts, rest }) => ({
        planting: { area, remaining: Math.min(left, area) },
        parts,
        rest,
      }))
    fc.assert(
      fc.property(anySplit, ({ planting, parts, rest }) => {
        const shares = shareOut(
          planting,
          parts,
          parts.reduce((sum, part) => sum + part, rest),
        )
        expect(shares).toHaveLength(parts.length + 1)
        expect(shares.reduce((sum, { area }) => sum + area, 0)).toBe(planting.area)
        expect(shares.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(planting.remaining)
        for (const { area, remaining } of shares) expect(remaining).toBeLessThanOrEqual(area)
        if (rest === 0) expect(shares.at(-1)).toEqual({ area: 0, remaining: 0 })
      }),
    )
  })
})
