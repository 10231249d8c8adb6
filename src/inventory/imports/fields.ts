import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { squareMetres, toSquareMetre } from '../../kernel/area.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import {
  area,
  hectaresOf,
  isLeftOut,
  list,
  text,
  type ImportKind,
  type ImportRequest,
  type Outcome,
  type Problem,
  type Row,
  type UnderstoodSchema,
} from '../../system/imports/imports.ts'
import { areaFact, differencesThere } from '../differences.ts'
import { insertStorages, type NewStorage } from '../storage/create-storage.ts'
import { nowhere } from '../../system/locations/schema.ts'
import { changeLocation } from '../storage/location.ts'
import { CreateStorageBody } from '../storage/schema.ts'
import { updateStorage } from '../storage/update-storage.ts'
import { storeEach } from '../../db/attempt.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { fieldWords } from './header-words.ts'
import { withTitles } from './title-words.ts'
import { bodyCheck, problemsOf, refusedRow } from './validate-rows.ts'
import {
  askedPlace,
  findPlaces,
  findUnits,
  foldNames,
  isSame,
  unitsOfPlaces,
  type NamedPlace,
  type UnitsOfPlaces,
} from './existing-places.ts'
import {
  comparedPlace,
  coordinateFaults,
  locationOf,
  placeColumns,
  isSumOf,
  placePaths,
  understoodPosition,
  type DescribedPlace,
} from './place-columns.ts'
import { makeMissingUnits } from './missing.ts'
import { checkPlausible } from './plausible.ts'
import { RowRegistry } from './row-registry.ts'
import { statedWords, understoodArea } from './understood.ts'

/** Titles for the name of a field, in lists that are of fields alone. */
const everyday = [
  'Name',
  'Bezeichnung',
  'Nom',
  'Nom du champ',
  'Nom de champ',
  'Champs',
  'Parcelles',
  'Nom des parcelles',
  'Pièce',
  'Nom de la pièce',
  'Terre',
  'Désignation',
  'Libellé',
  'Lieu-dit',
]

export const fieldColumns = withTitles({
  name: text('Field', { aliases: [...fieldWords.field, ...everyday], isRequired: true }),
  area: area('Area (ha)', { aliases: fieldWords.area }),
  ...placeColumns,
  // The number of a field in the registers of the European Union stands among what it is called besides.
  tags: list('Tags', {
    aliases: ['Labels', 'FLIK', 'FLIK-Nr.', 'Feldblock', 'Feldblock-Ident', 'LPIS', 'LPIS number'],
  }),
})
type FieldRow = Row<typeof fieldColumns>

const paths = { ...placePaths, name: 'name', area: 'area' }
const faultsOf = bodyCheck(CreateStorageBody)

/** Fields by name. A field of that name, in the business unit where the row gives one, is there already. */
export const fieldsImport: ImportKind<typeof fieldColumns> = {
  kind: 'fields',
  columns: fieldColumns,
  tables: ['storages'],
  takesUpdates: true,
  begin: (run) => {
    const said = new RowRegistry()
    return (trx, actor, rows) => storeFields(trx, actor, rows, { run, said })
  },
}

interface FieldRun {
  run: ImportRequest
  said: RowRegistry
}

async function storeFields(
  trx: Transaction,
  actor: Actor,
  rows: FieldRow[],
  { run, said }: FieldRun,
): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const missing = await makeMissingUnits(trx, actor, rows, units, run)
  const names = rows.map(({ values }) => values.name ?? '')
  const keys = await foldNames(trx, names)
  const known = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.name, values.businessUnits, units)),
  )
  const made = new Map<string, NewStorage[]>()
  const changes: Change[] = []
  const outcomes = rows.map((row, index): Outcome => {
    const there = known[index] ?? []
    if (isSumOf(row, there.length > 0)) return isLeftOut(row)
    const { field, problems: faults, understood } = fieldOf(row, units)
    const isThere = there.some((place) => isSame(place, field) && !changeOf(place, field, run.mayUpdate))
    const { confirmed } = run
    const { warnings, problems: implausible } = checkPlausible(row, understood, actor, {
      confirmed,
      isThere,
      before: faults,
    })
    const problems = [...faults, ...implausible]
    const reference = row.values.name ?? ''
    const { made: unitsMade, missing: missed } = missing[index] ?? { made: [], missing: [] }
    const more = { understood, warnings, missing: missed, made: unitsMade }
    if (row.problems.length + problems.length > 0) return { ...refusedRow(row, problems, reference), ...more }
    const key = keys[index] ?? ''
    const alike = [...there, ...(made.get(key) ?? [])].filter((place) => isSame(place, field))
    const [first] = alike
    if (!first) {
      made.set(key, [...(made.get(key) ?? []), field])
      said.note(field.id, row.number, saidOf(field))
      const its = [...unitsMade, { kind: 'storage', subject: field.id }]
      return {
        ...more,
        status: 'success',
        id: field.id,
        reference,
        summary: message('fieldWasMade', {}),
        made: its,
      }
    }
    const { id, differences } = likestOf(alike, field, units)
    const before = said.note(id, row.number, saidOf(field))
    const isMade = [...made.values()].flat().some((each) => each.id === id)
    if (before?.isOther) {
      const contradiction = message('rowHasField', { row: before.number })
      return { status: 'error', reference, problems: [], message: [contradiction, ...differences], ...more }
    }
    const place = alike.find((each) => each.id === id) ?? first
    const change = isMade ? undefined : changeOf(place, field, run.mayUpdate)
    if (change) changes.push({ ...change, index, id })
    const summary = message('fieldWasThere', {})
    return { status: 'unchanged', id, reference, summary, message: differences, ...more }
  })
  await insertStorages(trx, actor, [...made.values()].flat())
  return storeChanges(trx, actor, outcomes, changes)
}

/** The area that a row gives an existing field: where it has none, or where rows may correct. */
interface Change {
  index: number
  id: string
  area: number
  before: number | null
}

function changeOf(
  { area: before }: Pick<NamedPlace, 'area'>,
  { area }: NewStorage,
  mayUpdate: boolean,
): Omit<Change, 'index' | 'id'> | undefined {
  if (area === null || area === 0) return undefined
  const isEmpty = before === null || before === 0
  const isOther = squareMetres(before ?? 0) !== squareMetres(area)
  return isEmpty || (mayUpdate && isOther) ? { area, before } : undefined
}

/** Changes areas one by one, as by hand: a field is not made smaller than what stands in it. */
async function storeChanges(
  trx: Transaction,
  actor: Actor,
  outcomes: Outcome[],
  changes: Change[],
): Promise<Outcome[]> {
  const results = await storeEach(trx, changes, ({ id, area }) => updateStorage(trx, actor, id, { area }))
  const changed = [...outcomes]
  for (const [place, { index, id, area, before }] of changes.entries()) {
    const outcome = outcomes[index]
    const result = results[place]
    if (!outcome) continue
    const { understood = {}, reference } = outcome
    const summary =
      before === null || before === 0
        ? message('areaWasFilled', { area: toSquareMetre(area) })
        : message('areaWasChanged', { was: toSquareMetre(before), is: toSquareMetre(area) })
    const made = [{ kind: 'area', subject: id, details: { before, after: area } }]
    changed[index] =
      result instanceof Refusal
        ? { status: 'error', reference, problems: [], message: [result.said], understood }
        : { status: 'changed', id, reference, summary, made, understood }
  }
  return changed
}

/** Summarises a row's details of a field that another row must not contradict. */
function saidOf({ area }: NewStorage): string {
  return area === null ? '' : String(squareMetres(area))
}

function fieldOf(
  row: FieldRow,
  units: UnitsOfPlaces,
): { field: NewStorage; problems: Problem[]; understood: UnderstoodSchema } {
  const { values } = row
  const { businessUnitIds, problems } = unitsOfPlaces(row, values.businessUnits ?? [], units)
  const body = {
    name: values.name ?? '',
    type: 'field' as const,
    area: values.area === undefined ? null : hectaresOf(values.area),
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
  const understood = {
    ...statedWords({ field: values.name, businessUnit: values.businessUnits?.join('; ') }),
    ...understoodArea(values.area),
    ...understoodPosition(values),
  }
  return { field, problems: problemsOf(row, problems, faults, paths), understood }
}

/** The field that is there, and what the row says otherwise of it. Of several that are alike, like one of them is like. */
function likestOf(
  alike: Standing[],
  field: NewStorage,
  units: UnitsOfPlaces,
): { id: string; differences: Message[] } {
  const told = alike.map(({ id, ...place }) => ({ id, differences: differencesOf(place, field, units) }))
  return told.find((each) => each.differences.length === 0) ?? told[0] ?? { id: '', differences: [] }
}

type Standing = Pick<NamedPlace, 'id' | 'area'> & DescribedPlace

function differencesOf(place: Omit<Standing, 'id'>, field: NewStorage, units: UnitsOfPlaces): Message[] {
  return differencesThere([
    {
      trait: 'area',
      there: areaFact(place.area ?? 0),
      here: field.area === null ? undefined : areaFact(field.area),
    },
    ...comparedPlace(place, field, units),
  ])
}
