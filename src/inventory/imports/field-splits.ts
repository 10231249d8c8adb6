import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  area,
  hectaresOf,
  text,
  type ImportKind,
  type Outcome,
  type Problem,
  type Row,
  type UnderstoodSchema,
} from '../../system/imports/imports.ts'
import { squareMetres } from '../../kernel/area.ts'
import { nameKey } from '../../kernel/names.ts'
import { differencesThere, listFact } from '../differences.ts'
import { lockStorages } from '../storage/lock-storage.ts'
import { SplitFieldBody } from '../storage/schema.ts'
import { splitFields } from '../storage/split-field.ts'
import { splitFaults } from '../storage/split-rules.ts'
import { message } from '../../words/catalogue.ts'
import { cropWords, fieldWords, placeWords } from './header-words.ts'
import { withTitles } from './title-words.ts'
import { bodyCheck, problemsOf, refusedRow } from './validate-rows.ts'
import {
  askedPlace,
  findPlaces,
  findUnits,
  foldNames,
  isSame,
  readPlace,
  type NamedPlace,
  type UnitsOfPlaces,
} from './existing-places.ts'
import { statedWords, understoodArea } from './understood.ts'

const splitColumns = withTitles({
  field: text('Field', { aliases: ['Source', 'Source field', ...fieldWords.field], isRequired: true }),
  newField: text('New field', {
    aliases: ['New name', 'Neuer Schlag', 'Nouvelle parcelle'],
    isRequired: true,
  }),
  hectares: area('Area (ha)', { aliases: fieldWords.area, isRequired: true }),
  variety: text('Variety', { aliases: cropWords.variety }),
  businessUnit: text('Business unit', { aliases: placeWords.businessUnit }),
})
type SplitRow = Row<typeof splitColumns>
type SplitBody = SplitFieldBody[number]

const paths = { source: 'field', name: 'newField', hectares: 'hectares', variety: 'variety' }
const faultsOf = bodyCheck(SplitFieldBody.items)

/**
 * Fields made out of others. A field of the new name and area, in the business unit where the row gives one, is taken for the one
 * that the row made before, unless it is known to be made out of another field.
 */
export const fieldSplitsImport: ImportKind<typeof splitColumns> = {
  kind: 'field-splits',
  columns: splitColumns,
  tables: ['storages', 'records', 'harvest_plans', 'ledger_balances'],
  begin: () => storeSplits,
}

/** A row on its way. */
interface Asked {
  row: SplitRow
  body: SplitBody
  /** The field that is split, with its business units: what is made of it is in the same ones. */
  source: NamedPlace | undefined
  unitIds: string[]
  problems: Problem[]
}

/** A field of a new name: from before, or made by a row of this step, which has given it no id yet. */
type Made = Pick<NamedPlace, 'area' | 'businessUnitIds' | 'splitFrom'> & ({ id: string } | { madeBy: number })

/** Outcome of a row: known already, or known with the id of the field that a row of this step makes. */
type Decided = Outcome | { madeBy: number }

async function storeSplits(trx: Transaction, actor: Actor, rows: SplitRow[]): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const asked = await askedBy(trx, actor, rows, units)
  const areas = await lockAreas(trx, actor, asked)
  const keys = await foldNames(
    trx,
    rows.map(({ values }) => values.newField ?? ''),
  )
  const there = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.newField, values.businessUnit, units)),
  )
  const decided = decide(asked, keys, there, areas)
  const making = asked.filter((_each, index) => isMade(decided[index], index))
  const parts = await splitFields(
    trx,
    actor,
    making.map(({ body }) => body),
    areas,
  )
  const ids = new Map(making.map((each, place) => [each, parts[place]?.fieldId ?? '']))
  const outcomes = asked.map((each, index): Outcome => {
    const outcome = decided[index] as Decided
    if (!('madeBy' in outcome)) return outcome
    const id = ids.get(asked[outcome.madeBy] as Asked) ?? ''
    return outcome.madeBy === index
      ? {
          status: 'success',
          id,
          reference: referenceOf(each.row),
          summary: message('fieldWasMade', {}),
          made: [{ kind: 'split', subject: id }],
        }
      : unchanged(id, referenceOf(each.row))
  })
  const told = await addVarieties(trx, rows, outcomes)
  return told.map((outcome, index) => ({ ...outcome, understood: understoodBy(rows[index]) }))
}

function understoodBy(row: SplitRow | undefined): UnderstoodSchema {
  const { field, newField, variety, businessUnit, hectares } = row?.values ?? {}
  return { ...statedWords({ field, newField, variety, businessUnit }), ...understoodArea(hectares) }
}

/** Adds to rows whose field was made before what they say otherwise of its crops: a split of the same area stays as it is. */
async function addVarieties(trx: Transaction, rows: SplitRow[], outcomes: Outcome[]): Promise<Outcome[]> {
  const asks = (index: number) =>
    outcomes[index]?.status === 'unchanged' && rows[index]?.values.variety !== undefined
  const ids = outcomes.flatMap((outcome, index) => (asks(index) && 'id' in outcome ? [outcome.id] : []))
  if (ids.length === 0) return outcomes
  const { rows: crops } = await sql<{ storage_id: string; variety: string }>`
    select distinct storage_id, variety from records
    where storage_id = any(${ids}::uuid[]) and source = 'planting'`.execute(trx)
  const byField = Map.groupBy(crops, ({ storage_id }) => storage_id)
  return outcomes.map((outcome, index): Outcome => {
    const variety = rows[index]?.values.variety
    if (!asks(index) || variety === undefined || !('id' in outcome)) return outcome
    const there = (byField.get(outcome.id) ?? []).map((crop) => crop.variety)
    if (there.length === 0 || there.some((each) => nameKey(each) === nameKey(variety))) return outcome
    return {
      ...outcome,
      message: differencesThere([{ trait: 'variety', there: listFact(there), here: { name: variety } }]),
    }
  })
}

function isMade(decided: Decided | undefined, index: number): boolean {
  return decided !== undefined && 'madeBy' in decided && decided.madeBy === index
}

/** Goes through the rows in their order: each finds what those before it have made and left. */
function decide(
  asked: Asked[],
  keys: string[],
  there: NamedPlace[][],
  areas: Map<string, number | undefined>,
): Decided[] {
  const left = new Map(areas)
  const made = new Map<string, Made[]>()
  return asked.map(({ row, body, source, unitIds, problems }, index): Decided => {
    const reference = referenceOf(row)
    if (!source || row.problems.length + problems.length > 0) return refusedRow(row, problems, reference)
    const key = keys[index] ?? ''
    const before = made.get(key) ?? []
    const alike = before.filter((field) => isSame(field, { businessUnitIds: unitIds }))
    const same = sameField([...(there[index] ?? []), ...alike], body)
    if (same) return known(same, body, reference)
    const faults = problemsOf(row, [], splitFaultsOf(body, left), paths)
    if (faults.length > 0) return refusedRow(row, faults, reference)
    left.set(body.source, (left.get(body.source) ?? 0) - squareMetres(body.hectares))
    const { businessUnitIds } = source
    made.set(key, [
      ...before,
      { madeBy: index, splitFrom: body.source, area: body.hectares, businessUnitIds },
    ])
    return { madeBy: index }
  })
}

function referenceOf({ values: { field = '', newField = '' } }: SplitRow): string {
  return `${field} → ${newField}`
}

async function askedBy(
  trx: Transaction,
  actor: Actor,
  rows: SplitRow[],
  units: UnitsOfPlaces,
): Promise<Asked[]> {
  const sources = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.field, values.businessUnit, units)),
  )
  return rows.map((row, index): Asked => {
    const { values } = row
    const { place: source, unitId, ...read } = readPlace(row, 'field', sources[index] ?? [], units)
    const body: SplitBody = {
      source: source?.id ?? '',
      name: values.newField ?? '',
      hectares: values.hectares === undefined ? 1 : hectaresOf(values.hectares),
      ...(values.variety !== undefined && { variety: values.variety }),
    }
    const problems = problemsOf(row, read.problems, faultsOf(body), paths)
    return { row, body, source, unitIds: unitId === undefined ? [] : [unitId], problems }
  })
}

/** Locks the sources; answers their areas in square metres, undefined where they have none. */
async function lockAreas(
  trx: Transaction,
  actor: Actor,
  asked: Asked[],
): Promise<Map<string, number | undefined>> {
  const locked = await lockStorages(trx, actor, [...new Set(asked.map(({ body }) => body.source))])
  return new Map(
    [...locked].map(([id, { area_hectares: hectares }]) => [
      id,
      hectares === null ? undefined : squareMetres(hectares),
    ]),
  )
}

/** The faults of one row, after those that were taken before it. */
function splitFaultsOf(body: SplitBody, left: Map<string, number | undefined>) {
  return splitFaults([body], left).map((each) => ({ ...each, path: each.path.replace(/^\[0\]\./, '') }))
}

/** Of the fields that have the new name already, the one that the row may have made; else any. */
function sameField(fields: Made[], { hectares, source }: SplitBody): Made | undefined {
  const ofArea = fields.filter(({ area }) => squareMetres(area ?? 0) === squareMetres(hectares))
  return ofArea.find(({ splitFrom }) => splitFrom === source) ?? ofArea[0] ?? fields[0]
}

function known(field: Made, body: SplitBody, reference: string): Decided {
  const { area } = field
  const isOther = squareMetres(area ?? 0) !== squareMetres(body.hectares)
  const isOfAnother = field.splitFrom !== null && field.splitFrom !== body.source
  if (!isOther && !isOfAnother)
    return 'madeBy' in field ? { madeBy: field.madeBy } : unchanged(field.id, reference)
  const refusal = message('fieldIsThere', isOther ? { area: area ?? 0 } : {})
  return { status: 'error', reference, problems: [], message: [refusal] }
}

function unchanged(id: string, reference: string): Outcome {
  return { status: 'unchanged', id, reference, summary: message('fieldWasMadeBefore', {}) }
}
