import type { OutboxEvent } from './outbox-events.ts'
import { secondOf, ticketOf, withBoth } from './test-tickets.ts'
import type { Ticket, Waiting } from './tickets.ts'

// One ticket from its first weighing to its second, and what may happen to it.

export const [fresh, entry] = ticketOf(
  { form: 'f', full: 30_000, empty: null, isGood: true },
  't',
  '2026-08-14T09:00:00Z',
)
export const booked: Ticket = { ...fresh, number: 1, movementId: '7', recordId: 'r7' }
export const closed: Ticket = { ...booked, empty: 12_000, closedAt: '2026-08-14T10:00:00Z' }
export const waits = (step: 'first' | 'second', part: Partial<Waiting> = {}): Waiting => ({
  ...(step === 'first' ? entry : secondOf(closed)),
  id: `t.${step}`,
  organisationId: 'hill',
  ticketId: 't',
  number: 1,
  version: 1,
  state: 'waiting',
  tries: 0,
  ...part,
})
export const first = waits('first')
export const second = waits('second')
export const refused = { state: 'refused', code: 'incompatible_stock', message: 'No.' } as const
export const theirs = { full: 30_000, empty: 12_500, etag: 'b', by: 'Bob', at: '2026-08-14T09:50:00Z' }
export const bay = { key: 's/2', storageId: 's', substorageId: 2, recordId: '', name: 'Hill 2' }
export const there = { to: bay, sentElsewhere: 'Full' }
export const finish: OutboxEvent & { what: 'finish' } = {
  what: 'finish',
  ticket: closed,
  entry: secondOf(closed),
  withBoth,
}
export const finishThere: OutboxEvent = { ...finish, ticket: { ...closed, ...there } }
export const measured = [{ name: 'Moisture', value: '14.2', metric: '%' }]
export const parts = [{ place: bay, share: 3 }]
/** Values that may differ at the second weighing from the first. */
export const otherwise: Partial<Ticket> = {
  ...there,
  from: bay,
  recordId: 'r1',
  loadedElsewhere: 'Locked',
  parts,
  isSharedAnew: true,
  measured,
  isMeasuredAgain: true,
  emptiesBay: true,
  gradeReason: 'No other bay',
}
export const finishOtherwise: OutboxEvent = { ...finish, ticket: { ...closed, ...otherwise } }
export const insist: OutboxEvent & { what: 'insist' } = { what: 'insist', reason: 'The scale was checked' }
export const now = '2026-08-14T11:00:00Z'
export const answer = (step: 'first' | 'second', body: unknown, status = 200, version = 1): OutboxEvent => ({
  what: 'answer',
  step,
  version,
  answer: { status, body },
  now,
})
/** Builds the service's answer once it has stored a load. */
export const enteredAs = (id: string, recordId: string) => ({ loads: [{ movements: [{ id, recordId }] }] })
export const refusal = (code: string) => ({ status: 'error', code, message: 'No.' })
