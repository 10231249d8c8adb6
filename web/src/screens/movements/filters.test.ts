import { expect, test } from 'vitest'
import { countSet, filtersOf, ordered } from './filters.ts'

test.each([
  [
    'all that it knows',
    {
      type: 'intake,outbound',
      grain: '1,7',
      partner: 'mill-7',
      lorry: 'AB12 CDE',
      text: 'L-204, Sam',
      since: '2026-08-01',
      actions: '1',
      sort: 'weight',
      desc: '1',
      open: '12',
    },
    {},
  ],
  [
    'what it cannot mean is left out',
    {},
    { type: 'theft', grain: '1,', since: '1 Aug', actions: 'yes', sort: 'colour', open: '../x', other: '1' },
  ],
])('reads an address: %s', (_name, good, bad) => {
  expect(filtersOf({ ...good, ...bad })).toEqual(good)
})

test('a column is sorted rising, falling, then no more; one that the service cannot sort by is not', () => {
  expect(ordered({}, 'weight')).toEqual({ sort: 'weight' })
  expect(ordered({ sort: 'weight' }, 'weight')).toEqual({ sort: 'weight', desc: '1' })
  expect(ordered({ sort: 'weight', desc: '1' }, 'weight')).toEqual({})
  expect(ordered({}, 'vehicle')).toEqual({})
})

test('the order and the open row are no filters', () => {
  expect(countSet({ type: 'intake', sort: 'id', desc: '1', open: '3' })).toBe(1)
})
