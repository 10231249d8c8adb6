import { sql } from 'kysely'
import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { message } from '../../../words/catalogue.ts'
import { appendEvents } from '../../../system/events/append-event.ts'
import { deleting } from '../undo-places.ts'

/** Contracts and orders that an import has made, and that are taken back. */

const kinds = {
  trades: {
    event: 'trade.changed',
    goneOn: 'contractHasGoneOn',
    what: 'contract',
    changes: sql`trade_changes c where c.trade_id = made.id`,
  },
  orders: {
    event: 'order.changed',
    goneOn: 'orderHasGoneOn',
    what: 'order',
    changes: sql`order_changes c where c.order_id = made.id`,
  },
} as const

/**
 * Deletes contracts or orders that nobody has changed since.
 *
 * @throws Refusal `in_use` where something names one, or it was changed
 */
export async function deleteAgreed(
  trx: Transaction,
  actor: Actor,
  table: keyof typeof kinds,
  made: { subject: string; details: Record<string, unknown> }[],
): Promise<void> {
  const { event, goneOn, what, changes } = kinds[table]
  const { organisationId } = actor
  const ids = made.map(({ subject }) => subject)
  const first = made.map(({ subject: id, details }) => ({ id, changes: Number(details['changes'] ?? 1) }))
  const { rows } = await sql`
    select 1 from jsonb_to_recordset(${JSON.stringify(first)}::jsonb) as made (id uuid, changes integer)
    where (select count(*) from ${changes} and c.organisation_id = ${organisationId}) <> made.changes limit 1`.execute(
    trx,
  )
  if (rows.length > 0) throw new Refusal('in_use', message('wasChangedSince', { what }))
  const its = sql`organisation_id = ${organisationId} and id = ${anyOf(ids, 'uuid')}`
  await deleting(trx, sql`delete from ${sql.table(table)} where ${its}`, message(goneOn, {}))
  await appendEvents(
    trx,
    actor,
    ids.map((id) => ({ type: event, subject: id, data: { ids: [id], changed: ['deleted'] } })),
  )
}
