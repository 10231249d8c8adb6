import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal, fault, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { findMerged, findPartners } from './known-partners.ts'
import { ensureNoOrganisation, lockPartners } from './parties.ts'
import { detailColumns, mergeDetails, NO_DETAILS, resolveDetails } from './details.ts'
import type {
  CreatePartnerBody,
  MergeAcknowledgement,
  MergePartnersBody,
  UpdatePartnerBody,
} from './schema.ts'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { commodityNameFor } from '../../system/commodities/served-names.ts'

/**
 * Enters a partner before its first load. Answers its id.
 *
 * @throws Refusal `already_exists` for an id or a name that a partner has, with that partner's id; `invalid_input` for the id of an organisation here
 */
export async function createPartner(
  trx: Transaction,
  actor: Actor,
  body: CreatePartnerBody,
): Promise<string> {
  const name = tidied(body.name)
  // No id of an organisation looks like this.
  const id = tidied(body.id ?? '') || `partner-${newId()}`
  await ensureNoOrganisation(trx, id)
  const [known] = await findPartners(trx, actor, [{ id, name }])
  if (known) refuseKnown(known)
  const details = resolveDetails(actor, body, NO_DETAILS)
  await trx
    .insertInto('partners')
    .values({
      organisation_id: actor.organisationId,
      id,
      name,
      name_key: nameKey(name),
      is_named: true,
      ...detailColumns(details),
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute()
  await appendEvent(trx, actor, { type: 'partner.created', subject: id, data: { ids: [id] } })
  return id
}

function refuseKnown({ id, name }: { id: string; name: string }): never {
  throw new Refusal('already_exists', message('partnerIsKnown', { name }), {
    details: { id, name },
  })
}

/**
 * Changes what a body names of a partner. A new name holds also where loads, stock and contracts name it already.
 *
 * @throws Refusal `not_found`; every fault of the body at once; `already_exists` for the name of another partner, with which it can be merged
 */
export async function updatePartner(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: UpdatePartnerBody,
): Promise<void> {
  const { partner } = await lockPartners(trx, actor, [id])
  const { id: _id, name: before, is_named: wasNamed, ...said } = partner
  const details = resolveDetails(actor, body, said)
  const name = body.name === undefined ? before : tidied(body.name)
  if (body.name !== undefined) await ensureNameIsFree(trx, actor, { id, name })
  const isNamed = wasNamed || body.name !== undefined
  const isSame = name === before && isDeepStrictEqual(details, said)
  if (isSame && isNamed === wasNamed) return
  await trx
    .updateTable('partners')
    .set({
      name,
      name_key: nameKey(name),
      is_named: isNamed,
      ...detailColumns(details),
      updated_at: actor.now,
    })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  if (!isSame) await appendEvent(trx, actor, { type: 'partner.updated', subject: id, data: { ids: [id] } })
}

async function ensureNameIsFree(
  trx: Transaction,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const other = await trx
    .selectFrom('partners')
    .select('id')
    .where('organisation_id', '=', actor.organisationId)
    .where('name_key', '=', nameKey(name))
    .where('merged_into', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other)
    throw new Refusal('already_exists', message('partnerNameIsTaken', { name }), {
      details: { id: other.id },
    })
}

/**
 * Remembers whether what a partner brings without a contract is the caller's own, or stored for the partner. An organisation that uses this
 * service is no partner: for one nothing is remembered.
 */
export async function rememberBringsOwned(
  trx: Transaction,
  { organisationId, now }: Actor,
  id: string,
  isOwned: boolean,
): Promise<void> {
  await trx
    .updateTable('partners')
    .set({ brings_owned: isOwned, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('brings_owned', 'is distinct from', isOwned)
    .execute()
}

/** Numbers of rows of each kind that name a partner differently than before. */
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
      update records set owner_id = ${id}
      where keeper_id = ${organisationId} and owner_id = any(${ids}::text[]) and owner_id <> ${id}
      returning id
    ), moved_contracts as (
      update storage_contracts set owner_id = ${id}
      where storer_id = ${organisationId} and owner_id = any(${ids}::text[]) and owner_id <> ${id}
      returning id
    ), moved_trades as (
      update trades set partner_id = ${id}
      where organisation_id = ${organisationId} and partner_id = any(${ids}::text[]) and partner_id <> ${id}
    ), moved_orders as (
      update orders set partner_id = ${id}
      where organisation_id = ${organisationId} and partner_id = any(${ids}::text[]) and partner_id <> ${id}
    ), moved_settlements as (
      update settlements set buyer_id = ${id}
      where organisation_id = ${organisationId} and buyer_id = any(${ids}::text[]) and buyer_id <> ${id}
    ), moved_tariffs as (
      update tariffs set partner_id = ${id}
      where organisation_id = ${organisationId} and partner_id = any(${ids}::text[]) and partner_id <> ${id}
    ), moved_charges as (
      update charge_statements set owner_id = ${id}
      where organisation_id = ${organisationId} and owner_id = any(${ids}::text[]) and owner_id <> ${id}
    )
    select (select count(*) from moved_movements) as movements, (select count(*) from moved_records) as records,
      (select count(*) from moved_contracts) as contracts`.execute(trx)
  const [moved] = rows
  if (!moved) throw new Error('a count has one row')
  return moved
}

/**
 * Makes several partners one: their loads, stock and contracts are this one's from now on, and their ids mean it.
 *
 * @throws Refusal `not_found` for the one that stays; every unknown id at once; `in_use` where two of them have had stock of one kind in one bay
 */
export async function mergePartners(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Static<typeof MergePartnersBody>,
): Promise<Static<typeof MergeAcknowledgement>> {
  const merged = await findMerged(trx, actor, body.ids.map(tidied))
  const ids = body.ids.map((each) => merged.get(tidied(each)) ?? each)
  const { partner, byId } = await lockPartners(trx, actor, [id, ...ids])
  refuseFaults(
    ids.flatMap((each, index) => {
      if (each === id) return [fault(`ids[${index}]`, message('partnerIsItself', {}), 'contradiction')]
      if (ids.indexOf(each) < index) return [fault(`ids[${index}]`, message('isNamedTwice', {}), 'duplicate')]
      return byId.has(each) ? [] : [fault(`ids[${index}]`, message('isNoPartner', { id: each }), 'unknown')]
    }),
  )
  await ensureStockStaysApart(trx, actor, [id, ...ids])
  const { rows } = await sql<{ id: string }>`
    update partners set merged_into = ${id}, updated_at = ${actor.now}
    where organisation_id = ${actor.organisationId} and (id = any(${ids}::text[]) or merged_into = any(${ids}::text[]))
    returning id`.execute(trx)
  const moved = await moveReferences(trx, actor, [id, ...rows.map((row) => row.id)], partner)
  await trx
    .updateTable('partners')
    .set({
      ...detailColumns(mergeDetails([id, ...ids].flatMap((each) => byId.get(each) ?? []))),
      updated_at: actor.now,
    })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'partner.merged', subject: id, data: { ids: [id], mergedIds: ids } })
  const names = ids.map((each) => byId.get(each)?.name ?? each)
  return {
    status: 'success',
    message: render(message('partnersWereMerged', { names, into: partner.name, ...moved }), actor),
    ids: [id],
    moved,
  }
}

/** A bay knows one record for each owner and kind of stock (docs/decisions/0001): two that differ in the owner alone cannot become one. */
async function ensureStockStaysApart(trx: Transaction, actor: Actor, ids: string[]): Promise<void> {
  const { rows } = await sql<{ store: string; bay: string; commodity_id: number; harvest_year: string }>`
    select s.name as store, b.name as bay, one.commodity_id, one.harvest_year
    from records one join records other on other.keeper_id = one.keeper_id and other.bay_id = one.bay_id and other.commodity_id = one.commodity_id
      and other.harvest_year = one.harvest_year and other.segregation = one.segregation and other.id > one.id
    join storages s on s.id = one.storage_id join bays b on b.id = one.bay_id
    where one.keeper_id = ${actor.organisationId} and one.owner_id = any(${ids}::text[]) and other.owner_id = any(${ids}::text[])
    order by s.name, b.name limit 1`.execute(trx)
  const [shared] = rows
  if (!shared) return
  throw new Refusal(
    'in_use',
    message('stockStaysApart', {
      commodity: commodityNameFor(actor, shared.commodity_id) ?? null,
      harvestYear: shared.harvest_year,
      store: shared.store,
      bay: shared.bay,
    }),
  )
}
