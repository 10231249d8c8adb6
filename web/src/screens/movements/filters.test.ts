import { expect, test } from 'vitest'
import { countSet } from '../../stock/filters.ts'
import { movementFilters, openedIn } from './filters.ts'

const { read } = movementFilters

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
    },
    {},
  ],
  [
    'what it cannot mean is left out',
    {},
    { type: 'theft', grain: '1,', since: '1 Aug', actions: 'yes', other: '1' },
  ],
])('reads an address: %s', (_name, good, bad) => {
  expect(read({ ...good, ...bad }).set).toEqual(good)
})

test('is sorted by what the service can sort by', () => {
  expect(read({ sort: 'weight', desc: '1' })).toMatchObject({ sort: 'weight', isDescending: true })
  expect(read({ sort: 'vehicle' })).toMatchObject({ sort: undefined, isDescending: false })
})

test('the order and the open row are no filters', () => {
  const search = { type: 'intake', sort: 'id', desc: '1', open: '3' }
  expect(countSet(read(search))).toBe(1)
  expect(openedIn(search)).toBe('3')
  expect(openedIn({ open: '../x' })).toBeUndefined()
})
