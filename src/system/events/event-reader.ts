import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A place in the stream of events: transactions in order, and events in order within them. */
export interface Cursor {
  transactionId: string
  id: number
}

export interface StoredEvent extends Cursor {
  organisationId: string
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
  const match = /^(\d{1,19})-(\d{1,15})$/.exec(text)
  return match?.[1] && match[2] ? { transactionId: match[1], id: Number(match[2]) } : undefined
}

/**
 * Events after a cursor, of one organisation or of all. Reading stops before the oldest transaction still open: its
 * events would otherwise appear behind the cursor, and be missed.
 */
export async function readEvents(
  db: Kysely<Tables>,
  after: Cursor,
  { organisationId, limit }: { organisationId?: string; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await sql<{
    id: number
    transaction_id: string
    organisation_id: string
    type: string
    subject: string
    data: unknown
    user_id: string | null
    occurred_at: Date
  }>`
    select id, transaction_id::text as transaction_id, organisation_id, type, subject, data, user_id, occurred_at from events
    where (transaction_id, id) > (${after.transactionId}::xid8, ${after.id}::bigint)
      and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
      and ${organisationId === undefined ? sql`true` : sql`organisation_id = ${organisationId}`}
    order by transaction_id, id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    transactionId: row.transaction_id,
    organisationId: row.organisation_id,
    type: row.type,
    subject: row.subject,
    data: row.data,
    userId: row.user_id,
    occurredAt: row.occurred_at,
  }))
}

/** The end of the stream: what comes after it is new. */
export async function endOfEvents(db: Kysely<Tables>): Promise<Cursor> {
  const { rows } = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db)
  // Everything before the oldest open transaction is past; its own events, whatever their id, are not.
  return { transactionId: String(BigInt(rows[0]?.xmin ?? '1') - 1n), id: Number.MAX_SAFE_INTEGER }
}
