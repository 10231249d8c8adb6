import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { commodityName } from '../../system/commodities/catalogue.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockPartners } from './partner-ids.ts'
import { moveReferences, type Moved } from './rename-partner.ts'
import type { MergeAcknowledgement, MergePartnersBody } from './schema.ts'

/**
 * Makes several partners one: their loads, stock and contracts are this one's from now on, and their ids mean it.
 *
 * @throws Refusal `not_found` for the one that stays; every unknown id at once; `in_use` where two of them have had stock of one kind in one bay
 */
export async function mergePartners(
  trx: Transaction,
  actor: Actor,
  id: string,
  { ids }: Static<typeof MergePartnersBody>,
): Promise<Static<typeof MergeAcknowledgement>> {
  const { partner, byId } = await lockPartners(trx, actor, [id, ...ids])
  refuseFaults(
    ids.flatMap((each, index) => {
      if (each === id)
        return [fault(`ids[${index}]`, 'is the partner that they are to become', 'contradiction')]
      if (ids.indexOf(each) < index) return [fault(`ids[${index}]`, 'is named twice', 'duplicate')]
      return byId.has(each) ? [] : [fault(`ids[${index}]`, `is no partner of yours: ${each}`, 'unknown')]
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
    .set({ updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'partner.merged', subject: id, data: { ids: [id], mergedIds: ids } })
  const names = ids.map((each) => byId.get(each)?.name ?? each).join(', ')
  return {
    status: 'success',
    message: `${names} merged into ${partner.name}: ${sayMoved(moved)}.`,
    ids: [id],
    moved,
  }
}

function sayMoved({ movements, records, contracts }: Moved): string {
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  return `${counted(movements, 'movement')}, ${counted(records, 'record')} and ${counted(contracts, 'storage contract')} changed`
}

/** A bay knows one record for each owner and kind of stock (docs/decisions/0001): two that differ in the owner alone cannot become one. */
async function ensureStockStaysApart(
  trx: Transaction,
  { organisationId, countryISO }: Actor,
  ids: string[],
): Promise<void> {
  const { rows } = await sql<{ store: string; bay: string; commodity_id: number; harvest_year: string }>`
    select s.name as store, b.name as bay, one.commodity_id, one.harvest_year
    from records one join records other on other.bay_id = one.bay_id and other.commodity_id = one.commodity_id
      and other.harvest_year = one.harvest_year and other.segregation = one.segregation and other.id > one.id
    join storages s on s.id = one.storage_id join bays b on b.id = one.bay_id
    where one.keeper_id = ${organisationId} and one.owner_id = any(${ids}::text[]) and other.owner_id = any(${ids}::text[])
    order by s.name, b.name limit 1`.execute(trx)
  const [shared] = rows
  if (!shared) return
  const what = `${commodityName(countryISO, shared.commodity_id) ?? 'stock'} ${shared.harvest_year}`
  throw new Refusal(
    'in_use',
    `Two of them have had ${what} in ${shared.store}, ${shared.bay}, each in a record of its own, so they cannot become one owner.`,
  )
}
