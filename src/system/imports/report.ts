import type { ImportResult } from '../../http/validate/schema.ts'
import { cellsApart, type Problem, type Row } from './cells.ts'

/** What became of a row. */
export type Outcome = Stored | Refused

/** The row is stored; `unchanged` where it was before. */
export interface Stored {
  status: 'success' | 'unchanged'
  id: string
  /** What the row is about, for people. */
  reference: string
  summary: string
  message?: string[]
}

/** The row is not stored: it says something wrong (`validation`), or a rule is against it (`error`). */
export interface Refused {
  status: 'validation' | 'error'
  reference: string
  problems: Problem[]
  /** Where no column is to blame. */
  message?: string[]
}

type Result = ImportResult['results'][number]

const MOST_STORED = 1000
const MOST_REFUSED = 10_000

/** A row that was refused, to be put right and sent again. */
export interface FaultyRow extends Refused {
  number: number
  cells: string[]
  messages: string[]
}

/** How many rows came to what. */
export interface Counts {
  rowsDone: number
  success: number
  validation: number
  errors: number
}

/** What became of the rows of one step. */
export interface Step {
  counts: Counts
  stored: Result[]
  refused: FaultyRow[]
}

/** Puts rows and their outcomes, in order, together. */
export function stepOf(rows: Row[], outcomes: Outcome[]): Step {
  if (rows.length !== outcomes.length) throw new Error('a row has no outcome, or two')
  const stored: Result[] = []
  const refused: FaultyRow[] = []
  for (const [index, row] of rows.entries()) {
    const { number } = row
    const outcome = outcomes[index]
    if (outcome === undefined) throw new Error('a row has no outcome')
    if ('problems' in outcome)
      refused.push({ ...outcome, number, cells: cellsApart(row), messages: messagesOf(outcome) })
    else stored.push(storedResult(number, outcome))
  }
  const validation = refused.filter(({ status }) => status === 'validation').length
  const errors = refused.length - validation
  return {
    counts: { rowsDone: rows.length, success: stored.length, validation, errors },
    stored,
    refused,
  }
}

/** The counts of an import and of its next step, together. */
export function addCounts(a: Counts, b: Counts): Counts {
  return {
    rowsDone: a.rowsDone + b.rowsDone,
    success: a.success + b.success,
    validation: a.validation + b.validation,
    errors: a.errors + b.errors,
  }
}

/** Adds up what becomes of a file's rows, and lists as many of them as an answer can carry. */
export class ImportReport {
  counts: Counts = { rowsDone: 0, success: 0, validation: 0, errors: 0 }
  readonly #stored: Result[] = []
  readonly #refused: Result[] = []

  add({ counts, stored, refused }: Step): void {
    this.counts = addCounts(this.counts, counts)
    this.#stored.push(...stored.slice(0, MOST_STORED - this.#stored.length))
    this.#refused.push(...refused.slice(0, MOST_REFUSED - this.#refused.length).map(refusedResult))
  }

  /** The rows that an answer lists, in the order of the file. */
  get results(): Result[] {
    return [...this.#stored, ...this.#refused].sort((a, b) => Number(a.rows) - Number(b.rows))
  }

  get omitted(): number {
    return this.counts.rowsDone - this.#stored.length - this.#refused.length
  }
}

function messagesOf({ problems, message = [] }: Refused): string[] {
  return [
    ...problems.map(({ column, reason }) => (column === '' ? reason : `${column}: ${reason}`)),
    ...message,
  ]
}

function storedResult(number: number, { message = [], ...stored }: Stored): Result {
  return { rows: String(number), ...stored, message, problems: [] }
}

function refusedResult({ number, status, reference, problems, messages }: FaultyRow): Result {
  return {
    rows: String(number),
    status,
    message: messages,
    summary: 'This row was not entered.',
    id: '',
    reference,
    problems,
  }
}
