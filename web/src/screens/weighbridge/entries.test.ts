import { expect, test } from 'vitest'
import type { Ticket } from '../../offline/tickets.ts'
import { firstEntry, secondEntry, withBothReadings } from './entries.ts'
import { bay, ticket } from './test-ticket.ts'

/** The one load that a ticket is sent as. */
const loadOf = (of: Ticket, isOwned = true) => firstEntry(of, isOwned).body.loads[0]

test('a load weighed once is entered without a weight, and one weighed twice with both readings', () => {
  const { path, body } = firstEntry(ticket, true)
  expect(path).toBe('/api/inventory/loads')
  expect(body).toEqual({
    loads: [
      {
        from: {
          commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
          harvestYear: '2026',
          owned: false,
          owner: ticket.party,
          sender: ticket.party,
        },
        to: { storageId: 's', substorageId: 1 },
        dateISO: '2026-11-25T18:36:51.000Z',
        weight: 0,
        weighbridge: { full: 42660, readings: { full: { source: 'scale' } } },
        reference: 'W1125-183651-AB',
        driver: { vehicleRegistration: 'BB02 BEF', name: 'Sam' },
      },
    ],
  })
  const closed = { ...ticket, empty: 14200 }
  expect(loadOf(closed)).toMatchObject({ weighbridge: { full: 42660, empty: 14200 } })
  expect(loadOf(closed)).not.toHaveProperty('weight')
  expect(withBothReadings(body, closed)).toEqual(firstEntry(closed, true).body)
})

test('what was tipped into another bay goes there, sent as one load or with its second reading', () => {
  const other = { ...bay, key: 's/2', substorageId: 2, recordId: '', name: 'Hill 2' }
  const there = { storageId: 's', substorageId: 2 }
  const closed: Ticket = { ...ticket, empty: 14200, to: other, sentElsewhere: 'The bay was full' }
  expect(secondEntry({ ...closed, movementId: '7', recordId: 'r' }).body).toEqual({
    recordId: 'r',
    weighbridge: { empty: 14200, readings: { empty: { source: 'scale' } } },
    destination: there,
    reason: 'The bay was full',
  })
  const { body } = firstEntry(ticket, true)
  expect(withBothReadings(body, closed)).toEqual(firstEntry(closed, true).body)
  const between: Ticket = { ...ticket, kind: 'between', from: bay, to: bay, full: null, empty: 12000 }
  const moved: Ticket = { ...between, full: 30000, to: other, sentElsewhere: 'The bay was full' }
  expect(withBothReadings(firstEntry(between, true).body, moved)).toEqual(firstEntry(moved, true).body)
  const cut: Ticket = { ...ticket, kind: 'field', from: bay }
  const tipped: Ticket = { ...closed, kind: 'field', from: bay }
  expect(withBothReadings(firstEntry(cut, true).body, tipped)).toEqual(firstEntry(tipped, true).body)
  expect(loadOf(tipped)).toMatchObject({ to: there, weighbridge: { full: 42660, empty: 14200 } })
  // What was never sent elsewhere says nothing of its bay.
  expect(secondEntry({ ...ticket, empty: 14200, movementId: '7' }).body).not.toHaveProperty('destination')
})

test('what was loaded at another bay is taken from there, by the record that the book knows it by', () => {
  const other = { ...bay, key: 's/2', substorageId: 2, recordId: 'r2', name: 'Hill 2' }
  const out: Ticket = { ...ticket, kind: 'out', from: bay, to: null, full: null, empty: 14200 }
  const closed: Ticket = { ...out, full: 42660, from: other, recordId: 'r', loadedElsewhere: 'Locked' }
  expect(secondEntry(closed).body).toEqual({
    recordId: 'r',
    weighbridge: { full: 42660, readings: { full: { source: 'scale' } } },
    source: { recordId: 'r2' },
    reason: 'Locked',
  })
  expect(withBothReadings(firstEntry(out, true).body, closed)).toEqual(firstEntry(closed, true).body)
})

test.each<[string, Partial<Ticket>]>([
  ['in', {}],
  ['field', { kind: 'field', from: bay }],
  ['out', { kind: 'out', from: bay, to: null, full: null, empty: 14200 }],
])('why it may lower a grade goes with a load %s, whenever it was said', (_kind, more) => {
  const before: Ticket = { ...ticket, ...more }
  const after: Ticket = { ...before, full: 42660, empty: 14200, gradeReason: 'No other bay' }
  expect(JSON.stringify(firstEntry(after, true).body)).toContain('"gradeReason":"No other bay"')
  expect(secondEntry(after).body).toMatchObject({ gradeReason: 'No other bay' })
  expect(withBothReadings(firstEntry(before, true).body, after)).toEqual(firstEntry(after, true).body)
  expect(JSON.stringify(firstEntry(before, true).body)).not.toContain('gradeReason')
})

test('only what was bought is ours, and what the clerk has said of the sender is remembered', () => {
  const stored = { from: { owned: false, owner: ticket.party } }
  expect(loadOf({ ...ticket, basis: 'stored' })).toMatchObject(stored)
  expect(loadOf({ ...ticket, basis: 'stored' })).not.toHaveProperty('from.rememberOwned')
  const bought = loadOf({ ...ticket, basis: 'bought', isBasisSaid: true }, false)
  expect(bought).toMatchObject({ from: { owned: true, rememberOwned: true } })
  expect(bought).not.toHaveProperty('from.owner')
  // A ticket of which nobody knows it is never ours.
  expect(loadOf(ticket)).toMatchObject(stored)
})

test('what goes out leaves the record of its bay for the receiver, and is in the book once it was weighed empty', () => {
  const out: Ticket = { ...ticket, kind: 'out', from: bay, to: null, full: null, empty: 14200 }
  expect(loadOf(out)).toMatchObject({
    from: { recordId: 'r' },
    to: { organisationId: 'brook-end', organisationName: 'Brook End', sold: true },
    weighbridge: { empty: 14200, readings: { empty: { source: 'scale' } } },
  })
  expect(loadOf(out)).not.toHaveProperty('weight')
  const closed = { ...out, full: 42660 }
  // Whose it was is as it was when it was weighed first.
  for (const isOwned of [true, false])
    expect(withBothReadings(firstEntry(out, isOwned).body, closed)).toEqual(firstEntry(closed, isOwned).body)
  expect(secondEntry(closed).body).toEqual({
    recordId: 'r',
    weighbridge: { full: 42660, readings: { full: { source: 'scale' } } },
  })
})

test('a first weight that was corrected goes with the second', () => {
  const closed = { ...ticket, movementId: '7', full: 42_600, empty: 14_200, isFirstCorrected: true }
  expect(secondEntry(closed).body).toMatchObject({ weighbridge: { full: 42_600, empty: 14_200 } })
  expect(secondEntry({ ...closed, isFirstCorrected: false }).body).toMatchObject({
    weighbridge: { empty: 14_200 },
  })
  expect(secondEntry({ ...closed, isFirstCorrected: false }).body).not.toHaveProperty('weighbridge.full')
})

test('a label is for the page, and is not sent', () => {
  const measured = [{ name: 'Protein', label: 'Eiweiß', value: '12.5', metric: '%' }]
  expect(loadOf({ ...ticket, measured })?.sample).toEqual({
    fields: [{ name: 'Protein', value: '12.5', metric: '%' }],
  })
})

test('a load off a field goes to the plan of its planting, weighed once or twice', () => {
  const from = { ...bay, storageId: 'field', recordId: 'planting', planId: 'plan' }
  const load: Ticket = { ...ticket, kind: 'field', from }
  expect(loadOf({ ...load, areaRemaining: 3.5, isGraded: true })).toMatchObject({
    from: { harvestPlanId: 'plan', fieldId: 'field', plantingId: 'planting', areaRemaining: 3.5 },
    to: { storageId: 's', substorageId: 1 },
    weighbridge: { full: 42660, readings: { full: { source: 'scale' } } },
    reference: 'W1125-183651-AB',
    sample: { fields: [], commodityGradeId: 1010101 },
  })
  const closed = { ...load, empty: 14200 }
  expect(withBothReadings(firstEntry(load, true).body, closed)).toEqual(firstEntry(closed, true).body)
  expect(secondEntry(closed).body).toEqual({
    recordId: 'planting',
    weighbridge: { empty: 14200, readings: { empty: { source: 'scale' } } },
  })
})

test('what was measured goes with the load, and under a contract it stays its sender’s', () => {
  const measured = [{ name: 'Moisture', value: '20', metric: '%' }]
  const contract = { id: 'c', reference: 'SC-20' }
  expect(loadOf({ ...ticket, measured, contract, basis: 'contract' })).toMatchObject({
    from: { owned: false, owner: ticket.party },
    sample: { fields: measured },
    storageContract: { id: 'c' },
  })
})

test('what was measured since the first weighing goes with the second, or with both where neither was sent', () => {
  const wet = { measured: [{ name: 'Moisture', value: '20', metric: '%' }] }
  const closed = { ...ticket, ...wet, empty: 14_200 }
  const sample = { fields: wet.measured }
  expect(secondEntry({ ...closed, isMeasuredAgain: true }).body).toMatchObject({ sample })
  expect(secondEntry(closed).body).not.toHaveProperty('sample')
  const { body } = firstEntry(ticket, true)
  expect(withBothReadings(body, { ...closed, isMeasuredAgain: true })).toEqual(firstEntry(closed, true).body)
})

test('what an older page has made takes no second reading: it is sent as it is', () => {
  const older = { storage: [{ storageId: 's', substorageId: 1, weight: 0 }], source: { intake: {} } }
  expect(withBothReadings(older, { ...ticket, empty: 14_200 })).toBeUndefined()
  expect(withBothReadings([{ fieldId: 'f' }], { ...ticket, empty: 14_200 })).toBeUndefined()
})

test('each weight says where it comes from: the scale with its line, a hand and why, or an earlier weighing', () => {
  const read = {
    make: 'Systec',
    line: '<0000',
    isStable: true,
    readAtUTC: ticket.openedAt,
    recordNumber: '4711',
  }
  const typed = { typed: ['full' as const], typedReason: ' Indicator off ' }
  const both: Ticket = { ...ticket, empty: 14200, read: { full: read, empty: read } }
  expect(loadOf(both)?.weighbridge?.readings).toEqual({
    full: { source: 'scale', ...read },
    empty: { source: 'scale', ...read },
  })
  expect(loadOf({ ...both, ...typed, emptyIsRemembered: true })?.weighbridge?.readings).toEqual({
    full: { source: 'typed', reason: 'Indicator off' },
    empty: { source: 'remembered' },
  })
})

test('a load on a contract names it with its window; one taken off it since says so with its second reading', () => {
  const trade = { id: 't1', window: 2, name: 'P-7', partnerId: 'brook-end', commodityId: 1, typeId: 101 }
  const bought: Ticket = { ...ticket, basis: 'bought', trade }
  expect(loadOf(bought)).toMatchObject({ tradeId: 't1', tradeWindow: 2 })
  expect(loadOf({ ...bought, trade: { ...trade, window: null } })).not.toHaveProperty('tradeWindow')
  const closed: Ticket = { ...bought, empty: 14200, movementId: '7' }
  expect(secondEntry(closed).body).not.toHaveProperty('tradeId')
  expect(secondEntry({ ...closed, trade: null, isTradedAnew: true }).body).toMatchObject({ tradeId: null })
  expect(withBothReadings(firstEntry(bought, true).body, { ...closed, trade: null })).not.toHaveProperty([
    'loads',
    0,
    'tradeId',
  ])
})
