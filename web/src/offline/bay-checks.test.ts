import { expect, test } from 'vitest'
import { isCheckTaken } from './bay-checks.ts'
import type { OutboxEvent, OutboxFile } from './outbox-events.ts'
import { outboxStepOf } from './outbox-model.ts'
import { checkAnswer, checkEntryOf, checkOf } from './test-counts.ts'
import { answer, finish, insist, now, refusal, theirs, waits } from './test-events.ts'

// docs/outbox.md of bay checks, as rows.

const [check, entry] = checkOf({ form: 'f', kg: 14, isGood: true }, 't', '2026-08-14T08:30:00Z')
const first = waits('first', { ...entry, version: 1 })
const red = { ...first, state: 'refused', code: 'invalid_input', message: 'No.' } as const
const other = { ...check, asTyped: { ...check.asTyped, moisture: '15' } }

test.each<[string, OutboxFile, OutboxEvent, string, object]>([
  [
    'is kept',
    {},
    { what: 'save', ticket: check, entry },
    'done',
    { ticket: { kind: 'check', number: 9 }, first: { state: 'waiting', id: 't.first' } },
  ],
  [
    'is in the book',
    { ticket: check, first },
    answer('first', checkAnswer),
    'done',
    { ticket: { bookedAt: now, knownAt: now }, first: undefined },
  ],
  [
    'waits behind the page of a network',
    { ticket: check, first },
    answer('first', { ok: true }),
    'again',
    { first },
  ],
  [
    'is refused, with all that was typed',
    { ticket: check, first },
    answer('first', refusal('invalid_input'), 400),
    'refused',
    { ticket: check, first: { state: 'refused', code: 'invalid_input', body: { moisture: 14 } } },
  ],
  [
    'is corrected under its key',
    { ticket: { ...check, number: 4 }, first: red },
    { what: 'correct', ticket: other, entry: checkEntryOf(other, true) },
    'done',
    {
      ticket: { asTyped: { moisture: '15' }, number: 4 },
      first: { state: 'waiting', id: 't.first', version: 2, body: { moisture: 15 } },
    },
  ],
  [
    'is not corrected while it waits',
    { ticket: check, first },
    { what: 'correct', ticket: other, entry },
    'passed',
    { ticket: check, first },
  ],
  [
    'is given up with a reason',
    { ticket: check, first: red },
    { what: 'give up', reason: 'Typed twice', at: now },
    'done',
    { ticket: { givenUp: 'Typed twice', asTyped: { moisture: '14' } }, first: undefined },
  ],
  ['is not finished as a lorry is', { ticket: check, first }, finish, 'passed', { ticket: check, first }],
  [
    'has no readings to insist on',
    { ticket: check, first: { ...red, theirs } },
    insist,
    'passed',
    { first: red },
  ],
])('a check %s', (_name, file, event, came, expected) => {
  const step = outboxStepOf(file, event, 9)
  expect(step.came.what).toBe(came)
  const { ticket, first: waiting } = step.file
  expect({ ticket, first: waiting }).toMatchObject(expected)
})

const path = '/api/inventory/storage/hill-store/checks'
test.each([
  ['the check', checkAnswer, path, true],
  ['a check of another store', { ...checkAnswer, storageId: 'other' }, path, false],
  ['what a network answers', { ok: true }, path, false],
  ['nothing', undefined, path, false],
  ['no check', checkAnswer, '/api/inventory/loads', undefined],
])('%s is the answer to a check: %#', (_name, body, at, isTaken) => {
  expect(isCheckTaken(body, at)).toBe(isTaken)
})
