import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { pageOf } from '../../kernel/page.ts'
import { conflictsSeenBy } from '../stock/conflicts.ts'
import { totalsOf, type NamedConflict, type RecordTotals } from '../ledger/ledger.ts'
import type { AdjustedRecord } from './adjust-records.ts'
import { remarksOn } from '../stock/effects.ts'
import { fieldsOfOrigin, type FieldOfOrigin } from './field-of-origin.ts'
import { findRecordRows, type RecordRow } from './rows.ts'
import type { CountedRecord, FullRecord, ShortRecord, TimelinePage } from './schema.ts'
import { findStockInBays } from './stock-in-bays.ts'
import { timelinesOf } from './timeline/timeline.ts'
import { fullRecord, shortRecord } from './wire.ts'

/** Reads of records. A caller sees what its organisation owns and what it keeps for others (rules.md §5). */

type Db = Kysely<Tables>

/**
 * One record in full, with its timeline.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function getRecord(db: Db, actor: Actor, id: string): Promise<FullRecord> {
  const [record] = await findRecords(db, actor, [id])
  if (!record) throw notFound('record', id)
  return record
}

/**
 * A page of a record's timeline, the newest entry first.
 *
 * @throws Refusal `not_found` as for the record
 */
export function getTimeline(
  db: Db,
  actor: Actor,
  id: string,
  query: { limit?: number; offset?: number },
): Promise<Static<typeof TimelinePage>> {
  return inOneMoment(db, async (moment) => {
    const page = pageOf(query)
    const rows = await findRecordRows(moment, actor, [id])
    if (rows.length === 0) throw notFound('record', id)
    const timeline = (await timelinesOf(moment, actor, rows, page)).get(rows[0]?.id ?? '')
    return { totalDocs: timeline?.total ?? 0, ...page, docs: (timeline?.entries ?? []).toReversed() }
  })
}

/** One record in short form; `not_found` as for the full one. */
export async function getShortRecord(db: Db, actor: Actor, id: string): Promise<ShortRecord> {
  const [record] = await findShortRecords(db, actor, [id])
  if (!record) throw notFound('record', id)
  return record
}

/** The records among `ids` that the caller may see, in full and in that order. */
export function findRecords(db: Db, actor: Actor, ids: string[]): Promise<FullRecord[]> {
  return inOneMoment(db, (moment) => readRecords(moment, actor, ids))
}

async function readRecords(db: Db, actor: Actor, ids: string[]): Promise<FullRecord[]> {
  const rows = await findRecordRows(db, actor, ids)
  if (rows.length === 0) return []
  const found = rows.map(({ id }) => id)
  const bayIds = [...new Set(rows.flatMap(({ place }) => place?.bayIds ?? []))]
  const [totals, origins, conflicts, bayCounts, timelines] = await Promise.all([
    totalsOf(db, found, actor.now),
    originsOf(db, actor, rows),
    conflictsSeenBy(db, actor, bayIds),
    bayCountsOf(db, actor, rows),
    timelinesOf(db, actor, rows),
  ])
  return rows.map((row) =>
    fullRecord(actor, row, totals.get(row.id) ?? nothingPosted, {
      origin: origins.get(row.id),
      isConflicted: isConflicted(actor, row, conflicts),
      bayCount: bayCounts.get(row.place?.id ?? '') ?? (row.bay_id === null ? 0 : 1),
      timeline: timelines.get(row.id) ?? { entries: [], total: 0 },
    }),
  )
}

/** The records among `ids` that the caller may see, in short form and in that order. */
export function findShortRecords(db: Db, actor: Actor, ids: string[]): Promise<ShortRecord[]> {
  return inOneMoment(db, async (moment) => {
    const rows = await findRecordRows(moment, actor, ids)
    if (rows.length === 0) return []
    const found = rows.map(({ id }) => id)
    const [totals, origins] = await Promise.all([
      totalsOf(moment, found, actor.now),
      originsOf(moment, actor, rows),
    ])
    return rows.map((row) =>
      shortRecord(actor, row, totals.get(row.id) ?? nothingPosted, origins.get(row.id)),
    )
  })
}

/** Returns the records that were just counted, as the response shows them. */
export async function countedRecords(
  db: Db,
  actor: Actor,
  counted: AdjustedRecord[],
): Promise<CountedRecord[]> {
  const records = await findRecords(
    db,
    actor,
    counted.map(({ recordId }) => recordId),
  )
  return records.map((record, index) => ({
    ...record,
    ...remarksOn(
      {
        changes: [],
        recounts: counted[index]?.recounts ?? [],
        conflicts: counted[index]?.conflicts ?? [],
        warnings: counted[index]?.warnings ?? [],
      },
      actor,
    ),
  }))
}

/** A standing crop is of its own field, and what lies in no bay of none. */
function originsOf(db: Db, actor: Actor, rows: RecordRow[]): Promise<Map<string, FieldOfOrigin>> {
  const stock = rows.filter(({ bay_id }) => bay_id !== null).map(({ id }) => id)
  return fieldsOfOrigin(db, actor, stock)
}

/** Counts the bays that the caller sees of the places: all of its own, and of another's those with grain of the caller's. */
async function bayCountsOf(db: Db, actor: Actor, rows: RecordRow[]): Promise<Map<string, number>> {
  const places = rows.flatMap(({ place }) => place ?? [])
  const isOwn = ({ organisationId }: { organisationId: string }) => organisationId === actor.organisationId
  const own = places.filter(isOwn).map(({ id, bayIds }): [string, number] => [id, bayIds.length])
  const others = places.filter((place) => !isOwn(place)).map(({ id }) => id)
  const lying = others.length === 0 ? [] : await findStockInBays(db, actor, others)
  const seen = Map.groupBy(lying, (stock) => stock.storage_id)
  const bays = (stock: { bay_id: number }[]) => new Set(stock.map((each) => each.bay_id))
  return new Map([...own, ...[...seen].map(([id, stock]): [string, number] => [id, bays(stock).size])])
}

/** The storer sees whether anything in the place is in conflict; an owner, whether its own parcel is. */
function isConflicted(
  { organisationId }: Actor,
  { id, place }: RecordRow,
  conflicts: NamedConflict[],
): boolean {
  if (!place) return false
  return conflicts.some(({ storageId, recordId }) =>
    place.organisationId === organisationId ? storageId === place.id : recordId === id,
  )
}

/** Of a record that nothing was ever posted to. */
const nothingPosted: RecordTotals = {
  balanceGrams: 0,
  receivedGrams: 0,
  harvestedGrams: 0,
  lossGrams: 0,
  soldGrams: 0,
  initialGrams: 0,
  plannedSoldGrams: 0,
}
