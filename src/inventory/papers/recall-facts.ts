import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { findMovements, getMovement } from '../movements/queries.ts'
import { readMovementTrace } from '../movements/trace-movement.ts'
import { findRecordRows, isVisibleTo, storersFor } from '../records/rows.ts'
import { readTrace, recordTraceOf, type ReadTrace } from '../records/trace/trace-record.ts'
import type { MadeOf, WentTo } from '../records/trace/trace-schema.ts'
import type { RecallFacts, RecallLine, RecallSection } from './facts.ts'
import type { PaperNow } from './store-paper.ts'
import { issuerOf } from './load-facts.ts'
import { markLoads } from './load-marks.ts'

/** More lines than anybody telephones; what is left out is said on the sheet, and the lightest are left out. */
const MOST_LINES = 1500
/** Parcels that lay in a place, the newest first: the last two years of a busy one. */
const MOST_RECORDS = 40

/**
 * Everything that a load touched: what it was made of, and where all went that the heap it was taken from, or came to, ever held.
 *
 * @throws Refusal `not_found`
 */
export async function recallOfMovement(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<PaperNow<'recall'>> {
  const { movement, traceOfLoad, parcels } = await inOneMoment(db, async (moment) => {
    const found = await getMovement(moment, actor, id)
    const { rows } = await sql<{ id: string }>`
      select distinct unnest(array_remove(array[m.source_record_id, m.destination_record_id], null)) as id from movements m
      where m.organisation_id = any(${storersFor(actor)}) and m.id = ${found.id}`.execute(moment)
    return {
      movement: found,
      traceOfLoad: await readMovementTrace(moment, actor, id),
      parcels: await readParcels(moment, actor, rows),
    }
  })
  const trace = await traceOfLoad()
  const load: RecallSection = {
    about: 'load',
    name: `${movement.documentNumber || movement.uid} ${trace.name}`,
    place: movement.inventory.storage.destination.organisationName,
    weight: trace.weight,
    madeOf: linesOf(trace.madeOf),
    wentTo: [],
  }
  return recallNow(db, actor, { subject: `movement:${movement.id}`, name: load.name }, parcels, [load])
}

/** Everything that a parcel, or a crop, touched. */
export async function recallOfRecord(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<PaperNow<'recall'>> {
  const parcels = await inOneMoment(db, (moment) => readParcels(moment, actor, [{ id }]))
  const [only] = parcels.read
  if (!only) throw notFound('record', id)
  return recallNow(db, actor, { subject: `record:${id}`, name: only.trace.record.name }, parcels)
}

/**
 * Everything that touched a field, a store or one of its bays: each crop or parcel that is or was there, the newest first.
 *
 * @throws Refusal `not_found` for a place that is not the caller's
 */
export async function recallOfPlace(
  db: Kysely<Tables>,
  actor: Actor,
  { id, substorageId }: { id: string; substorageId?: number | undefined },
): Promise<PaperNow<'recall'>> {
  const { place, bay, parcels } = await inOneMoment(db, async (moment) => {
    const found = isId(id) ? await findPlace(moment, actor, id) : undefined
    if (!found) throw notFound('storage location', id, { within: 'yours' })
    const asked = found.bays.find((each) => each.id === substorageId)
    if (substorageId !== undefined && !asked) throw notFound('bay', substorageId, { place: found.name })
    const { rows } = await sql<{ id: string }>`
      select r.id from records r
      where r.storage_id = ${id}::uuid and ${isVisibleTo(actor)} and (${asked === undefined} or r.bay_id = ${substorageId ?? 0})
      order by r.created_at desc, r.id desc limit ${MOST_RECORDS}`.execute(moment)
    return { place: found, bay: asked, parcels: await readParcels(moment, actor, rows) }
  })
  const subject = `place:${id}${bay ? `/${bay.id}` : ''}`
  return recallNow(db, actor, { subject, name: [place.name, bay?.name].filter(Boolean).join(', ') }, parcels)
}

async function findPlace(db: Kysely<Tables>, { organisationId }: Actor, id: string) {
  const { rows } = await sql<{ name: string; bays: { id: number; name: string }[] }>`
    select s.name, coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name)) from bays b where b.storage_id = s.id), '[]') as bays
    from storages s where s.id = ${id}::uuid and s.organisation_id = ${organisationId}`.execute(db)
  return rows[0]
}

/** Parcels and crops with what their traces are made from, and whom to call about each load among them. */
interface Parcels {
  read: { place: string; trace: ReadTrace; loads: RecallLine[] }[]
  lorries: Map<number, Lorry>
}

async function readParcels(moment: Kysely<Tables>, actor: Actor, ids: { id: string }[]): Promise<Parcels> {
  const records = await findRecordRows(
    moment,
    actor,
    ids.map(({ id }) => id),
  )
  // Started together, they share round trips.
  const loads = await findLoadsInto(
    moment,
    actor,
    records.map(({ id }) => id),
  )
  const read = await Promise.all(
    records.map(async ({ id, place }) => ({
      loads: loads.get(id) ?? [],
      place: [place?.name, place?.bayName].filter(Boolean).join(', '),
      trace: await readTrace(moment, actor, id, actor.now),
    })),
  )
  const factIds = read.flatMap((each) => [
    ...each.trace.names.facts.keys(),
    ...each.loads.map(({ movementId }) => movementId),
  ])
  return { read, lorries: await findLorries(moment, actor, [...new Set(factIds)]) }
}

/** The loads that came into parcels, the newest first: where from, when, and what each was called. */
async function findLoadsInto(
  moment: Kysely<Tables>,
  actor: Actor,
  recordIds: string[],
): Promise<Map<string, RecallLine[]>> {
  const { rows } = await sql<{ id: number; record_id: string }>`
    select m.id, m.destination_record_id as record_id from movements m
    where m.organisation_id = any(${storersFor(actor)}) and m.destination_record_id = any(${recordIds}::uuid[])
      and m.status <> 'deleted' and m.effective_at <= ${actor.now}
    order by m.effective_at desc, m.id desc limit ${MOST_LINES}`.execute(moment)
  const ids = rows.map(({ id }) => id)
  const into = new Map(rows.map(({ id, record_id }) => [id, record_id]))
  const loads = await findMovements(moment, actor, ids)
  const weights = Map.groupBy(loads, ({ id }) => into.get(id) ?? '')
  return new Map([...weights].map(([recordId, own]) => [recordId, loadLines(own)]))
}

function loadLines(loads: Awaited<ReturnType<typeof findMovements>>): RecallLine[] {
  const weightOf = (load: (typeof loads)[number]) => load.inventory.commodity.weight.weight ?? 0
  const all = loads.reduce((sum, load) => sum + weightOf(load), 0)
  return loads.map((load) => {
    const { source } = load.inventory.storage
    const { grade, variety } = load.inventory.commodityOnTicket ?? load.inventory.commodity
    const weight = weightOf(load)
    return {
      ...noLine,
      type: source.type === 'field' ? 'harvest' : 'sender',
      name: source.name || source.organisationName,
      movementId: load.id,
      at: load.movementDateISO,
      variety: [variety, grade.name].filter(Boolean).join(' · '),
      weight,
      share: all === 0 ? 0 : Math.round((weight / all) * 10_000) / 100,
    }
  })
}

const noLine = { reasonId: 0, reason: '', vehicle: '', driver: '', reference: '' }

async function sectionOf({ place, trace, loads }: Parcels['read'][number]): Promise<RecallSection> {
  const { name, weight, madeOf, wentTo } = await recordTraceOf(trace)
  const about = trace.record.source === 'planting' ? 'crop' : 'stock'
  return { about, name, place, weight, loads, madeOf: linesOf(madeOf), wentTo: linesOf(wentTo) }
}

function linesOf(lines: (MadeOf | WentTo)[]): RecallLine[] {
  return lines.map((line) => ({
    type: line.type,
    name: 'fieldName' in line ? line.fieldName || line.organisationName : line.name || line.organisationName,
    reasonId: line.reasonId,
    reason: line.reason,
    movementId: line.movementId,
    at: line.movementDateUTC,
    variety: 'variety' in line ? line.variety : '',
    vehicle: '',
    driver: '',
    reference: '',
    weight: line.weight,
    share: line.share,
  }))
}

async function recallNow(
  db: Kysely<Tables>,
  actor: Actor,
  { subject, name }: { subject: string; name: string },
  { read, lorries }: Parcels,
  sections: RecallSection[] = [],
): Promise<PaperNow<'recall'>> {
  for (const parcel of read) sections.push(await sectionOf(parcel))
  const { shown, leftOut } = within(sections, MOST_LINES)
  const basis = shown.map((section) => withLorries(section, lorries))
  const mark = await markLoads(db, actor, basis.flatMap(linesIn))
  const facts: RecallFacts = {
    issuer: issuerOf(actor),
    name,
    at: actor.now.toISOString(),
    sections: basis.map((section) => changeLines(section, mark)),
    leftOut,
  }
  // The moment alone makes no other sheet: what was printed twice with nothing between is a copy.
  return { kind: 'recall', subject, facts, basis }
}

/** The heaviest lines of each section; each list is in that order already. */
function within(sections: RecallSection[], most: number): { shown: RecallSection[]; leftOut: number } {
  let room = most
  let leftOut = 0
  const take = (lines: RecallLine[]) => {
    const shown = lines.slice(0, room)
    room -= shown.length
    leftOut += lines.length - shown.length
    return shown
  }
  const shown = sections.map((section) => ({
    ...section,
    loads: take(section.loads ?? []),
    madeOf: take(section.madeOf),
    wentTo: take(section.wentTo),
  }))
  return { shown, leftOut }
}

/** Lorry and driver to call about a load, and the numbers by which others know it. */
interface Lorry {
  vehicle: string
  driver: string
  /** Of its ticket. */
  number?: string
  reference: string
}

interface LorryRow {
  id: number
  vehicle: string
  driver: string
  document_number: string | null
  reference: string
}

async function findLorries(db: Kysely<Tables>, actor: Actor, ids: number[]): Promise<Map<number, Lorry>> {
  const { rows } = await sql<LorryRow>`
    select m.id, coalesce(m.vehicle_registration, '') as vehicle, coalesce(m.driver_name, '') as driver, m.document_number,
      coalesce(m.load_reference, '') as reference
    from movements m join records r on r.keeper_id = m.organisation_id and r.id = m.record_id
    where m.organisation_id = any(${storersFor(actor)}) and m.id = any(${ids}::bigint[]) and ${isVisibleTo(actor)}`.execute(
    db,
  )
  return new Map(
    rows.map(({ id, document_number: number, ...lorry }) => [
      id,
      { ...lorry, ...(number !== null && { number }) },
    ]),
  )
}

function withLorries(section: RecallSection, lorries: Map<number, Lorry>): RecallSection {
  return changeLines(section, (line) => ({ ...line, ...lorries.get(line.movementId) }))
}

const linesIn = ({ loads = [], madeOf, wentTo }: RecallSection) => [...loads, ...madeOf, ...wentTo]

function changeLines(section: RecallSection, change: (line: RecallLine) => RecallLine): RecallSection {
  const { loads = [], madeOf, wentTo } = section
  return { ...section, loads: loads.map(change), madeOf: madeOf.map(change), wentTo: wentTo.map(change) }
}
