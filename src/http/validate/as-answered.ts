import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { inTransaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Operation } from '../operation.ts'
import type { ServeOptions } from '../serve/serve-options.ts'
import { moveOtherNames } from './other-names.ts'

/**
 * Takes back an answer as a body: whoever changes one field of what GET gave sends the rest with it. A field that the operation does not
 * take, or takes in another form, is left out of the body where it equals what is there. Where it differs, it is refused as ever.
 */
export async function takeAnswerBack(
  request: FastifyRequest,
  { current, body: schema, otherNames = [] }: Operation,
  { database }: ServeOptions,
): Promise<void> {
  const { actor, body } = request
  if (!current || !schema || !actor || !isForeign(schema, body)) return
  const params = request.params as Record<string, unknown>
  const found = await inTransaction(database.db, (trx) => current(trx, actor, params)).catch(ignoreRefusal)
  if (found === undefined) return
  // As it was sent: dates are texts there.
  const shown: unknown = JSON.parse(JSON.stringify(found))
  moveOtherNames(shown, otherNames)
  dropUnchanged(schema, body, shown, true)
}

/** The command refuses it, or the shape is refused before. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

interface ObjectSchema {
  properties: Record<string, TSchema>
  required?: string[]
}

/** The parts of a schema that may hold: those of a union, or itself. */
function choices(schema: TSchema): TSchema[] {
  const { anyOf } = schema as { anyOf?: TSchema[] }
  return anyOf ? anyOf.flatMap(choices) : [schema]
}

function objectIn(schema: TSchema): ObjectSchema | undefined {
  return choices(schema).find((each) => 'properties' in each) as ObjectSchema | undefined
}

function itemsIn(schema: TSchema): TSchema | undefined {
  return choices(schema).flatMap((each) => ('items' in each ? [each.items as TSchema] : []))[0]
}

/** True if a value is of a type that the schema takes, and one of its few values where it has only a few. */
function fits(schema: TSchema, value: unknown): boolean {
  return choices(schema).some((each) => {
    const { type, enum: few, items } = each as { type?: string; enum?: unknown[]; items?: TSchema }
    if (few && !few.includes(value)) return false
    if (items && Array.isArray(value)) return value.every((item) => fits(items, item))
    return type === undefined || typesOf(value).includes(type)
  })
}

function typesOf(value: unknown): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return typeof value === 'number' ? ['number', 'integer'] : [typeof value]
}

/** True if a body has fields that its schema does not know, or knows in another form. */
function isForeign(schema: TSchema, value: unknown): boolean {
  const items = itemsIn(schema)
  if (Array.isArray(value)) return items !== undefined && value.some((each) => isForeign(items, each))
  const known = objectIn(schema)?.properties
  if (!known || !isFields(value)) return !fits(schema, value)
  return Object.entries(value).some(([name, each]) => {
    const field = known[name]
    return field === undefined || isForeign(field, each)
  })
}

function dropUnchanged(schema: TSchema, value: unknown, shown: unknown, isBody = false): void {
  const items = itemsIn(schema)
  if (Array.isArray(value) && Array.isArray(shown) && items) {
    for (const [index, each] of value.entries()) dropUnchanged(items, each, sameIn(shown, each, index))
  }
  const known = objectIn(schema)
  if (!known || !isFields(value) || !isFields(shown)) return
  for (const [name, each] of Object.entries(value)) {
    const field = known.properties[name]
    const isSame = Object.hasOwn(shown, name) && isDeepStrictEqual(each, shown[name])
    const isNeeded = known.required?.includes(name) ?? false
    // What a change leaves out stays: so the body says it no less.
    const isDropped = isSame && (!field || (!isNeeded && (isBody || isForeign(field, each))))
    if (isDropped) delete value[name]
    else if (field) dropUnchanged(field, each, shown[name])
  }
}

/** The entry of a list that one of a body means: that of the same id, else the one in its place. */
function sameIn(shown: unknown[], entry: unknown, index: number): unknown {
  const id = isFields(entry) ? entry['id'] : undefined
  const same = id === undefined ? undefined : shown.find((each) => isFields(each) && each['id'] === id)
  return same ?? shown[index]
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
