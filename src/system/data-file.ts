import { readFileSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import { faultsOfErrors, makeAjv } from '../http/validate/validation.ts'
import { MendableError, reasonOf } from '../kernel/errors.ts'
import { message, type Message } from '../words/catalogue.ts'
import type { UniqueData } from '../words/terms.ts'

/** Directory in which the reference data is shipped. */
export const DATA_DIRECTORY = new URL('../../data/', import.meta.url)

/** A file of reference data that cannot be used. The message is one line that names the file and the place in it. */
export class ReferenceDataError extends MendableError {
  constructor(file: string, problem: Message) {
    super(message('referenceDataIsWrong', { file, problem }))
  }
}

/** Reads one file of reference data and checks its shape. */
export function readDataFile<Schema extends TSchema>(
  file: string,
  schema: Schema,
  directory: URL = DATA_DIRECTORY,
): Static<Schema> {
  const content = parseJson(file, directory)
  const ajv = validator()
  ajv.validate(schema, content)
  const [wrong] = faultsOfErrors(ajv.errors ?? [], '')
  if (wrong) {
    const { path, code } = wrong
    const reason = code === 'additionalProperties' ? message('isNoFieldOfFile', {}) : reasonOf(wrong)
    throw new ReferenceDataError(file, message('dataIsInvalid', { path, reason }))
  }
  // Ajv has just found the content to have this shape.
  return content as Static<Schema>
}

const validator = once(() => makeAjv(false))

function parseJson(file: string, directory: URL): unknown {
  try {
    return JSON.parse(readFileSync(new URL(file, directory), 'utf8'))
  } catch (error) {
    // In the words of the system.
    const reason = error instanceof Error ? error.message : String(error)
    throw new ReferenceDataError(file, message('dataIsUnreadable', { reason }))
  }
}

/** Makes a value at the first call and keeps it: reading files is no effect of an import. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** Adds under a key that may be used once in the whole file. */
export function addUnique<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  file: string,
  what: UniqueData,
  of: { grade?: number } = {},
): void {
  if (map.has(key))
    throw new ReferenceDataError(file, message('dataIsThereTwice', { what, key: String(key), ...of }))
  map.set(key, value)
}

/** Freezes a value and all it holds, so that nobody who is handed it can change what others see. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFreeze(each)
  }
  return value
}
