import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { anyOf } from '../../db/any-of.ts'
import { constraintOf } from '../../db/constraints.ts'
import type { Transaction } from '../../db/transaction.ts'
import { write, type Operation } from '../../http/operation.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, idParam, named, oneOf } from '../../http/validate/schema.ts'
import { squareMetres } from '../../kernel/area.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { appendEvent, appendEvents } from '../../system/events/append-event.ts'
import { getRun, lockImports } from '../../system/imports/imports.ts'
import { closeBalances } from '../ledger/ledger.ts'
import { correctYields, lockFieldPlantings } from '../records/correct-yields.ts'
import { boundaryPrints, storeBoundaries } from '../storage/boundaries.ts'
import type { Location } from '../../system/locations/schema.ts'
import { updateStorage } from '../storage/update-storage.ts'
import { storeWhatCanBe } from './attempt.ts'
import { takeBackLoads } from './loads/undo-loads.ts'
import { takeBackOpenings } from './openings.ts'

const UndoneRow = closed({
  rows: Type.String({ description: 'The number of the row.' }),
  what: Type.String({
    description:
      'What the row had made: storage, bay, capacity, unit, area, position, boundary, opening, load, correction, planting, yield, split.',
  }),
  subject: Type.String({ description: 'Its id.' }),
  status: oneOf(['undone', 'refused']),
  message: Type.String({ description: 'Why it stays.' }),
})

export const UndoneImport = named(
  'UndoneImport',
  {
    importId: Type.String(),
    undone: Type.Integer({ description: 'Things that are gone, or are what they were before.' }),
    refused: Type.Integer({ description: 'Things that stay, since something has gone on from them.' }),
    results: Type.Array(UndoneRow, { description: 'The first 1,000, those that stay before the others.' }),
  },
  'What was undone of an import.',
)
type UndoneImport = Static<typeof UndoneImport>

const MOST_RESULTS = 1000

/** Takes back what an import has made. */
export const undoImportOperation: Operation = write(
  {
    method: 'DELETE',
    path: '/imports/:id',
    title: 'Undo an import',
    description:
      'Takes back exactly what the import has made, from its last row to its first: stock that it entered, fields, stores and crops that it made, areas ' +
      'and yields that it set. What something has gone on from since stays, and is told row by row. dryRun=true answers the same and changes nothing. ' +
      'Possible for 30 days.',
    permission: 'imports:write',
    params: idParam('The import, by the `importId` that it answered.'),
    query: closed({
      dryRun: Type.Optional(
        Type.Boolean({ default: false, description: 'true answers the same, and changes nothing.' }),
      ),
    }),
    result: UndoneImport,
    current: (trx, actor, { id }) => getRun(trx, actor, id),
  },
  (trx, actor, { params, query }) => undoImport(trx, actor, params.id, query.dryRun ?? false),
)

interface MadeRow {
  row_number: number
  place: number
  kind: string
  subject: string
  details: Record<string, unknown>
}

/**
 * Undoes an import, or says what would be undone of it.
 *
 * @throws Refusal `not_found` for an import that is not the caller's; `in_use` while it still runs
 */
async function undoImport(
  trx: Transaction,
  actor: Actor,
  id: string,
  isDryRun: boolean,
): Promise<UndoneImport> {
  await lockImports(trx, actor)
  const run = isId(id)
    ? await trx
        .selectFrom('imports')
        .select(['id', 'kind'])
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .executeTakeFirst()
    : undefined
  if (!run) throw notFound('import', id)
  if (isDryRun) await sql`savepoint undoing`.execute(trx)
  const { rows: made } = await sql<MadeRow>`
    select row_number, place, kind, subject, details from import_made
    where organisation_id = ${actor.organisationId}::uuid and import_id = ${id} and undone_at is null order by row_number desc, place desc`.execute(
    trx,
  )
  const results: UndoneImport['results'] = []
  for (const some of together(inOrder(made))) {
    const done = await storeWhatCanBe(trx, some, async (each) => {
      await undo(trx, actor, each)
      return each
    })
    results.push(...some.map((each, index) => resultOf(each, done[index])))
    await noteUndone(
      trx,
      actor,
      id,
      some.filter((_each, index) => !(done[index] instanceof Refusal)),
    )
  }
  const refused = results.filter(({ status }) => status === 'refused')
  const answer = {
    importId: id,
    undone: results.length - refused.length,
    refused: refused.length,
    results: [...refused, ...results.filter(({ status }) => status === 'undone')].slice(0, MOST_RESULTS),
  }
  if (isDryRun) {
    await sql`rollback to savepoint undoing`.execute(trx)
    return answer
  }
  await sql`
    update imports set undone_at = ${actor.now}::timestamptz, undone_by_name = ${actor.userName} where id = ${id}`.execute(
    trx,
  )
  const { undone, refused: left } = answer
  await appendEvent(trx, actor, {
    type: 'import.undone',
    subject: id,
    data: { kind: run.kind, undone, refused: left },
  })
  return answer
}

/**
 * Loads first, the last that was entered before the others, which may not be that of the last row; then what was made for them, such as a
 * store.
 */
function inOrder(made: MadeRow[]): MadeRow[] {
  const [loads, others] = [made.filter(isLoad), made.filter((each) => !isLoad(each))]
  return [...loads.sort((a, b) => Number(b.subject) - Number(a.subject)), ...others]
}

function isLoad({ kind }: MadeRow): boolean {
  return kind === 'load'
}

/** Things of one kind that follow each other, at most so many: they are undone together where all of them can be. */
function together(made: MadeRow[]): MadeRow[][] {
  const groups: MadeRow[][] = []
  for (const each of made) {
    const last = groups.at(-1)
    if (last && last[0]?.kind === each.kind && last.length < AT_ONCE) last.push(each)
    else groups.push([each])
  }
  return groups
}

const AT_ONCE = 200

function resultOf({ row_number, kind, subject }: MadeRow, result: unknown): UndoneImport['results'][number] {
  const isRefused = result instanceof Refusal
  return {
    rows: String(row_number),
    what: kind,
    subject,
    status: isRefused ? 'refused' : 'undone',
    message: isRefused ? result.message : '',
  }
}

async function noteUndone(trx: Transaction, actor: Actor, id: string, done: MadeRow[]): Promise<void> {
  await sql`
    update import_made set undone_at = ${actor.now}::timestamptz
    from unnest(${done.map((each) => each.row_number)}::integer[], ${done.map(({ place }) => place)}::integer[]) as undone (number, its)
    where organisation_id = ${actor.organisationId}::uuid and import_id = ${id} and row_number = undone.number and place = undone.its`.execute(
    trx,
  )
}

type Undo = (trx: Transaction, actor: Actor, made: MadeRow[]) => Promise<unknown>

/** How each kind of thing is undone. What was made by hand since, or has been changed, stays. */
const undoing: Record<string, Undo> = {
  opening: (trx, actor, made) =>
    takeBackOpenings(
      trx,
      actor,
      made.map(({ subject, details }) => ({
        postingId: Number(subject),
        recordId: String(details['recordId']),
      })),
      'Taken back: its import was undone.',
    ),
  load: (trx, actor, made) =>
    takeBackLoads(
      trx,
      actor,
      made.map(({ subject, details }) => ({
        id: Number(subject),
        grams: Number(details['grams']),
        at: String(details['at']),
      })),
    ),
  storage: deletePlaces,
  bay: deleteBays,
  capacity: deleteCapacities,
  planting: deletePlantings,
  area: restoreAreas,
  position: restorePositions,
  boundary: restoreBoundaries,
  yield: restoreYields,
  unit: (trx, actor, made) =>
    deleting(
      trx,
      sql`delete from business_units where organisation_id = ${actor.organisationId} and id = ${anyOf(subjects(made), 'uuid')}`,
      'The business unit is in use.',
    ),
}

async function undo(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  const its = undoing[made[0]?.kind ?? '']
  if (!its)
    throw new Refusal('in_use', 'This cannot be undone from here: correct it by hand, or by another file.')
  await its(trx, actor, made)
}

function subjects(made: MadeRow[]): string[] {
  return made.map(({ subject }) => subject)
}

/** Deletes, unless something else refers to it. */
async function deleting(
  trx: Transaction,
  statement: ReturnType<typeof sql>,
  otherwise: string,
): Promise<void> {
  try {
    await statement.execute(trx)
  } catch (error) {
    if (constraintOf(error) !== undefined) throw new Refusal('in_use', otherwise)
    throw error
  }
}

async function deletePlaces(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  const ids = subjects(made)
  await sql`delete from storage_business_units where storage_id = ${anyOf(ids, 'uuid')}`.execute(trx)
  const its = sql`delete from storages where organisation_id = ${actor.organisationId} and id = ${anyOf(ids, 'uuid')}`
  await deleting(trx, its, 'Something lies or stands there, or has: stock, a crop, a bay, a note.')
  await appendEvents(
    trx,
    actor,
    ids.map((id) => ({ type: 'storage.updated', subject: id, data: { changed: ['deleted'] } })),
  )
}

async function deleteBays(trx: Transaction, { organisationId }: Actor, made: MadeRow[]): Promise<void> {
  const ids = subjects(made).map(Number)
  const own = sql`${anyOf(ids, 'bigint')}`
  const capacities = await sql`select 1 from bay_capacities where bay_id = ${own}`.execute(trx)
  if (capacities.rows.length > 0) throw new Refusal('in_use', 'The bay has been given a capacity since.')
  const its = sql`delete from bays using storages s
    where s.id = bays.storage_id and s.organisation_id = ${organisationId} and bays.id = ${own}`
  await deleting(trx, its, 'Stock lies in the bay, or has.')
}

async function deleteCapacities(trx: Transaction, { organisationId }: Actor, made: MadeRow[]): Promise<void> {
  const rows = made.map(({ subject, details }) => ({
    bay: Number(subject),
    commodity: Number(details['commodityId']),
    grams: Math.round(Number(details['weight']) * 1000),
  }))
  const { numAffectedRows } = await sql`
    delete from bay_capacities c using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (bay bigint, commodity integer, grams bigint)
    where c.bay_id = made.bay and c.commodity_id = made.commodity and c.capacity_grams = made.grams
      and exists (select from bays join storages s on s.id = bays.storage_id where bays.id = made.bay and s.organisation_id = ${organisationId})`.execute(
    trx,
  )
  if (Number(numAffectedRows ?? 0) !== rows.length) throw changedSince('The capacity')
}

function changedSince(what: string): Refusal {
  return new Refusal('in_use', `${what} has been changed since.`)
}

async function deletePlantings(trx: Transaction, { organisationId }: Actor, made: MadeRow[]): Promise<void> {
  const ids = subjects(made)
  const gone = 'Something has gone on from the crop: it was harvested, sampled, split or corrected.'
  const changed = await sql`
    select from record_changes where record_id = ${anyOf(ids, 'uuid')} group by record_id having count(*) > 1`.execute(
    trx,
  )
  if (changed.rows.length > 0) throw new Refusal('in_use', gone)
  await closeBalances(trx, ids)
  await sql`delete from record_changes where record_id = ${anyOf(ids, 'uuid')}`.execute(trx)
  const its = sql`delete from records where keeper_id = ${organisationId} and source = 'planting' and id = ${anyOf(ids, 'uuid')}`
  await deleting(trx, its, gone)
}

/** One by one, as they were set. */
async function restoreAreas(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  for (const { subject, details } of made) {
    const { before, after } = details
    const row = await trx
      .selectFrom('storages')
      .select('area_hectares')
      .where('id', '=', subject)
      .executeTakeFirst()
    if (squareMetres(row?.area_hectares ?? 0) !== squareMetres(Number(after))) throw changedSince('The area')
    await updateStorage(trx, actor, subject, { area: before === null ? null : Number(before) })
  }
}

/** A position that an import gives is given where there was none. */
async function restorePositions(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  for (const { subject, details } of made) {
    const after = details['after'] as { lat: number; lon: number }
    const row = await trx
      .selectFrom('storages')
      .select('location')
      .where('id', '=', subject)
      .executeTakeFirst()
    const { lat, lon } = (row?.location as Location | undefined)?.coordinates ?? {}
    if (lat !== after.lat || lon !== after.lon) throw changedSince('The position')
    await updateStorage(trx, actor, subject, { location: { coordinates: null } })
  }
}

async function restoreBoundaries(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  const prints = await boundaryPrints(trx, actor, subjects(made))
  if (made.some(({ subject, details }) => prints.get(subject) !== details['print']))
    throw changedSince('The boundary')
  const before = made.map(({ subject: id, details }) => ({
    id,
    boundary: details['before'] ? JSON.stringify(details['before']) : null,
  }))
  await storeBoundaries(trx, actor, before)
  await appendEvents(
    trx,
    actor,
    before.map(({ id }) => ({ type: 'storage.updated', subject: id, data: { changed: ['boundary'] } })),
  )
}

async function restoreYields(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  const plantings = await lockFieldPlantings(trx, actor, [], subjects(made))
  const byId = new Map(plantings.map((each) => [each.id, each]))
  const corrections = made.map(({ subject, details }) => {
    const planting = byId.get(subject)
    if ((planting?.expected_yield_grams_per_hectare ?? 0) !== Number(details['after']))
      throw changedSince('The yield')
    if (!planting) throw changedSince('The crop')
    return { planting, gramsPerHectare: Number(details['before'] ?? 0) }
  })
  await correctYields(trx, actor, corrections)
}
