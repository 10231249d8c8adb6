import { expect, test } from 'vitest'
import { stockAsked, stockFilters } from './filters.ts'

test.each([
  ['nothing: what lies in stores now', {}, { 'f:storageType': ['store'], 'f:status': ['active'] }],
  ['everything', { place: 'all', empty: '1' }, {}],
  [
    'facets and an order',
    { 'f:commodity': '1,7', owned: 'stored by', sort: 'weight', desc: '1' },
    {
      'f:commodity': ['1', '7'],
      'f:storageType': ['store'],
      'f:status': ['active'],
      ownerStatus: 'stored by',
      sortBy: 'weight',
      sortDesc: true,
    },
  ],
  [
    'what it cannot mean',
    { place: 'moon', owned: 'nobody', sort: 'colour', 'f:secret': '1' },
    { 'f:storageType': ['store'], 'f:status': ['active'] },
  ],
])('an address that says %s', (_name, search, asked) => {
  expect(stockAsked(stockFilters.read(search))).toEqual(asked)
})
