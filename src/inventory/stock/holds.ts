import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Blocking, Direction, HoldSpan } from '../ledger/ledger.ts'
import type { HoldReason } from '../../words/stock-terms.ts'
import { message } from '../../words/catalogue.ts'

/** A hold that may be against a load, with what people call the bay. */
export interface PlacedHold extends HoldSpan {
  bayName: string
  untilSaid: Date | null
}

interface HoldRow {
  id: string
  bay_id: number
  bay_name: string
  record_id: string | null
  reason: HoldReason
  blocks: Blocking
  begins_at: Date
  ends_at: Date | null
  over_at: Date | null
  created_at: Date
  created_by_name: string
}

/**
 * The holds of bays that stand at some moment from `since` on. Loads ask for them only where the bay's `held_until`, which is read with its
 * lock, is later than they are.
 */
export async function findHoldsOfBays(
  db: Kysely<Tables>,
  organisationId: string,
  bayIds: number[],
  since: Date,
): Promise<PlacedHold[]> {
  if (bayIds.length === 0) return []
  const { rows } = await sql<HoldRow>`
    select h.id, h.bay_id, s.name || ', ' || b.name as bay_name, h.record_id, h.reason, h.blocks, h.begins_at, h.ends_at, h.over_at,
      h.created_at, h.created_by_name
    from holds h
    join bays b on b.organisation_id = h.organisation_id and b.id = h.bay_id
    join storages s on s.organisation_id = b.organisation_id and s.id = b.storage_id
    where h.organisation_id = ${organisationId} and h.bay_id = any(${bayIds}::bigint[]) and (h.over_at is null or h.over_at > ${since})`.execute(
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    bayId: row.bay_id,
    bayName: row.bay_name,
    recordId: row.record_id,
    reason: row.reason,
    blocks: row.blocks,
    beginsAt: row.begins_at.getTime(),
    overAt: row.over_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    setBy: row.created_by_name,
    untilSaid: row.ends_at,
  }))
}

/** A hold that a load is against, and on which side. */
export interface AgainstHold {
  hold: PlacedHold
  direction: Direction
}

/**
 * Refuses a load that holds are against.
 *
 * @throws Refusal `on_hold`, with the reason of the first of them and whom to ask
 */
export function refuseHeld({ timeZone }: Actor, against: AgainstHold[]): void {
  const [first] = against
  if (!first) return
  const { hold, direction } = first
  const { bayName: bay, recordId, reason, beginsAt, untilSaid, setBy: ask, bayId: substorageId } = hold
  const said = message('isOnHold', {
    bay,
    isParcel: recordId !== null,
    direction,
    reason,
    sinceUTC: new Date(beginsAt).toISOString(),
    untilUTC: untilSaid?.toISOString() ?? null,
    timeZone,
    ask,
  })
  const holdIds = [...new Set(against.map((each) => each.hold.id))]
  throw new Refusal('on_hold', said, { details: { holdIds, reason, substorageId, ask } })
}
