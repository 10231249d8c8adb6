import { cursorText, type StoredEvent } from '../events/event-reader.ts'

/** What a receiver is sent of an event: as in the event stream, and whose it is. */
export function messageOf(event: StoredEvent): { id: string; body: string } {
  const { type, organisationId, subject, data, userId, occurredAt } = event
  const id = cursorText(event)
  const occurredAtUTC = occurredAt.toISOString()
  return {
    id: `evt_${id}`,
    body: JSON.stringify({ id, type, organisationId, subject, data, userId, occurredAtUTC }),
  }
}
