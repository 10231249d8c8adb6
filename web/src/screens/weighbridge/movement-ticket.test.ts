import { expect, test } from 'vitest'
import { isFinishedElsewhere } from './movement-ticket.ts'

const knownAt = '2026-08-14T09:30:00.000Z'
const later = Date.parse(knownAt) + 60_000
const others = [{ id: 7 }]

test.each([
  ['is no longer among what is to be completed', { movementId: '8', knownAt }, others, later, true],
  ['is still to be completed', { movementId: '7', knownAt }, others, later, false],
  ['came into the book after the list was read', { movementId: '8', knownAt }, others, later - 59_000, false],
  ['is not in the book yet', {}, others, later, false],
  [
    'may be beyond the end of the list',
    { movementId: '8', knownAt },
    Array(200).fill({ id: 7 }),
    later,
    false,
  ],
  ['is on a device that has read nothing', { movementId: '8', knownAt }, undefined, undefined, false],
])('a ticket that %s', (_what, ticket, unfinished, readAt, expected) => {
  expect(isFinishedElsewhere(ticket, unfinished, readAt)).toBe(expected)
})
