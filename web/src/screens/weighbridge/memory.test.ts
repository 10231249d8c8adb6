import { expect, test } from 'vitest'
import { isTareFresh, plateOf } from './memory.ts'

test.each([
  ['bb02 bef', 'BB02 BEF'],
  ['b-xy 1234', 'BXY 1234'],
  ['  ab  12', 'AB 12'],
  ['wü-k 77', 'WÜK 77'],
  ['ab12 ', 'AB12 '],
])('“%s” is the plate “%s”', (typed, plate) => {
  expect(plateOf(typed)).toBe(plate)
})

const now = new Date('2026-08-14T12:00:00Z')
test.each([
  ['today', '2026-08-14T06:00:00Z', 30, true],
  ['as old as is allowed', '2026-07-15T12:00:00Z', 30, true],
  ['a minute too old', '2026-07-15T11:59:00Z', 30, false],
  ['none is taken over in trade', '2026-08-14T11:59:00Z', 0, false],
])('a tare of %s', (_when, at, days, expected) => {
  expect(isTareFresh(at, days, now)).toBe(expected)
})
