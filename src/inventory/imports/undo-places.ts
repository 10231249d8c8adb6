import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import { constraintOf } from '../../db/constraints.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { forgottenParcels } from '../ledger/ledger.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** Places that an import has made, and that are taken back. */

/** Deletes, unless something else refers to it. */
export async function deleting(
  trx: Transaction,
  statement: ReturnType<typeof sql>,
  otherwise: Message,
): Promise<void> {
  try {
    await statement.execute(trx)
  } catch (error) {
    if (constraintOf(error) !== undefined) throw new Refusal('in_use', otherwise)
    throw error
  }
}

/** Deletes fields and stores. */
export async function deletePlaces(trx: Transaction, actor: Actor, ids: string[]): Promise<void> {
  await leaveParcels(trx, actor, sql`r.storage_id = any(${ids}::uuid[])`)
  await sql`delete from storage_business_units where storage_id = ${anyOf(ids, 'uuid')}`.execute(trx)
  const its = sql`delete from storages where organisation_id = ${actor.organisationId} and id = ${anyOf(ids, 'uuid')}`
  await deleting(trx, its, message('placeIsInUse', {}))
  await appendEvents(
    trx,
    actor,
    ids.map((id) => ({ type: 'storage.updated', subject: id, data: { changed: ['deleted'] } })),
  )
}

/** Deletes bays. */
export async function deleteBays(trx: Transaction, actor: Actor, ids: number[]): Promise<void> {
  const own = sql`${anyOf(ids, 'bigint')}`
  const capacities = await sql`select 1 from bay_capacities where bay_id = ${own}`.execute(trx)
  if (capacities.rows.length > 0) throw new Refusal('in_use', message('bayHasCapacity', {}))
  await leaveParcels(trx, actor, sql`r.bay_id = any(${ids}::bigint[])`)
  const its = sql`delete from bays using storages s
    where s.id = bays.storage_id and s.organisation_id = ${actor.organisationId} and bays.id = ${own}`
  await deleting(trx, its, message('bayHasStock', {}))
}

/** Parcels of which all was taken back never were: they keep their history in the ledger, and their place no longer. */
async function leaveParcels(
  trx: Transaction,
  { organisationId }: Actor,
  lies: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    update records r set storage_id = null, bay_id = null
    where r.keeper_id = ${organisationId} and r.source <> 'planting' and ${lies} and ${forgottenParcels(sql`r`)}`.execute(
    trx,
  )
}
