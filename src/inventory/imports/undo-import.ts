import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { anyOf } from '../../db/any-of.ts'
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
import { storeWhatCanBe } from '../../db/attempt.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import type { Undone } from '../../words/en/imports.ts'
import { undoDatedCounts } from './counts/dated-counts.ts'
import { undoSessionCounts } from './counts/session-counts.ts'
import { restoreLoad, type LoadState } from './loads/undo-corrections.ts'
import { takeBackLoads } from './loads/undo-loads.ts'
import { ensureNothingWentOn } from './gone-on.ts'
import { openingArrivalsOf, takeBackOpenings } from './openings.ts'
import { deleteAgreed } from './trades/undo-trades.ts'
import { deleteBays, deletePlaces, deleting } from './undo-places.ts'

const UndoneRow = closed({
  rows: Type.String({ description: 'The number of the row.' }),
  what: Type.String({
    description:
      'What the row had made: storage, bay, capacity, unit, area, position, boundary, opening, load, count, session count, correction, planting, yield, split, trade, order.',
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
      'Takes back exactly what the import has made, from its last row to its first: stock that it entered, fields, stores, crops, contracts and orders that it made, areas ' +
      'and yields that it set; loads that it corrected get back what they were; counts are as if nobody had made them. What something has gone on from since stays, and is told row by row. dryRun=true answers the same and changes nothing. ' +
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
  const { undone, refused } = await undoAll(trx, actor, id, inOrder(made))
  const answer = {
    importId: id,
    undone: undone.length,
    refused: refused.length,
    results: [
      ...refused.map(([each, refusal]) => resultOf(actor, each, refusal)),
      ...undone.map((each) => resultOf(actor, each)),
    ].slice(0, MOST_RESULTS),
  }
  if (isDryRun) {
    await sql`rollback to savepoint undoing`.execute(trx)
    return answer
  }
  await sql`
    update imports set undone_at = ${actor.now}::timestamptz, undone_by_name = ${actor.userName} where id = ${id}`.execute(
    trx,
  )
  await appendEvent(trx, actor, {
    type: 'import.undone',
    subject: id,
    data: { kind: run.kind, undone: undone.length, refused: refused.length },
  })
  return answer
}

/**
 * Undoes what can be undone, in the order in which it can be: what something of this import is still in the way of is tried once more when that is gone, such
 * as a store whose stock came with a later row.
 */
async function undoAll(
  trx: Transaction,
  actor: Actor,
  id: string,
  made: MadeRow[],
): Promise<{ undone: MadeRow[]; refused: (readonly [MadeRow, Refusal])[] }> {
  const undone: MadeRow[] = []
  let refused: (readonly [MadeRow, Refusal])[] = []
  let left = made
  for (let turn = 0; turn < MOST_TURNS && left.length > 0; turn++) {
    refused = []
    const before = undone.length
    for (const some of together(left)) {
      const results = await storeWhatCanBe(trx, some, async (each) => {
        await undo(trx, actor, each)
        return each
      })
      const done = some.filter((_each, index) => !(results[index] instanceof Refusal))
      undone.push(...done)
      await noteUndone(trx, actor, id, done)
      for (const [index, each] of some.entries()) {
        const result = results[index]
        if (result instanceof Refusal) refused.push([each, result])
      }
    }
    if (undone.length === before) break
    left = refused.map(([each]) => each)
  }
  return { undone, refused }
}

/** More than a chain of things is long of which each is in the way of the next: stock, its bay, its store, its business unit. */
const MOST_TURNS = 6

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

function resultOf(
  actor: Actor,
  { row_number, kind, subject }: MadeRow,
  refusal?: Refusal,
): UndoneImport['results'][number] {
  const status = refusal ? 'refused' : 'undone'
  const why = refusal ? render(refusal.said, actor) : ''
  return { rows: String(row_number), what: kind, subject, status, message: why }
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

/** Ways to undo each kind of thing. Anything made by hand since, or changed, stays. */
const undoing: Record<string, Undo> = {
  opening: takeBackStock,
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
  correction: restoreLoads,
  count: undoDatedCounts,
  'session count': undoSessionCounts,
  storage: (trx, actor, made) => deletePlaces(trx, actor, subjects(made)),
  bay: (trx, actor, made) => deleteBays(trx, actor, subjects(made).map(Number)),
  capacity: deleteCapacities,
  trade: (trx, actor, made) => deleteAgreed(trx, actor, 'trades', made),
  order: (trx, actor, made) => deleteAgreed(trx, actor, 'orders', made),
  planting: deletePlantings,
  area: restoreAreas,
  position: restorePositions,
  boundary: restoreBoundaries,
  yield: restoreYields,
  unit: (trx, actor, made) =>
    deleting(
      trx,
      sql`delete from business_units where organisation_id = ${actor.organisationId} and id = ${anyOf(subjects(made), 'uuid')}`,
      message('unitIsInUse', {}),
    ),
}

async function undo(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  const its = undoing[made[0]?.kind ?? '']
  if (!its) throw notFromHere()
  await its(trx, actor, made)
}

function notFromHere(): Refusal {
  return new Refusal('in_use', message('cannotBeUndone', {}))
}

async function takeBackStock(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  const openings = made.map(({ subject, details }) => ({
    postingId: Number(subject),
    recordId: String(details['recordId']),
  }))
  await ensureNothingWentOn(trx, actor, await openingArrivalsOf(trx, actor, openings))
  await takeBackOpenings(trx, actor, openings, message('isUndoneWithImport', {}))
}

/** Corrected loads, the last correction first; corrected stock in bays stays. */
async function restoreLoads(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  for (const { subject: id, details } of made) {
    const { before, after } = details as { before?: LoadState; after?: LoadState }
    if (!before || !after) throw notFromHere()
    await restoreLoad(trx, actor, { id, before, after })
  }
}

function subjects(made: MadeRow[]): string[] {
  return made.map(({ subject }) => subject)
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
  if (Number(numAffectedRows ?? 0) !== rows.length) throw changedSince('capacity')
}

function changedSince(what: Undone): Refusal {
  return new Refusal('in_use', message('wasChangedSince', { what }))
}

async function deletePlantings(trx: Transaction, { organisationId }: Actor, made: MadeRow[]): Promise<void> {
  const ids = subjects(made)
  const gone = message('cropHasGoneOn', {})
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
    if (squareMetres(row?.area_hectares ?? 0) !== squareMetres(Number(after))) throw changedSince('area')
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
    if (lat !== after.lat || lon !== after.lon) throw changedSince('position')
    await updateStorage(trx, actor, subject, { location: { coordinates: null } })
  }
}

async function restoreBoundaries(trx: Transaction, actor: Actor, made: MadeRow[]): Promise<void> {
  const prints = await boundaryPrints(trx, actor, subjects(made))
  if (made.some(({ subject, details }) => prints.get(subject) !== details['print']))
    throw changedSince('boundary')
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
      throw changedSince('yield')
    if (!planting) throw changedSince('crop')
    return { planting, gramsPerHectare: Number(details['before'] ?? 0) }
  })
  await correctYields(trx, actor, corrections)
}
