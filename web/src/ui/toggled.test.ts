import { expect, test } from 'vitest'
import { toggled } from './toggled.ts'

test.each([
  [undefined, 'a', 'a'],
  ['a', 'b', 'a,b'],
  ['a,b', 'a', 'b'],
  ['a', 'a', undefined],
])('ticks and unticks: %s and %s', (value, term, next) => {
  expect(toggled(value, term)).toBe(next)
})
