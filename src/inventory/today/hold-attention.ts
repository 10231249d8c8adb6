import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { closed } from '../../http/validate/schema.ts'
import { findHolds, holdTables } from '../holds/queries.ts'
import { Hold } from '../holds/schema.ts'

const MOST_SHOWN = 5

/** Bays and parcels that are on hold today. */
export const HoldAttention = {
  onHold: closed(
    {
      count: Type.Integer(),
      first: Type.Array(Hold, {
        description: 'Those that end first, then those that stand open, the oldest first.',
      }),
    },
    'Bays and parcels of yours that are on hold now.',
  ),
}
type HoldAttention = { onHold: Static<typeof HoldAttention.onHold> }

/** The cost goes with what is on hold. */
export async function readHoldAttention(db: Kysely<Tables>, actor: Actor): Promise<HoldAttention> {
  const { organisationId, now } = actor
  const { rows } = await sql<{ id: string; found: number }>`
    select h.id, count(*) over () as found from ${holdTables}
    where h.organisation_id = ${organisationId} and h.begins_at <= ${now} and (h.over_at is null or h.over_at > ${now})
    order by h.over_at nulls last, h.begins_at, h.id limit ${MOST_SHOWN}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return {
    onHold: {
      count: Number(rows[0]?.found ?? 0),
      first: ids.length === 0 ? [] : await findHolds(db, actor, ids),
    },
  }
}
