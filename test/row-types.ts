import { readFileSync } from 'node:fs'
import path from 'node:path'
import { API, SignatureKind, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import type { ObservedValue } from './observe-rows.ts'

/** Compares what statements answered while tests ran with the types that the sources have for their rows: nothing else checks those. */

const root = path.join(import.meta.dirname, '..')

/**
 * Tells of each place where a row was not what its type says: a column that the type does not name, or that no row had, and a value of
 * another kind, such as null where the type has none. One answer for each list of values.
 */
export function wrongRows(answers: ObservedValue[][]): string[][] {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: ['tsconfig.json'] }).getProject('tsconfig.json')
    if (!project) throw new Error('TypeScript opens no project here')
    return answers.map((values) =>
      [...Map.groupBy(values, ({ place }) => place)].flatMap(([place, ofPlace]) =>
        wrongAt(project.checker, place, ofPlace).map((what) => `${place}: ${what}`),
      ),
    )
  } finally {
    api.close()
  }
}

function wrongAt(checker: Checker, place: string, values: ObservedValue[]): string[] {
  const row = rowType(checker, place)
  if (!row) return ['the type of its rows was not found']
  const shapes = row.isUnionType() ? row.getTypes() : [row]
  const named = shapes.flatMap((shape) => checker.getPropertiesOfType(shape).map(({ name }) => name))
  const columns = Map.groupBy(values, ({ column }) => column)
  return [...new Set([...columns.keys(), ...named])].flatMap((name) => {
    const types = shapes.map((shape) => columnType(checker, shape, name))
    const kinds = columns.get(name)?.map(({ kind }) => kind) ?? ['undefined']
    return kinds
      .filter((kind) => !types.some((type) => takes(checker, type, kind)))
      .map(
        (kind) =>
          `${name} is ${kind}, and not ${types.map((type) => checker.typeToString(type)).join(' | ')}`,
      )
  })
}

/** What a row is to have in a column: nothing, unless its type names it or is left open. */
function columnType(checker: Checker, row: Type, name: string): Type {
  const property = checker.getPropertyOfType(row, name)
  if (property) return checker.getTypeOfSymbol(property) ?? checker.getAnyType()
  const isAny = isOpen(row) || (row.isIntersectionType() && row.getTypes().some(isOpen))
  return isAny ? checker.getAnyType() : checker.getUndefinedType()
}

/** Of a call that answers a promise of rows: of all, of one, or of one if there is one. */
function rowType(checker: Checker, place: string): Type | undefined {
  const [file = '', line, column] = place.split(':')
  const text = readFileSync(path.join(root, file), 'utf8')
  const lineStart =
    text
      .split('\n')
      .slice(0, Number(line) - 1)
      .join('\n').length + (line === '1' ? 0 : 1)
  const called = checker.getTypeAtPosition(path.join(root, file), lineStart + Number(column) - 1)
  const [signature] = called ? checker.getSignaturesOfType(called, SignatureKind.Call) : []
  const promise = signature && checker.getReturnTypeOfSignature(signature)
  if (!promise?.isTypeReference()) return undefined
  const [answer] = checker.getTypeArguments(promise)
  const rows = answer && checker.getPropertyOfType(answer, 'rows')
  const list = rows ? checker.getTypeOfSymbol(rows) : answer
  if (list?.isTypeReference() && checker.isArrayLikeType(list)) return checker.getTypeArguments(list)[0]
  return list && checker.getNonNullableType(list)
}

/** A type that is another one each time, or says nothing. */
function isOpen(type: Type): boolean {
  return (type.flags & (TypeFlags.AnyOrUnknown | TypeFlags.Instantiable)) !== 0
}

function takes(checker: Checker, type: Type, kind: string): boolean {
  if (type.isUnionType()) return type.getTypes().some((each) => takes(checker, each, kind))
  if (type.isIntersectionType()) return type.getTypes().every((each) => takes(checker, each, kind))
  if (isOpen(type)) return true
  const isObject = (type.flags & TypeFlags.Object) !== 0
  const isDate = type.getSymbol()?.name === 'Date'
  switch (kind) {
    case 'undefined':
      return (type.flags & TypeFlags.Undefined) !== 0
    case 'null':
      return (type.flags & TypeFlags.Null) !== 0
    case 'Date':
      return isDate
    case 'object':
      return isObject && !isDate
    case 'string':
      return checker.isTypeAssignableTo(type, checker.getStringType())
    case 'number':
      return checker.isTypeAssignableTo(type, checker.getNumberType())
    default:
      return checker.isTypeAssignableTo(type, checker.getBooleanType())
  }
}
