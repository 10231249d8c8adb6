import { fieldName } from '../../words/field-names.ts'

type Value = string | number | boolean | null

/** A field of a change: by its path, as people call it, with what stood there and what stands there since. */
export interface EntryChange {
  field: string
  fieldName: string
  before: Value
  after: Value
}

/**
 * Lists the fields of both sides of a change that differ, in their order and in the reader's words. Lists of texts and figures are one field; of
 * what lies deeper, each field stands by itself.
 *
 * @example entryChanges({ role: 'viewer' }, { role: 'admin' }, 'en') // [{ field: 'role', fieldName: 'Role', before: 'viewer', after: 'admin' }]
 */
export function entryChanges(before: unknown, after: unknown, language: string): EntryChange[] {
  const sides = [new Map(leavesOf(before, '')), new Map(leavesOf(after, ''))] as const
  const fields = new Set(sides.flatMap((side) => [...side.keys()]))
  return [...fields].flatMap((field) => {
    const [was = null, is = null] = sides.map((side) => side.get(field))
    return was === is ? [] : [{ field, fieldName: fieldName(field, language), before: was, after: is }]
  })
}

function leavesOf(value: unknown, path: string): [path: string, value: Value][] {
  if (isValue(value)) return value === null ? [] : [[path, value]]
  if (Array.isArray(value))
    return value.every(isValue)
      ? [[path, value.join(', ')]]
      : value.flatMap((each, place) => leavesOf(each, `${path}[${place}]`))
  if (typeof value !== 'object') return []
  return Object.entries(value ?? {}).flatMap(([name, each]) =>
    leavesOf(each, path === '' ? name : `${path}.${name}`),
  )
}

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
