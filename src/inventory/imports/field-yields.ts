import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { findCommodityNamed, findTypeNamed } from '../../system/commodities/names.ts'
import {
  problemAt,
  text,
  yieldPerArea,
  type ImportKind,
  type Outcome,
  type Problem,
  type Row,
} from '../../system/imports/imports.ts'
import { UpdateRecordBody } from '../records/bodies.ts'
import { correctYields, lockPlantings, type OwnPlanting } from '../records/correct-yields.ts'
import { bodyCheck, problemsOf, refusedRow } from './judge.ts'
import { sayTypes } from './commodity-columns.ts'
import { askedPlace, findPlaces, findUnits, readPlace, type NamedPlace } from './own-places.ts'
import { readKilograms } from './read-kilograms.ts'

export const yieldColumns = {
  field: text('Field', { aliases: ['Field name'], isRequired: true }),
  commodity: text('Commodity', { aliases: ['Crop'] }),
  type: text('Type', { aliases: ['Commodity type', 'Crop type'] }),
  variety: text('Variety'),
  harvestYear: text('Harvest year', { aliases: ['Year', 'Harvest'] }),
  expectedYield: yieldPerArea('Expected yield (t/ha)', {
    aliases: ['Yield', 'Predicted yield'],
    isRequired: true,
  }),
  businessUnit: text('Business unit', { aliases: ['Farm', 'Site'] }),
  record: text('Record', { aliases: ['Record id'] }),
}
type YieldRow = Row<typeof yieldColumns>

const faultsOf = bodyCheck(UpdateRecordBody)

/**
 * What crops are expected to bring. The row names the field, and of its crop as much as tells it from others; the record tells one from
 * all others, such as those that a split with another variety has made alike.
 */
export const fieldYieldsImport: ImportKind<typeof yieldColumns> = {
  kind: 'field-yields',
  columns: yieldColumns,
  tables: ['records'],
  begin: () => storeYields,
}

async function storeYields(trx: Transaction, actor: Actor, rows: YieldRow[]): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const fields = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.field, values.businessUnit, units)),
  )
  const fieldIds = [...new Set(fields.flat().map(({ id }) => id))]
  const plantings = Map.groupBy(await lockPlantings(trx, actor, fieldIds), ({ storage_id }) => storage_id)
  const corrections = new Map<string, { planting: OwnPlanting; gramsPerHectare: number }>()
  const outcomes = rows.map((row, index): Outcome => {
    const reference = row.values.field ?? ''
    const { meant, gramsPerHectare, problems } = judge(row, actor, fields[index] ?? [], units, plantings)
    if (row.problems.length + problems.length > 0) return refusedRow(row, problems, reference)
    // None is kept as 0 or as nothing, by how it came to be none.
    const changed = meant.filter(
      ({ expected_yield_grams_per_hectare: was }) => (was ?? 0) !== gramsPerHectare,
    )
    for (const planting of changed) {
      const before = corrections.get(planting.id)?.planting ?? { ...planting }
      corrections.set(planting.id, { planting: before, gramsPerHectare })
      // What a later row of the same crop finds.
      planting.expected_yield_grams_per_hectare = gramsPerHectare
    }
    const id = meant[0]?.id ?? ''
    return changed.length > 0
      ? { status: 'success', id, reference, summary: 'The expected yield was set.' }
      : {
          status: 'unchanged',
          id,
          reference,
          summary: 'The expected yield was this before; nothing was changed.',
        }
  })
  await correctYields(trx, actor, [...corrections.values()])
  return outcomes
}

function judge(
  row: YieldRow,
  actor: Actor,
  fields: NamedPlace[],
  units: Map<string, string>,
  plantings: Map<string, OwnPlanting[]>,
): { meant: OwnPlanting[]; gramsPerHectare: number; problems: Problem[] } {
  const { values } = row
  const { place: field, problems: placeProblems } = readPlace(row, 'field', fields, units)
  const { isMeant, problems } = cropOf(row, actor)
  const inField = field ? (plantings.get(field.id) ?? []) : []
  const named = inField.filter(({ id }) => id === values.record?.toLowerCase())
  const meant = named.length > 0 ? named : inField.filter(isMeant)
  const { kilograms, problems: yieldProblems } = readKilograms(
    row,
    'expectedYield',
    actor,
    meant[0]?.commodity_id,
  )
  const before = [
    ...placeProblems,
    ...problems,
    ...(field && problems.length === 0 ? cropProblems(row, meant) : []),
    ...yieldProblems,
  ]
  const body = kilograms === undefined ? {} : { plantingExpectedYield: kilograms }
  const all = problemsOf(row, before, faultsOf(body), { plantingExpectedYield: 'expectedYield' })
  const gramsPerHectare = all.length > 0 ? 0 : gramsFromKilograms(kilograms ?? 0)
  return { meant, gramsPerHectare, problems: all }
}

/** Which crops a row is about, by as much as it says of them. */
function cropOf(
  row: YieldRow,
  { countryISO }: Actor,
): { isMeant: (planting: OwnPlanting) => boolean; problems: Problem[] } {
  const { commodity, type, variety, harvestYear } = row.values
  const found = commodity === undefined ? undefined : findCommodityNamed(commodity)
  const itsType = found && type !== undefined ? findTypeNamed(found.commodity.id, type) : found?.type
  const problems = [
    ...(commodity !== undefined && !found ? [problemAt(row, 'commodity', 'is not a commodity')] : []),
    ...(type !== undefined && commodity === undefined
      ? [problemAt(row, 'commodity', 'is needed where a type is given')]
      : []),
    ...(found && type !== undefined && !itsType
      ? [
          problemAt(
            row,
            'type',
            `is not a type of ${found.commodity.name}${sayTypes(countryISO, found.commodity.id)}`,
          ),
        ]
      : []),
  ]
  return {
    problems,
    isMeant: (planting) =>
      (found === undefined || planting.commodity_id === found.commodity.id) &&
      (itsType === undefined || planting.type_id === itsType.id) &&
      (variety === undefined || planting.variety.toLowerCase() === variety.toLowerCase()) &&
      (harvestYear === undefined || planting.harvest_year === harvestYear),
  }
}

/** Crops of one commodity and year may have several varieties; others would be meant by mistake. */
function cropProblems(row: YieldRow, meant: OwnPlanting[]): Problem[] {
  if (meant.length === 0) return [problemAt(row, 'field', 'has no such crop')]
  const years = new Set(meant.map(({ harvest_year }) => harvest_year))
  if (years.size > 1)
    return [
      problemAt(row, 'harvestYear', `must say which: the field has crops of ${[...years].sort().join(', ')}`),
    ]
  const commodities = new Set(meant.map(({ commodity_id }) => commodity_id))
  return commodities.size > 1 ? [problemAt(row, 'commodity', 'must say which: the field has several')] : []
}
