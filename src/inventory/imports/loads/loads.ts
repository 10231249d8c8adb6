import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { paired } from '../../../kernel/paired.ts'
import {
  isLeftOut,
  type ImportKind,
  type ImportRequest,
  type Outcome,
  type UnderstoodSchema,
} from '../../../system/imports/imports.ts'
import { problemsOf, refusedRow } from '../validate-rows.ts'
import { understoodCommodity } from '../understood.ts'
import { message } from '../../../words/catalogue.ts'
import { hasNumber, UnsureNumber } from './choose-known.ts'
import { enterImportedLoads, type EnteredRow } from './enter-loads.ts'
import { validateLoads, type ValidatedLoad } from './validate-loads.ts'
import { TicketsOfFile, Unticketed } from './rows-of-file.ts'
import { loadPaths } from './load-bodies.ts'
import { loadColumns, type LoadRow } from './load-columns.ts'
import { loadRouteOf } from './load-rules.ts'
import { whenOf } from './read-load.ts'

/**
 * Weighbridge tickets and load sheets: intakes, loads off fields, loads between bays and loads that leave, in one file. They are entered in
 * the order of time, whatever the order of the file, so a load may draw on what an earlier one brought. A ticket is known again by its number,
 * in its kind and store, whoever entered it, as far as date, lorry and weight go with that (rules.md §4); a row without one by all that it says.
 */
export const loadsImport: ImportKind<typeof loadColumns> = {
  kind: 'inventory/loads',
  columns: loadColumns,
  tables: ['movements', 'records', 'ledger_balances', 'ledger_days', 'ledger_entries'],
  takesUpdates: true,
  // Fewer than of lists: where all of a step go alone, their bays are locked for seconds.
  stepRows: 250,
  begin(run, actor) {
    const file: File = { run, contradicted: new TicketsOfFile(actor), unticketed: new Unticketed() }
    return {
      look(row) {
        if (isWithout(row)) file.unticketed.add(row)
        else if (row.aside === undefined) file.contradicted.add(row)
        return [whenOf(row.values, actor, run)?.at?.getTime() ?? 0, turnOf(row)]
      },
      store: (trx, standing, rows) => storeLoads(trx, standing, rows, file),
    }
  },
}

/** Facts of a file as a whole. */
interface File {
  run: ImportRequest
  contradicted: TicketsOfFile
  unticketed: Unticketed
}

function isWithout({ values }: LoadRow): boolean {
  return !hasNumber(values.ticket)
}

/** Loads of one moment are taken in before anything is taken out. */
function turnOf({ values }: LoadRow): number {
  const routed = loadRouteOf(values, false)
  if (!('route' in routed) || routed.route.from !== 'store') return 0
  return routed.route.kind === 'internal' ? 1 : 2
}

async function storeLoads(trx: Transaction, actor: Actor, rows: LoadRow[], file: File): Promise<Outcome[]> {
  // A line whose date is “Total” is a sum.
  const isRow = (row: LoadRow) => row.aside === undefined || row.values.date !== undefined
  const judged = await validateLoads(trx, actor, rows.filter(isRow), file.run)
  const asked = judged.flatMap(({ load }) =>
    load && contradictions(load.row, file).numbers.length === 0 ? [load] : [],
  )
  const entered = new Map(paired(asked, await enterImportedLoads(trx, actor, asked, file)))
  const outcomes = new Map(
    judged.map((each) => [each.row, outcomeOf(actor, each, each.load && entered.get(each.load), file)]),
  )
  return rows.map((row) => outcomes.get(row) ?? isLeftOut(row))
}

function outcomeOf(
  actor: Actor,
  judged: ValidatedLoad,
  result: EnteredRow | Refusal | undefined,
  file: File,
): Outcome {
  const { row, load, problems, reference, understood, warnings, isDayAlone, missing, made } = judged
  const more = { understood, warnings, isDayAlone, missing, made }
  if (!load) return { ...refusedRow(row, problems, reference), ...more }
  const { numbers: others, isUnsure } = contradictions(row, file)
  if (others.length > 0) {
    const contradiction = message('rowsHaveTicket', { rows: others, isUnsure })
    const refused = { reference, problems: [], message: [contradiction], isNumberUnsure: isUnsure }
    return { ...more, ...refused, status: 'error', code: 'already_exists' }
  }
  if (result instanceof Refusal) return refusedLoad(judged, result, more, file.run)
  if (!result) throw new Error('a load has no result')
  const { source, ...outcome } = result
  return {
    ...more,
    ...outcome,
    reference,
    understood: { ...understood, ...(source && describedAs(actor, source)) },
    warnings: [...warnings, ...(outcome.warnings ?? [])],
    made: [...made, ...(outcome.made ?? [])],
  }
}

function contradictions(row: LoadRow, { contradicted, run }: File) {
  return contradicted.othersOf(row, run.sameNumber === 'new')
}

/** A load that the rule of a command is against, in the words of its row. */
function refusedLoad(
  { row, reference, isDayAlone }: ValidatedLoad,
  refusal: Refusal,
  more: Pick<Outcome, 'understood' | 'warnings' | 'isDayAlone' | 'missing' | 'made'>,
  { dayAlone = 'start' }: ImportRequest,
): Outcome {
  const { code, said, faults } = refusal
  if (code === 'invalid_input' && faults.length > 0)
    return { ...refusedRow(row, problemsOf(row, [], faults, loadPaths), reference), ...more }
  const isNumberUnsure = refusal instanceof UnsureNumber
  const taken = isDayAlone && code === 'insufficient_stock' ? [message('dayWasTaken', { as: dayAlone })] : []
  const messages = [said, ...taken]
  return { ...more, status: 'error', reference, problems: [], message: messages, code, isNumberUnsure }
}

function describedAs(
  actor: Actor,
  {
    commodity_id: id,
    type_id: type,
    grade_id: grade,
    variety,
    harvest_year: year,
  }: NonNullable<EnteredRow['source']>,
): UnderstoodSchema {
  return understoodCommodity(actor, { id, type, grade, ...(variety !== '' && { variety }) }, year)
}
