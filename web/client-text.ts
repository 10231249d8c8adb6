// The types of every operation as TypeScript, from the OpenAPI documents that the service serves.

interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Content = Record<string, { schema?: Schema }>
interface Documented {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses?: Record<string, { content?: Content }>
}
export interface OpenApi {
  components?: { schemas?: Record<string, Schema> }
  paths: Record<string, Record<string, Documented>>
}

const text = (value: unknown) => JSON.stringify(value)
const union = (schemas: Schema[], pad: string) =>
  [...new Set(schemas.map((each) => typeOf(each, pad)))].join(' | ')

/** A JSON schema as TypeScript. */
function typeOf(schema: Schema | undefined, pad: string): string {
  if (schema === undefined || Object.keys(schema).length === 0) return 'unknown'
  const { $ref, anyOf, oneOf, allOf, type, items } = schema
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return text(schema.const)
  if (schema.enum) return schema.enum.map(text).join(' | ')
  if (anyOf ?? oneOf) return union(anyOf ?? oneOf ?? [], pad)
  if (allOf) return allOf.map((each) => typeOf(each, pad)).join(' & ')
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, pad)).join(' | ')
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean' || type === 'string' || type === 'null') return type
  if (type === 'array') return `Array<${typeOf(items, pad)}>`
  return type === 'object' ? objectOf(schema, pad) : 'unknown'
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, pad: string): string {
  const inner = `${pad}  `
  const members = Object.entries(properties).map(([name, each]) => {
    const key = /^[\w$]+$/.test(name) ? name : text(name)
    return `${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(each, inner)}`
  })
  if (typeof additionalProperties === 'object')
    members.push(`${inner}[name: string]: ${typeOf(additionalProperties, inner)}`)
  return members.length === 0 ? 'Record<string, unknown>' : `{\n${members.join('\n')}\n${pad}}`
}

function operationOf(key: string, { parameters = [], requestBody, responses = {} }: Documented): string {
  const list = (kind: string) => {
    const given = parameters.filter((each) => each.in === kind)
    const members = given.map(
      ({ name, required, schema }) => `${text(name)}${required ? '' : '?'}: ${typeOf(schema, '    ')}`,
    )
    return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
  }
  const good = Object.entries(responses).find(([code]) => code.startsWith('2'))?.[1]
  const jsonOf = (content: Content | undefined) => typeOf(content?.['application/json']?.schema, '    ')
  return `  ${text(key)}: {
    path: ${list('path')}
    query: ${list('query')}
    body: ${jsonOf(requestBody?.content)}
    result: ${jsonOf(good?.content)}
  }`
}

/** The most characters of each text of a body, by its path without indexes. What several shapes allow differently has the least of them. */
function limitsOf(
  schema: Schema | undefined,
  shapes: Map<string, Schema>,
  at = '',
  depth = 0,
): Map<string, number> {
  const limits = new Map<string, number>()
  const merge = (found: Map<string, number>) => {
    for (const [name, most] of found) limits.set(name, Math.min(most, limits.get(name) ?? most))
  }
  if (schema === undefined || depth > MOST_DEEP) return limits
  const { $ref, items, properties = {}, maxLength } = schema
  if ($ref) merge(limitsOf(shapes.get($ref.split('/').at(-1) ?? ''), shapes, at, depth + 1))
  if (maxLength !== undefined) merge(new Map([[at, maxLength]]))
  if (items) merge(limitsOf(items, shapes, at, depth + 1))
  for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    merge(limitsOf(each, shapes, at, depth + 1))
  for (const [name, each] of Object.entries(properties))
    merge(limitsOf(each, shapes, at === '' ? name : `${at}.${name}`, depth + 1))
  return limits
}

const MOST_DEEP = 12

/** As a constant of its own for each operation, so that a screen carries only those of its forms. */
function limitsText(key: string, { requestBody }: Documented, shapes: Map<string, Schema>): string[] {
  const limits = limitsOf(requestBody?.content['application/json']?.schema, shapes)
  if (limits.size === 0) return []
  const [method = '', url = ''] = key.split(' ')
  const words = url
    .replace('/api/', '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const name = [
    method.toLowerCase(),
    ...words.map((each) => each[0]?.toUpperCase() + each.slice(1)),
    'Limits',
  ].join('')
  const lines = [...limits].map(([path, most]) => `  ${text(path)}: ${most},`)
  return [`export const ${name} = {\n${lines.join('\n')}\n} as const`]
}

/** The operation whose limits the weighbridge, which is the first picture of many, needs: they are a file of their own. */
const WEIGHED_BY = 'POST /api/inventory/loads'

/** The texts of the client's files. */
interface ClientTexts {
  /** Shapes that have names, and the operations; it hands on the limits as well. */
  operations: string
  /** The same types for the client library, which leaves limits to the service. */
  library: string
  /** How long the texts may be that the weighbridge sends. */
  loadLimits: string
  /** How long all other texts may be, which only forms need. */
  limits: string
}

/** Shapes that have names, and all operations, as types alone. */
function typesText(documents: OpenApi[]): string {
  const shapes = new Map(documents.flatMap(({ components }) => Object.entries(components?.schemas ?? {})))
  const types = [...shapes].map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')}`)
  const operations = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, each]) => operationOf(`${method.toUpperCase()} ${url}`, each)),
    ),
  )
  return `${types.join('\n')}
export interface Operations {
${operations.join('\n')}
}
`
}

const HEAD = '// Generated from the OpenAPI documents by make-client.ts: npm run client. Do not edit.\n'

/** Writes what the page knows of the service: types, and apart from them what is there at run time, so that each screen fetches only its own. */
export function clientTexts(documents: OpenApi[]): ClientTexts {
  const shapes = new Map(documents.flatMap(({ components }) => Object.entries(components?.schemas ?? {})))
  const limitsOfThose = (isOne: (key: string) => boolean) =>
    documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([url, methods]) =>
        Object.entries(methods).flatMap(([method, each]) => {
          const key = `${method.toUpperCase()} ${url}`
          return isOne(key) ? limitsText(key, each, shapes) : []
        }),
      ),
    )
  return {
    operations: `${HEAD}export * from './load-limits.ts'
export * from './limits.ts'
${typesText(documents)}`,
    library: `${HEAD}${typesText(documents)}`,
    loadLimits: `${HEAD}${limitsOfThose((key) => key === WEIGHED_BY).join('\n')}\n`,
    limits: `${HEAD}${limitsOfThose((key) => key !== WEIGHED_BY).join('\n')}\n`,
  }
}
