import { expect, test } from 'vitest'
import { DATED_COUNTS, isCountTaken, isDatedCountTaken } from './bay-counts.ts'
import type { OutboxEvent, OutboxFile } from './outbox-events.ts'
import { outboxStepOf } from './outbox-model.ts'
import { bayCountOf, countEntryOf, sessionAnswer } from './test-counts.ts'
import { answer, finish, insist, now, refusal, theirs, waits } from './test-events.ts'

// docs/outbox.md of counts, as rows.

const [count, entry] = bayCountOf({ form: 'f', kg: 97_000, isGood: true }, 't', '2026-08-14T08:30:00Z')
const first = waits('first', { ...entry, version: 1 })
const red = { ...first, state: 'refused', code: 'in_use', message: 'No.' } as const
const dated = { ...entry, method: 'POST', path: DATED_COUNTS } as const
const other = { ...count, weight: 98_000 }

test.each<[string, OutboxFile, OutboxEvent, string, object]>([
  [
    'is kept',
    {},
    { what: 'save', ticket: count, entry },
    'done',
    { ticket: { weight: 97_000, number: 9 }, first: { state: 'waiting', id: 't.first' } },
  ],
  [
    'is in the book',
    { ticket: count, first },
    answer('first', sessionAnswer),
    'done',
    { ticket: { bookedAt: now, knownAt: now }, first: undefined },
  ],
  [
    'waits behind the page of a network',
    { ticket: count, first },
    answer('first', { ok: true }),
    'again',
    { first },
  ],
  [
    'is refused',
    { ticket: count, first },
    answer('first', refusal('in_use'), 409),
    'refused',
    { ticket: count, first: { state: 'refused', code: 'in_use' } },
  ],
  [
    'is corrected under its key',
    { ticket: { ...count, number: 4 }, first: red },
    { what: 'correct', ticket: other, entry: countEntryOf(other, true) },
    'done',
    { ticket: { weight: 98_000, number: 4 }, first: { state: 'waiting', id: 't.first', version: 2 } },
  ],
  [
    'is not corrected while it waits',
    { ticket: count, first },
    { what: 'correct', ticket: other, entry },
    'passed',
    { ticket: count, first },
  ],
  [
    'is given up with a reason',
    { ticket: count, first: red },
    { what: 'give up', reason: 'Cancelled', at: now },
    'done',
    { ticket: { givenUp: 'Cancelled', weight: 97_000 }, first: undefined },
  ],
  [
    'of a session that is closed is taken over as a dated count, under its key',
    { ticket: { ...count, number: 4 }, first: red },
    { what: 'correct', ticket: { ...count, isTakenOver: true }, entry: dated },
    'done',
    {
      ticket: { isTakenOver: true, number: 4, asTyped: count.asTyped },
      first: { state: 'waiting', id: 't.first', version: 2, path: DATED_COUNTS },
    },
  ],
  [
    'that was taken over is in the book',
    { ticket: { ...count, isTakenOver: true }, first: waits('first', { ...dated, version: 1 }) },
    answer('first', [{ id: 'r', timeline: [] }]),
    'done',
    { ticket: { bookedAt: now, knownAt: now }, first: undefined },
  ],
  ['is not finished as a lorry is', { ticket: count, first }, finish, 'passed', { ticket: count, first }],
  [
    'has no readings to insist on',
    { ticket: count, first: { ...red, theirs } },
    insist,
    'passed',
    { first: red },
  ],
])('a count %s', (_name, file, event, came, expected) => {
  const step = outboxStepOf(file, event, 9)
  expect(step.came.what).toBe(came)
  const { ticket, first: waiting } = step.file
  expect({ ticket, first: waiting }).toMatchObject(expected)
})

const path = '/api/inventory/stocktakes/year-end/lines/7'
test.each([
  ['the session', sessionAnswer, path, true],
  ['another session', { ...sessionAnswer, id: 'other' }, path, false],
  ['a session without the bay', { id: 'year-end', lines: [{ substorageId: 8 }] }, path, false],
  ['what a network answers', { ok: true }, path, false],
  ['no count', sessionAnswer, '/api/inventory/loads', undefined],
])('%s is the answer to a count: %#', (_name, body, at, isTaken) => {
  expect(isCountTaken(body, at)).toBe(isTaken)
})

test.each([
  ['the record', [{ id: 'r', timeline: [] }], DATED_COUNTS, true],
  ['no record', [], DATED_COUNTS, false],
  ['what a network answers', { ok: true }, DATED_COUNTS, false],
  ['no dated count', [{ id: 'r', timeline: [] }], path, undefined],
])('%s is the answer to a dated count: %#', (_name, body, at, isTaken) => {
  expect(isDatedCountTaken(body, at)).toBe(isTaken)
})
