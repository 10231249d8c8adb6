import { sql, type Kysely } from 'kysely'
import { constraintOf } from '../../db/constraints.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { BusinessUnitView } from './schema.ts'

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
export function refuseTaken(name: string | undefined): (error: unknown) => never {
  return (error) => {
    if (constraintOf(error) !== 'business_units_name') throw error
    throw new Refusal('already_exists', `There is a business unit called ${name} already.`)
  }
}

function toWire(row: { id: string; name: string; type: string; archived_at: Date | null }): BusinessUnitView {
  return { id: row.id, name: row.name, type: row.type, isArchived: row.archived_at !== null }
}
