/** A field of a change, with what stood there and what stands there since, as text. */
export interface ChangedField {
  name: string
  before: string
  after: string
}

/**
 * The fields of both sides of a change, in their order. A side that is no object is one field without a name.
 *
 * @example changedFields({ role: 'viewer' }, { role: 'admin' }) // [{ name: 'role', before: 'viewer', after: 'admin' }]
 */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const sides = [membersOf(before), membersOf(after)] as const
  const names = [...new Set(sides.flatMap((side) => Object.keys(side)))]
  return names.map((name) => ({ name, before: textOf(sides[0][name]), after: textOf(sides[1][name]) }))
}

function membersOf(side: unknown): Record<string, unknown> {
  if (side === null || side === undefined) return {}
  return typeof side === 'object' && !Array.isArray(side) ? { ...side } : { '': side }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
