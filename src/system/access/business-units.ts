import { sql, type Kysely, type RawBuilder } from 'kysely'
import { constraintOf } from '../../db/constraints.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement, BusinessUnit } from '../../http/validate/schema.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent, appendChanges } from '../events/append-event.ts'
import type { BusinessUnitView } from './schema.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

/** The caller's business units by name; archived ones only when asked for. */
export async function listBusinessUnits(
  db: Kysely<Tables>,
  actor: Actor,
  { archived }: { archived: boolean },
): Promise<BusinessUnitView[]> {
  const rows = await db
    .selectFrom('business_units')
    .select(['id', 'name', 'type', 'archived_at'])
    .where('organisation_id', '=', actor.organisationId)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute()
  return rows.map(toWire)
}

/**
 * One of the caller's business units.
 *
 * @throws Refusal `not_found`
 */
export async function getBusinessUnit(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<BusinessUnitView> {
  const row = isId(id)
    ? await db
        .selectFrom('business_units')
        .select(['id', 'name', 'type', 'archived_at'])
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('business unit', id)
  return toWire(row)
}

/** Turns what the database says of a name that another unit in use has into a refusal. */
function refuseTaken(name: string | undefined): (error: unknown) => never {
  return (error) => {
    if (constraintOf(error) !== 'business_units_name') throw error
    throw new Refusal('already_exists', message('unitIsTaken', { name: name ?? '' }))
  }
}

function toWire(row: { id: string; name: string; type: string; archived_at: Date | null }): BusinessUnitView {
  return { id: row.id, name: row.name, type: row.type, isArchived: row.archived_at !== null }
}

/**
 * Makes a business unit: a farm or a site whose stock is told apart within the organisation.
 *
 * @throws Refusal `already_exists` for a name in use
 */
export async function createBusinessUnit(
  trx: Transaction,
  actor: Actor,
  input: { name: string; type?: string | null },
): Promise<BusinessUnitView> {
  const id = newId()
  const unit = { name: tidied(input.name), type: input.type ?? 'farm' }
  await trx
    .insertInto('business_units')
    .values({ id, organisation_id: actor.organisationId, ...unit, created_at: actor.now })
    .execute()
    .catch(refuseTaken(unit.name))
  await appendEvent(trx, actor, { type: 'business_unit.created', subject: id, data: unit })
  return { id, ...unit, isArchived: false }
}

/**
 * Changes a business unit of the caller's.
 *
 * @throws Refusal `not_found`; `already_exists` for a name in use
 */
export async function updateBusinessUnit(
  trx: Transaction,
  actor: Actor,
  id: string,
  { name, type }: { name?: string; type?: string },
): Promise<BusinessUnitView> {
  const before = await getBusinessUnit(trx, actor, id)
  const changes = { ...(name !== undefined && { name: tidied(name) }), ...(type !== undefined && { type }) }
  if (Object.keys(changes).length === 0) return before
  await trx
    .updateTable('business_units')
    .set(changes)
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken(changes.name))
  const after = await getBusinessUnit(trx, actor, id)
  const event = { type: 'business_unit.updated', subject: id, data: changes } as const
  await appendChanges(trx, actor, [{ before, after, event }])
  return after
}

/**
 * Takes a business unit out of use. What carries it keeps it; its name becomes free. Archiving twice is no error.
 *
 * @throws Refusal `not_found`
 */
export async function archiveBusinessUnit(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<Acknowledgement> {
  const unit = await getBusinessUnit(trx, actor, id)
  if (!unit.isArchived) {
    await trx.updateTable('business_units').set({ archived_at: actor.now }).where('id', '=', id).execute()
    await appendEvent(trx, actor, { type: 'business_unit.archived', subject: id, data: {} })
  }
  return acknowledge(actor, message('isArchived', { name: unit.name }))
}

/**
 * Business units by name, as JSON for an answer.
 *
 * @param linked the ids of units, in a column `business_unit_id`
 * @example unitsJson(sql`storage_business_units where storage_id = s.id`)
 */
export function unitsJson(linked: RawBuilder<unknown>) {
  return sql<BusinessUnit[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'type', u.type) order by lower(u.name) collate "C", u.id)
    from (select business_unit_id from ${linked}) linked join business_units u on u.id = linked.business_unit_id), '[]')`
}
