import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { Readings } from '../readings/rules.ts'
import { isVisibleTo, storersFor } from './rows.ts'

/** Sources of a load's weights, and the reason for which it was let go in spite of a hold, empty where nothing was held. */
export interface LoadSources {
  readings: Readings | null
  holdOverride: string
}

/** Loads with the sources of their weights, by the ids of their movements; those that the caller may not see are missing. */
export async function findLoadSources(
  db: Kysely<Tables>,
  actor: Actor,
  movementIds: number[],
): Promise<Map<number, LoadSources>> {
  const { rows } = await sql<LoadSources & { id: number }>`
    select m.id, m.readings, m.hold_override as "holdOverride"
    from movements m join records r on r.keeper_id = m.organisation_id and r.id = m.record_id
    where m.organisation_id = any(${storersFor(actor)}) and m.id = any(${movementIds}::bigint[]) and ${isVisibleTo(actor)}`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...weighing }) => [id, weighing]))
}
