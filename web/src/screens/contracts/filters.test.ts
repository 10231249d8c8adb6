import { expect, test } from 'vitest'
import { askedOf, orderOf } from '../../stock/filters.ts'
import { contractFilters } from './filters.ts'

test.each<[Record<string, string>, object]>([
  [{}, {}],
  [{ status: 'active,upcoming' }, { status: ['active', 'upcoming'] }],
  [{ status: 'lost' }, {}],
  [
    { 'f:commodity': '1,2', query: 'brook' },
    { 'f:commodity': ['1', '2'], query: 'brook' },
  ],
  [{ 'f:commodity': 'wheat' }, {}],
  [
    { sort: 'weight', desc: '1' },
    { sortBy: 'weight', sortDesc: true },
  ],
  [{ sort: 'colour' }, {}],
])('%o asks for %o', (search, asked) => {
  expect(askedOf(contractFilters.read(search))).toEqual(asked)
})

test('a column is pressed: rising, falling, then as the service has it', () => {
  const { read, sortable } = contractFilters
  function pressed(search: Record<string, string>): object {
    let next = {}
    orderOf(read(search), sortable, (part) => (next = part)).onOrder('weight')
    return next
  }
  expect(pressed({})).toEqual({ sort: 'weight' })
  expect(pressed({ sort: 'reference', desc: '1' })).toEqual({ sort: 'weight' })
  expect(pressed({ sort: 'weight' })).toEqual({ sort: 'weight', desc: '1' })
  expect(pressed({ sort: 'weight', desc: '1' })).toEqual({})
})
