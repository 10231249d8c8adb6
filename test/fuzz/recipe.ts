import { fc } from '../seed.ts'
import type { Documented, JsonSchema } from '../documents.ts'
import { drop, placesIn, put, valueAt, type Path } from './json.ts'
import { nameOfParameter } from './pool.ts'
import { pooledId, strange, strangeNames, valuesOf } from './values.ts'

/** One thing done to a body that works. Places are counted when it is done: there are as many as the body has. */
export type Change =
  | { kind: 'drop' | 'wrap' | 'repeat' | 'swap'; at: number }
  | { kind: 'replace' | 'set'; at: number; value: unknown }
  | { kind: 'add'; at: number; name: string; value: unknown }
  | { kind: 'field'; path: Path; value: unknown }

/** How a request is made of one that works. Says nothing of ids, which are other ones each time. */
export interface Recipe {
  /** Begins with a request that works for the other organisation, about what is its own. */
  isTheirs: boolean
  /** A body out of the schema alone, in place of the one that works. */
  body: { value: unknown } | undefined
  changes: Change[]
  params: Record<string, unknown>
  query: [name: string, value: unknown][]
  headers: Record<string, string>
}

/** The recipes for one operation, from what its document says that it takes. Half of them keep to it. */
export function recipesFor(operation: Documented): fc.Arbitrary<Recipe> {
  return fc.oneof(recipes(operation, false), recipes(operation, true))
}

function recipes(operation: Documented, isRude: boolean): fc.Arbitrary<Recipe> {
  const named = (place: 'path' | 'query') => operation.parameters.filter((each) => each.in === place)
  const params = named('path').map(({ name, schema }) => {
    const ids = pooledId(nameOfParameter(operation.path, name))
    const nonsense = fc.oneof(
      valuesOf(schema, name),
      strange.filter((value) => typeof value === 'string'),
    )
    return [name, isRude ? fc.oneof({ weight: 2, arbitrary: ids }, nonsense) : ids] as const
  })
  const { body } = operation
  return fc.record({
    isTheirs: seldom(fc.constant(true), false),
    body: body ? seldom(fc.record({ value: valuesOf(body) }), undefined) : fc.constant(undefined),
    changes: fc.array(isRude ? rudeChanges(body) : politeChanges(body), {
      maxLength: body || isRude ? 3 : 0,
    }),
    params: sometimes(fc.record(Object.fromEntries(params), { requiredKeys: [], noNullPrototype: true }), {}),
    query: queriesOf(named('query'), isRude),
    headers: isRude ? sometimes(strangeHeaders, {}) : fc.constant({}),
  })
}

function sometimes<T, U>(arbitrary: fc.Arbitrary<T>, otherwise: U): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary })
}

function seldom<T, U>(arbitrary: fc.Arbitrary<T>, otherwise: U): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary })
}

/** Other values for fields, such as the schema allows. */
function politeChanges(body: JsonSchema | undefined): fc.Arbitrary<Change> {
  const fields = fieldsOf(body ?? {}).map(([path, schema]) =>
    fc.record({
      kind: fc.constant('field' as const),
      path: fc.constant(path),
      value: valuesOf(schema, String(path.findLast((step) => typeof step === 'string') ?? '')),
    }),
  )
  const again = fc.record({ kind: fc.constant('repeat' as const), at: fc.constant(0) })
  return fields.length > 0 ? fc.oneof(...fields) : again
}

/** Whatever can be done to a body. */
function rudeChanges(body: JsonSchema | undefined): fc.Arbitrary<Change> {
  const at = fc.nat(10_000)
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('drop', 'wrap', 'repeat', 'swap'), at }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: strange }) },
    fc.record({ kind: fc.constant('add' as const), at, name: strangeNames, value: strange }),
    fc.record({ kind: fc.constant('set' as const), at, value: pooledId('') }),
    politeChanges(body),
  )
}

/** Every field that a body may have, and where. */
function fieldsOf(schema: JsonSchema, path: Path = []): [Path, JsonSchema][] {
  const inBranches = (schema.anyOf ?? []).flatMap((each) => fieldsOf(each, path))
  const inItems = schema.items ? fieldsOf(schema.items, [...path, 0]) : []
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, each]): [Path, JsonSchema][] => [
    [[...path, name], each],
    ...fieldsOf(each, [...path, name]),
  ])
  return [...inBranches, ...inItems, ...inside]
}

function queriesOf(parameters: Documented['parameters'], isRude: boolean): fc.Arbitrary<Recipe['query']> {
  const declared = parameters.map(({ name, schema }) => {
    const allowed = valuesOf(schema, name)
    return fc.tuple(
      fc.constant(name),
      isRude ? fc.oneof({ weight: 2, arbitrary: allowed }, strange) : allowed,
    )
  })
  if (isRude) {
    const unknown = fc.tuple(strangeNames, strange)
    return sometimes(fc.array(fc.oneof(unknown, ...declared), { maxLength: 3 }), [])
  }
  if (declared.length === 0) return fc.constant([])
  return fc.uniqueArray(fc.oneof(...declared), { selector: ([name]) => name, maxLength: 3 })
}

const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { 'idempotency-key': 'the same again' },
  { 'idempotency-key': 'x'.repeat(201) },
  { 'idempotency-key': '\u00e9' },
  { 'if-match': '*' },
  { 'if-match': '"another version"' },
  { 'if-none-match': '*' },
  { accept: 'text/csv' },
  { accept: 'application/xml;q=0.1, */*;q=0' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
  { 'x-organisation-id': '01990000-0000-7000-8000-000000000000' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': '<b>1</b>' },
  { 'last-event-id': '0-0' },
  { range: 'bytes=0-0,1-1,-1' },
  { range: 'bytes=9-1' },
)

/** Does a recipe's changes to a body, one after the other. */
export function changed(body: unknown, changes: readonly Change[]): unknown {
  return changes.reduce(changeOnce, body)
}

function changeOnce(body: unknown, change: Change): unknown {
  if (change.kind === 'field') {
    // A field of something that is not there would make half of it; all of it is a field of its own.
    const around = valueAt(body, change.path.slice(0, -1))
    return typeof around === 'object' && around !== null ? put(body, change.path, change.value) : body
  }
  const places = placesIn(body)
  const place = places[change.at % places.length] ?? []
  const value = valueAt(body, place)
  switch (change.kind) {
    case 'drop':
      return drop(body, place)
    case 'wrap':
      return put(body, place, change.at % 2 === 0 ? [value] : { value })
    case 'repeat':
      return put(body, place, Array.isArray(value) ? [...value, ...value] : [value, value])
    case 'swap': {
      const other = places[(change.at * 7 + 1) % places.length] ?? []
      return put(put(body, place, valueAt(body, other)), other, value)
    }
    case 'add':
      return put(body, [...place, change.name], change.value)
    case 'replace':
    case 'set':
      return put(body, place, change.value)
  }
}
