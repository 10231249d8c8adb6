import type { RefusalCode } from '../../kernel/errors.ts'
import { cellsApart, type Problem, type Row } from './cells.ts'
import { isMeasured, type Measured } from './columns.ts'
import type { FileTotal, ImportRow, ImportSums, Missing, Understood } from './schema.ts'

/** What became of a row, and what was understood of it. */
export type Outcome = (Stored | Refused | LeftOut) & {
  understood?: Understood
  warnings?: string[]
  /** What the row names that was not there. */
  missing?: Pick<Missing, 'what' | 'name' | 'isMade'>[]
  /** What has been made because of the row, to be undone in the reverse order. */
  made?: Made[]
}

/** The row is stored; `unchanged` where it was before, `changed` where it corrected what was there. */
export interface Stored {
  status: 'success' | 'changed' | 'unchanged'
  id: string
  /** What the row is about, for people. */
  reference: string
  summary: string
  message?: string[]
}

/** Something that a row has made. */
export interface Made {
  kind: string
  subject: string
  details?: Record<string, unknown>
}

/** The row is not stored: it says something wrong (`validation`), or a rule is against it (`error`). */
export interface Refused {
  status: 'validation' | 'error'
  reference: string
  problems: Problem[]
  /** Where no column is to blame. */
  message?: string[]
  /** The rule that is against the row, for programs. */
  code?: RefusalCode
}

/** The row is no part of the table: a sum, or what is printed beside it. */
export interface LeftOut {
  status: 'left_out'
  reference: string
  summary: string
}

const MOST_STORED = 1000
const MOST_REFUSED = 10_000

/** A row that was refused, to be put right and sent again. */
export interface FaultyRow extends Refused {
  number: number
  cells: string[]
  messages: string[]
  warnings: string[]
  understood: Understood
}

/** How many rows came to what. */
export interface Counts {
  rowsDone: number
  success: number
  changed: number
  unchanged: number
  leftOut: number
  validation: number
  errors: number
}

export const noCounts: Counts = {
  rowsDone: 0,
  success: 0,
  changed: 0,
  unchanged: 0,
  leftOut: 0,
  validation: 0,
  errors: 0,
}

/** What became of the rows of one step. */
export interface Step {
  counts: Counts
  stored: ImportRow[]
  refused: FaultyRow[]
  made: (Made & { number: number })[]
  rows: Row[]
  outcomes: Outcome[]
}

/** Puts rows and their outcomes, in order, together. */
export function stepOf(rows: Row[], outcomes: Outcome[]): Step {
  if (rows.length !== outcomes.length) throw new Error('a row has no outcome, or two')
  const step: Step = {
    counts: { ...noCounts, rowsDone: rows.length },
    stored: [],
    refused: [],
    made: [],
    rows,
    outcomes,
  }
  for (const [index, row] of rows.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) throw new Error('a row has no outcome')
    addRow(step, row, outcome)
  }
  return step
}

function addRow({ counts, stored, refused, made }: Step, row: Row, outcome: Outcome): void {
  const { number } = row
  const warnings = [...row.warnings, ...(outcome.warnings ?? [])]
  const understood = outcome.understood ?? {}
  made.push(...(outcome.made ?? []).map((each) => ({ ...each, number })))
  if ('problems' in outcome) {
    counts[outcome.status === 'error' ? 'errors' : 'validation'] += 1
    refused.push({
      ...outcome,
      number,
      cells: cellsApart(row),
      messages: messagesOf(outcome),
      warnings,
      understood,
    })
    return
  }
  const { status, reference, summary } = outcome
  const common = { rows: String(number), status, reference, summary, problems: [], warnings, understood }
  if (outcome.status === 'left_out') {
    counts.leftOut += 1
    stored.push({ ...common, id: '', message: [] })
    return
  }
  if (outcome.status === 'unchanged') counts.unchanged += 1
  else counts.success += 1
  if (outcome.status === 'changed') counts.changed += 1
  stored.push({ ...common, id: outcome.id, message: outcome.message ?? [] })
}

/** The counts of an import and of its next step, together. */
export function addCounts(a: Counts, b: Counts): Counts {
  const sum = { ...a }
  for (const name of Object.keys(b) as (keyof Counts)[]) sum[name] += b[name]
  return sum
}

/** Adds up what becomes of a file's rows, and lists as many of them as an answer can carry. */
export class ImportReport {
  counts: Counts = noCounts
  readonly #stored: ImportRow[] = []
  readonly #refused: ImportRow[] = []
  readonly #sums = new Sums()
  readonly #totals = new FileTotals()
  readonly #missing = new Map<string, Missing>()

  add({ counts, stored, refused, rows, outcomes }: Step): void {
    this.counts = addCounts(this.counts, counts)
    this.#stored.push(...stored.slice(0, MOST_STORED - this.#stored.length))
    this.#refused.push(...refused.slice(0, MOST_REFUSED - this.#refused.length).map(refusedResult))
    for (const [index, row] of rows.entries()) {
      const outcome = outcomes[index]
      if (!outcome) continue
      this.#sums.add(outcome)
      this.#totals.add(row, outcome)
      for (const each of outcome.missing ?? []) this.#addMissing(each)
    }
  }

  #addMissing({ what, name, isMade }: Pick<Missing, 'what' | 'name' | 'isMade'>): void {
    const key = `${what} ${name.toLowerCase()}`
    const known = this.#missing.get(key)
    if (known) known.rows += 1
    else if (this.#missing.size < MOST_NAMES) this.#missing.set(key, { what, name, rows: 1, isMade })
  }

  /** The rows that an answer lists, in the order of the file. */
  get results(): ImportRow[] {
    return inOrder([...this.#stored, ...this.#refused])
  }

  /** As many of them as are kept with the run. */
  kept(good: number, bad: number): ImportRow[] {
    return inOrder([...this.#stored.slice(0, good), ...this.#refused.slice(0, bad)])
  }

  get omitted(): number {
    return this.counts.rowsDone - this.#stored.length - this.#refused.length
  }

  get sums(): ImportSums {
    return this.#sums.all
  }

  get fileTotals(): FileTotal[] {
    return this.#totals.found
  }

  get missing(): Missing[] {
    return [...this.#missing.values()]
  }
}

function inOrder(rows: ImportRow[]): ImportRow[] {
  return rows.sort((a, b) => Number(a.rows) - Number(b.rows))
}

/** More names of one kind are added up in none. */
const MOST_NAMES = 500

type Total = ImportSums['stored']

/** What rows add up to. Grams and square metres are added up as whole numbers. */
class Sums {
  readonly #stored = noTotal()
  readonly #refused = noTotal()
  readonly #named = {
    commodities: new Map<string, Total>(),
    stores: new Map<string, Total>(),
    owners: new Map<string, Total>(),
  }
  readonly #loads = new Map<string, Total & Load>()

  add({ status, understood = {} }: Outcome): void {
    if (status === 'left_out') return
    if (status === 'validation' || status === 'error') return addTo(this.#refused, understood)
    addTo(this.#stored, understood)
    const { commodity, store = understood.field, owner, movement } = understood
    if (movement !== undefined) {
      const load = { movement, commodity: commodity ?? '', store: store ?? '' }
      return this.#addLoad(load, understood)
    }
    const names = { commodities: commodity, stores: store, owners: owner }
    for (const [by, name] of Object.entries(names) as [keyof typeof names, string | undefined][]) {
      if (name === undefined) continue
      const sums = this.#named[by]
      const sum = sums.get(name) ?? noTotal()
      if (sums.size < MOST_NAMES || sums.has(name)) sums.set(name, sum)
      addTo(sum, understood)
    }
  }

  #addLoad(load: Load, understood: Understood): void {
    const key = JSON.stringify(load)
    const sum = this.#loads.get(key) ?? { ...load, ...noTotal() }
    if (this.#loads.size < MOST_NAMES || this.#loads.has(key)) this.#loads.set(key, sum)
    addTo(sum, understood)
  }

  get all(): ImportSums {
    const named = (sums: Map<string, Total>) =>
      [...sums].map(([name, sum]) => ({ name, ...inUnits(sum) })).sort((a, b) => b.rows - a.rows)
    return {
      stored: inUnits(this.#stored),
      refused: inUnits(this.#refused),
      commodities: named(this.#named.commodities),
      stores: named(this.#named.stores),
      owners: named(this.#named.owners),
      ...(this.#loads.size > 0 && {
        loads: [...this.#loads.values()].map(
          ({ movement, store, commodity, rows, weightKilograms: grams }) => ({
            movement,
            store,
            commodity,
            rows,
            weightKilograms: grams / 1000,
          }),
        ),
      }),
    }
  }
}

/** What loads are added up by. */
interface Load {
  movement: string
  store: string
  commodity: string
}

function noTotal(): Total {
  return { rows: 0, weightKilograms: 0, areaHectares: 0 }
}

function addTo(total: Total, { weightKilograms = 0, areaHectares = 0 }: Understood): void {
  total.rows += 1
  total.weightKilograms += Math.round(weightKilograms * 1000)
  total.areaHectares += Math.round(areaHectares * 10_000)
}

function inUnits({ rows, weightKilograms: grams, areaHectares: metres }: Total): Total {
  return { rows, weightKilograms: grams / 1000, areaHectares: metres / 10_000 }
}

const MOST_TOTALS = 200

/** The sums that a file has of its own, beside what its rows add up to in the file's own numbers. */
class FileTotals {
  readonly found: FileTotal[] = []
  readonly #all = new Map<string, number>()
  readonly #since = new Map<string, number>()

  add({ number, values, aside, header }: Row, { status }: Outcome): void {
    for (const { name, column, header: title } of header.places) {
      const measured = isMeasured(column) ? (values[name] as Measured | undefined) : undefined
      if (!measured) continue
      const { value } = measured
      if (status !== 'left_out') {
        this.#all.set(name, (this.#all.get(name) ?? 0) + value)
        this.#since.set(name, (this.#since.get(name) ?? 0) + value)
        continue
      }
      const [all = 0, since = 0] = [this.#all.get(name), this.#since.get(name)].map((sum = 0) => rounded(sum))
      const isOfAll = rounded(value) === all || rounded(value) !== since
      const sum = isOfAll ? all : since
      this.#since.set(name, 0)
      if (column.measure === 'yield' || this.found.length >= MOST_TOTALS) continue
      this.found.push({
        row: number,
        text: aside ?? '',
        column: title,
        value,
        sum,
        agrees: rounded(value) === sum,
      })
    }
  }
}

/** Numbers of a file have at most six decimals that mean something. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function messagesOf({ problems, message = [] }: Refused): string[] {
  return [
    ...problems.map(({ column, reason }) => (column === '' ? reason : `${column}: ${reason}`)),
    ...message,
  ]
}

function refusedResult({
  number,
  status,
  reference,
  problems,
  messages,
  warnings,
  understood,
  code,
}: FaultyRow): ImportRow {
  return {
    rows: String(number),
    status,
    message: messages,
    summary: 'This row was not entered.',
    id: '',
    reference,
    problems,
    warnings,
    understood,
    ...(code && { code }),
  }
}
