import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayArea, squareMetres } from '../../kernel/area.ts'
import { newId } from '../../kernel/ids.ts'
import {
  area,
  text,
  type ImportKind,
  type Outcome,
  type Problem,
  type Row,
} from '../../system/imports/imports.ts'
import { sayDifferences } from '../differences.ts'
import { insertStorages, type NewStorage } from '../storage/create-storage.ts'
import { nowhere } from '../../system/locations/schema.ts'
import { changeLocation } from '../storage/location.ts'
import { CreateStorageBody } from '../storage/schema.ts'
import { bodyCheck, problemsOf, refusedRow } from './judge.ts'
import {
  askedPlace,
  findPlaces,
  findUnits,
  foldNames,
  isSame,
  unitsOf,
  type NamedPlace,
  type Units,
} from './own-places.ts'
import {
  comparedPlace,
  coordinateFaults,
  locationOf,
  placeColumns,
  placePaths,
  type DescribedPlace,
} from './place-columns.ts'
import { totalProblems } from './total-rows.ts'

export const fieldColumns = {
  name: text('Field', { aliases: ['Field name', 'Name'], isRequired: true }),
  area: area('Area (ha)', { aliases: ['Size', 'ha', 'hectares', 'ac', 'acres'] }),
  ...placeColumns,
}
type FieldRow = Row<typeof fieldColumns>

const paths = { ...placePaths, name: 'name', area: 'area' }
const faultsOf = bodyCheck(CreateStorageBody)

/** Fields by name. A field of that name, in the business unit where the row gives one, is there already. */
export const fieldsImport: ImportKind<typeof fieldColumns> = {
  kind: 'fields',
  columns: fieldColumns,
  tables: ['storages'],
  begin: () => storeFields,
}

async function storeFields(trx: Transaction, actor: Actor, rows: FieldRow[]): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const names = rows.map(({ values }) => values.name ?? '')
  const keys = await foldNames(trx, names)
  const known = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.name, values.businessUnits, units)),
  )
  const made = new Map<string, NewStorage[]>()
  const outcomes = rows.map((row, index): Outcome => {
    const there = known[index] ?? []
    const { field, problems: faults } = fieldOf(row, units)
    const problems = [...faults, ...totalProblems(row, 'name', there.length > 0)]
    const reference = row.values.name ?? ''
    if (row.problems.length + problems.length > 0) return refusedRow(row, problems, reference)
    const key = keys[index] ?? ''
    const alike = [...there, ...(made.get(key) ?? [])].filter((place) => isSame(place, field))
    if (alike.length > 0) return unchanged(alike, field, units, reference)
    made.set(key, [...(made.get(key) ?? []), field])
    return { status: 'success', id: field.id, reference, summary: 'The field was made.' }
  })
  await insertStorages(trx, actor, [...made.values()].flat())
  return outcomes
}

function fieldOf(row: FieldRow, units: Units): { field: NewStorage; problems: Problem[] } {
  const { values } = row
  const { businessUnitIds, problems } = unitsOf(row, values.businessUnits ?? [], units)
  const body = {
    name: values.name ?? '',
    type: 'field' as const,
    area: values.area ?? null,
    businessUnitIds,
    location: locationOf(values),
    tags: values.tags ?? [],
    substorage: [],
  }
  const field: NewStorage = {
    ...body,
    id: newId(),
    location: changeLocation(nowhere, body.location),
  }
  const faults = [...faultsOf(body), ...coordinateFaults(row, body.location)]
  return { field, problems: problemsOf(row, problems, faults, paths) }
}

/** The field that is there, and what the row says otherwise of it. Of several that are alike, like one of them is like. */
function unchanged(alike: Standing[], field: NewStorage, units: Units, reference: string): Outcome {
  const told = alike.map(({ id, ...place }) => ({ id, message: differences(place, field, units) }))
  const { id, message } = told.find((each) => each.message.length === 0) ?? told[0] ?? { id: '', message: [] }
  const summary = 'The field was there before; nothing was added.'
  return { status: 'unchanged', id, reference, summary, message }
}

type Standing = Pick<NamedPlace, 'id' | 'area'> & DescribedPlace

function differences(place: Omit<Standing, 'id'>, field: NewStorage, units: Units): string[] {
  return sayDifferences([
    {
      what: 'area',
      there: sayArea(squareMetres(place.area ?? 0)),
      here: field.area === null ? undefined : sayArea(squareMetres(field.area)),
    },
    ...comparedPlace(place, field, units),
  ])
}
