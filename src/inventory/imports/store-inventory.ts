import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal, type Fault } from '../../kernel/errors.ts'
import {
  problemAt,
  type ImportKind,
  type ImportRequest,
  type Outcome,
  type Problem,
  type UnderstoodSchema,
} from '../../system/imports/imports.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'
import { resolveRecords } from '../movements/intakes/validate-record.ts'
import { storeExisting, type StoredIntake } from '../movements/intakes/store-existing.ts'
import { CreateRecordBody } from '../records/bodies.ts'
import { findPlacesWithBays, type PlaceWithBays } from '../records/find-places.ts'
import { remarksOn } from '../stock/effects.ts'
import { storeWhatCanBe } from '../../db/attempt.ts'
import { message } from '../../words/catalogue.ts'
import { commodityPaths, readCommodity, readOwner } from './commodity-columns.ts'
import { bodyCheck, problemsOf, refusedRow, rowNotEntered } from './validate-rows.ts'
import {
  findEntered,
  findLabels,
  findNamedStock,
  fingerprintsOf,
  recordNamed,
  rememberStock,
} from './known-stock.ts'
import { findOrMakeStores, makeMissingUnits } from './missing.ts'
import { findUnits, readPlace, type NamedPlace, type UnitsOfPlaces } from './existing-places.ts'
import { checkPlausible } from './plausible.ts'
import { readBay } from './read-bay.ts'
import { readKilograms } from './read-kilograms.ts'
import { stockImportColumns, type StockRow } from './stock-columns.ts'
import {
  correctStock,
  findCorrections,
  openingMade,
  rememberedOf,
  type IncomingRow,
} from './stock-corrections.ts'
import {
  contradictionOf,
  stockDifferencesFrom,
  otherLabels,
  type StockByRecord,
} from './stock-differences.ts'
import { statedWords, understoodCommodity, understoodWeight } from './understood.ts'

const paths: Record<string, string> = {
  ...commodityPaths,
  'storage.storageId': 'store',
  'storage.substorageId': 'bay',
  'storage.weight': 'weight',
  'source.importDateUTC': 'date',
}
const faultsOf = bodyCheck(CreateRecordBody)

/**
 * Stock that lies in bays already. A row is known again by all that it says: sent twice it is entered once, and two loads that
 * are the same in everything are told apart by their reference. A row that names one of the caller's records is there already, and
 * is refused where it can only be other stock.
 */
export const storeInventoryImport: ImportKind<typeof stockImportColumns> = {
  kind: 'inventory/stores',
  columns: stockImportColumns,
  tables: ['records', 'imported_stock', 'ledger_balances', 'ledger_days', 'ledger_entries'],
  takesUpdates: true,
  begin: (run) => (trx, actor, rows) => storeStockRows(trx, actor, rows, run),
}

/** Result of a row that was to be entered. */
type Result = StoredIntake | Refusal

async function storeStockRows(
  trx: Transaction,
  actor: Actor,
  rows: StockRow[],
  run: ImportRequest,
): Promise<Outcome[]> {
  const judged = await judgeRows(trx, actor, rows, run)
  const good = judged.filter(({ problems, row }) => problems.length + row.problems.length === 0)
  const corrections = await findCorrections(trx, actor, good, run)
  const fresh = new Map<string, IncomingRow>()
  for (const each of good)
    if (each.known === undefined && !corrections.has(each) && !fresh.has(each.keys.fingerprint))
      fresh.set(each.keys.fingerprint, each)
  const entering = byBay(
    [...fresh.values()].flatMap(({ record, ...each }) => (record ? [{ ...each, record }] : [])),
  )
  const stored = await storeWhatCanBe(trx, entering, (some) =>
    storeExisting(
      trx,
      actor,
      some.map(({ record }) => record),
    ),
  )
  const entered = new Map(entering.map(({ keys }, index) => [keys.fingerprint, stored[index] as Result]))
  await rememberStock(
    trx,
    actor,
    run,
    entering.flatMap(({ keys, record }, index) => {
      const result = stored[index]
      return result instanceof Refusal || !result ? [] : [rememberedOf({ keys, record }, result)]
    }),
  )
  const corrected = await correctStock(trx, actor, corrections, run)
  const outcomes = judged.map((each): Outcome => {
    const { row, problems, reference, keys, known, more } = each
    if (problems.length + row.problems.length > 0) return { ...refusedRow(row, problems, reference), ...more }
    const before = message('stockWasThere', {})
    if (known !== undefined) return { ...more, status: 'unchanged', id: known, reference, summary: before }
    const correction = corrected.get(each)
    if (correction)
      return { ...more, ...correction, made: [...(more.made ?? []), ...(correction.made ?? [])] }
    const result = entered.get(keys.fingerprint)
    if (result instanceof Refusal || result === undefined)
      return { ...more, ...rowNotEntered(result, reference) }
    const { recordId: id, postingId, ...arrived } = result
    if (fresh.get(keys.fingerprint) !== each)
      return { ...more, status: 'unchanged', id, reference, summary: before }
    const { message: remark } = remarksOn(arrived, actor)
    return {
      ...more,
      status: 'success',
      id,
      reference,
      summary: message('stockWasEntered', {}),
      made: [...(more.made ?? []), openingMade(postingId, id)],
      ...(remark !== undefined && { message: [remark] }),
    }
  })
  return addOtherLabels(trx, judged, outcomes)
}

/**
 * Bay by bay, and in a bay as the file has them. What may not lie in a bay has to do with that bay alone, so halves in which a refused row
 * is looked for are soon without the others.
 */
function byBay<Each extends { record: NewRecord }>(entering: Each[]): Each[] {
  return [...Map.groupBy(entering, ({ record }) => record.places[0]?.bayId).values()].flat()
}

/** Adds to each outcome what the row says otherwise of its stock: a parcel has one name, whatever the rows of its loads call it. */
async function addOtherLabels(
  trx: Transaction,
  judged: IncomingRow[],
  outcomes: Outcome[],
): Promise<Outcome[]> {
  const labels = await findLabels(
    trx,
    outcomes.flatMap((outcome) => ('id' in outcome ? [outcome.id] : [])),
  )
  return outcomes.map((outcome, index): Outcome => {
    const { record, differences } = judged[index] ?? {}
    if (!('id' in outcome)) return outcome
    const there = labels.get(outcome.id)
    if (!there || !record) return outcome
    return {
      ...outcome,
      message: [...(outcome.message ?? []), ...(differences ?? otherLabels(there, record))],
    }
  })
}

async function judgeRows(
  trx: Transaction,
  actor: Actor,
  rows: StockRow[],
  run: ImportRequest,
): Promise<IncomingRow[]> {
  const units = await findUnits(trx, actor)
  const missingUnits = await makeMissingUnits(trx, actor, rows, units, run)
  const { places: stores, missing } = await findOrMakeStores(trx, actor, rows, units, run)
  const own = await findPlacesWithBays(trx, actor, [...new Set(stores.flat().map(({ id }) => id))])
  const namedStock = await findNamedStock(trx, actor, rows)
  const bodies = rows.map((row, index) =>
    bodyOf(row, actor, {
      stores: stores[index] ?? [],
      own,
      units,
      named: namedStock.get(recordNamed(row.values)),
    }),
  )
  const resolved = await resolveRecords(
    trx,
    actor,
    bodies.map(({ body }) => body),
  )
  const keys = rows.map((row, index) => fingerprintsOf(row, resolved[index]?.record, actor))
  const entered = await findEntered(trx, actor, keys)
  return bodies.map(({ row, body, problems, reference, named, understood }, index): IncomingRow => {
    const { record, faults } = resolved[index] ?? { record: undefined, faults: [] }
    const all: Fault[] = [...faultsOf(body), ...faults]
    const its = keys[index] ?? { fingerprint: '', older: [], alike: '', referenceKey: null }
    const contradiction = named && record && contradictionOf(actor, named, record)
    const wrong = [
      ...problemsOf(row, problems, all, paths),
      ...(contradiction === undefined ? [] : [problemAt(row, 'record', contradiction)]),
    ]
    const known = named?.id ?? entered.get(its.fingerprint)
    const look = { confirmed: run.confirmed, isThere: known !== undefined, before: wrong }
    const looks = checkPlausible(row, understood, actor, look)
    return {
      row,
      reference,
      problems: [...wrong, ...looks.problems],
      keys: its,
      known,
      differences: named && record && stockDifferencesFrom(named, record),
      record,
      more: {
        understood: { ...understood, ...(record && { owner: record.owner.name }) },
        warnings: looks.warnings,
        missing: [...(missingUnits[index]?.missing ?? []), ...(missing[index]?.missing ?? [])],
        made: [...(missingUnits[index]?.made ?? []), ...(missing[index]?.made ?? [])],
      },
    }
  })
}

/** The things that a row may name, looked up. */
interface Found {
  /** The stores that have its name. */
  stores: NamedPlace[]
  own: Map<string, PlaceWithBays>
  units: UnitsOfPlaces
  named: StockByRecord | undefined
}

/** The stock that a row asks for, with the record that it names. */
interface AskedStock extends Pick<Found, 'named'> {
  row: StockRow
  body: CreateRecordBody
  problems: Problem[]
  reference: string
  understood: UnderstoodSchema
}

function bodyOf(row: StockRow, actor: Actor, { stores, own, units, named }: Found): AskedStock {
  const { values } = row
  const { commodity, kind, problems, isKnown } = readCommodity(row, actor, { mayBeMixed: true })
  const { place, problems: placeProblems } = readPlace(row, 'store', stores, units, named?.storage_id)
  const store = place && own.get(place.id)
  const { bay, problems: bayProblems } = readBay(row, 'bay', store)
  const { kilograms, problems: weightProblems } = readKilograms(
    row,
    'weight',
    actor,
    isKnown ? commodity.id : undefined,
  )
  const { owned, owner } = readOwner(values, actor)
  const body: CreateRecordBody = {
    type: kind,
    owned,
    harvestYear: values.harvestYear ?? '2000',
    commodity,
    storage: [
      {
        ...(store && { storageId: store.storageId }),
        ...(bay && { substorageId: bay.id }),
        ...(kilograms !== undefined && { weight: kilograms }),
      },
    ],
    source: { type: 'existing', owner, ...(values.date !== undefined && { importDateUTC: values.date }) },
    ...(values.name !== undefined && { name: values.name }),
    tags: values.tags ?? [],
  }
  const reference =
    values.reference ?? [values.store ?? '', values.bay ?? ''].filter((part) => part !== '').join(', ')
  return {
    row,
    body,
    reference,
    named,
    understood: {
      ...(isKnown && understoodCommodity(actor, commodity, values.harvestYear)),
      ...statedWords({
        store: store?.storageName ?? values.store,
        bay: bay?.name ?? values.bay,
        businessUnit: values.businessUnit,
        date: values.date,
        owner: values.ownerName,
      }),
      ...understoodWeight(values.weight, kilograms),
    },
    problems: [
      ...placeProblems,
      ...bayProblems,
      ...problems,
      ...weightProblems,
      ...(kilograms !== undefined && kilograms <= 0
        ? [problemAt(row, 'weight', message('isNotAbove', { limit: 0 }))]
        : []),
    ],
  }
}
