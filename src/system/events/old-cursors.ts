import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Cursor } from './event-reader.ts'
import type { Audience } from './event-feed.ts'

/** A cursor as listeners got it until events were numbered: `7312-48`, a transaction and an event in it. */
export interface OldCursor {
  transactionId: string
  id: number
}

/** The old cursor a text means, or undefined where it is none. */
export function parseOldCursor(text: string): OldCursor | undefined {
  const match = /^(\d{1,18})-(\d{1,15})$/.exec(text)
  return match?.[1] && match[2] ? { transactionId: match[1], id: Number(match[2]) } : undefined
}

/**
 * The place before the first event that a listener with an old cursor has not heard. Events of that time may have got their numbers in
 * another order, so some may come again; none is left out. All have to be numbered.
 */
export async function findOldPlace(
  db: Kysely<Tables>,
  { organisationId, userId }: Audience,
  { transactionId, id }: OldCursor,
): Promise<Cursor> {
  const isUnheard = sql`transaction_id is null or (transaction_id, id) > (${transactionId}::xid8, ${id}::bigint)`
  const before = (table: string, owner: string, ownerId: string) => sql`coalesce(
    (select min(number) - 1 from ${sql.table(table)} where ${sql.ref(owner)} = ${ownerId} and number is not null and (${isUnheard})),
    (select last_number from event_streams where owner_id = ${ownerId}), 0)`
  const { rows } = await sql<Cursor>`
    select ${before('events', 'organisation_id', organisationId)} as number,
      ${before('personal_events', 'recipient_id', userId)} as "personalNumber"`.execute(db)
  const [place] = rows
  if (!place) throw new Error('a place has one row')
  return place
}
