import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { Readings } from '../readings/rules.ts'
import { isVisibleTo, storersFor } from './rows.ts'

/** Sources of a load's weights, the reason for which it was let go in spite of a hold, empty where nothing was held, and its contract. */
export interface LoadSources {
  readings: Readings | null
  holdOverride: string
  /** The contract to buy or to sell that it names, with its number and the partner's. It is told to nobody but whose contract it is. */
  trade: { id: string; references: string[] } | null
}

/** Loads with the sources of their weights, by the ids of their movements; those that the caller may not see are missing. */
export async function findLoadSources(
  db: Kysely<Tables>,
  actor: Actor,
  movementIds: number[],
): Promise<Map<number, LoadSources>> {
  const { rows } = await sql<LoadSources & { id: number }>`
    select m.id, m.readings, m.hold_override as "holdOverride",
      case when t.id is not null then jsonb_build_object('id', t.id, 'references',
        array_remove(array[t.reference, t.partner_reference], '')) end as trade
    from movements m join records r on r.keeper_id = m.organisation_id and r.id = m.record_id
      left join trades t on t.organisation_id = m.organisation_id and t.id = m.trade_id and t.organisation_id = ${actor.organisationId}
    where m.organisation_id = any(${storersFor(actor)}) and m.id = any(${movementIds}::bigint[]) and ${isVisibleTo(actor)}`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...weighing }) => [id, weighing]))
}
