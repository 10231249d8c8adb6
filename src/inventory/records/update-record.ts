import { sql, type Updateable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal, refuseFaults } from '../../kernel/errors.ts'
import { parseInstant, formatDate } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { segregationOf } from '../../system/commodities/catalogue.ts'
import { harvestYearIn } from '../../system/countries/countries.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { snapshotConflicts } from '../stock/conflicts.ts'
import { ensureOpen, firstEntryOf, noteTouchedBays, type NamedConflict } from '../ledger/ledger.ts'
import { filePlantings } from './file-plantings.ts'
import type { UpdateRecordBody } from './bodies.ts'
import { stockNameAfter } from '../../system/commodities/stock-names.ts'
import { noteUpdate } from '../stock/note-change.ts'
import { noteIncompatible } from '../stock/incompatible-stock.ts'
import { lockStoredRecord, type LockedStoredRecord } from './lock-record.ts'
import { columnsOfMergeKey, mergeKeyText, kindOf } from '../stock/merge-key.ts'
import type { StatedQuality } from '../stock/quality-rules.ts'
import { changedFields, dayPlanted, historyOfChanges, updateFaults } from './update-rules.ts'
import { message } from '../../words/catalogue.ts'

type Columns = Updateable<Tables['records']>

/**
 * Changes how a record is described: only the fields that the body gives. The stock itself stays as it is.
 *
 * @returns the conflicts that it made worse, where what is planned joins stock that it may not be mixed with any more
 * @throws Refusal every fault at once; `incompatible_stock` where the change would make it the same as another parcel
 *   of its bay, which then would be one; `period_closed` where stock of closed books would be of another kind; `forbidden` for the caller's stock in somebody else's store
 */
export async function updateRecord(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: UpdateRecordBody,
): Promise<NamedConflict[]> {
  const record = await lockStoredRecord(trx, actor, id)
  refuseFaults(updateFaults(record, body, actor))
  const columns = columnsOf(record, body, actor)
  const said = historyOfChanges(changedFields(record, columns))
  if (said === '') return []
  await ensureOnlyParcel(trx, record, columns)
  if (changesKind(record, columns)) await ensureKindOpen(trx, actor, id)
  const newConflicts = await watchPlans(trx, actor, record, columns)

  await trx
    .updateTable('records')
    .set({ ...columns, name: nameIn(actor, record, columns), updated_at: actor.now })
    .where('id', '=', id)
    .execute()
  if (changesKind(record, columns)) await noteIncompatible(trx, id, actor.now)
  if (record.source === 'planting') await filePlantings(trx, actor, { recordIds: [id] })
  const stated = statementOf(columns)
  await noteUpdate(trx, actor, id, said, Object.keys(stated).length > 0 ? { description: stated } : {})
  await appendEvent(trx, actor, { type: 'record.updated', subject: id, data: { fields: Object.keys(body) } })
  return newConflicts()
}

/** Returns the statement that the change makes about the stock's description. */
function statementOf({ grade_id, tag_ids }: ReturnType<typeof columnsOf>): StatedQuality {
  return {
    ...(grade_id !== undefined && { gradeId: grade_id }),
    ...(tag_ids !== undefined && { tagIds: tag_ids }),
  }
}

/** A parcel is of one kind for all of its time, so of another kind it would be in statements of closed periods as well. */
async function ensureKindOpen(trx: Transaction, actor: Actor, id: string): Promise<void> {
  const first = await firstEntryOf(trx, id)
  if (first) await ensureOpen(trx, actor, first)
}

/** Looks at the bays in which stock may be set apart from what is planned to join it, or no longer: the record's own, and those that its stock is to go to. */
async function watchPlans(
  trx: Transaction,
  actor: Actor,
  record: LockedStoredRecord,
  columns: Columns,
): Promise<() => Promise<NamedConflict[]>> {
  if (!changesKind(record, columns)) return () => Promise.resolve([])
  // As one list: two conditions that are joined by `or` would read all records there are.
  const { rows } = await sql<{ bay_id: number }>`
    select distinct bay_id from records
    where bay_id is not null and id = any(array[${record.id}::uuid] || array(
      select destination_record_id from movements
      where source_record_id = ${record.id} and effective_at > ${actor.now} and status <> 'deleted'
      union all select destination_record_id from movements where source_record_id = ${record.id} and is_unlike))`.execute(
    trx,
  )
  const bayIds = rows.map(({ bay_id }) => bay_id)
  noteTouchedBays(trx, bayIds)
  return snapshotConflicts(trx, bayIds, actor.now)
}

function changesKind(record: LockedStoredRecord, columns: Columns): boolean {
  return mergeKeyText(kindAfter(record, columns)) !== mergeKeyText(kindOf(record))
}

function kindAfter(record: LockedStoredRecord, { harvest_year, segregation }: Columns) {
  const kind = kindOf(record)
  return {
    ...kind,
    harvestYear: harvest_year ?? kind.harvestYear,
    segregation: segregation ?? kind.segregation,
  }
}

/** Stock that nobody gave a name of its own is called after its harvest year: after the new one from now on. */
function nameIn({ countryISO }: Actor, record: LockedStoredRecord, { harvest_year }: Columns): string {
  const was = {
    commodityId: record.commodity_id,
    typeId: record.type_id,
    harvestYear: record.harvest_year,
  }
  return stockNameAfter(countryISO, record.name, was, {
    ...was,
    harvestYear: harvest_year ?? was.harvestYear,
  })
}

/** The columns that a checked body changes. */
function columnsOf(record: LockedStoredRecord, body: UpdateRecordBody, actor: Actor) {
  const tagIds = body.tags && [...new Set(body.tags)].sort((a, b) => a - b)
  return {
    // 0 and "" are how an answer shows what is not known.
    ...(body.commodityGrade !== undefined && { grade_id: body.commodityGrade || null }),
    ...(body.harvestYear !== undefined && {
      harvest_year: harvestYearIn(body.harvestYear, actor.countryISO),
    }),
    ...(tagIds && { tag_ids: tagIds, segregation: segregationOf(tagIds) }),
    ...plantedColumns(record, body, actor),
    ...(body.plantingExpectedYield !== undefined && {
      expected_yield_grams_per_hectare: gramsFromKilograms(body.plantingExpectedYield ?? 0) || null,
    }),
  } satisfies Columns
}

/** When it was planted. A day that nobody knows is of no precision. */
function plantedColumns(
  record: LockedStoredRecord,
  { plantingAtUTC, plantingAtDateType }: UpdateRecordBody,
  { timeZone }: Actor,
): Partial<Pick<LockedStoredRecord, 'planted_on' | 'planted_on_precision'>> {
  if (plantingAtUTC === undefined && plantingAtDateType === undefined) return {}
  const plantedAt = plantingAtUTC ? parseInstant(plantingAtUTC, timeZone) : undefined
  const said = plantedAt ? formatDate(plantedAt, timeZone) : null
  const day = plantingAtUTC === undefined ? record.planted_on : said
  const precision =
    plantingAtDateType === undefined ? record.planted_on_precision : plantingAtDateType || null
  return {
    planted_on: dayPlanted(day, precision),
    planted_on_precision: day === null ? null : precision,
  }
}

/** A bay knows one parcel of each kind that may not be mixed (rules.md §3): two may not become the same. */
async function ensureOnlyParcel(
  trx: Transaction,
  record: LockedStoredRecord,
  columns: Columns,
): Promise<void> {
  const next = kindAfter(record, columns)
  const { keeper_id, bay_id } = record
  if (bay_id === null || !changesKind(record, columns)) return
  const other = await trx
    .selectFrom('records')
    .select(['id', 'name'])
    .where((eb) => eb.and({ keeper_id, bay_id, ...columnsOfMergeKey(next) }))
    .where('id', '<>', record.id)
    .executeTakeFirst()
  if (!other) return
  throw new Refusal('incompatible_stock', message('wouldBecomeTheSame', { name: other.name }), {
    details: { recordId: record.id, otherRecordId: other.id, substorageId: bay_id },
  })
}
