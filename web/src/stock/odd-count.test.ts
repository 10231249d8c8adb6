import { expect, test } from 'vitest'
import { holdsAtMost, oddCount } from './odd-count.ts'

const bay = { capacity: 280_000, book: 200_000 }

test.each<[string, number, Parameters<typeof oddCount>[1], object[]]>([
  ['nothing', 0, bay, []],
  ['what the book has', 200_000, bay, []],
  ['a tenth more than it holds', 308_000, bay, []],
  ['more than that', 308_001, bay, [{ what: 'aboveCapacity', kg: 280_000 }]],
  ['twice what it holds', 560_000, bay, [{ what: 'manyCapacities', kg: 280_000, times: 2 }]],
  [
    'tonnes for kilograms',
    28_000_000,
    bay,
    [
      { what: 'manyCapacities', kg: 280_000, times: 100 },
      { what: 'manyBooks', kg: 200_000, times: 140 },
    ],
  ],
  ['the same, blind', 28_000_000, { ...bay, book: null }, [{ what: 'manyCapacities', times: 100 }]],
  [
    'the same, in a bay without a limit',
    28_000_000,
    { ...bay, capacity: undefined },
    [{ what: 'manyBooks' }],
  ],
  ['ten times the book', 2_000_000, { capacity: undefined, book: 200_000 }, []],
  ['a tenth of the book', 20_000, bay, []],
  ['less than that', 19_999, bay, [{ what: 'smallPartOfBook', kg: 200_000 }]],
  ['something where the book has nothing', 20_000, { ...bay, book: 0 }, []],
  ['anything where nothing is known', 28_000_000, { capacity: undefined, book: null }, []],
])('%s: %i kg', (_name, kg, known, doubts) => {
  expect(oddCount(kg, known)).toMatchObject(doubts)
  expect(oddCount(kg, known)).toHaveLength(doubts.length)
})

const wheat = { commodityId: 1, weight: { weight: 280_000 } }
const barley = { commodityId: 2, weight: { weight: 240_000 } }
test.each([
  ['what lies there', [wheat, barley], 2, 240_000],
  ['whatever it holds most of', [barley, wheat], undefined, 280_000],
  ['nothing that is entered', [wheat], 2, undefined],
  ['no weight', [{ commodityId: 1, weight: { weight: null } }], 1, undefined],
])('a bay holds at most %s', (_name, capacities, crop, kg) => {
  expect(holdsAtMost(capacities, crop)).toBe(kg)
})
