import { expect, test } from 'vitest'
import { outboxStepOf } from './outbox-model.ts'
import { answer, closed, finish, first, fresh, second, theirs } from './test-events.ts'
import { ticketOf } from './test-tickets.ts'

// A second weighing with the readings that the book has already.

const book = { ...theirs, empty: 12_000 }
const elsewhere = {
  ...second,
  body: { ...(second.body as object), destination: { storageId: 's', substorageId: 2 } },
}
const looked = (waits: typeof second) =>
  outboxStepOf({ ticket: closed, second: waits }, { what: 'look', book }, 9).file

test('is in the book where it says nothing else', () => {
  expect(looked(second)).toMatchObject({ ticket: { bookedAt: theirs.at } })
  expect(looked(second).second).toBeUndefined()
})

test('is sent where it says another bay', () => {
  expect(looked(elsewhere)).toMatchObject({ second: { state: 'waiting', seen: 'b' } })
  expect(looked(elsewhere).ticket).not.toHaveProperty('bookedAt')
})

test('is in the book where it was sent with another bay before, and the answer was lost', () => {
  expect(looked({ ...elsewhere, tries: 1 })).toMatchObject({ ticket: { bookedAt: theirs.at } })
})

test('an answer to what was sent before is none to what was finished meanwhile', () => {
  const file = { ticket: closed, second: { ...second, seen: 'a', version: 2 } }
  expect(outboxStepOf(file, answer('second', { id: '7' }), 9)).toEqual({ file, came: { what: 'passed' } })
})

test('it follows what an older page has left, though that was never sent', () => {
  const typed = { form: 'f', full: 30_000, empty: null, isGood: true, isOlder: true }
  const older = { ...first, ...ticketOf(typed, 't', fresh.openedAt)[1] }
  const { file } = outboxStepOf({ ticket: fresh, first: older }, finish, 9)
  expect(file).toMatchObject({ ticket: { empty: 12_000 }, first: older, second: { number: 9 } })
})
