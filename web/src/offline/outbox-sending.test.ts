import { expect, test } from 'vitest'
import { stepOf } from './outbox-model.ts'
import { answer, closed, finishInMore, first, fresh, parts, second, theirs } from './test-events.ts'

// A second weighing with the readings that the book has already.

const book = { ...theirs, empty: 12_000 }
const elsewhere = {
  ...second,
  body: { ...(second.body as object), destination: { storageId: 's', substorageId: 2 } },
}
const looked = (waits: typeof second) =>
  stepOf({ ticket: closed, second: waits }, { what: 'look', book }, 9).file

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
  expect(stepOf(file, answer('second', { id: '7' }), 9)).toEqual({ file, came: { what: 'passed' } })
})

test('with another number of bays it follows its first step, though that was never sent', () => {
  const { file } = stepOf({ ticket: fresh, first }, finishInMore, 9)
  expect(file).toMatchObject({ ticket: { parts, partsBefore: [] }, first, second: { number: 9 } })
})
