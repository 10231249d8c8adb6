import { sql, type RawBuilder } from 'kysely'
import type { BusinessUnit } from '../../http/validate/schema.ts'

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
