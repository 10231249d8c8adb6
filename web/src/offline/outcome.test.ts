import { expect, test } from 'vitest'
import { decide, isTooOldToSend } from './outcome.ts'

// What the service answered, and what happens to the entry at its first try.
test.each([
  ['stored', { status: 200 }, { what: 'done' }],
  ['nobody answered', { status: undefined }, { what: 'again', afterMs: 2000 }],
  ['the session is over', { status: 401 }, { what: 'again', afterMs: 2000 }],
  ['it took too long', { status: 408 }, { what: 'again', afterMs: 2000 }],
  ['too early', { status: 425 }, { what: 'again', afterMs: 2000 }],
  ['too many', { status: 429, retryAfterSeconds: 7 }, { what: 'again', afterMs: 7000 }],
  ['a wait of an hour is cut', { status: 503, retryAfterSeconds: 3600 }, { what: 'again', afterMs: 60_000 }],
  ['a fault of the service', { status: 500 }, { what: 'again', afterMs: 2000 }],
  ['a proxy without a service', { status: 502 }, { what: 'again', afterMs: 2000 }],
  ['it is being worked on', { status: 409, code: 'idempotency_in_flight' }, { what: 'again', afterMs: 2000 }],
  ['a rule refuses it', { status: 400, code: 'incompatible_stock' }, { what: 'refused' }],
  ['may not', { status: 403 }, { what: 'refused' }],
  ['it is gone', { status: 404 }, { what: 'refused' }],
  ['there is one already', { status: 409, code: 'already_exists' }, { what: 'refused' }],
  ['its key was used for another', { status: 422, code: 'idempotency_key_reused' }, { what: 'refused' }],
])('%s', (_what, outcome, decision) => {
  expect(decide(outcome, 1)).toEqual(decision)
})

test('waits double up to a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 60].map((tries) => decide({ status: undefined }, tries))
  expect(waits.map((each) => 'afterMs' in each && each.afterMs)).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
})

test('an entry that was tried is not sent blindly after six days; one that never was, may be', () => {
  const day = 86_400_000
  expect(isTooOldToSend(undefined, 100 * day)).toBe(false)
  expect(isTooOldToSend(0, 6 * day)).toBe(false)
  expect(isTooOldToSend(0, 6 * day + 1)).toBe(true)
})
