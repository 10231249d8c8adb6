import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  area,
  dateOrMonth,
  list,
  text,
  yieldPerArea,
  type ImportKind,
  type Outcome,
  type Problem,
  type Row,
} from '../../system/imports/imports.ts'
import { enterPlantings, judgePlantings } from '../harvest/plantings.ts'
import { tellDifferences } from '../harvest/tell-differences.ts'
import { tellCrowding } from '../movements/intakes/create-plantings.ts'
import { CreateRecordBody } from '../records/bodies.ts'
import { lockOwnStorages } from '../storage/own-storage.ts'
import {
  commodityColumns,
  commodityPaths,
  ownerColumns,
  readCommodity,
  readOwner,
} from './commodity-columns.ts'
import { bodyCheck, problemsOf, refusedRow } from './judge.ts'
import { contradictions, cropNamed, findNamedCrops, type NamedCrop } from './named-crop.ts'
import { askedPlace, findPlaces, findUnits, readPlace, type NamedPlace, type Units } from './own-places.ts'
import { readKilograms } from './read-kilograms.ts'

export const plantingColumns = {
  field: text('Field', { aliases: ['Field name'], isRequired: true }),
  ...commodityColumns,
  area: area('Area (ha)', { aliases: ['ha', 'hectares', 'ac', 'acres'] }),
  expectedYield: yieldPerArea('Expected yield (t/ha)', { aliases: ['Yield', 'Predicted yield'] }),
  planted: dateOrMonth('Planted', { aliases: ['Planting date', 'Drilled', 'Sown'] }),
  ...ownerColumns,
  name: text('Name', { aliases: ['Record name'] }),
  tags: list('Tags'),
  businessUnit: text('Business unit', { aliases: ['Farm', 'Site'] }),
  record: text('Record', { aliases: ['Record id'] }),
}
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
 * row names; a row that contradicts that record is refused, or a corrected variety would stand in the field as a second crop.
 */
export const fieldInventoryImport: ImportKind<typeof plantingColumns> = {
  kind: 'inventory/fields',
  columns: plantingColumns,
  tables: ['records', 'harvest_plans', 'ledger_balances'],
  begin: () => storePlantings,
}

async function storePlantings(trx: Transaction, actor: Actor, rows: PlantingRow[]): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const fields = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.field, values.businessUnit, units)),
  )
  // As `POST /plantings` locks them: a crop that comes both ways at once is entered once.
  await lockOwnStorages(
    trx,
    actor,
    fields.flat().map(({ id }) => id),
  )
  const crops = await findNamedCrops(trx, actor, rows)
  const asked = rows.map((row, index) =>
    bodyOf(row, actor, { fields: fields[index] ?? [], units, named: crops.get(cropNamed(row.values) ?? '') }),
  )
  const judged = await judgePlantings(
    trx,
    actor,
    asked.map(({ body }) => body),
  )
  const whole = asked.map(({ row, body, problems: before, named }, index) => {
    const { faults, ...same } = judged[index] ?? {
      faults: [],
      record: undefined,
      known: undefined,
      key: '',
    }
    const planting = { ...same, known: named?.id ?? same.known, isNamed: named !== undefined }
    const problems = problemsOf(row, before, [...faultsOf(body), ...faults], paths)
    return { row, problems, planting, isGood: problems.length + row.problems.length === 0 }
  })
  const entered = await enterPlantings(
    trx,
    actor,
    whole.flatMap(({ isGood, planting }) => (isGood && planting.known === undefined ? [planting] : [])),
  )
  const unused = new Map(entered)
  const outcomes = whole.map(({ row, problems, planting: { known, key }, isGood }): Outcome => {
    const reference = row.values.field ?? ''
    if (!isGood) return refusedRow(row, problems, reference)
    const id = known ?? entered.get(key) ?? ''
    // The first row of those that are the same has made it.
    return known === undefined && unused.delete(key)
      ? { status: 'success', id, reference, summary: 'The planting was entered.' }
      : { status: 'unchanged', id, reference, summary: 'This planting was there before; nothing was added.' }
  })
  const told = await tellDifferences(
    trx,
    actor,
    outcomes,
    whole.map(({ planting }) => planting),
  )
  return tellCrowding(trx, told)
}

/** What a row may name, looked up. */
interface Found {
  /** The fields that have its name. */
  fields: NamedPlace[]
  units: Units
  named: NamedCrop | undefined
}

function bodyOf(
  row: PlantingRow,
  actor: Actor,
  { fields, units, named }: Found,
): { row: PlantingRow; body: CreateRecordBody; problems: Problem[]; named: NamedCrop | undefined } {
  const { values } = row
  const { commodity, kind, problems } = readCommodity(row, actor)
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
        ...(values.area !== undefined && { area: values.area }),
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
      ? contradictions(row, actor, named, place, 'leave Record empty to enter another crop')
      : []
  return { row, body, named, problems: [...placeProblems, ...problems, ...contrary, ...expected.problems] }
}
