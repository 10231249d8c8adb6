import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { findCommodityNamed } from '../../system/commodities/names.ts'
import {
  isTotal,
  isLeftOut,
  problemAt,
  text,
  weight,
  type ImportKind,
  type ImportRequest,
  type Outcome,
  type Problem,
  type Row,
  type UnderstoodSchema,
  headerOf,
} from '../../system/imports/imports.ts'
import type { NewStorage } from '../storage/create-storage.ts'
import { nowhere } from '../../system/locations/schema.ts'
import { changeLocation } from '../storage/location.ts'
import { lockStorages } from '../storage/lock-storage.ts'
import { CreateStorageBody } from '../storage/schema.ts'
import { message } from '../../words/catalogue.ts'
import { commodityNameFor } from '../../system/commodities/served-names.ts'
import { cropWords, placeWords } from './header-words.ts'
import { withTitles } from './title-words.ts'
import { bodyCheck, problemsOf, refusedRow } from './validate-rows.ts'
import {
  askedPlace,
  findPlaces,
  findUnits,
  foldNames,
  unitsOfPlaces,
  type UnitsOfPlaces,
} from './existing-places.ts'
import { readKilograms } from './read-kilograms.ts'
import { makeMissingUnits } from './missing.ts'
import {
  coordinateFaults,
  isSumOf,
  locationOf,
  placeColumns,
  placePaths,
  understoodPosition,
} from './place-columns.ts'
import { checkPlausible } from './plausible.ts'
import { findBaysOf, StorePlan, type Wanted } from './store-plan.ts'
import { statedWords, understoodWeight } from './understood.ts'

export const storeColumns = withTitles({
  name: text('Store', { aliases: [...placeWords.store, 'Name'], isRequired: true }),
  // Not `substorage`: a search of places as CSV has all the bays of a store in it.
  bay: text('Bay', { aliases: placeWords.bay.filter((word) => word !== 'Substorage') }),
  commodity: text('Commodity', { aliases: cropWords.commodity }),
  capacity: weight('Capacity (t)', {
    aliases: [
      't',
      'tonnes',
      'kg',
      'Max capacity',
      'Storage capacity',
      'Kapazität',
      'Fassungsvermögen',
      'Capacité',
    ],
  }),
  ...placeColumns,
})
type StoreRow = Row<typeof storeColumns>

const paths = {
  ...placePaths,
  name: 'name',
  'substorage.name': 'bay',
  'substorage.capacity.weight': 'capacity',
  'substorage.capacity.commodityId': 'commodity',
}
const faultsOf = bodyCheck(CreateStorageBody)

/**
 * Stores with their bays, and what each bay holds of a commodity: a row for each bay and commodity. What is there already, by
 * its name or its commodity, is left as it is, and what is missing is added.
 */
export const storesImport: ImportKind<typeof storeColumns> = {
  kind: 'stores',
  columns: storeColumns,
  tables: ['storages', 'bays', 'bay_capacities'],
  begin: (run) => (trx, actor, rows) => storeStores(trx, actor, rows, run),
}

async function storeStores(
  trx: Transaction,
  actor: Actor,
  rows: StoreRow[],
  run: ImportRequest,
): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const missing = await makeMissingUnits(trx, actor, rows, units, run)
  const names = rows.map(({ values }) => values.name ?? '')
  const keys = await foldNames(trx, names)
  const bayKeys = await foldNames(
    trx,
    rows.map(({ values }) => values.bay ?? ''),
  )
  const known = await findPlaces(
    trx,
    actor,
    'store',
    rows.map(({ values }) => askedPlace(values.name, values.businessUnits, units)),
  )
  const standing = [...new Set(known.flat().map(({ id }) => id))]
  // Somebody may be adding the same bays by hand.
  await lockStorages(trx, actor, standing)
  const bays = await findBaysOf(trx, standing)
  const plan = new StorePlan(
    bays,
    units,
    rows.map(({ number }) => number),
  )
  const outcomes = rows.map((row, index): Outcome => {
    const there = known[index] ?? []
    const isBayThere = there.some(({ id }) => bays.get(id)?.has(bayKeys[index] ?? ''))
    const bay = row.values.bay ?? ''
    if (isSumOf(row, there.length > 0) || (isTotal(bay) && !isBayThere))
      return isLeftOut({ ...row, aside: row.aside ?? bay })
    const { wanted, problems: faults, understood } = wantedBy(row, units, actor)
    const look = { confirmed: run.confirmed, isThere: isBayThere, before: faults }
    const looks = checkPlausible(row, understood, actor, look, { columns: { weight: 'capacity' } })
    const problems = [...faults, ...looks.problems]
    const { missing: missed = [], made = [] } = missing[index] ?? {}
    const more = { understood, warnings: looks.warnings, missing: missed, made }
    if (row.problems.length + problems.length > 0)
      return { ...refusedRow(row, problems, wanted.reference), ...more }
    const key = { key: keys[index] ?? '', bayKey: bayKeys[index] ?? '' }
    const outcome = plan.add(wanted, key, there, row.number)
    return { ...outcome, ...more, made: [...made, ...(outcome.made ?? [])] }
  })
  await plan.write(trx, actor)
  return plan.withMade(outcomes)
}

function wantedBy(
  row: StoreRow,
  units: UnitsOfPlaces,
  actor: Actor,
): { wanted: Wanted; problems: Problem[]; understood: UnderstoodSchema } {
  const { values } = row
  const { businessUnitIds, problems } = unitsOfPlaces(row, values.businessUnits ?? [], units)
  const found =
    values.commodity === undefined ? undefined : findCommodityNamed(values.commodity, actor.countryISO)
  const { kilograms, problems: weightProblems } = readKilograms(row, 'capacity', actor, found?.commodity.id)
  const capacity =
    found && kilograms !== undefined ? { commodityId: found.commodity.id, weight: kilograms } : undefined
  const location = locationOf(values)
  const body = {
    name: values.name ?? '',
    type: 'store' as const,
    businessUnitIds,
    location,
    tags: values.tags ?? [],
    substorage: values.bay === undefined ? [] : [{ name: values.bay, capacity: capacity ? [capacity] : [] }],
  }
  const store: NewStorage = {
    ...body,
    id: newId(),
    area: null,
    location: changeLocation(nowhere, location),
  }
  const reference = [values.name ?? '', values.bay ?? ''].filter((part) => part !== '').join(', ')
  return {
    wanted: { store, bay: values.bay, capacity, reference },
    understood: {
      ...statedWords({
        store: values.name,
        bay: values.bay,
        businessUnit: values.businessUnits?.join('; '),
        commodity: found && commodityNameFor(actor, found.commodity.id),
      }),
      ...understoodWeight(values.capacity, kilograms),
      ...understoodPosition(values),
    },
    problems: problemsOf(
      row,
      [...problems, ...capacityProblems(row, found !== undefined), ...weightProblems],
      [...faultsOf(body), ...coordinateFaults(row, location)],
      paths,
    ),
  }
}

/** A capacity is of a commodity, and of a bay. */
function capacityProblems(row: StoreRow, isCommodity: boolean): Problem[] {
  const { bay, commodity, capacity } = row.values
  const isCapacity = capacity !== undefined
  return [
    ...(commodity !== undefined && !isCommodity
      ? [problemAt(row, 'commodity', message('isNoKnownCommodity', { nearest: [] }), 'unknown')]
      : []),
    ...(isCapacity && commodity === undefined
      ? [problemAt(row, 'commodity', message('isNeededWith', { given: 'capacity' }))]
      : []),
    ...(commodity !== undefined &&
    !isCapacity &&
    !row.problems.some(({ column }) => column === headerOf(row, 'capacity'))
      ? [problemAt(row, 'capacity', message('isNeededWith', { given: 'commodity' }))]
      : []),
    ...(isCapacity && bay === undefined
      ? [problemAt(row, 'bay', message('isNeededWith', { given: 'capacity' }))]
      : []),
  ]
}
