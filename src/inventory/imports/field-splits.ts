import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  area,
  text,
  type ImportKind,
  type Outcome,
  type Problem,
  type Row,
} from '../../system/imports/imports.ts'
import { squareMetres } from '../../kernel/area.ts'
import { lockOwnStorages } from '../storage/own-storage.ts'
import { SplitFieldBody } from '../storage/schema.ts'
import { splitFields } from '../storage/split-field.ts'
import { splitFaults } from '../storage/split-rules.ts'
import { bodyCheck, problemsOf, refusedRow } from './judge.ts'
import {
  findPlaces,
  findUnits,
  foldNames,
  isProblem,
  thePlace,
  theUnit,
  type NamedPlace,
} from './own-places.ts'

export const splitColumns = {
  field: text('Field', { aliases: ['Source', 'Source field'], isRequired: true }),
  newField: text('New field', { aliases: ['New name'], isRequired: true }),
  hectares: area('Area (ha)', { aliases: ['ha', 'hectares', 'ac', 'acres'], isRequired: true }),
  variety: text('Variety'),
  businessUnit: text('Business unit', { aliases: ['Farm', 'Site'] }),
}
type SplitRow = Row<typeof splitColumns>
type SplitBody = SplitFieldBody[number]

const paths = { source: 'field', name: 'newField', hectares: 'hectares', variety: 'variety' }
const faultsOf = bodyCheck(SplitFieldBody.items)

/** Fields made out of others. A field of the new name and area is taken for the one that the row made before. */
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
  problems: Problem[]
}

/** A field of a new name: from before, or made by a row of this step. */
type Made = Pick<NamedPlace, 'area'> & { id: string | undefined }

async function storeSplits(trx: Transaction, actor: Actor, rows: SplitRow[]): Promise<Outcome[]> {
  const asked = await askedBy(trx, actor, rows)
  const areas = await lockAreas(trx, actor, asked)
  const newNames = rows.map(({ values }) => values.newField ?? '')
  const keys = await foldNames(trx, newNames)
  const there = await findPlaces(trx, actor, 'field', newNames)
  const left = new Map(areas)
  const made = new Map<string, Made>()
  const accepted: { body: SplitBody; index: number }[] = []
  const outcomes = asked.map((each, index): Outcome | undefined => {
    const { row, body } = each
    const reference = `${row.values.field ?? ''} → ${row.values.newField ?? ''}`
    const isSound = row.problems.length + each.problems.length === 0
    const key = keys[index] ?? ''
    const same = isSound
      ? [...(there[index] ?? []), made.get(key)].find((field) => field !== undefined)
      : undefined
    if (same) return known(same, body, reference)
    const problems = isSound ? problemsOf(row, [], splitFaultsOf(body, left), paths) : each.problems
    if (!isSound || problems.length > 0) return refusedRow(row, problems, reference)
    left.set(body.source, (left.get(body.source) ?? 0) - squareMetres(body.hectares))
    made.set(key, { id: undefined, area: body.hectares })
    accepted.push({ body, index })
    return undefined
  })
  if (accepted.length === 0) return outcomes.flatMap((outcome) => outcome ?? [])
  const parts = await splitFields(
    trx,
    actor,
    accepted.map(({ body }) => body),
    areas,
  )
  const ids = new Map(accepted.map(({ index }, place) => [index, parts[place]?.fieldId ?? '']))
  const idOfName = new Map(accepted.map(({ index }) => [keys[index], ids.get(index) ?? '']))
  return outcomes.map((outcome, index): Outcome => {
    if (outcome?.status === 'unchanged' && outcome.id === '')
      return { ...outcome, id: idOfName.get(keys[index]) ?? '' }
    if (outcome) return outcome
    const { field = '', newField = '' } = rows[index]?.values ?? {}
    const summary = 'The field was made.'
    return { status: 'success', id: ids.get(index) ?? '', reference: `${field} → ${newField}`, summary }
  })
}

async function askedBy(trx: Transaction, actor: Actor, rows: SplitRow[]): Promise<Asked[]> {
  const units = await findUnits(trx, actor)
  const sources = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => values.field ?? ''),
  )
  return rows.map((row, index): Asked => {
    const { values } = row
    const unit = theUnit(row, values.businessUnit, units)
    const place =
      values.field === undefined ? undefined : thePlace(row, 'field', sources[index] ?? [], unit.id)
    const body: SplitBody = {
      source: place && !isProblem(place) ? place.id : '',
      name: values.newField ?? '',
      hectares: values.hectares ?? 1,
      ...(values.variety !== undefined && { variety: values.variety }),
    }
    const before = [...unit.problems, ...(place && isProblem(place) ? [place] : [])]
    return { row, body, problems: problemsOf(row, before, faultsOf(body), paths) }
  })
}

/** Locks the sources; answers their areas in square metres, undefined where they have none. */
async function lockAreas(
  trx: Transaction,
  actor: Actor,
  asked: Asked[],
): Promise<Map<string, number | undefined>> {
  const locked = await lockOwnStorages(trx, actor, [...new Set(asked.map(({ body }) => body.source))])
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

function known({ id = '', area: hectares }: Made, body: SplitBody, reference: string): Outcome {
  const isOther = squareMetres(hectares ?? 0) !== squareMetres(body.hectares)
  if (!isOther) {
    const summary = 'This field was made before; nothing was added.'
    return { status: 'unchanged', id, reference, summary }
  }
  const message = `There is a field of this name already, of ${hectares ?? 0} ha: give the new one another name.`
  return { status: 'error', reference, problems: [], message: [message] }
}
