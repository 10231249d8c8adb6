import { message } from '../../words/catalogue.ts'
import type { PatchOperation } from './reduce-patch.ts'
import { scimRefusal } from './refuse.ts'

/** More than there are attributes; directories send what has changed of one person. */
const MOST_OPERATIONS = 100
const operationNames = ['add', 'replace', 'remove'] as const

/**
 * Reads the operations of a change. Their names are taken in any case: some directories send `Replace`.
 *
 * @throws Refusal `invalidSyntax` or `invalidValue`
 */
export function operationsIn(body: unknown): PatchOperation[] {
  const listed = memberOf(body, 'operations')
  if (!Array.isArray(listed) || listed.length === 0)
    throw scimRefusal('invalidSyntax', message('directoryChangeIsEmpty', {}))
  if (listed.length > MOST_OPERATIONS)
    throw scimRefusal('invalidValue', message('directoryChangeIsTooLong', { limit: MOST_OPERATIONS }))
  return listed.map(operationFrom)
}

function operationFrom(given: unknown): PatchOperation {
  const name = memberOf(given, 'op')
  const operation = operationNames.find((each) => typeof name === 'string' && each === name.toLowerCase())
  if (!operation) throw scimRefusal('invalidSyntax', message('directoryChangeIsUnknown', {}))
  const path = memberOf(given, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw scimRefusal('invalidPath', message('directoryValueIsWrong', { path: 'path' }))
  const isGiven = typeof path === 'string' && path.trim() !== ''
  return { operation, path: isGiven ? path : undefined, value: memberOf(given, 'value') }
}

/** A member of an object, whatever the case of its name. */
function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([each]) => each.toLowerCase() === name)?.[1]
}
