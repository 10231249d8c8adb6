import { expect, test } from 'vitest'
import type { Movement } from '../../api/operations.ts'
import { bookedNow } from './booked-now.ts'

const ticket = { movementId: '7', full: 37_380, empty: 14_200 }
const load = (status: Movement['status'], full: number, id = 7) =>
  ({ id, status, weighbridge: { full: { weight: full }, empty: { weight: 14_200 } } }) as Movement

test.each([
  ['is as it was weighed', [load('complete', 37_380)], { what: 'same' }],
  ['was corrected', [load('complete', 37_180)], { what: 'corrected', full: 37_180, empty: 14_200 }],
  ['was deleted', [load('deleted', 37_380)], { what: 'deleted' }],
  ['is not among what was read', [load('deleted', 37_380, 8)], { what: 'same' }],
  ['was not read yet', undefined, { what: 'same' }],
])('a ticket that %s', (_what, book, expected) => {
  expect(bookedNow(ticket, book)).toEqual(expected)
})
