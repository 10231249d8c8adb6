import { expect, test } from 'vitest'
import { holderFilters, holdersAsked, offerFilters, offersSaying } from './filters.ts'

test('an address says what is listed; what it cannot mean is left out', () => {
  expect(
    offerFilters.read({
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
    set: { 'f:commodity': '1,7', 'f:tags': 'export' },
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
  expect(holdersAsked(holderFilters.read(search))).toEqual(filters)
})

const named = (id: number, name: string) => ({ id, name })
const offer = (name: string, variety: string, tags: string[] = []) => ({
  name,
  commodity: {
    commodity: named(1, 'Wheat'),
    type: named(101, 'Winter'),
    grade: named(1_010_101, 'Group 1'),
    variety,
    tags: [],
  },
  harvestYear: '2027',
  tags,
})
const offers = [
  offer('Winter wheat 2027', 'Skyfall', ['forward']),
  offer('Été', 'Extase'),
] as unknown as Parameters<typeof offersSaying>[0]

test.each([
  ['', ['Winter wheat 2027', 'Été']],
  ['skyf', ['Winter wheat 2027']],
  ['wheat  EXTASE', ['Été']],
  ['ete', ['Été']],
  ['forward 2027', ['Winter wheat 2027']],
  ['barley', []],
])('offers are found by what they say: %s', (text, expected) => {
  expect(offersSaying(offers, text).map(({ name }) => name)).toEqual(expected)
})
