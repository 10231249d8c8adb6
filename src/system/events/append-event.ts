import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { statement } from '../../db/statement.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { EventType } from './event-types.ts'

/** Something that happened, as listeners hear of it. */
export interface NewEvent {
  type: EventType
  /** The thing it happened to: an id, or ids with commas. */
  subject: string
  /** Facts small enough to send to every listener. */
  data: Record<string, unknown>
  /** The person who did it, if not the one who did the others. */
  userId?: string
}

const untold = new WeakSet<Transaction>()

/** Leaves out what this transaction says from now on, since it is taken back whatever comes: nobody would hear of it. */
export function suppressEvents(trx: Transaction): void {
  untold.add(trx)
}

/** Says that something happened, in the transaction in which it did: both are stored, or neither. */
export async function appendEvent(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'userId' | 'now'>,
  event: NewEvent,
): Promise<void> {
  await appendEvents(trx, actor, [event])
}

/** Says that several things happened, in this order, in one statement that is waited for with COMMIT. */
export async function appendEvents(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'userId' | 'now'>,
  events: NewEvent[],
): Promise<void> {
  if (events.length === 0 || untold.has(trx)) return
  const { organisationId, userId, now } = actor
  writeUnawaited(trx, insertEvents.with({ organisationId, userId, now, events: JSON.stringify(events) }))
}

/** An event that is told if it happened: what it was about, as it is stored, before the command and after it. */
export interface PossibleChange {
  before: unknown
  after: unknown
  event: NewEvent
}

/**
 * Says that things were changed, of those that were: what is sent again as it is already is no news.
 *
 * @returns the subjects of those that were changed
 */
export async function appendChanges(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'userId' | 'now'>,
  possible: PossibleChange[],
): Promise<string[]> {
  const events = possible
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
    .map(({ event }) => event)
  await appendEvents(trx, actor, events)
  return events.map(({ subject }) => subject)
}

const insertEvents = statement<{ organisationId: string; userId: string; now: Date; events: string }>(
  ({ organisationId, userId, now, events }) => sql`
    insert into events (organisation_id, type, subject, data, user_id, occurred_at, awaited)
    select ${organisationId}::uuid, e.type, e.subject, e.data, coalesce(e."userId", ${userId}::uuid), ${now}::timestamptz,
      exists (select from webhooks where organisation_id = ${organisationId}::uuid)
    from rows from (json_to_recordset(${events}::json) as (type text, subject text, data jsonb, "userId" uuid)) with ordinality
      as e (type, subject, data, "userId", place)
    order by e.place`,
)

/** Says something to some people alone, in the transaction in which it happened: nobody else hears of it. */
export async function appendPersonalEvent(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'userId' | 'now'>,
  recipientIds: string[],
  { type, subject, data }: NewEvent,
): Promise<void> {
  await trx
    .insertInto('personal_events')
    .values(
      recipientIds.map((recipientId) => ({
        recipient_id: recipientId,
        organisation_id: actor.organisationId,
        type,
        subject,
        data: JSON.stringify(data),
        user_id: actor.userId,
        occurred_at: actor.now,
      })),
    )
    .execute()
}
