import { expect, test } from 'vitest'
import { holderFiltersOf, offerFiltersOf } from './filters.ts'

test('an address says what is listed; what it cannot mean is left out', () => {
  expect(
    offerFiltersOf({
      'f:commodity': '1,7',
      'f:commodityGrade': 'x',
      'f:status': 'full',
      'f:businessUnitIds': 'mine',
      'f:tags': 'export',
      'f:storageId': 'y',
      sort: 'colour',
      desc: '1',
    }),
  ).toEqual({
    query: '',
    facets: { 'f:commodity': '1,7', 'f:tags': 'export' },
    sort: undefined,
    isDescending: true,
  })
})

test.each([
  [{}, { grain: '', grade: '0', regions: undefined }],
  [
    { grain: '1.101', grade: '1010101', region: 'GB-HRT,gb-ess' },
    { grain: '1.101', grade: '1010101', regions: 'GB-HRT,gb-ess' },
  ],
  [{ grain: '1' }, { grain: '1', grade: '0', regions: undefined }],
  [
    { grain: 'wheat', grade: '1010101', region: 'Kent' },
    { grain: '', grade: '0', regions: undefined },
  ],
])('an address says whose grain is asked for: %j', (search, filters) => {
  expect(holderFiltersOf(search)).toEqual(filters)
})
