import { expect, test } from 'vitest'
import type { OutboxEvent, OutboxFile } from './outbox-events.ts'
import { isSavedBefore, outboxStepOf } from './outbox-model.ts'
import { keyOf } from './outbox-sending.ts'
import {
  fresh,
  entry,
  booked,
  closed,
  waits,
  first,
  second,
  refused,
  theirs,
  bay,
  there,
  finish,
  finishThere,
  measured,
  parts,
  otherwise,
  finishOtherwise,
  insist,
  now,
  answer,
  enteredAs,
  refusal,
} from './test-events.ts'
import { firstOf, secondOf, ticketOf } from './test-tickets.ts'

// docs/outbox.md as rows: what an event makes of a ticket.

test.each<[string, OutboxFile, OutboxEvent, string, object]>([
  [
    'is saved',
    {},
    { what: 'save', ticket: fresh, entry },
    'done',
    { ticket: { number: 9 }, first: { number: 9 } },
  ],
  [
    'is not saved over another',
    { ticket: booked },
    { what: 'save', ticket: fresh, entry },
    'passed',
    { ticket: booked },
  ],
  [
    'is finished before it was sent: one load',
    { ticket: fresh, first },
    finish,
    'done',
    { first: { body: { loads: [{ weighbridge: { full: 30_000, empty: 12_000 } }] } } },
  ],
  ['is finished unsent, in another bay', { ticket: fresh, first }, finishThere, 'done', { ticket: there }],
  [
    'is finished unsent, and all that is otherwise by then is on the ticket',
    { ticket: fresh, first },
    finishOtherwise,
    'done',
    { ticket: otherwise },
  ],
  [
    'is finished unsent, and what the form does not say otherwise stays as it is kept',
    { ticket: { ...fresh, to: bay, from: bay, parts, measured }, first },
    finish,
    'done',
    { ticket: { to: bay, from: bay, parts, measured } },
  ],
  [
    'is finished while its first step is on its way',
    { ticket: fresh, first: waits('first', { tries: 1 }) },
    finish,
    'done',
    { first: { tries: 1 }, second: { number: 9 } },
  ],
  [
    'is finished while its first step is refused',
    { ticket: fresh, first: waits('first', refused) },
    finish,
    'done',
    { ticket: { empty: 12_000 }, first: refused },
  ],
  ['was finished in another tab', { ticket: closed, second }, finish, 'passed', { ticket: closed, second }],
  [
    'is a plan that is weighed',
    {},
    { what: 'begin', ticket: booked, entry: secondOf(booked) },
    'done',
    { ticket: { number: 9 }, second: { step: 'second' } },
  ],
  [
    'is corrected',
    { ticket: closed, first: waits('first', refused), second },
    { what: 'correct', ticket: closed, entry: firstOf(closed, true) },
    'done',
    { first: { state: 'waiting', version: 2, id: 't.first' }, second: undefined },
  ],
  [
    'is not corrected while it waits',
    { ticket: fresh, first },
    { what: 'correct', ticket: closed, entry },
    'passed',
    { first },
  ],
  [
    'is given up',
    { ticket: fresh, first: waits('first', refused) },
    { what: 'give up', reason: 'It went on', at: now },
    'done',
    { ticket: { givenUp: 'It went on', closedAt: now }, first: undefined },
  ],
  [
    'is not given up without a reason',
    { ticket: fresh, first: waits('first', refused) },
    { what: 'give up', reason: ' ', at: now },
    'passed',
    { first: refused },
  ],
  [
    'is as it was seen',
    { ticket: closed, second },
    { what: 'look', book: { ...theirs, empty: null } },
    'done',
    { second: { seen: 'b' } },
  ],
  [
    'was finished by others',
    { ticket: closed, second },
    { what: 'look', book: theirs },
    'refused',
    { second: { state: 'refused', theirs } },
  ],
  [
    'was finished by others with the same weight',
    { ticket: closed, second },
    { what: 'look', book: { ...theirs, empty: 12_000 } },
    'done',
    { ticket: { bookedAt: theirs.at }, second: undefined },
  ],
  [
    'had its first reading corrected by others',
    { ticket: closed, second },
    { what: 'look', book: { ...theirs, full: 29_000, empty: null } },
    'refused',
    { second: { state: 'refused' } },
  ],
  [
    'keeps theirs',
    { ticket: closed, second: waits('second', { ...refused, theirs }) },
    { what: 'keep theirs', at: now },
    'done',
    { ticket: { empty: 12_500, bookedAt: now }, second: undefined },
  ],
  [
    'is corrected to mine',
    { ticket: closed, second: waits('second', { ...refused, theirs }) },
    insist,
    'done',
    {
      second: {
        state: 'waiting',
        seen: 'b',
        body: { reason: insist.reason, weighbridge: { empty: 12_000 } },
      },
    },
  ],
  ['is tried', { ticket: fresh, first }, { what: 'try', step: 'first' }, 'send', { first: { tries: 1 } }],
  [
    'waits for its first step',
    { ticket: fresh, first, second: waits('second', { seen: 'a' }) },
    { what: 'try', step: 'second' },
    'passed',
    { second: { tries: 0 } },
  ],
  [
    'is looked at before its second step is tried',
    { ticket: closed, second },
    { what: 'try', step: 'second' },
    'passed',
    { second: { tries: 0 } },
  ],
  [
    'is in the book',
    { ticket: closed, first },
    answer('first', enteredAs('8', 'r8')),
    'done',
    { ticket: { movementId: '8', recordId: 'r8', bookedAt: now }, first: undefined },
  ],
  [
    'is in the yard',
    { ticket: fresh, first },
    answer('first', enteredAs('8', 'r8')),
    'done',
    { ticket: { movementId: '8', bookedAt: undefined }, first: undefined },
  ],
  [
    'is answered by something else',
    { ticket: fresh, first },
    answer('first', undefined),
    'again',
    { first: { isStrange: true } },
  ],
  [
    'is refused',
    { ticket: fresh, first },
    answer('first', refusal('incompatible_stock'), 400),
    'refused',
    { first: refused },
  ],
  [
    'has changed since it was looked at',
    { ticket: closed, second: waits('second', { seen: 'a' }) },
    answer('second', refusal('precondition_failed'), 412),
    'again',
    { second: { version: 2, state: 'waiting' } },
  ],
  [
    'is found in the book',
    { ticket: closed, first: waits('first', { tries: 1 }) },
    { what: 'find', load: { movementId: '8' }, at: now },
    'done',
    { ticket: { movementId: '8', bookedAt: now }, first: undefined },
  ],
])('a ticket that %s', (_what, file, event, came, after) => {
  const step = outboxStepOf(file, event, 9)
  expect(step.came.what).toBe(came)
  const { first: one, second: two, ticket } = step.file
  expect({ first: one, second: two, ticket: { bookedAt: undefined, ...ticket } }).toMatchObject(after)
})

test('a first step keeps its key when it is corrected, a second step says another reading under another one', () => {
  expect(keyOf(waits('first', { version: 2 }))).toBe(keyOf(first))
  expect(keyOf(waits('second', { version: 2 }))).not.toBe(keyOf(second))
})

test('the same form with the same text is one ticket, with another text another', () => {
  expect(isSavedBefore({ ...fresh, id: 'u' }, [fresh])).toBe(true)
  const [other] = ticketOf(
    { form: 'f', full: 30_500, empty: null, isGood: true },
    'u',
    '2026-08-14T09:00:00Z',
  )
  expect(isSavedBefore(other, [fresh])).toBe(false)
})
