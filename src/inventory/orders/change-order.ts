import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, notFound, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { fieldsThatDiffer, changesOfSubject, noteChangeOf } from '../change-history.ts'
import { lockOrder, type StoredOrder } from './lock-order.ts'
import { nextOrderStatuses, type OrderStatus } from './rules.ts'
import type { ChangeOrderBody, OrderChangePage, OrderChangesQuery, OrderStatusBody } from './schema.ts'
import { resolveOrderTerms, type OrderTerms } from './terms.ts'

/**
 * Changes what an order says; what the body leaves out stays. What its loads have moved counts on.
 *
 * @throws Refusal every fault at once; `not_found`
 */
export async function changeOrder(
  trx: Transaction,
  actor: Actor,
  id: string,
  { reason, ...body }: ChangeOrderBody,
): Promise<void> {
  const order = await lockOrder(trx, actor, id)
  const terms = await resolveOrderTerms(trx, actor, body, { said: order.terms, others: [] })
  const changed = fieldsThatDiffer(termsByName(order.terms), termsByName(terms))
  if (changed.length === 0) return
  await trx
    .updateTable('orders')
    .set({ ...terms, updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await noteChangeOf(trx, actor, 'order', { id, status: null, changed, reason: tidied(reason ?? '') })
  await appendEvent(trx, actor, {
    type: 'order.changed',
    subject: id,
    data: { ids: [id], changed: changed.map(({ field }) => field) },
  })
}

/** OrderTerms by the names of the API, each as one value, so that two states can be compared. */
export function termsByName(terms: OrderTerms): Record<string, unknown> {
  return {
    reference: terms.reference,
    partnerReference: terms.partner_reference,
    weight: terms.weight_grams === null ? null : kilogramsFromGrams(terms.weight_grams),
    loads: terms.load_count,
    fromISO: terms.first_day,
    toISO: terms.last_day,
    haulier: terms.haulier,
    vehicles: terms.vehicles,
    place: {
      storageId: terms.storage_id ?? '',
      bayIds: terms.bay_ids.map(Number),
      address: terms.place,
      openingHours: terms.opening_hours,
    },
    instructions: terms.instructions,
  }
}

/**
 * Ends an order, or lets it go on.
 *
 * @throws Refusal `not_found`; `in_use` to cancel one that loads name; `invalid_input` for a state that it cannot go to, or without the reason that
 *   cancelling needs
 */
export async function setOrderStatus(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: OrderStatusBody,
): Promise<void> {
  const order = await lockOrder(trx, actor, id)
  const { status } = body
  const reason = tidied(body.reason ?? '')
  if (status === order.status) return
  refuseFaults(statusFaults(order, status, reason))
  if (status === 'cancelled') {
    const loads = await loadsOn(trx, actor, id)
    if (loads > 0) throw new Refusal('in_use', message('orderIsInUse', { loads }))
  }
  await trx
    .updateTable('orders')
    .set({ status, updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await noteChangeOf(trx, actor, 'order', { id, status, changed: [], reason })
  await appendEvent(trx, actor, { type: 'order.status_changed', subject: id, data: { ids: [id], status } })
}

function statusFaults({ status: from }: StoredOrder, status: OrderStatus, reason: string): Fault[] {
  return [
    ...(nextOrderStatuses(from).includes(status)
      ? []
      : [fault('status', message('orderCannotBecome', { from, status }), 'contradiction')]),
    ...(status === 'cancelled' && reason === ''
      ? [fault('reason', message('isNeeded', {}), 'required')]
      : []),
  ]
}

async function loadsOn(trx: Transaction, { organisationId }: Actor, id: string): Promise<number> {
  const { rows } = await sql<{ loads: number }>`
    select count(*)::int as loads from movements
    where organisation_id = ${organisationId} and order_id = ${id} and status <> 'deleted'`.execute(trx)
  return rows[0]?.loads ?? 0
}

/**
 * The history of an order, the latest change first.
 *
 * @throws Refusal `not_found`
 */
export function listOrderChanges(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  query: Static<typeof OrderChangesQuery>,
): Promise<Static<typeof OrderChangePage>> {
  return inOneMoment(db, async (moment) => {
    const found =
      isId(id) &&
      (await moment
        .selectFrom('orders')
        .select('id')
        .where('organisation_id', '=', actor.organisationId)
        .where('id', '=', id)
        .executeTakeFirst())
    if (!found) throw notFound('order', id)
    return changesOfSubject<OrderStatus>(moment, actor, 'order', { id, ...query })
  })
}
