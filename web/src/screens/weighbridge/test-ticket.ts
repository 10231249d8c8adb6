import type { Ticket } from '../../offline/tickets.ts'

/** A bay, with the record of what lies in it. */
export const bay = { key: 's/1', storageId: 's', substorageId: 1, recordId: 'r', name: 'Hill 1' }

/** A load that was weighed full. */
export const ticket: Ticket = {
  id: 'ab3c',
  number: 1,
  organisationId: 'o',
  kind: 'in',
  openedAt: '2026-11-25T18:36:51.000Z',
  reference: 'W1125-183651-AB',
  vehicle: 'BB02 BEF',
  driver: 'Sam',
  party: { id: 'brook-end', name: 'Brook End' },
  grain: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall', name: 'Wheat', text: 'Wheat' },
  harvestYear: '2026',
  from: null,
  to: bay,
  full: 42660,
  empty: null,
  emptyIsRemembered: false,
  typed: [],
  printed: 0,
}
