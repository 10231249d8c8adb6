import { expect, test } from 'vitest'
import { decide, type Answer } from './outcome.ts'

const refusal = (code: string) => ({ status: 'error', code, message: 'Not so.' })
const again = { what: 'again', afterMs: 2000, isStrange: false }
const strange = { ...again, isStrange: true }
const refused = (code: string) => ({ what: 'refused', code, message: 'Not so.' })

// What was answered, and what happens to the first entry of a ticket at its first try.
test.each<[string, Answer, object]>([
  ['an intake is stored', { status: 200, body: [{ id: 'r', movementId: 7 }] }, { what: 'done' }],
  ['a movement is stored', { status: 200, body: { status: 'success', ids: ['7'] } }, { what: 'done' }],
  ['the page of a network', { status: 200 }, strange],
  ['JSON of something else', { status: 200, body: { ok: true } }, strange],
  ['an empty list', { status: 200, body: [] }, strange],
  ['a network that wants a sign-in', { status: 511 }, strange],
  ['nobody answered', { status: undefined }, again],
  ['the session is over', { status: 401, body: refusal('unauthenticated') }, again],
  ['it took too long', { status: 408, body: refusal('unavailable') }, again],
  [
    'too many',
    { status: 429, body: refusal('rate_limited'), retryAfterSeconds: 7 },
    { ...again, afterMs: 7000 },
  ],
  ['a wait of an hour is cut', { status: 503, retryAfterSeconds: 3600 }, { ...again, afterMs: 60_000 }],
  ['a fault of the service', { status: 500, body: refusal('internal_error') }, again],
  ['a proxy without a service', { status: 502 }, again],
  ['it is being worked on', { status: 409, body: refusal('idempotency_in_flight') }, again],
  ['a rule refuses it', { status: 400, body: refusal('incompatible_stock') }, refused('incompatible_stock')],
  ['may not', { status: 403, body: refusal('forbidden') }, refused('forbidden')],
  ['it is gone', { status: 404, body: refusal('not_found') }, refused('not_found')],
  [
    'its key was used',
    { status: 422, body: refusal('idempotency_key_reused') },
    refused('idempotency_key_reused'),
  ],
  ['a proxy says 403', { status: 403 }, strange],
  ['a proxy says 404', { status: 404 }, strange],
  ['a proxy says 409', { status: 409 }, strange],
  ['a proxy says 412', { status: 412 }, strange],
  ['a proxy refuses in JSON of its own', { status: 403, body: { error: 'denied' } }, strange],
])('%s', (_what, answer, decision) => {
  expect(decide(answer, 1, 'first')).toEqual(decision)
})

test('a second step is stored when the answer names its load, and no other', () => {
  const body = { status: 'success', ids: ['7'] }
  expect(decide({ status: 200, body }, 1, 'second', '7')).toEqual({ what: 'done' })
  expect(decide({ status: 200, body }, 1, 'second', '8')).toEqual(strange)
})

test('waits double up to a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 60].map((tries) => decide({ status: undefined }, tries, 'first'))
  expect(waits.map((each) => 'afterMs' in each && each.afterMs)).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
})
