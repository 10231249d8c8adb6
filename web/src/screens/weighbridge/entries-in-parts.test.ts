import { describe, expect, test } from 'vitest'
import type { Ticket } from '../../offline/tickets.ts'
import { firstEntry, secondEntry, withBothReadings } from './entries.ts'
import { bay, ticket } from './test-ticket.ts'

describe('one lorry in parts', () => {
  const other = { ...bay, key: 's/2', substorageId: 2, recordId: 'r2', name: 'Hill 2' }
  const parts = [
    { place: bay, share: 2 },
    { place: other, share: 1 },
  ]
  const inParts: Ticket = { ...ticket, parts }

  const out: Ticket = { ...inParts, kind: 'out', from: bay, to: null, full: null, empty: 14200 }
  const intoBoth = [
    { to: { storageId: 's', substorageId: 1 }, share: 2 },
    { to: { storageId: 's', substorageId: 2 }, share: 1 },
  ]
  const outOfBoth = [
    { from: { recordId: 'r' }, share: 2 },
    { from: { recordId: 'r2' }, share: 1 },
  ]

  test.each<[string, Ticket, object[], object]>([
    ['is tipped into several bays', inParts, intoBoth, { empty: 14200 }],
    ['comes off a field', { ...inParts, kind: 'field', from: bay }, intoBoth, { empty: 14200 }],
    ['is loaded out of several', out, outOfBoth, { full: 42660 }],
  ])('%s, each with its share of the readings', (_how, first, sent, reading) => {
    const load = firstEntry(first, true).body.loads[0]
    expect(load).toMatchObject({
      weighbridge: first.kind === 'out' ? { empty: 14200 } : { full: 42660 },
      reference: 'W1125-183651-AB',
    })
    expect(load?.parts).toEqual(sent)
    // Nobody knows yet what any of them carries.
    expect(load).not.toHaveProperty('weight')
    const closed = { ...first, ...reading }
    expect(withBothReadings(firstEntry(first, true).body, closed)).toEqual(firstEntry(closed, true).body)
    expect(secondEntry(closed).body).toMatchObject({ weighbridge: reading })
  })
})

test('each bay of a load for several may be another', () => {
  const [second, third] = [2, 3].map((n) => ({
    ...bay,
    key: `s/${n}`,
    substorageId: n,
    recordId: `r${n}`,
    name: `Hill ${n}`,
  })) as [typeof bay, typeof bay]
  const parts = (place: typeof bay) => [
    { place: bay, share: 2 },
    { place, share: 1 },
  ]
  const there = { storageId: 's', substorageId: 3 }
  const first: Ticket = { ...ticket, parts: parts(second) }
  const closed: Ticket = { ...first, empty: 14200, parts: parts(third), sentElsewhere: 'Full' }
  expect(secondEntry(closed).body).toMatchObject({
    parts: [{ destination: { storageId: 's', substorageId: 1 } }, { destination: there }],
    reason: 'Full',
  })
  expect(secondEntry(closed).body).not.toHaveProperty('destination')
  expect(withBothReadings(firstEntry(first, true).body, closed)).toEqual(firstEntry(closed, true).body)
  const out: Ticket = { ...first, kind: 'out', from: bay, to: null, full: null, empty: 14200 }
  const gone: Ticket = { ...out, full: 42660, parts: parts(third), recordId: 'r', loadedElsewhere: 'Locked' }
  expect(secondEntry(gone).body).toMatchObject({
    parts: [{ source: { recordId: 'r' } }, { source: { recordId: 'r3' } }],
  })
  expect(withBothReadings(firstEntry(out, true).body, gone)).toEqual(firstEntry(gone, true).body)
})
