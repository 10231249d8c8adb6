import type { ValidateFunction } from 'ajv'
import { faultsOf, makeAjv } from '../../http/validation.ts'
import type { Fault } from '../../kernel/errors.ts'
import { problemAt, type Outcome, type Problem, type Row } from '../../system/imports/imports.ts'

/** Checks bodies as the operation that takes them one by one does. */
export function bodyCheck(schema: object): (body: unknown) => Fault[] {
  let validate: ValidateFunction | undefined
  return (body) => {
    validate ??= makeAjv(false).compile(schema)
    if (validate(body)) return []
    const error = Object.assign(new Error('the body is not valid'), { validation: validate.errors ?? [] })
    return faultsOf(error) ?? []
  }
}

/**
 * Faults of a body in the words of the row it was made of. `columns` says which column a path of the body comes from, without
 * the indexes of lists. Of a column that has a problem already nothing more is said.
 */
export function problemsOf(row: Row, faults: Fault[], columns: Record<string, string>): Problem[] {
  const known = new Set(row.problems.map(({ column }) => column))
  return faults
    .map(({ path, message }) => {
      const plain = path.replaceAll(/\[\d+\]/g, '')
      return problemAt(row, columns[plain] ?? plain, message)
    })
    .filter(({ column }) => column === '' || !known.has(column))
}

/** The outcome of a row with something wrong in it. */
export function refusedRow(row: Row, problems: Problem[], reference: string): Outcome {
  return { status: 'validation', reference, problems: [...row.problems, ...problems] }
}
