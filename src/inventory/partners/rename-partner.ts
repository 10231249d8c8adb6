import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { idsOfPartner } from './known-partners.ts'
import { lockPartners } from './partner-ids.ts'

/**
 * Calls a partner otherwise from now on, also where loads, stock and contracts name it already.
 *
 * @throws Refusal `not_found`; `already_exists` for the name of another partner, with which it can be merged
 */
export async function renamePartner(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: { name: string },
): Promise<void> {
  const { partner } = await lockPartners(trx, actor, [id])
  const name = tidied(body.name)
  const other = await trx
    .selectFrom('partners')
    .select('id')
    .where('organisation_id', '=', actor.organisationId)
    .where('name_key', '=', nameKey(name))
    .where('merged_into', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) {
    throw new Refusal('already_exists', `Another partner is called ${name}; if both are one, merge them.`, {
      details: { id: other.id },
    })
  }
  if (partner.name === name && partner.is_named) return
  await trx
    .updateTable('partners')
    .set({ name, name_key: nameKey(name), is_named: true, updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await moveReferences(trx, actor, await idsOfPartner(trx, actor, id), { id, name })
  if (partner.name !== name)
    await appendEvent(trx, actor, { type: 'partner.updated', subject: id, data: { ids: [id] } })
}

/** How many rows of each kind name a partner otherwise than before. */
export interface Moved {
  movements: number
  records: number
  contracts: number
}

/**
 * Lets whatever names one of these ids name a partner. Whose stock lies where changes with it; the entries of the ledger keep the accounts
 * that they were posted to.
 */
export async function moveReferences(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
  { id, name }: { id: string; name: string },
): Promise<Moved> {
  const { rows } = await sql<Moved>`
    with moved_movements as (
      update movements set
        sender_id = case when sender_id is not null then ${id} end, sender_name = case when sender_id is not null then ${name} end,
        receiver_id = case when sender_id is null then ${id} end, receiver_name = case when sender_id is null then ${name} end
      where organisation_id = ${organisationId} and coalesce(sender_id, receiver_id) = any(${ids}::text[])
        and (coalesce(sender_id, receiver_id), coalesce(sender_name, receiver_name)) is distinct from (${id}, ${name})
      returning id
    ), moved_records as (
      update records set owner_id = ${id}, owner_name = ${name}
      where keeper_id = ${organisationId} and owner_id = any(${ids}::text[]) and (owner_id, owner_name) <> (${id}, ${name})
      returning id
    ), moved_contracts as (
      update storage_contracts set owner_id = ${id}, owner_name = ${name}
      where storer_id = ${organisationId} and owner_id = any(${ids}::text[]) and (owner_id, owner_name) <> (${id}, ${name})
      returning id
    )
    select (select count(*) from moved_movements) as movements, (select count(*) from moved_records) as records,
      (select count(*) from moved_contracts) as contracts`.execute(trx)
  const [moved] = rows
  if (!moved) throw new Error('a count has one row')
  return moved
}
