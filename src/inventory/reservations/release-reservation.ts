import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { lockBays } from '../stock/lock-bays.ts'

/**
 * Ends a reservation now: what is left of it may go to anybody.
 *
 * @throws Refusal `not_found`; `in_use` for one that is over
 */
export async function releaseReservation(
  trx: Transaction,
  actor: Actor,
  id: string,
  note: string,
): Promise<void> {
  const { organisationId, now } = actor
  const read = async (lock: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ bay_id: number; is_over: boolean }>`
      select bay_id, over_at <= ${now} as is_over from reservations
      where organisation_id = ${organisationId} and id = ${id}::uuid ${lock}`.execute(trx)
    return rows[0]
  }
  const found = isId(id) ? await read(sql``) : undefined
  if (!found) throw notFound('reservation', id)
  // Behind its bay, as loads out of it are.
  await lockBays(trx, { bayIds: [found.bay_id] })
  if ((await read(sql`for update`))?.is_over !== false)
    throw new Refusal('in_use', message('reservationIsOver', {}))
  await trx
    .updateTable('reservations')
    .set({ released_at: now, released_by_name: actor.userName, release_note: note })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, {
    type: 'reservation.released',
    subject: id,
    data: { ids: [id], substorageId: found.bay_id },
  })
}
