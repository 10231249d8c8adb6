import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'

/** A place in what a listener hears: the last number of its organisation's events, and of those for one person alone, that it has heard. */
export interface Cursor {
  number: number
  personalNumber: number
}

export interface StoredEvent {
  id: number
  /** Its place among the events of its organisation, or of its recipient. */
  number: number
  organisationId: string
  /** The only person who receives it; without one the whole organisation does. */
  recipientId?: string | undefined
  type: string
  subject: string
  data: unknown
  userId: string | null
  occurredAt: Date
}

/** A cursor as `Last-Event-ID` carries it: `48`, or `48.3` where the last event for this person alone was their third. */
export function cursorText({ number, personalNumber }: Cursor): string {
  return personalNumber === 0 ? String(number) : `${number}.${personalNumber}`
}

/** The cursor a text means, or undefined where it is none. */
export function parseCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text)
  return match ? { number: Number(match[1]), personalNumber: Number(match[2] ?? 0) } : undefined
}

/** True if an event comes after a place. */
export function isAfter({ recipientId, number }: StoredEvent, cursor: Cursor): boolean {
  return number > (recipientId === undefined ? cursor.number : cursor.personalNumber)
}

/** The place behind an event, for a listener that was at a place before it. */
export function behind({ recipientId, number }: StoredEvent, cursor: Cursor): Cursor {
  return recipientId === undefined ? { ...cursor, number } : { ...cursor, personalNumber: number }
}

/**
 * Two lists of one listener as one: what was written first comes first, as far as each list stays in its own order.
 */
export function inOneOrder(common: StoredEvent[], personal: StoredEvent[]): StoredEvent[] {
  if (personal.length === 0) return common
  const merged: StoredEvent[] = []
  let place = 0
  for (const own of personal) {
    for (let event = common[place]; event && event.id < own.id; event = common[++place]) merged.push(event)
    merged.push(own)
  }
  return [...merged, ...common.slice(place)]
}

/** Owners of events, and behind which number those of each are read. */
export type ReaderPlaces = ReadonlyMap<string, number>

/** The numbered events of organisations behind these places, so many at most; those of each in order, without a gap. */
export function readEvents(db: Kysely<Tables>, places: ReaderPlaces, limit: number): Promise<StoredEvent[]> {
  return readBehind(db, readCommon, places, limit)
}

/** As `readEvents`, of what people hear alone. */
export function readPersonalEvents(
  db: Kysely<Tables>,
  places: ReaderPlaces,
  limit: number,
): Promise<StoredEvent[]> {
  return readBehind(db, readPersonal, places, limit)
}

async function readBehind(
  db: Kysely<Tables>,
  read: typeof readCommon,
  places: ReaderPlaces,
  limit: number,
): Promise<StoredEvent[]> {
  if (places.size === 0) return []
  const rows = await read.rows(db, { owners: [...places.keys()], numbers: [...places.values()], limit })
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    organisationId: row.organisation_id,
    recipientId: row.recipient_id ?? undefined,
    type: row.type,
    subject: row.subject,
    data: row.data,
    userId: row.user_id,
    occurredAt: row.occurred_at,
  }))
}

const readCommon = reading(sql.table('events'), sql.ref('organisation_id'), sql`null::uuid`)
const readPersonal = reading(sql.table('personal_events'), sql.ref('recipient_id'), sql`e.recipient_id`)

type Sql = ReturnType<typeof sql>

/** One owner after the other, each by the index that has them in order: where the limit cuts, it cuts off the last of an owner. */
function reading(table: Sql, owner: Sql, recipient: Sql) {
  return statement<{ owners: string[]; numbers: number[]; limit: number }, EventRow>(
    ({ owners, numbers, limit }) => sql`
      select event.* from unnest(${owners}::uuid[], ${numbers}::bigint[]) place (owner_id, number)
      cross join lateral (
        select e.id, e.number, e.organisation_id, ${recipient} as recipient_id, e.type, e.subject, e.data, e.user_id, e.occurred_at
        from ${table} e where e.${owner} = place.owner_id and e.number > place.number
        order by e.number limit ${limit}::integer
      ) event
      limit ${limit}::integer`,
  )
}

interface EventRow {
  id: number
  number: number
  organisation_id: string
  recipient_id: string | null
  type: string
  subject: string
  data: unknown
  user_id: string | null
  occurred_at: Date
}

const KEPT_DAYS = 90

/** Events are kept for as long as any listener may reasonably be away. */
export async function purgeEvents(db: Kysely<Tables>, now: Date): Promise<void> {
  const isOld = sql<boolean>`occurred_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`
  await deleteInPieces(db, 'events', isOld)
  await deleteInPieces(db, 'personal_events', isOld)
}
