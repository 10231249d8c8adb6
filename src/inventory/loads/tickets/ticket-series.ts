import { sql } from 'kysely'
import type { Sql } from '../../../http/search/definition.ts'

/** In which series the ticket of a movement is numbered: in SQL, for a movement `m` beside its records `source` and `target`. */

/** The kind of a load: as the movement has it, and `harvest_load` off a field into a bay. */
export function ticketKind(): Sql {
  return sql`case when m.type <> 'internal' then m.type when source.source = 'planting' then 'harvest_load' else 'internal' end`
}

/** The store that a load comes into, or that it leaves; of a load straight off a field to a receiver the field. */
export function ticketPlace(): Sql {
  return sql`case when m.type = 'intake' or m.type = 'internal' and source.source = 'planting' then target.storage_id else source.storage_id end`
}
