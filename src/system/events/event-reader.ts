import { sql, type Kysely } from 'kysely'
import { deleteInPieces, PIECE } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'

/** A place among the events: transactions in the order they began to write, and events in order within them. */
export interface Cursor {
  transactionId: bigint
  id: number
}

export interface StoredEvent extends Cursor {
  organisationId: string
  /** Who alone hears it; without one the whole organisation does. */
  recipientId?: string | undefined
  type: string
  subject: string
  data: unknown
  userId: string | null
  occurredAt: Date
}

/** A cursor as `Last-Event-ID` carries it: `7312-48`. */
export function cursorText({ transactionId, id }: Cursor): string {
  return `${transactionId}-${id}`
}

/** The cursor a text means, or undefined where it is none. */
export function parseCursor(text: string): Cursor | undefined {
  // Short enough for the numbers of any database that will ever be.
  const match = /^(\d{1,18})-(\d{1,15})$/.exec(text)
  return match?.[1] && match[2] ? { transactionId: BigInt(match[1]), id: Number(match[2]) } : undefined
}

/** Whether an event comes after a place. */
export function isAfter(event: Cursor, place: Cursor): boolean {
  if (event.transactionId !== place.transactionId) return event.transactionId > place.transactionId
  return event.id > place.id
}

/** The place just before a transaction's events. */
export function beforeTransaction(transactionId: bigint): Cursor {
  return { transactionId, id: 0 }
}

/**
 * The oldest transaction that still writes. Whatever came before it is committed or gone for good, so events before
 * this horizon can be read in order and none will ever appear among them later. It never goes back.
 */
export async function readHorizon(db: Kysely<Tables>): Promise<bigint> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database said nothing of its transactions')
  return BigInt(row.horizon)
}

/** Events of these organisations and of these people after a place and before a horizon, in order. */
export async function readEvents(db: Kysely<Tables>, span: ReadSpan): Promise<StoredEvent[]> {
  const { organisationIds, recipientIds = [], limit } = span
  const ofOrganisations = eventsIn(
    sql`select id, transaction_id, organisation_id, null::uuid as recipient_id, type, subject, data, user_id, occurred_at from events`,
    sql`organisation_id`,
    organisationIds,
    span,
  )
  const ofPeople = eventsIn(
    sql`select id, transaction_id, organisation_id, recipient_id, type, subject, data, user_id, occurred_at from personal_events`,
    sql`recipient_id`,
    recipientIds,
    span,
  )
  const from = recipientIds.length === 0 ? ofOrganisations : sql`(${ofOrganisations}) union all (${ofPeople})`
  // The order names the table: a bare transaction_id there would be the text of the answer, and '10000' before '9999'.
  const { rows } = await sql<EventRow>`
    select id, transaction_id::text as transaction_id, organisation_id, recipient_id, type, subject, data, user_id, occurred_at
    from (${from}) found
    order by found.transaction_id, found.id
    limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    transactionId: BigInt(row.transaction_id),
    organisationId: row.organisation_id,
    recipientId: row.recipient_id ?? undefined,
    type: row.type,
    subject: row.subject,
    data: row.data,
    userId: row.user_id,
    occurredAt: row.occurred_at,
  }))
}

/** One is in the index in order already; several have to be sorted. */
function eventsIn(select: Sql, owner: Sql, ids: string[], { after, horizon, limit }: ReadSpan): Sql {
  const [only, ...others] = ids
  const ofThese =
    only !== undefined && others.length === 0 ? sql`${owner} = ${only}` : sql`${owner} = any(${ids}::uuid[])`
  return sql`${select}
    where ${ofThese}
      and (transaction_id, id) > (${String(after.transactionId)}::xid8, ${after.id}::bigint)
      and transaction_id < ${String(horizon)}::xid8
    order by transaction_id, id
    limit ${limit}`
}

type Sql = ReturnType<typeof sql>

interface ReadSpan {
  after: Cursor
  horizon: bigint
  organisationIds: string[]
  /** Whose personal events are read besides. */
  recipientIds?: string[]
  limit: number
}

interface EventRow {
  id: number
  transaction_id: string
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
  await purgeFromTheFirst(db, isOld)
  await deleteInPieces(db, 'personal_events', isOld)
}

/**
 * Events are numbered as they happen, so the old ones are the first of them: no index of when they happened is needed, which every
 * command would have to write, and those that are not old are not read. Goes on until a whole piece has nothing that is old; what a
 * clock that was ahead has put behind more than that is forgotten once the clock's own events are old.
 */
async function purgeFromTheFirst(db: Kysely<Tables>, isOld: ReturnType<typeof sql<boolean>>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ last: number | null; forgotten: number }>`
      with piece as materialized (
        select id, occurred_at from events where id > ${after} order by id limit ${PIECE}::integer
      ), old as materialized (
        select id from events where id in (select id from piece where ${isOld}) for update skip locked
      ), gone as (
        delete from events where id in (select id from old) returning id
      )
      select (select max(id) from piece) as last, (select count(*) from gone) as forgotten`.execute(db)
    const { last = null, forgotten = 0 } = rows[0] ?? {}
    if (last === null || forgotten === 0) return
    after = last
  }
}
