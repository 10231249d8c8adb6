import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { fault, invalidInput, refuseFaults, type Fault, type Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Names by which other operations call the same fields, each with the name that the field has here. Either may be a path:
 * `driver.name` for `driverName`. `at` is where the object is: `source.intake`, or `records[]` for each of a list.
 */
export interface OtherNames {
  at: string
  names: Record<string, string>
  /** A field that may be sent several times: sent under both names, all its values count. */
  isRepeated?: boolean
}

/** A field as it was sent under another name, for faults: both are paths from the body's root. */
export interface Renamed {
  from: string
  to: string
}

type Fields = Record<string, unknown>

/**
 * Moves what a request says under other names to the names that its operation has, before it is validated: fields of the body, and
 * parameters written with `f:` where the operation has none, or without it.
 *
 * @returns what was moved
 * @throws Refusal `invalid_input` where a field of the body is sent under both names and they differ
 */
export function takeOtherNames({ body, query, routeOptions }: FastifyRequest): Renamed[] {
  const { operation } = routeOptions.config
  if (!operation) return []
  // The frame has parsed the query into an object of its own.
  const parameters = moveOtherNames(query, spellingsOf(query, operation.query))
  const fields = moveOtherNames(body, operation.otherNames ?? [])
  refuseFaults(fields.faults)
  return [...parameters.renamed, ...fields.renamed]
}

/** Parameters as they were sent that the operation knows by the other spelling alone: `type` of one search is `f:type` of another. */
function spellingsOf(sent: unknown, schema: unknown): OtherNames[] {
  const { properties: known = {} } = (schema ?? {}) as { properties?: object }
  const isKnown = (name: string) => Object.hasOwn(known, name)
  const pairs = Object.keys(sent ?? {})
    .map((name) => [name, name.startsWith('f:') ? name.slice(2) : `f:${name}`] as const)
    .filter(([name, own]) => !isKnown(name) && isKnown(own))
  return [{ at: '', names: Object.fromEntries(pairs), isRepeated: true }]
}

/** Moves other names to own ones in any value. A field sent under both names with different values is a fault. */
export function moveOtherNames(value: unknown, list: OtherNames[]): { renamed: Renamed[]; faults: Fault[] } {
  const renamed: Renamed[] = []
  const faults: Fault[] = []
  for (const { at, names, isRepeated } of list) {
    const steps = at.split(/\.|(?=\[\])/).filter((step) => step !== '')
    for (const [path, object] of objectsAt(value, steps, ''))
      for (const [other, own] of Object.entries(names)) {
        const found = moveField(object, path, { other, own, isRepeated })
        if (found && 'code' in found) faults.push(found)
        else if (found) renamed.push(found)
      }
  }
  return { renamed, faults }
}

/** A refusal that names fields as the request did. */
export function inNamesAsSent(refusal: Refusal, renamed: Renamed[]): Refusal {
  if (renamed.length === 0 || refusal.code !== 'invalid_input') return refusal
  const asSent = (path: string) => {
    const moved = renamed.find(({ to }) => path === to || path.startsWith(`${to}.`))
    return moved ? moved.from + path.slice(moved.to.length) : path
  }
  return invalidInput(refusal.faults.map((each) => ({ ...each, path: asSent(each.path) })))
}

function* objectsAt(value: unknown, [part, ...rest]: string[], path: string): Generator<[string, Fields]> {
  if (part === '[]') {
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) yield* objectsAt(each, rest, `${path}[${index}]`)
  } else if (isFields(value)) {
    if (part === undefined) yield [path, value]
    else yield* objectsAt(value[part], rest, joined(path, part))
  }
}

function moveField(
  object: Fields,
  path: string,
  { other, own, isRepeated }: { other: string; own: string; isRepeated: boolean | undefined },
): Renamed | Fault | undefined {
  const [holder, name] = holderOf(object, other)
  const value = holder?.[name]
  if (!holder || value === undefined) return undefined
  const [ownHolder, ownName] = holderOf(object, own, { isMade: value !== null })
  // What holds the field here is none, and validation says so.
  if (!ownHolder) return undefined
  const there = ownHolder[ownName]
  const [from, to] = [joined(path, other), joined(path, own)]
  if (there !== undefined && !isRepeated && !isDeepStrictEqual(there, value))
    return fault(from, message('contradicts', { field: to }), 'contradiction')
  ownHolder[ownName] = there !== undefined && isRepeated ? [there, value].flat() : value
  delete holder[name]
  removeEmpty(object, other.split('.').slice(0, -1))
  return { from, to }
}

/** Finds the object that holds a field, and the field's name there. If asked for, makes the objects that are missing. */
function holderOf(object: Fields, path: string, { isMade = false } = {}): [Fields | undefined, string] {
  const steps = path.split('.')
  const name = steps.pop() ?? ''
  let holder = object
  for (const step of steps) {
    const inner = holder[step]
    if (isMade && (inner === undefined || inner === null)) holder[step] = {}
    const next = holder[step]
    if (!isFields(next)) return [undefined, name]
    holder = next
  }
  return [holder, name]
}

/** An object of which all was moved is not sent to a schema that does not know it. */
function removeEmpty(object: Fields, steps: string[]): void {
  const [first, ...rest] = steps
  if (first === undefined) return
  const inner = object[first]
  if (!isFields(inner)) return
  removeEmpty(inner, rest)
  if (Object.keys(inner).length === 0) delete object[first]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** The other names of an operation's fields, for its description. */
export function describeOtherNames(list: OtherNames[]): string {
  const pairs = new Set(
    list.flatMap(({ names }) => Object.entries(names).map(([other, own]) => `\`${other}\` for \`${own}\``)),
  )
  return pairs.size === 0 ? '' : ` Names of other operations are taken too: ${[...pairs].join(', ')}.`
}
