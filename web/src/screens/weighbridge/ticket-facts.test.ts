import { expect, test } from 'vitest'
import { bay, ticket } from './test-ticket.ts'
import { netOf, placesOf, referenceOf } from './ticket-facts.ts'

test.each([
  [42660, 14200, 28460],
  [42660, null, undefined],
  [14200, 14200, undefined],
  [28460.001, 0.0004, 28460.001],
])('full %s and empty %s are %s net', (full, empty, net) => {
  expect(netOf({ full, empty })).toBe(net)
})

test('the bays of a load for several are named together', () => {
  const parts = [
    { place: bay, share: 2 },
    { place: { ...bay, name: 'Hill 2' }, share: 1 },
  ]
  expect(placesOf({ ...ticket, parts }, 'to')).toBe('Hill 1, Hill 2')
})

test('a reference is made of the moment and the ticket', () => {
  expect(referenceOf('2026-11-25', '18:36:51', 'ab3c')).toBe('W1125-183651-AB')
})
