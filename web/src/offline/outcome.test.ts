import { expect, test } from 'vitest'
import { LOADS } from './load-names.ts'
import { decide, type Answer } from './outcome.ts'

const first = { step: 'first', path: LOADS, movementId: undefined } as const
const entered = (movements: object[]) => ({ status: 'success', message: '', loads: [{ movements }] })
const done = { what: 'done', load: { movementId: '7', recordId: 'r' } }
const refusal = (code: string) => ({ status: 'error', code, message: 'Not so.' })
const again = { what: 'again', afterMs: 2000, isStrange: false }
const strange = { ...again, isStrange: true }
const refused = (code: string) => ({ what: 'refused', code, message: 'Not so.' })

// What was answered, and what happens to the first entry of a ticket at its first try.
test.each<[string, Answer, object]>([
  ['it is stored', { status: 200, body: entered([{ id: '7', recordId: 'r' }]) }, done],
  [
    'a lorry for several bays is stored',
    {
      status: 200,
      body: entered([
        { id: '7', recordId: 'r' },
        { id: '8', recordId: 's' },
      ]),
    },
    done,
  ],
  ['the page of a network', { status: 200 }, strange],
  ['JSON of something else', { status: 200, body: { ok: true } }, strange],
  ['an empty list', { status: 200, body: [] }, strange],
  ['no loads', { status: 200, body: { loads: [] } }, strange],
  ['loads of something else', { status: 200, body: { loads: [{}] } }, strange],
  ['a load without a movement', { status: 200, body: entered([]) }, strange],
  ['a movement without its record', { status: 200, body: entered([{ id: '7' }]) }, strange],
  ['what another address answers', { status: 200, body: { status: 'success', ids: ['7'] } }, strange],
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
  expect(decide(answer, 1, first)).toEqual(decision)
})

test('a second step is stored when the answer names its load, and no other', () => {
  const body = { status: 'success', ids: ['7'] }
  const second = { step: 'second', path: '/api/inventory/movements/{movementId}/actions' } as const
  expect(decide({ status: 200, body }, 1, { ...second, movementId: '7' })).toEqual({ what: 'done', load: {} })
  expect(decide({ status: 200, body }, 1, { ...second, movementId: '8' })).toEqual(strange)
})

test('waits double up to a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 60].map((tries) => decide({ status: undefined }, tries, first))
  expect(waits.map((each) => 'afterMs' in each && each.afterMs)).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
})

// What an older page has left on a device is sent to where it wanted to go, and answered as it is there.
test.each<[string, string, unknown, object | undefined]>([
  ['an intake', 'records', { id: 'r', movementId: 7 }, done],
  [
    'one for several bays',
    'records',
    [
      { id: 'r', movementId: 7 },
      { id: 's', movementId: 8 },
    ],
    done,
  ],
  ['one off a field', 'harvest-plans/p/loads', [{ id: 'l', plantingId: 'r', movementId: 7 }], done],
  ['a movement', 'movements', { status: 'success', ids: ['7'] }, { what: 'done', load: { movementId: '7' } }],
  ['out of several bays', 'movements/bulk', { ids: ['7', '8'] }, { what: 'done', load: { movementId: '7' } }],
  ['the page of a network', 'records', undefined, strange],
  ['JSON of something else', 'movements', { ok: true }, strange],
  ['an empty list', 'records', [], strange],
])('of an entry by an older page: %s', (_what, address, body, decision) => {
  const sent = { ...first, path: `/api/inventory/${address}` }
  expect(decide({ status: 200, body }, 1, sent)).toEqual(decision)
})
