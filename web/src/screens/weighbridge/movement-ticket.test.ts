import { expect, test } from 'vitest'
import type { Movement } from '../../api/operations.ts'
import { isFinishedElsewhere, ticketsOf } from './movement-ticket.ts'

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

/** A part of a lorry that was weighed full, on its way into a bay. */
const part = (id: number, substorageId: number) =>
  ({
    id,
    type: 'intake',
    uid: String(id),
    movementDateISO: knownAt,
    driver: { name: '', vehicleRegistration: 'BB02 BEF', loadReference: 'T-1' },
    weighbridge: { full: { weight: 42_660 }, empty: { weight: null } },
    actionsRequired: { weighbridge: { full: false, empty: true } },
    ticket: {
      id: 't',
      parts: [
        { movementId: 7, share: 2, weight: null },
        { movementId: 8, share: 1, weight: null },
      ],
    },
    inventory: {
      recordId: `r${substorageId}`,
      storage: {
        source: { organisationId: 'brook-end', organisationName: 'Brook End' },
        destination: {
          storageId: 's',
          substorageId,
          substorageName: `Long ${substorageId}`,
          name: 'Long Barn',
        },
      },
      commodity: { commodity: { id: 1, name: 'Wheat' }, type: { id: 101 }, grade: { id: 0 }, variety: '' },
    },
  }) as unknown as Movement

test('a lorry of another device that is in several parts is one, with its bays by their names', () => {
  const tickets = ticketsOf([part(8, 2), part(7, 1)], 'o', () => true)
  expect(tickets).toHaveLength(1)
  expect(tickets[0]).toMatchObject({ id: 'm7', movementId: '7', full: 42_660, empty: null })
  expect(tickets[0]?.parts?.map(({ place, share }) => [place.store, place.name, share])).toEqual([
    ['Long Barn', 'Long 1', 2],
    ['Long Barn', 'Long 2', 1],
  ])
})

test('what is planned for today and not weighed yet comes first, what is planned for another day not at all', () => {
  const plan = (id: number, day: string) => {
    const { ticket: _ticket, ...one } = part(id, 1)
    const weighbridge = { full: { weight: null }, empty: { weight: null } }
    return { ...one, movementDateISO: day, weighbridge } as unknown as Movement
  }
  const { ticket: _ticket, ...weighed } = part(9, 1)
  const list = [
    weighed as Movement,
    plan(10, '2026-08-14T14:00:00.000Z'),
    plan(11, '2026-08-15T14:00:00.000Z'),
  ]
  const found = ticketsOf(list, 'o', (moment) => moment.startsWith('2026-08-14'))
  expect(found.map(({ id, full }) => [id, full])).toEqual([
    ['m10', null],
    ['m9', 42_660],
  ])
})
