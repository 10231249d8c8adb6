import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { Cursor } from '../events/event-reader.ts'
import { unsealSecrets } from './sealed-secrets.ts'

/** Longer than one attempt may take; every attempt that is written down renews it. */
export const LEASE_MS = 60_000

/**
 * So many of one organisation are delivered to at a time, in all processes together: receivers that take their time are not to take it
 * from everybody else's.
 */
const MOST_OF_ONE = 2

/** A webhook that this process delivers to, until its lease ends. */
export interface ClaimedWebhook {
  id: string
  organisationId: string
  createdBy: string
  types: string[]
  cursor: Cursor
  failures: number
  leaseId: string
}

/** Where a delivery goes to, and by what it is signed. */
export interface Target {
  url: string
  /** The one in use first. */
  secrets: string[]
}

interface Row {
  id: string
  organisation_id: string
  created_by: string
  types: string[]
  cursor_transaction: string
  cursor_event: number
  failures: number
}

/**
 * Takes the webhook that has been due for longest and has events before it, or none; none of an organisation whose turn it is already. As long as it is held nobody else
 * delivers to it, so that its events arrive in order.
 */
export async function claimWebhook(db: Kysely<Tables>, now: Date): Promise<ClaimedWebhook | undefined> {
  const leaseId = newId()
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<Row>`
    update webhooks set lease_id = ${leaseId}, due_at = ${leaseEnd}
    where id = (
      select w.id from webhooks w join organisations o on o.id = w.organisation_id
      where w.status = 'active' and o.status = 'active' and w.due_at <= ${now}
        and (
          select count(*) from webhooks held
          where held.organisation_id = w.organisation_id and held.lease_id is not null and held.due_at > ${now}
        ) < ${MOST_OF_ONE}
        and exists (
          select from events e
          where e.organisation_id = w.organisation_id
            and (e.transaction_id, e.id) > (w.cursor_transaction, w.cursor_event)
            and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
        )
      order by w.due_at, w.id
      limit 1
      for update of w skip locked
    )
    returning id, organisation_id, created_by, types, failures,
      cursor_transaction::text as cursor_transaction, cursor_event`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    id: row.id,
    organisationId: row.organisation_id,
    createdBy: row.created_by,
    types: row.types,
    cursor: { transactionId: BigInt(row.cursor_transaction), id: row.cursor_event },
    failures: row.failures,
    leaseId,
  }
}

/**
 * Where the next delivery of a webhook that is held goes to, as things are now: while a receiver took its time, the secret may have been rotated.
 * Undefined where nothing more may be sent, since the webhook is deleted, paused or held by somebody else, or its organisation suspended.
 */
export async function findTarget(
  db: Kysely<Tables>,
  vault: Vault,
  { id, leaseId }: Pick<ClaimedWebhook, 'id' | 'leaseId'>,
  now: Date,
): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select w.url, ${goodSecrets(now)} as secrets
    from webhooks w join organisations o on o.id = w.organisation_id
    where w.id = ${id} and w.lease_id = ${leaseId} and w.status = 'active' and o.status = 'active'`.execute(
    db,
  )
  const [row] = rows
  return row && { ...row, secrets: unsealSecrets(vault, id, row.secrets) }
}

/** The sealed secrets that sign at a moment, the one in use first. Needs the webhook as `w`. */
export function goodSecrets(now: Date): RawBuilder<string[]> {
  return sql`case when w.previous_secret_until > ${now} then array[w.secret, w.previous_secret] else array[w.secret] end`
}

/** Lets a webhook go with nothing left to deliver up to this place; what comes later is due at once. */
export async function releaseWebhook(
  db: Kysely<Tables>,
  { id, leaseId }: Pick<ClaimedWebhook, 'id' | 'leaseId'>,
  { transactionId, id: eventId }: Cursor,
  now: Date,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({
      cursor_transaction: String(transactionId),
      cursor_event: eventId,
      due_at: now,
      lease_id: null,
    })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute()
}
