import type { Actor } from '../../http/actor.ts'
import { problemAt, type Problem, type Row, type UnderstoodSchema } from '../../system/imports/imports.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { findImplausible, type CheckedRow } from './plausible-rules.ts'

/**
 * Finds implausible figures of a row: warnings, or problems where they exceed all that exists and nobody has confirmed the row. Other
 * faults of a cell go first, and a row that is there already is not refused.
 *
 * @param about what the row is about, where its columns do not tell
 */
export function checkPlausible(
  row: Row,
  understood: UnderstoodSchema,
  { countryISO, now }: Pick<Actor, 'countryISO' | 'now'>,
  { confirmed, isThere, before }: Looked,
  about: Omit<CheckedRow, keyof UnderstoodSchema> = {},
): { warnings: Message[]; problems: Problem[] } {
  const found = findImplausible({ ...understood, ...about }, countryISO, now)
  // Nearly all rows, however many columns they have.
  if (found.length === 0) return { warnings: [], problems: [] }
  const isRight = isThere || confirmed.has(row.number)
  const names = new Set(row.header.places.map(({ name }) => name))
  const blamed = new Set([...row.problems, ...before].map(({ column }) => column))
  const warnings: Message[] = []
  const problems: Problem[] = []
  for (const { column, reason, isRefused } of found) {
    const problem = problemAt(row, nameOf(names, column), message('confirmRow', { reason }), 'implausible')
    if (blamed.has(problem.column)) continue
    if (isRefused && !isRight) problems.push(problem)
    else warnings.push(message('columnLooksOdd', { column: problem.column, reason }))
  }
  return { warnings, problems }
}

/** Facts of a row known before it is checked. */
interface Looked {
  /** Rows that somebody has said are right, however they look. */
  confirmed: ReadonlySet<number>
  isThere: boolean
  /** Problems found already. */
  before: Problem[]
}

/** The day of a planting has another name than that of stock. */
function nameOf(names: Set<string>, column: string): string {
  return names.has(column) ? column : column === 'date' && names.has('planted') ? 'planted' : column
}
