import { expect, test } from 'vitest'
import * as reasons from './reasons.ts'

const groups: reasons.ReasonGroup[] = [
  'adjustment',
  'storage-note',
  'settlement-deduction',
  'settlement-bonus',
  'close-listing',
]

// rules.md §7, in its order.
test.each([
  [
    'adjustment',
    [
      'Stock take',
      'Drying loss',
      'Cleaning loss',
      'Handling loss',
      'Moisture change',
      'Bay emptied',
      'Spillage',
      'Pest damage',
      'Spoilage',
      'Own use',
      'Seed retained',
      'Sampling',
      'Weighbridge correction',
      'Regrade',
      'Opening balance',
      'Theft',
      'Data error',
    ],
  ],
  [
    'storage-note',
    [
      'Cleaned',
      'Inspected',
      'Fumigated',
      'Bait check',
      'Temperature check',
      'Moisture check',
      'Water ingress',
      'Pest found',
      'Repair',
      'Prior contents',
      'Out of use',
      'Certificate',
    ],
  ],
] as const)('the reasons of group %s', (group, descriptions) => {
  expect(reasons.listReasons(group).map((reason) => reason.description)).toEqual(descriptions)
})

test.each([
  [reasons.STOCK_TAKE, 'Stock take', 'either'],
  [reasons.DRYING_LOSS, 'Drying loss', 'loss'],
  [reasons.CLEANING_LOSS, 'Cleaning loss', 'loss'],
  [reasons.BAY_EMPTIED, 'Bay emptied', 'either'],
  [13, 'Weighbridge correction', 'either'],
  [15, 'Opening balance', 'gain'],
])('reason %d is %s, and may be: %s', (id, description, direction) => {
  expect(reasons.findReason('adjustment', id)).toEqual({ id, description, direction })
})

test('every id and every description of a group is there once', () => {
  const ids = groups.flatMap((group) => reasons.listReasons(group).map((reason) => reason.id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const group of groups) {
    const descriptions = reasons.listReasons(group).map((reason) => reason.description)
    expect(descriptions.length).toBeGreaterThan(0)
    expect(new Set(descriptions).size).toBe(descriptions.length)
  }
})

test.each(groups)('every reason of %s is found in its own group alone', (group) => {
  for (const { id } of reasons.listReasons(group)) {
    expect(groups.filter((each) => reasons.findReason(each, id) !== undefined)).toEqual([group])
  }
})

test.each(['adjustment', 'storage-note'] as const)('descriptions name every reason of %s', (group) => {
  const named = reasons.listReasons(group).map(({ id, description }) => `${id} ${description}`)
  expect(reasons.reasonsInWords[group]).toBe(named.join(', '))
})
