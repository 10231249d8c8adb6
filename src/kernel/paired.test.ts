import { expect, test } from 'vitest'
import { paired } from './paired.ts'

test('each has its own', () => {
  expect(paired(['a', 'b'], [1, undefined])).toEqual([
    ['a', 1],
    ['b', undefined],
  ])
  expect(paired([], [])).toEqual([])
})

test.each([
  [['a'], []],
  [[], [1]],
])('what is not as many is not paired', (ones, others) => {
  expect(() => paired<unknown, unknown>(ones, others)).toThrow(/cannot be paired/)
})
