import { expect, test } from 'vitest'
import type { Ticket } from '../../offline/tickets.ts'
import { firstEntry, secondEntry, withBothReadings } from './entries.ts'
import { bay, ticket } from './test-ticket.ts'

test('what was cut on another field comes off its crop, sent as one load or with its second reading', () => {
  const field = {
    ...bay,
    key: 'p1',
    storageId: 'f1',
    substorageId: 0,
    recordId: 'p1',
    planId: 'plan',
    name: 'Far',
  }
  const other = { ...field, key: 'p2', storageId: 'f2', recordId: 'p2', name: 'Near' }
  const cut: Ticket = { ...ticket, kind: 'field', from: field }
  const closed: Ticket = { ...cut, empty: 14200, from: other, loadedElsewhere: 'Near', recordId: 'p1' }
  expect(secondEntry(closed).body).toEqual({
    recordId: 'p1',
    weighbridge: { empty: 14200, readings: { empty: { source: 'scale' } } },
    source: { recordId: 'p2' },
    reason: 'Near',
  })
  expect(withBothReadings(firstEntry(cut, true).body, closed)).toEqual(firstEntry(closed, true).body)
  const second = { ...bay, key: 's/2', substorageId: 2, name: 'Hill 2' }
  const parts = [
    { place: bay, share: 2 },
    { place: second, share: 1 },
  ]
  expect(secondEntry({ ...closed, parts }).body).toMatchObject({
    parts: [{ source: { recordId: 'p2' } }, { source: { recordId: 'p2' } }],
  })
})
