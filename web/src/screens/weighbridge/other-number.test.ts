import { expect, test } from 'vitest'
import type { Ticket } from '../../offline/tickets.ts'
import { firstEntry, secondEntry, withBothReadings } from './entries.ts'
import { partsInBook, withOtherNumber } from './other-number.ts'
import { bay, ticket } from './test-ticket.ts'

const placeAt = (n: number) => ({
  ...bay,
  key: `s/${n}`,
  substorageId: n,
  recordId: `r${n}`,
  name: `Hill ${n}`,
})
const partAt = (n: number, share = 1) => ({ place: placeAt(n), share })
const namesOf = (parts: ReturnType<typeof partsInBook>) => parts.map((part) => part?.place.substorageId)

test.each<[string, number[], number[], (number | undefined)[]]>([
  ['one more', [1], [1, 2], [1, 2]],
  ['one more, chosen before the first', [1], [2, 1], [1, 2]],
  ['one less', [1, 2], [1], [1, undefined]],
  ['the first left out: its part has what is left', [1, 2], [2], [2, undefined]],
  ['others: parts take over what is new', [1, 2], [2, 3], [3, 2]],
  ['others, and fewer', [1, 2, 3], [4], [4, undefined, undefined]],
  ['others, and more', [1, 2], [2, 3, 4, 5], [3, 2, 4, 5]],
])('parts that are in the book: %s', (_name, before, now, is) => {
  const parts = (bays: number[]) => bays.map((n) => partAt(n))
  expect(namesOf(partsInBook(parts(before), parts(now)))).toEqual(is)
})

const why = { tippedInOthers: 'Into others', loadedFromOthers: 'From others' }
const typed = (...shares: [number, string][]) => shares.map(([n, share]) => ({ key: `s/${n}`, share }))

test('a lorry for one bay that was tipped into two is sent as two parts, behind what was entered', () => {
  const two: Ticket = { ...ticket, to: placeAt(1), parts: [partAt(1, 2), partAt(2)] }
  const closed = {
    ...two,
    partsBefore: [partAt(1)],
    isSharedAnew: true as const,
    sentElsewhere: 'Into others',
  }
  expect(secondEntry({ ...closed, empty: 14200, movementId: '7', recordId: 'r' }).body).toEqual({
    recordId: 'r',
    weighbridge: { empty: 14200, readings: { empty: { source: 'scale' } } },
    parts: [1, 2].map((substorageId) => ({ destination: { storageId: 's', substorageId } })),
    reason: 'Into others',
    shares: [2, 1],
  })
  // What was never sent says at once how it was tipped.
  const tipped = { ...closed, empty: 14200 }
  expect(withBothReadings(firstEntry(ticket, true).body, tipped)).toEqual(firstEntry(tipped, true).body)
  expect(firstEntry(tipped, true).body.loads[0]?.parts).toHaveLength(2)
})

test('a bay that was left out is said to be, and the shares are of the others', () => {
  const before = [partAt(1), partAt(2), partAt(3)]
  const now = withOtherNumber(
    { ...ticket, to: placeAt(1), parts: before },
    typed([3, '40'], [1, '60']),
    [],
    why,
  )
  expect(now).toMatchObject({ partsBefore: before, sentElsewhere: 'Into others', to: placeAt(1) })
  expect(secondEntry(now as Ticket).body).toMatchObject({
    parts: [{ destination: { substorageId: 1 } }, { isLeftOut: true }, { destination: { substorageId: 3 } }],
    shares: [60, 40],
  })
  // Typed again before it is in the book, it is still that of the first entry.
  const again = withOtherNumber(now as Ticket, typed([2, '1']), [], why)
  expect(again?.partsBefore).toEqual(before)
})

test('a load is known by what it was to be taken from', () => {
  const out: Ticket = { ...ticket, kind: 'out', from: placeAt(1), to: null, full: null, empty: 14200 }
  const now = withOtherNumber(
    { ...out, full: 42660, parts: [partAt(1), partAt(2)] },
    typed([2, '1']),
    [],
    why,
  )
  expect(secondEntry(now as Ticket).body).toMatchObject({
    recordId: 'r1',
    parts: [{ source: { recordId: 'r2' } }, { isLeftOut: true }],
    shares: [1],
  })
})

test('a bay without a share is none yet', () => {
  expect(withOtherNumber(ticket, typed([1, '']), [], why)).toBeUndefined()
  expect(withOtherNumber(ticket, [], [], why)).toBe(ticket)
  // Nor is it more bays than before as long as there is one.
  const one: Ticket = { ...ticket, to: placeAt(1) }
  expect(withOtherNumber(one, typed([1, '1']), [], why)).toBeUndefined()
})
