import { describe, expect, test } from 'vitest'
import type { Ticket } from '../../offline/store.ts'
import { firstEntry, netOf, placesOf, referenceOf, secondEntry, withBothReadings } from './entries.ts'

const bay = { key: 's/1', storageId: 's', substorageId: 1, recordId: 'r', name: 'Hill 1' }
const ticket: Ticket = {
  id: 'ab3c',
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

test('a load weighed once is entered without a weight, and one weighed twice with both readings', () => {
  const { path, body } = firstEntry(ticket, true)
  expect(path).toBe('/api/inventory/records')
  expect(body).toMatchObject({
    storage: [{ storageId: 's', substorageId: 1, weight: 0 }],
    source: { intake: { weighbridgeRecord: { full: 42660 } } },
  })
  const closed = { ...ticket, empty: 14200 }
  const both = firstEntry(closed, true).body
  expect(both).toMatchObject({ source: { intake: { weighbridgeRecord: { full: 42660, empty: 14200 } } } })
  expect(withBothReadings(body, closed)).toEqual(both)
})

test('what goes into a bay with grain of somebody else is theirs', () => {
  expect(firstEntry(ticket, false).body).toMatchObject({ owned: false, source: { owner: ticket.party } })
  expect(firstEntry(ticket, true).body).not.toHaveProperty('source.owner')
})

test('what goes out leaves the record of its bay for the receiver, and is in the book once it was weighed empty', () => {
  const out: Ticket = { ...ticket, kind: 'out', from: bay, to: null, full: null, empty: 14200 }
  const { path, body } = firstEntry(out, true)
  expect(path).toBe('/api/inventory/movements')
  expect(body).toMatchObject({
    recordId: 'r',
    weighbridge: { empty: 14200 },
    sold: true,
    destination: { organisationId: 'brook-end', organisationName: 'Brook End' },
  })
  expect(body).not.toHaveProperty('weight')
  const closed = { ...out, full: 42660 }
  expect(withBothReadings(body, closed)).toEqual(firstEntry(closed, true).body)
  expect(secondEntry(closed).body).toEqual({ recordId: 'r', weighbridge: { full: 42660 } })
})

test('a load off a field goes to the plan of its planting, weighed once or twice', () => {
  const from = { ...bay, storageId: 'field', recordId: 'planting', planId: 'plan' }
  const load: Ticket = { ...ticket, kind: 'field', from }
  const { path, body } = firstEntry(load, true)
  expect(path).toBe('/api/inventory/harvest-plans/plan/loads')
  expect(body).toMatchObject([
    {
      fieldId: 'field',
      plantingId: 'planting',
      storageId: 's',
      weighbridge: { full: 42660 },
      loadReference: 'W1125-183651-AB',
    },
  ])
  const closed = { ...load, empty: 14200 }
  expect(withBothReadings(body, closed)).toEqual(firstEntry(closed, true).body)
  expect(secondEntry(closed).body).toEqual({ recordId: 'planting', weighbridge: { empty: 14200 } })
})

test.each([
  [42660, 14200, 28460],
  [42660, null, undefined],
  [14200, 14200, undefined],
  [28460.001, 0.0004, 28460.001],
])('full %s and empty %s are %s net', (full, empty, net) => {
  expect(netOf({ full, empty })).toBe(net)
})

describe('one lorry in parts', () => {
  const other = { ...bay, key: 's/2', substorageId: 2, recordId: 'r2', name: 'Hill 2' }
  const parts = [
    { place: bay, share: 2 },
    { place: other, share: 1 },
  ]
  const inParts: Ticket = { ...ticket, parts }

  test('is one ticket with a share for each bay it is tipped into', () => {
    const { body } = firstEntry(inParts, true)
    expect(body).toMatchObject({
      storage: [
        { storageId: 's', substorageId: 1, share: 2 },
        { storageId: 's', substorageId: 2, share: 1 },
      ],
      source: { intake: { ticket: { reference: 'W1125-183651-AB', full: 42660 } } },
    })
    expect(body).not.toHaveProperty('source.intake.weighbridgeRecord')
    const closed = { ...inParts, empty: 14200 }
    expect(withBothReadings(body, closed)).toEqual(firstEntry(closed, true).body)
    expect(placesOf(inParts, 'to')).toBe('Hill 1, Hill 2')
  })

  test('is loaded out of several records in one request', () => {
    const out: Ticket = { ...inParts, kind: 'out', from: bay, to: null, full: null, empty: 14200 }
    const { path, body } = firstEntry(out, true)
    expect(path).toBe('/api/inventory/movements/bulk')
    expect(body).toMatchObject({
      records: [
        { id: 'r', share: 2 },
        { id: 'r2', share: 1 },
      ],
      ticket: { reference: 'W1125-183651-AB', empty: 14200 },
      sold: true,
    })
    const closed = { ...out, full: 42660 }
    expect(withBothReadings(body, closed)).toEqual(firstEntry(closed, true).body)
    expect(secondEntry(closed).body).toEqual({ recordId: 'r', weighbridge: { full: 42660 } })
  })

  test('comes off a field as loads with one reference', () => {
    const load: Ticket = { ...inParts, kind: 'field', from: { ...bay, recordId: 'planting', planId: 'p' } }
    const { body } = firstEntry(load, true)
    const lorry = { reference: 'W1125-183651-AB', full: 42660 }
    expect(body).toMatchObject([
      { substorageId: 1, share: 2, ticket: lorry },
      { substorageId: 2, share: 1, ticket: lorry },
    ])
    const closed = { ...load, empty: 14200 }
    expect(withBothReadings(body, closed)).toEqual(firstEntry(closed, true).body)
  })
})

test('what was measured goes with the load, and under a contract it stays its sender’s', () => {
  const measured = [{ name: 'Moisture', value: '20', metric: '%' }]
  const { body } = firstEntry({ ...ticket, measured, contract: { id: 'c', reference: 'SC-20' } }, true)
  expect(body).toMatchObject({
    owned: false,
    source: {
      owner: ticket.party,
      intake: { sample: { fields: measured }, storageContract: { id: 'c' } },
    },
  })
})

test('a reference is made of the moment and the ticket', () => {
  expect(referenceOf('2026-11-25', '18:36:51', 'ab3c')).toBe('W1125-183651-AB')
})
