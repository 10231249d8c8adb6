import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  area,
  dateOrMonth,
  hectaresOf,
  list,
  text,
  yieldPerArea,
  type ImportKind,
  type ImportRequest,
  type Made,
  type Outcome,
  type Problem,
  type Row,
  type UnderstoodSchema,
} from '../../system/imports/imports.ts'
import { enterPlantings, validatePlantings } from '../harvest/plantings.ts'
import { addDifferences } from '../harvest/add-differences.ts'
import { reportCrowding } from '../movements/intakes/create-plantings.ts'
import { CreateRecordBody } from '../records/bodies.ts'
import { lockStorages } from '../storage/lock-storage.ts'
import { message } from '../../words/catalogue.ts'
import {
  commodityColumns,
  commodityPaths,
  ownerColumns,
  readCommodity,
  readOwner,
} from './commodity-columns.ts'
import { cropWords, fieldWords, placeWords } from './header-words.ts'
import { withTitles } from './title-words.ts'
import { bodyCheck, problemsOf, refusedRow } from './validate-rows.ts'
import { contradictions, cropNamed, findNamedCrops, type NamedCrop } from './named-crop.ts'
import { findUnits, readPlace, type NamedPlace, type UnitsOfPlaces } from './existing-places.ts'
import { findOrMakeFields, makeMissingUnits } from './missing.ts'
import { checkPlausible } from './plausible.ts'
import { readKilograms } from './read-kilograms.ts'
import { RowRegistry } from './row-registry.ts'
import { statedWords, understoodArea, understoodCommodity, understoodYield } from './understood.ts'

export const plantingColumns = withTitles({
  field: text('Field', { aliases: fieldWords.field, isRequired: true }),
  ...commodityColumns,
  area: area('Area (ha)', { aliases: fieldWords.area }),
  expectedYield: yieldPerArea('Expected yield (t/ha)', { aliases: cropWords.yield }),
  planted: dateOrMonth('Planted', { aliases: cropWords.planted }),
  ...ownerColumns,
  name: text('Name', { aliases: ['Record name'] }),
  tags: list('Tags'),
  businessUnit: text('Business unit', { aliases: placeWords.businessUnit }),
  record: text('Record', { aliases: ['Record id'] }),
})
type PlantingRow = Row<typeof plantingColumns>

const paths: Record<string, string> = {
  ...commodityPaths,
  'storage.storageId': 'field',
  'storage.area': 'area',
  'source.planting.expectedYield': 'expectedYield',
  'source.planting.plantingAtUTC': 'planted',
}
const faultsOf = bodyCheck(CreateRecordBody)

/**
 * Crops that stand in fields. One of that field, commodity, type, variety and harvest year is there already, and so is one whose record a
 * row names; a row that contradicts that record is refused, or a corrected variety would stand in the field as a second crop. A list of
 * fields that says what grows in them makes the fields as well, where the run may.
 */
export const fieldInventoryImport: ImportKind<typeof plantingColumns> = {
  kind: 'inventory/fields',
  columns: plantingColumns,
  tables: ['storages', 'records', 'harvest_plans', 'ledger_balances'],
  begin: (run) => {
    const said = new RowRegistry()
    return (trx, actor, rows) => storePlantings(trx, actor, rows, { run, said })
  },
}

interface PlantingRun {
  run: ImportRequest
  said: RowRegistry
}

async function storePlantings(
  trx: Transaction,
  actor: Actor,
  rows: PlantingRow[],
  { run, said }: PlantingRun,
): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const missingUnits = await makeMissingUnits(trx, actor, rows, units, run)
  const { places: fields, missing: missingFields } = await findOrMakeFields(trx, actor, rows, units, run)
  // As `POST /plantings` locks them: a crop that comes both ways at once is entered once.
  await lockStorages(
    trx,
    actor,
    fields.flat().map(({ id }) => id),
  )
  const crops = await findNamedCrops(trx, actor, rows)
  const asked = rows.map((row, index) =>
    bodyOf(row, actor, { fields: fields[index] ?? [], units, named: crops.get(cropNamed(row.values) ?? '') }),
  )
  const judged = await validatePlantings(
    trx,
    actor,
    asked.map(({ body }) => body),
  )
  const whole = asked.map(({ row, body, problems: before, named, understood, kind }, index) => {
    const { faults, ...same } = judged[index] ?? {
      faults: [],
      record: undefined,
      known: undefined,
      key: '',
    }
    const planting = { ...same, known: named?.id ?? same.known, isNamed: named !== undefined }
    const wrong = problemsOf(row, before, [...faultsOf(body), ...faults], paths)
    const look = { confirmed: run.confirmed, isThere: planting.known !== undefined, before: wrong }
    const looks = checkPlausible(row, understood, actor, look, { kind })
    const problems = [...wrong, ...looks.problems]
    const absent = [missingUnits[index], missingFields[index]]
    const more = {
      understood,
      warnings: looks.warnings,
      missing: absent.flatMap((each) => each?.missing ?? []),
      made: absent.flatMap((each) => each?.made ?? []),
    }
    return { row, problems, planting, more, isGood: problems.length + row.problems.length === 0 }
  })
  const entered = await enterPlantings(
    trx,
    actor,
    whole.flatMap(({ isGood, planting }) => (isGood && planting.known === undefined ? [planting] : [])),
  )
  const unused = new Map(entered)
  const outcomes = whole.map((each) => outcomeOf(each, { entered, unused, said }))
  const told = await addDifferences(
    trx,
    actor,
    outcomes,
    whole.map(({ planting }) => planting),
  )
  return reportCrowding(trx, told)
}

/** A row that was judged. */
interface JudgedRow {
  row: PlantingRow
  problems: Problem[]
  planting: { known: string | undefined; key: string }
  isGood: boolean
  /** Details reported with its outcome, whatever it is. */
  more: Pick<Outcome, 'understood' | 'warnings' | 'missing'> & { made: Made[] }
}

interface EnteredRows extends Pick<PlantingRun, 'said'> {
  entered: Map<string, string>
  /** Those that no row has been told of yet: the first row of those that are the same has made it. */
  unused: Map<string, string>
}

function outcomeOf(
  { row, problems, planting: { known, key }, isGood, more }: JudgedRow,
  { entered, unused, said }: EnteredRows,
): Outcome {
  const reference = row.values.field ?? ''
  if (!isGood) return { ...refusedRow(row, problems, reference), ...more }
  const id = known ?? entered.get(key) ?? ''
  const before = said.note(id, row.number, saidOf(row))
  if (before?.isOther) {
    const contradiction = message('rowHasCrop', { row: before.number })
    return { ...more, status: 'error', reference, problems: [], message: [contradiction] }
  }
  const isNew = known === undefined && unused.delete(key)
  const done = { ...more, id, reference }
  if (!isNew) return { ...done, status: 'unchanged', summary: message('plantingWasThere', {}) }
  const made = [...more.made, { kind: 'planting', subject: id }]
  return { ...done, status: 'success', summary: message('plantingWasEntered', {}), made }
}

/** Summarises a row's details of a crop that do not make it another crop. */
function saidOf({ values: { area: measured, expectedYield, planted } }: PlantingRow): string {
  return measured ? JSON.stringify([hectaresOf(measured), expectedYield, planted]) : ''
}

/** The things that a row may name, looked up. */
interface Found {
  /** The fields that have its name. */
  fields: NamedPlace[]
  units: UnitsOfPlaces
  named: NamedCrop | undefined
}

/** The planting that a row asks for. */
interface AskedPlanting extends Pick<Found, 'named'> {
  row: PlantingRow
  body: CreateRecordBody
  kind: 'crop' | 'produce'
  problems: Problem[]
  understood: UnderstoodSchema
}

function bodyOf(row: PlantingRow, actor: Actor, { fields, units, named }: Found): AskedPlanting {
  const { values } = row
  const { commodity, kind, problems, isKnown } = readCommodity(row, actor)
  const { place, problems: placeProblems } = readPlace(row, 'field', fields, units, named?.storage_id)
  const expected = readKilograms(row, 'expectedYield', actor, commodity.id)
  const { owned, owner } = readOwner(values, actor)
  const body: CreateRecordBody = {
    type: kind,
    owned,
    harvestYear: values.harvestYear ?? '2000',
    commodity,
    storage: [
      {
        ...(place && { storageId: place.id }),
        ...(values.area !== undefined && { area: hectaresOf(values.area) }),
      },
    ],
    source: {
      type: 'planting',
      owner,
      planting: {
        ...(expected.kilograms !== undefined && { expectedYield: expected.kilograms }),
        ...(values.planted && {
          plantingAtUTC: values.planted.date,
          plantingAtDateType: values.planted.precision,
        }),
      },
    },
    ...(values.name !== undefined && { name: values.name }),
    tags: values.tags ?? [],
  }
  const contrary =
    named && place && problems.length === 0
      ? contradictions(row, actor, { named, field: place, mayEnter: true })
      : []
  const understood = {
    ...(isKnown && understoodCommodity(actor, commodity, values.harvestYear)),
    ...statedWords({
      field: place?.name ?? values.field,
      businessUnit: values.businessUnit,
      owner: values.ownerName,
    }),
    ...understoodArea(values.area),
    ...understoodYield(values.expectedYield, actor, isKnown ? commodity.id : undefined),
    ...(values.planted && { date: values.planted.date }),
  }
  return {
    row,
    body,
    kind,
    named,
    understood,
    problems: [...placeProblems, ...problems, ...contrary, ...expected.problems],
  }
}
