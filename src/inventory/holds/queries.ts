import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { fileRefs } from '../../system/files/find-files.ts'
import type { HoldReason } from '../../words/stock-terms.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { standsAt, type Blocking } from '../ledger/ledger.ts'
import type { Hold, HoldState } from './schema.ts'

type Db = Kysely<Tables>

/** Tables of a search for holds, with the place and the parcel of each. */
export const holdTables = sql`holds h
  join bays b on b.organisation_id = h.organisation_id and b.id = h.bay_id
  join storages s on s.organisation_id = b.organisation_id and s.id = b.storage_id
  left join records r on r.keeper_id = h.organisation_id and r.id = h.record_id`

export interface HoldRow {
  id: string
  bay_id: number
  record_id: string | null
  storage_id: string
  store: string
  bay: string
  record_name: string | null
  reason: HoldReason
  blocks: Blocking
  begins_at: Date
  ends_at: Date | null
  over_at: Date | null
  note: string
  file_ids: string[]
  traced_from: string | null
  product: string | null
  dose: string | null
  aired_at: Date | null
  withholding_days: number | null
  created_by_name: string
  created_at: Date
  released_at: Date | null
  released_by_name: string | null
  release_note: string | null
}

async function findRows(db: Db, { organisationId }: Actor, ids: string[]): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select h.id, h.bay_id, h.record_id, b.storage_id, s.name as store, b.name as bay, r.name as record_name, h.reason, h.blocks, h.begins_at,
      h.ends_at, h.over_at, h.note, h.file_ids, h.traced_from, h.product, h.dose, h.aired_at, h.withholding_days, h.created_by_name,
      h.created_at, h.released_at, h.released_by_name, h.release_note
    from ${holdTables} where h.organisation_id = ${organisationId} and h.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** The holds among `ids` that are the caller's, in that order. */
export async function findHolds(db: Db, actor: Actor, ids: string[]): Promise<Hold[]> {
  const rows = new Map((await findRows(db, actor, ids.filter(isId))).map((row) => [row.id, row]))
  const files = await fileRefs(
    db,
    actor,
    [...rows.values()].flatMap(({ file_ids }) => file_ids),
  )
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? holdToWire(actor, row, files) : []
  })
}

/**
 * One hold.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's
 */
export async function getHold(db: Db, actor: Actor, id: string): Promise<Hold> {
  const [hold] = await findHolds(db, actor, [id])
  if (!hold) throw notFound('hold', id)
  return hold
}

/** The state of a hold at a moment. */
function holdStateOf({ begins_at, over_at }: Pick<HoldRow, 'begins_at' | 'over_at'>, now: Date): HoldState {
  const span = { beginsAt: begins_at.getTime(), overAt: over_at?.getTime() ?? null }
  if (standsAt(span, now.getTime())) return 'standing'
  return over_at !== null && over_at <= now ? 'ended' : 'coming'
}

function holdToWire(actor: Actor, row: HoldRow, files: Awaited<ReturnType<typeof fileRefs>>): Hold {
  const { product, dose } = row
  return {
    id: row.id,
    status: holdStateOf(row, actor.now),
    storageId: row.storage_id,
    substorageId: row.bay_id,
    store: row.store,
    bay: row.bay,
    recordId: row.record_id ?? '',
    recordName: row.record_name === null ? '' : stockNameFor(row.record_name, actor),
    reason: row.reason,
    reasonName: render(message('holdReasonName', { reason: row.reason }), actor),
    blocks: row.blocks,
    fromUTC: row.begins_at.toISOString(),
    untilUTC: row.ends_at?.toISOString() ?? null,
    note: row.note,
    files: row.file_ids.flatMap((id) => files.get(id) ?? []),
    fumigation:
      product === null
        ? null
        : {
            product,
            dose: dose ?? '',
            airedAtUTC: row.aired_at?.toISOString() ?? null,
            withholdingDays: row.withholding_days ?? 0,
          },
    tracedFromId: row.traced_from ?? '',
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
    releasedAtUTC: row.released_at?.toISOString() ?? null,
    releasedByName: row.released_by_name ?? '',
    releaseNote: row.release_note ?? '',
  }
}
