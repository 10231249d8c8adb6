import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import { conflictsSeenBy } from '../stock/conflicts.ts'
import { conflictToWire, recordsWithStockIn, type NamedConflict } from '../ledger/ledger.ts'
import { loadWeightToWire } from '../records/wire.ts'
import { getStorage, findBaysWithStock } from './queries.ts'
import type { ConflictsAnswer } from './schema.ts'
import Type, { type Static } from 'typebox'
import { Conflict, named } from '../../http/validate/schema.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'

/**
 * Lists the plans for the bays of a place and finds where they break a rule (rules.md §3): every conflict, and every
 * future movement with its conflict status. An owner who only has grain there sees that grain alone.
 */
export function getBayConflicts(
  db: Kysely<Tables>,
  actor: Actor,
  bay: { id: string; substorageId?: number },
): Promise<ConflictsAnswer> {
  return inOneMoment(db, (moment) => readBayConflicts(moment, actor, bay))
}

async function readBayConflicts(
  db: Kysely<Tables>,
  actor: Actor,
  { id, substorageId }: { id: string; substorageId?: number },
): Promise<ConflictsAnswer> {
  const storage = await getStorage(db, actor, id)
  const bays = storage.substorage.filter((bay) => !substorageId || bay.id === substorageId)
  if (substorageId && bays.length === 0) throw notFound('bay', substorageId, { place: storage.name })
  const bayIds = bays.map((bay) => bay.id)
  const conflicts = await conflictsSeenBy(db, actor, bayIds)
  const { organisationId } = actor
  const isOwn = storage.organisationId === organisationId
  const movements = (await plannedMovements(db, actor, storage.organisationId, bayIds)).filter(
    (each) => isOwn || each.elsewhere_owner_id === organisationId,
  )
  const plan = message('planOfPlace', {
    name: storage.name,
    conflicts: conflicts.length,
    // What moves within the store leaves one bay and fills another: it is listed twice, and is one movement.
    movements: new Set(movements.map((each) => each.id)).size,
  })
  return {
    status: 'success',
    message: render(plan, actor),
    conflicts: conflicts.map((each) => conflictToWire(each, actor)),
    movements: movements.map((row) => movementToWire(actor, row, conflicts)),
  }
}

interface PlannedRow {
  id: number
  type: string
  status: string
  direction: 'in' | 'out'
  bay_id: number
  record_id: string
  elsewhere_owner_id: string | null
  effective_at: Date
  weight_grams: number
  commodity_id: number
}

/** Finds planned movements: those with a weight by the stock that they leave or make, the rest by the storer, who enters them. */
async function plannedMovements(
  db: Kysely<Tables>,
  { now }: Actor,
  keeperId: string,
  bayIds: number[],
): Promise<PlannedRow[]> {
  const isPlanned = sql`m.effective_at > ${now} and m.status <> 'deleted'`
  const { rows } = await sql<PlannedRow>`
    with planned as (
      select m.id from ${recordsWithStockIn('bay', bayIds, now)} present
      cross join lateral (
        (select m.id from movements m where m.source_record_id = present.record_id and ${isPlanned} offset 0)
        union all
        (select m.id from movements m where m.destination_record_id = present.record_id and ${isPlanned} offset 0)
      ) m
      union
      select m.id from movements m where m.organisation_id = ${keeperId} and m.weight_grams = 0 and ${isPlanned}
    )
    select m.id, m.type, m.status, side.direction, r.bay_id, r.id as record_id, r.elsewhere_owner_id, m.effective_at, m.weight_grams, m.commodity_id
    from movements m
    cross join lateral (values ('out', m.source_record_id), ('in', m.destination_record_id)) side (direction, record_id)
    join records r on r.id = side.record_id
    where m.organisation_id = ${keeperId} and m.id = any(array(select id from planned)) and r.bay_id = any(${bayIds}::bigint[])
    order by m.effective_at, m.id, direction desc`.execute(db)
  return rows
}

function movementToWire(
  { countryISO }: Actor,
  row: PlannedRow,
  conflicts: NamedConflict[],
): ConflictsAnswer['movements'][number] {
  const conflict = conflicts.find((each) => each.movementId === row.id && each.bayId === row.bay_id)
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    direction: row.direction,
    substorageId: row.bay_id,
    recordId: row.record_id,
    movementDateUTC: row.effective_at.toISOString(),
    weight: loadWeightToWire(row.weight_grams, readingUnit(countryISO, row.commodity_id)),
    conflict: conflict?.kind ?? 'none',
  }
}

export const AllConflicts = named('AllConflicts', {
  at: Type.String({ description: 'The instant that was meant; empty where all are listed, now and later.' }),
  conflicts: Type.Array(Conflict, { description: 'By date.' }),
})
export type AllConflicts = Static<typeof AllConflicts>

/**
 * The conflicts of all bays that the caller may see: all of them along the plan, or those that stand at a moment of it. Of the past there are none:
 * what has happened is no plan (rules.md §3).
 */
export function listConflicts(db: Kysely<Tables>, actor: Actor, at: Date | undefined): Promise<AllConflicts> {
  return inOneMoment(db, async (moment) => {
    const conflicts = at && at < actor.now ? [] : await conflictsFrom(moment, actor, at)
    return {
      at: at?.toISOString() ?? '',
      conflicts: conflicts.map((each) => conflictToWire(each, actor)),
    }
  })
}

async function conflictsFrom(
  db: Kysely<Tables>,
  actor: Actor,
  at: Date | undefined,
): Promise<NamedConflict[]> {
  const then = { ...actor, now: at ?? actor.now }
  const conflicts = await conflictsSeenBy(db, then, await findBaysWithStock(db, then))
  return conflicts
    .filter((conflict) => !at || conflict.at <= at)
    .map((conflict) => ({ ...conflict, isPresent: conflict.at <= actor.now && conflict.isPresent }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.movementId - b.movementId || a.bayId - b.bayId)
}
