import type { CountChange } from '../../http/validate/rehearsal.ts'
import { message } from '../../words/catalogue.ts'
import { render, type Reader } from '../../words/render.ts'
import type { Wording } from '../../words/writing.ts'
import { cellsApart, type Row } from './cells.ts'
import { FileTotals } from './file-totals.ts'
import type { Made, Outcome, Refused } from './outcome.ts'
import type { FileTotal, ImportRow, ImportSums, Missing, UnderstoodSchema } from './schema.ts'
import { MOST_NAMES, SumsOfRows } from './sums.ts'

const MOST_STORED = 1000
const MOST_REFUSED = 10_000
const SHOWN_CHARACTERS = 500

/** A row that was refused, to be put right and sent again, in the language of who imports. */
export interface FaultyRow extends Omit<Refused, 'problems' | 'message'> {
  number: number
  cells: string[]
  problems: ImportRow['problems']
  summary: string
  messages: string[]
  warnings: string[]
  understood: UnderstoodSchema
}

/** Counts of rows by outcome. */
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

/** The outcome of the rows of one step. */
export interface Step {
  counts: Counts
  stored: ImportRow[]
  refused: FaultyRow[]
  made: (Made & { number: number })[]
  rows: Row[]
  outcomes: Outcome[]
}

/** Puts rows and their outcomes, in order, together, and says them in the language of who imports. */
export function importStepOf(rows: Row[], outcomes: Outcome[], reader: Reader): Step {
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
    addRow(step, row, outcome, reader)
  }
  return step
}

function addRow({ counts, stored, refused, made }: Step, row: Row, outcome: Outcome, reader: Reader): void {
  const { number } = row
  const inWords = (all: Wording[] = []) => all.map((each) => render(each, reader))
  const warnings = inWords([...row.warnings, ...(outcome.warnings ?? [])])
  const understood = { ...outcome.understood, ...(row.taken.length > 0 && { taken: row.taken }) }
  made.push(...(outcome.made ?? []).map((each) => ({ ...each, number })))
  if ('problems' in outcome) {
    counts[outcome.status === 'error' ? 'errors' : 'validation'] += 1
    const { message: _message, problems, ...its } = outcome
    refused.push({
      ...its,
      number,
      cells: cellsApart(row),
      problems: problems.map((each) => ({ ...each, reason: render(each.reason, reader) })),
      summary: render(message('rowWasNotEntered', {}), reader),
      messages: inWords(messagesOf(outcome)),
      warnings,
      understood,
    })
    return
  }
  const { status, reference } = outcome
  const summary = render(outcome.summary, reader)
  const common = { rows: String(number), status, reference, summary, problems: [], warnings, understood }
  if (outcome.status === 'left_out') {
    counts.leftOut += 1
    stored.push({ ...common, id: '', message: [] })
    return
  }
  if (outcome.status === 'unchanged') counts.unchanged += 1
  else counts.success += 1
  if (outcome.status === 'changed') counts.changed += 1
  stored.push({ ...common, id: outcome.id, message: inWords(outcome.message) })
}

/** The counts of an import and of its next step, together. */
export function addCounts(a: Counts, b: Counts): Counts {
  const sum = { ...a }
  for (const name of Object.keys(b) as (keyof Counts)[]) sum[name] += b[name]
  return sum
}

/** Adds up what becomes of a file's rows, in whatever order they come, and lists as many of them as an answer can carry: the first of the file. */
export class ImportReport {
  counts: Counts = noCounts
  /** Rows with the number of an earlier load, of which it is not known whether they are that load. */
  sameNumbers = 0
  /** Rows of loads of days up to which the books are closed. */
  closedDays = 0
  /** Rows of loads with a date and no time. */
  daysAlone = 0
  /** Of a dry run. */
  countsThatStand: CountChange[] = []
  readonly #stored = new FirstRows<ImportRow>(MOST_STORED)
  readonly #refused = new FirstRows<ImportRow>(MOST_REFUSED)
  readonly #sums = new SumsOfRows()
  readonly #missing = new Map<string, Missing & { number: number }>()
  #totals = new FileTotals()
  readonly #leftOut = new Set<number>()

  add({ counts, stored, refused, rows, outcomes }: Step): void {
    this.counts = addCounts(this.counts, counts)
    this.#stored.add(stored)
    this.#refused.add(refused.map(refusedResult))
    for (const [index, row] of rows.entries()) {
      const outcome = outcomes[index]
      if (!outcome) continue
      this.#sums.add(outcome, row)
      if ('isNumberUnsure' in outcome && outcome.isNumberUnsure === true) this.sameNumbers += 1
      if ('code' in outcome && outcome.code === 'period_closed') this.closedDays += 1
      if (outcome.isDayAlone === true) this.daysAlone += 1
      if (outcome.status === 'left_out') this.#leftOut.add(row.number)
      this.addToTotals(row)
      for (const each of [...(outcome.missing ?? []), ...unknownCommodities(row, outcome)])
        this.#addMissing(each, row)
    }
  }

  /** Compares the sums of the file with the rows above them, which come in its order. */
  addToTotals(row: Row): void {
    this.#totals.add(row, this.#leftOut.has(row.number))
  }

  forgetTotals(): void {
    this.#totals = new FileTotals()
  }

  #addMissing({ what, name, isMade }: Pick<Missing, 'what' | 'name' | 'isMade'>, { number }: Row): void {
    const key = `${what} ${name.toLowerCase()}`
    const known = this.#missing.get(key)
    if (known) {
      known.rows += 1
      known.number = Math.min(known.number, number)
    } else if (this.#missing.size < MOST_NAMES)
      this.#missing.set(key, { what, name, rows: 1, isMade, number })
  }

  /** The rows that an answer lists, in the order of the file. @param mostWhole bad rows that it has with their cells */
  results(mostWhole: number): ImportRow[] {
    const refused = this.#refused.all.map((row, index) =>
      index < mostWhole ? shown(row) : withoutCells(row),
    )
    return inOrder([...this.#stored.all, ...refused])
  }

  /** As many of them as are kept with the run. */
  kept(good: number, bad: number): ImportRow[] {
    const refused = this.#refused.all.slice(0, bad).map(withoutCells)
    return inOrder([...this.#stored.all.slice(0, good), ...refused])
  }

  get omitted(): number {
    return this.counts.rowsDone - this.#stored.all.length - this.#refused.all.length
  }

  get sums(): ImportSums {
    return this.#sums.all
  }

  get fileTotals(): FileTotal[] {
    return this.#totals.found
  }

  get missing(): Missing[] {
    return [...this.#missing.values()].sort(byNumber).map(({ number: _number, ...each }) => each)
  }
}

function byNumber(a: { number: number }, b: { number: number }): number {
  return a.number - b.number
}

/** The first rows of a file, of those that come in any order. */
class FirstRows<Each extends ImportRow> {
  readonly #most: number
  #kept: Each[] = []

  constructor(most: number) {
    this.#most = most
  }

  add(rows: Each[]): void {
    this.#kept.push(...rows)
    if (this.#kept.length > this.#most * 2) this.#kept = this.all
  }

  get all(): Each[] {
    return (inOrder(this.#kept) as Each[]).slice(0, this.#most)
  }
}

/** Words for crops that nobody knows here: somebody may say what they stand for. */
function unknownCommodities({ header }: Row, outcome: Outcome): Pick<Missing, 'what' | 'name' | 'isMade'>[] {
  if (!('problems' in outcome)) return []
  const its = header.places.find(({ column }) => column.subject === 'commodity')?.header
  return outcome.problems
    .filter(({ column, code }) => column === its && code === 'unknown')
    .map(({ value: name }) => ({ what: 'commodities', name, isMade: false }))
}

function shown({ cells = [], ...row }: ImportRow): ImportRow {
  return { ...row, cells: cells.map((cell) => cell.slice(0, SHOWN_CHARACTERS)) }
}

function withoutCells({ cells: _cells, ...row }: ImportRow): ImportRow {
  return row
}

function inOrder(rows: ImportRow[]): ImportRow[] {
  return rows.sort((a, b) => Number(a.rows) - Number(b.rows))
}

function messagesOf({ problems, message: others = [] }: Refused): Wording[] {
  return [
    ...problems.map(({ column, reason }) =>
      column === '' ? reason : message('columnIsWrong', { column, reason }),
    ),
    ...others,
  ]
}

function refusedResult({
  number,
  cells,
  status,
  reference,
  problems,
  summary,
  messages,
  warnings,
  understood,
  code,
}: FaultyRow): ImportRow {
  return {
    rows: String(number),
    status,
    message: messages,
    summary,
    id: '',
    reference,
    problems,
    warnings,
    understood,
    cells,
    ...(code && { code }),
  }
}
