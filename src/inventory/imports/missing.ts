import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { SQUARE_METRES_PER_HECTARE, squareMetres } from '../../kernel/area.ts'
import { nameKey } from '../../kernel/names.ts'
import { createBusinessUnit } from '../../system/access/business-units.ts'
import {
  hectaresOf,
  type ImportRequest,
  type Made,
  type MeasuredColumn,
  type Outcome,
  type Row,
} from '../../system/imports/imports.ts'
import { addBays } from '../storage/bays.ts'
import { insertStorages } from '../storage/create-storage.ts'
import { nowhere } from '../../system/locations/schema.ts'
import { newId } from '../../kernel/ids.ts'
import {
  findPlaces,
  foldNames,
  askedPlace,
  type AskedPlace,
  type NamedPlace,
  type UnitsOfPlaces,
} from './existing-places.ts'

/** Things that rows name and that are missing: listed once, and made where the caller has asked for it. */

export type MissingOf = NonNullable<Outcome['missing']>
/** Things missing for a row, and those made because of it. */
export interface RowMissing {
  missing: MissingOf
  made: Made[]
}

type UnitRow = Row & { values: { businessUnit?: string; businessUnits?: string[] } }

/** Finds the business units that rows name and that are not there; makes them where the run may, and adds them to `units`. */
export async function makeMissingUnits(
  trx: Transaction,
  actor: Actor,
  rows: UnitRow[],
  units: UnitsOfPlaces,
  { creates }: ImportRequest,
): Promise<RowMissing[]> {
  const isMade = creates.has('units')
  const fresh = new Set<string>()
  const found: RowMissing[] = []
  for (const { values } of rows) {
    const names = [values.businessUnits ?? values.businessUnit ?? []].flat()
    const its: RowMissing = { missing: [], made: [] }
    for (const name of names) {
      const key = nameKey(name)
      if (units.has(key) && !fresh.has(key)) continue
      its.missing.push({ what: 'units', name, isMade })
      if (!isMade || fresh.has(key)) continue
      const { id } = await createBusinessUnit(trx, actor, { name })
      const unit = { id, name }
      units.set(key, unit)
      units.set(id, unit)
      fresh.add(key)
      its.made.push({ kind: 'unit', subject: id })
    }
    found.push(its)
  }
  return found
}

type StoreRow = Row & { values: { store?: string; bay?: string; businessUnit?: string } }

/** The stores or fields of each row, with what is missing. */
interface Places {
  places: NamedPlace[][]
  missing: RowMissing[]
}

/**
 * Finds the stores that rows name, and what is missing of them and their bays; makes both where the run may. A store that is made has the
 * bays that rows name, and one where they name none.
 */
export async function findOrMakeStores(
  trx: Transaction,
  actor: Actor,
  rows: StoreRow[],
  units: UnitsOfPlaces,
  { creates }: ImportRequest,
): Promise<Places> {
  const asked = rows.map(({ values }) => askedPlace(values.store, values.businessUnit, units))
  const isMade = creates.has('stores')
  const { places, missing } = await findOrMake(trx, actor, asked, { what: 'stores', isMade })
  await makeMissingBays(trx, actor, rows, { places, missing }, isMade)
  return { places, missing }
}

type FieldRow = Row & {
  values: { field?: string; businessUnit?: string; area?: MeasuredColumn; harvestYear?: string }
}

/**
 * Finds the fields that rows of crops name; makes those that are not there, where the run may. A field that is made is as large as what
 * stands in it in one year.
 */
export async function findOrMakeFields(
  trx: Transaction,
  actor: Actor,
  rows: FieldRow[],
  units: UnitsOfPlaces,
  { creates }: ImportRequest,
): Promise<Places> {
  const asked = rows.map(({ values }) => ({
    ...askedPlace(values.field, values.businessUnit, units),
    year: values.harvestYear ?? '',
    area: values.area === undefined ? 0 : hectaresOf(values.area),
  }))
  const areaOf = (its: typeof asked) =>
    Math.max(...[...Map.groupBy(its, ({ year }) => year).values()].map(hectaresTogether))
  return findOrMake(trx, actor, asked, { what: 'fields', isMade: creates.has('fields'), areaOf })
}

/** To a square metre, as areas are stored. */
const hectaresTogether = (crops: { area: number }[]) =>
  crops.reduce((sum, { area }) => sum + squareMetres(area), 0) / SQUARE_METRES_PER_HECTARE

interface Making<Asked> {
  what: 'stores' | 'fields'
  isMade: boolean
  /** Works out its size in hectares from the rows that name it. */
  areaOf?: (its: Asked[]) => number
}

async function findOrMake<Asked extends AskedPlace>(
  trx: Transaction,
  actor: Actor,
  asked: Asked[],
  { what, isMade, areaOf }: Making<Asked>,
): Promise<Places> {
  const type = what === 'stores' ? 'store' : 'field'
  const places = await findPlaces(trx, actor, type, asked)
  const keys = await foldNames(
    trx,
    asked.map(({ name }) => name),
  )
  const absent = asked.flatMap((each, index) =>
    each.name === '' || (places[index] ?? []).length > 0
      ? []
      : [{ each, index, key: `${keys[index] ?? ''}|${each.unitIds.join()}` }],
  )
  const missing = asked.map((): RowMissing => ({ missing: [], made: [] }))
  const fresh: NamedPlace[] = []
  for (const its of Map.groupBy(absent, ({ key }) => key).values()) {
    const [first] = its
    if (!first) continue
    const area = areaOf?.(its.map(({ each }) => each)) ?? null
    const place = newPlace(first.each, area)
    fresh.push(place)
    for (const { each, index } of its) {
      if (isMade) places[index] = [place]
      missing[index]?.missing.push({ what, name: each.name, isMade })
    }
    if (isMade) missing[first.index]?.made.push({ kind: 'storage', subject: place.id })
  }
  if (isMade && fresh.length > 0)
    await insertStorages(
      trx,
      actor,
      fresh.map((place) => ({ ...place, type })),
    )
  return { places, missing }
}

function newPlace({ name, unitIds }: AskedPlace, area: number | null): NamedPlace {
  return { id: newId(), name, area, businessUnitIds: unitIds, location: nowhere, tags: [], splitFrom: null }
}

const ONLY_BAY = '1'

async function makeMissingBays(
  trx: Transaction,
  actor: Actor,
  rows: StoreRow[],
  { places, missing }: Places,
  isMade: boolean,
): Promise<void> {
  const ids = [...new Set(places.flat().map(({ id }) => id))]
  const standing = await trx
    .selectFrom('bays')
    .select(['storage_id', 'name'])
    .where('storage_id', '=', anyOf(ids, 'uuid'))
    .execute()
  const known = new Map<string, Set<string>>()
  for (const { storage_id: id, name } of standing)
    known.set(id, (known.get(id) ?? new Set()).add(nameKey(name)))
  const fresh: { storageId: string; name: string; index: number }[] = []
  for (const [index, { values }] of rows.entries()) {
    const [place, another] = places[index] ?? []
    const its = missing[index]
    if (!place || another || !its) continue
    const bays = known.get(place.id) ?? new Set<string>()
    known.set(place.id, bays)
    const name = values.bay ?? (bays.size === 0 ? ONLY_BAY : undefined)
    if (name === undefined || bays.has(nameKey(name))) continue
    its.missing.push({ what: 'bays', name: `${place.name}, ${name}`, isMade })
    if (!isMade) continue
    bays.add(nameKey(name))
    fresh.push({ storageId: place.id, name, index })
  }
  const made = await addBays(trx, actor, fresh)
  for (const [place, { index }] of fresh.entries())
    missing[index]?.made.push({ kind: 'bay', subject: String(made[place] ?? '') })
}
