import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import {
  harvestYear,
  problemAt,
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
import { UpdateRecordBody } from '../records/bodies.ts'
import { correctYields, lockFieldPlantings, type DescribedPlanting } from '../records/correct-yields.ts'
import { cropWords, fieldWords, placeWords } from './header-words.ts'
import { withTitles } from './title-words.ts'
import { bodyCheck, problemsOf, refusedRow } from './validate-rows.ts'
import { contradictions, cropNamed, cropOf } from './named-crop.ts'
import {
  askedPlace,
  findPlaces,
  findUnits,
  readPlace,
  type NamedPlace,
  type UnitsOfPlaces,
} from './existing-places.ts'
import { checkPlausible } from './plausible.ts'
import { readKilograms } from './read-kilograms.ts'
import { statedWords, understoodYield } from './understood.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { commodityNameFor } from '../../system/commodities/served-names.ts'

export const yieldColumns = withTitles({
  field: text('Field', { aliases: fieldWords.field, isRequired: true }),
  commodity: text('Commodity', { aliases: cropWords.commodity }),
  type: text('Type', { aliases: cropWords.type }),
  variety: text('Variety', { aliases: cropWords.variety }),
  harvestYear: harvestYear('Harvest year', { aliases: cropWords.harvestYear }),
  expectedYield: yieldPerArea('Expected yield (t/ha)', { aliases: cropWords.yield, isRequired: true }),
  businessUnit: text('Business unit', { aliases: placeWords.businessUnit }),
  record: text('Record', { aliases: ['Record id'] }),
})
type YieldRow = Row<typeof yieldColumns>

const faultsOf = bodyCheck(UpdateRecordBody)

/**
 * Import of the expected yields of crops. The row names the field, and as much of its crop as sets it apart from others. The record
 * sets one apart from all others, such as those that a split with another variety has made alike.
 */
export const fieldYieldsImport: ImportKind<typeof yieldColumns> = {
  kind: 'field-yields',
  columns: yieldColumns,
  tables: ['records'],
  begin: (run) => {
    const said = new StatedYields()
    return (trx, actor, rows) => storeYields(trx, actor, rows, { run, said })
  },
}

async function storeYields(
  trx: Transaction,
  actor: Actor,
  rows: YieldRow[],
  { run, said }: { run: ImportRequest; said: StatedYields },
): Promise<Outcome[]> {
  said.beginStep(rows[0]?.number ?? 0)
  const units = await findUnits(trx, actor)
  const fields = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.field, values.businessUnit, units)),
  )
  const fieldIds = [...new Set(fields.flat().map(({ id }) => id))]
  const recordIds = rows.flatMap(({ values }) => cropNamed(values) ?? [])
  const plantings = await lockFieldPlantings(trx, actor, fieldIds, recordIds)
  const corrections = new Map<string, { planting: DescribedPlanting; gramsPerHectare: number }>()
  const outcomes = rows.map((row, index): Outcome => {
    const reference = row.values.field ?? ''
    const {
      meant,
      gramsPerHectare,
      problems: faults,
    } = judge(row, actor, fields[index] ?? [], units, plantings)
    const understood = understoodBy(row, actor, meant)
    const { problems: looks, warnings } = checkPlausible(row, understood, actor, {
      confirmed: run.confirmed,
      isThere: meant.every((each) => (each.expected_yield_grams_per_hectare ?? 0) === gramsPerHectare),
      before: faults,
    })
    const problems = [...faults, ...looks]
    const more = { understood, warnings }
    if (row.problems.length + problems.length > 0) return { ...refusedRow(row, problems, reference), ...more }
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
    const made = changed.map(({ id }): Made => ({
      kind: 'yield',
      subject: id,
      details: {
        before: corrections.get(id)?.planting.expected_yield_grams_per_hectare ?? null,
        after: gramsPerHectare,
      },
    }))
    const others = otherRows(
      meant.flatMap(({ id }) => said.find(id) ?? []),
      gramsPerHectare,
    )
    for (const { id } of meant) said.add(id, { number: row.number, gramsPerHectare })
    const done = { ...more, made, id: meant[0]?.id ?? '', reference, message: others }
    return changed.length > 0
      ? { status: 'success', ...done, summary: message('yieldWasSet', {}) }
      : { status: 'unchanged', ...done, summary: message('yieldWasThere', {}) }
  })
  await correctYields(trx, actor, [...corrections.values()])
  return outcomes
}

function understoodBy(row: YieldRow, actor: Actor, [first]: DescribedPlanting[]): UnderstoodSchema {
  const { field, variety, harvestYear: year, businessUnit, expectedYield } = row.values
  return {
    ...statedWords({
      field,
      businessUnit,
      variety: first?.variety ?? variety,
      harvestYear: first?.harvest_year ?? year,
      commodity: first && commodityNameFor(actor, first.commodity_id),
    }),
    ...understoodYield(expectedYield, actor, first?.commodity_id),
  }
}

/** Said of a row whose crops rows above gave other yields: one of them is a mistake. */
function otherRows(above: StatedYield[], gramsPerHectare: number): Message[] {
  const others = above.filter((each) => each.gramsPerHectare !== gramsPerHectare)
  const is = kilogramsFromGrams(gramsPerHectare)
  // A row above may have meant several of these crops, too.
  return [...new Map(others.map((each) => [each.number, each])).values()].map((each) =>
    message('rowHasYield', { row: each.number, was: kilogramsFromGrams(each.gramsPerHectare), is }),
  )
}

function judge(
  row: YieldRow,
  actor: Actor,
  fields: NamedPlace[],
  units: UnitsOfPlaces,
  plantings: DescribedPlanting[],
): { meant: DescribedPlanting[]; gramsPerHectare: number; problems: Problem[] } {
  const { values } = row
  const recordId = cropNamed(values)
  // A number that is none of the caller's crops came with a file of somebody else's: the rest of the row says which crop is meant.
  const named = plantings.find(({ id }) => id === recordId)
  const { place: field, problems: placeProblems } = readPlace(row, 'field', fields, units, named?.storage_id)
  const { traits, problems } = cropOf(row, actor)
  const inField = plantings.filter(({ storage_id }) => storage_id === field?.id)
  const meant = named ? [named] : inField.filter((each) => traits.every(({ isOf }) => isOf(each)))
  const { kilograms, problems: yieldProblems } = readKilograms(
    row,
    'expectedYield',
    actor,
    meant[0]?.commodity_id,
  )
  const before = [
    ...placeProblems,
    ...problems,
    ...(field && problems.length === 0
      ? named
        ? contradictions(row, actor, { named, field, mayEnter: false })
        : cropProblems(row, meant)
      : []),
    ...yieldProblems,
  ]
  const body = kilograms === undefined ? {} : { plantingExpectedYield: kilograms }
  const all = problemsOf(row, before, faultsOf(body), { plantingExpectedYield: 'expectedYield' })
  const gramsPerHectare = all.length > 0 ? 0 : gramsFromKilograms(kilograms ?? 0)
  return { meant, gramsPerHectare, problems: all }
}

/** Crops of one commodity and year may have several varieties; others would be meant by mistake. */
function cropProblems(row: YieldRow, meant: DescribedPlanting[]): Problem[] {
  if (meant.length === 0) return [problemAt(row, 'field', message('hasNoSuchCrop', {}))]
  const years = new Set(meant.map(({ harvest_year }) => harvest_year))
  if (years.size > 1)
    return [problemAt(row, 'harvestYear', message('yearIsNeeded', { years: [...years].sort() }))]
  const commodities = new Set(meant.map(({ commodity_id }) => commodity_id))
  return commodities.size > 1 ? [problemAt(row, 'commodity', message('commodityIsNeeded', {}))] : []
}

/** A row's yield for a crop. */
export interface StatedYield {
  /** Of the row. */
  number: number
  gramsPerHectare: number
}

/**
 * The last yield for each crop in the rows of a file so far. A step of the file may be run again after a collision, and then its
 * first run does not count.
 */
export class StatedYields {
  readonly #before = new Map<string, StatedYield>()
  #inStep = new Map<string, StatedYield>()
  #firstRow = 0

  /** Begins a step with its first row, for the first time or again. */
  beginStep(firstRow: number): void {
    if (firstRow !== this.#firstRow) for (const [cropId, said] of this.#inStep) this.#before.set(cropId, said)
    this.#inStep = new Map()
    this.#firstRow = firstRow
  }

  find(cropId: string): StatedYield | undefined {
    return this.#inStep.get(cropId) ?? this.#before.get(cropId)
  }

  add(cropId: string, said: StatedYield): void {
    this.#inStep.set(cropId, said)
  }
}
