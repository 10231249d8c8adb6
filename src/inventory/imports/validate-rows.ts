import type { ValidateFunction } from 'ajv'
import { faultsOfErrors, makeAjv } from '../../http/validate/validation.ts'
import { type Fault, reasonOf, type Refusal } from '../../kernel/errors.ts'
import { problemAt, type Outcome, type Problem, type Row } from '../../system/imports/imports.ts'
import { message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'

/** Checks bodies as the operation that takes them one by one does. */
export function bodyCheck(schema: object): (body: unknown) => Fault[] {
  let validate: ValidateFunction | undefined
  return (body) => {
    validate ??= makeAjv(false).compile(schema)
    return validate(body) ? [] : faultsOfErrors(validate.errors ?? [], 'body')
  }
}

/**
 * Faults of a body in the words of the row it was made of, after what was found out about the row before. `columns` says which
 * column a path of the body comes from, without the indexes of lists. A column that has a problem already was not made into
 * what the body ought to have, so nothing more is said of it; of what a body has, each column is blamed once.
 */
export function problemsOf(
  row: Row,
  before: Problem[],
  faults: Fault[],
  columns: Record<string, string>,
): Problem[] {
  const said = new Set([...row.problems, ...before].map(({ column }) => column))
  const found = faults.map((each) => {
    const plain = each.path.replaceAll(/\[\d+\]/g, '')
    const name = columns[plain] ?? plain
    return problemAt(row, name, inItsUnit(row, name, each), each.code)
  })
  return [
    ...before,
    ...found.filter(({ column }) => column === '' || (!said.has(column) && said.add(column))),
  ]
}

/** A limit of a body is in the body's unit, and means nothing beside a cell in another: 8500 t/ha are not less than 1000000. */
function inItsUnit(row: Row, name: string, { code, data, ...said }: Fault): Wording {
  const place = row.header.places.find((each) => each.name === name)
  const isOther =
    code === 'maximum' &&
    'limit' in data &&
    place?.unit !== undefined &&
    place.unit !== place.column.defaultUnit
  const reason = reasonOf(said)
  return isOther ? message('inUnit', { reason, unit: place.column.defaultUnit }) : reason
}

/** The outcome of a row with something wrong in it. */
export function refusedRow(row: Row, problems: Problem[], reference: string): Outcome {
  return { status: 'validation', reference, problems: [...row.problems, ...problems] }
}

/** A row that was sound and that nothing came of: why, with the code where it was refused. */
export function rowNotEntered(result: Refusal | undefined, reference: string): Outcome {
  const said = result?.said ?? message('rowWasNotEntered', {})
  return { status: 'error', reference, problems: [], message: [said], ...(result && { code: result.code }) }
}
