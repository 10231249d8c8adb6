import { readFileSync } from 'node:fs'
import { validate } from '@scalar/openapi-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { permissions } from '../src/kernel/permissions.ts'
import { DATE_FORMAT } from '../src/http/validate/schema.ts'
import { refusalCodes } from '../src/kernel/errors.ts'
import { isDateText } from '../src/kernel/time.ts'
import { shareTestApp } from './app.ts'
import { hasParameter, isWrite, operationsOf, readDocuments, services, type JsonSchema } from './documents.ts'

// The OpenAPI documents are the contract: valid, complete, and what was agreed on (operations.csv).

/** The operations of later work. One that is served by now has to leave this list. */
const notYetThere = new Set<string>()

interface AgreedOperation {
  service: string
  title: string
  method: string
  path: string
  auth: 'yes' | 'no'
}

const agreed: (AgreedOperation & { key: string })[] = parse<AgreedOperation>(
  readFileSync(new URL('operations.csv', import.meta.url)),
  { columns: true },
).map((row) => ({ ...row, key: `${row.method} /api/${row.service}${row.path}` }))

const service = await shareTestApp()
const documents = await readDocuments(service)
const operations = operationsOf(documents)
afterAll(() => service.close())

describe.each(services)('the document of %s', (name) => {
  const document = documents[name]

  test('is valid OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0')
    const { valid, errors } = validate(document)
    expect({ valid, errors: errors ?? [] }).toEqual({ valid: true, errors: [] })
  })

  test('says what it is', () => {
    expect(document.info).toMatchObject({
      title: expect.stringMatching(/^Granary: /),
      version: expect.any(String),
    })
    expect(document.info.description).toMatch(/\.$/)
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual(['accessToken', 'apiKey'])
  })

  test('says what each subject of its operations is about, and has no others', () => {
    const subjects = operations.filter((each) => each.service === name).flatMap(({ tags }) => tags)
    expect(document.tags.map((tag) => tag.name).sort()).toEqual([...new Set(subjects)].sort())
    for (const tag of document.tags) expect(tag.description, tag.name).toMatch(/^[A-Z].+\.$/)
  })

  test('has only schemas that can be compiled, and references that lead somewhere', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true })
    ajv.addFormat(DATE_FORMAT, isDateText)
    addFormats.default(ajv)
    ajv.addVocabulary(['example', 'components', 'x-names', 'x-permission'])
    ajv.addSchema({ $id: 'document', components: document.components })
    for (const { at, schema } of schemasOf(name)) {
      const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'))
      expect(() => ajv.compile(local), at).not.toThrow()
    }
  })

  test('closes every object, so that nothing unknown is taken or dropped', () => {
    const open = schemasOf(name).flatMap(({ at, schema }) => openObjects(schema, at))
    expect(open).toEqual([])
  })
})

function schemasOf(name: (typeof services)[number]): { at: string; schema: JsonSchema }[] {
  const ofOperations = operations
    .filter((each) => each.service === name)
    .flatMap(({ key, parameters, body, responses }) => [
      ...parameters.map(({ name: parameter, schema }) => ({ at: `${key} ${parameter}`, schema })),
      ...(body ? [{ at: `${key} body`, schema: body }] : []),
      ...Object.values(responses['200']?.content ?? {}).map(({ schema }) => ({
        at: `${key} answer`,
        schema,
      })),
    ])
  const shared = Object.entries(documents[name].components.schemas).map(([at, schema]) => ({ at, schema }))
  return [...ofOperations, ...shared]
}

/** Where what a field means is said of one of its choices alone. */
function saidInside({ properties = {}, items, anyOf = [], description }: JsonSchema, at: string): string[] {
  const isNullable = anyOf.length === 2 && anyOf[1]?.type === 'null'
  return [
    ...(isNullable && anyOf[0]?.['description'] !== undefined && description === undefined ? [at] : []),
    ...Object.entries(properties).flatMap(([name, each]) => saidInside(each, `${at}.${name}`)),
    ...(items ? saidInside(items, `${at}[]`) : []),
    ...anyOf.flatMap((each) => saidInside(each, at)),
  ]
}

/** Where a schema has a field of which neither it nor the shape that it refers to says what it means. */
function unexplained(schema: JsonSchema, shapes: Record<string, JsonSchema>, at: string): string[] {
  const { properties = {}, items, anyOf = [] } = whole(schema, shapes)
  return [
    ...Object.entries(properties).flatMap(([name, each]) => [
      ...(whole(each, shapes)['description'] ? [] : [`${at}.${name}`]),
      ...unexplained(each, shapes, `${at}.${name}`),
    ]),
    ...(items ? unexplained(items, shapes, `${at}[]`) : []),
    ...anyOf.flatMap((each) => unexplained(each, shapes, at)),
  ]
}

/** A schema with what the shape that it refers to says, where it refers to one. */
function whole(schema: JsonSchema, shapes: Record<string, JsonSchema>): JsonSchema {
  return { ...shapes[schema.$ref?.split('/').at(-1) ?? ''], ...schema }
}

/** Where a schema has an object with fields that lets others in. */
function openObjects(schema: JsonSchema, at: string): string[] {
  const { properties, items, anyOf = [], additionalProperties } = schema
  return [
    ...(properties && additionalProperties !== false ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => openObjects(each, `${at}.${name}`)),
    ...(items ? openObjects(items, `${at}[]`) : []),
    ...anyOf.flatMap((each) => openObjects(each, at)),
  ]
}

describe('the operations', () => {
  test('are those agreed on, but for those not there yet', () => {
    const served = new Set(operations.map(({ key }) => key))
    const missing = agreed.filter(({ key }) => !served.has(key)).map(({ key }) => key)
    expect(missing.sort()).toEqual([...notYetThere].sort())
  })

  test.each(agreed.filter(({ key }) => !notYetThere.has(key)))(
    '$key has its title and asks for a credential or not',
    ({ key, title, auth }) => {
      const operation = operations.find((each) => each.key === key)
      expect(operation?.title).toBe(title)
      expect(operation?.permission === 'public').toBe(auth === 'no')
    },
  )

  test('have titles of their own within a service', () => {
    const titles = operations.map((operation) => `${operation.service} ${operation.title}`)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  test('have names of their own within a service, for functions of a client', () => {
    const ids = operations.map(({ service, operationId }) => `${service} ${operationId}`)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^\w+ (get|post|put|patch|delete)[a-zA-Z0-9]+$/.test(id))).toEqual([])
    expect(ids).toContain('inventory putMovementsByIdActions')
  })

  test('are those of operations.txt, which vitest -u writes anew', async () => {
    const lines = operations.map(({ key, title, permission }) => `${key} | ${title} | ${permission}`)
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('operations.txt')
  })
})

describe('what generators of clients make types of', () => {
  const schemaOf = (path: string, type = 'application/json') =>
    documents.inventory.paths[path]?.['get']?.responses['200']?.content?.[type]?.schema
  const shapes = documents.inventory.components.schemas

  test('has a name of its own where it is answered in several places', () => {
    const movement = { $ref: '#/components/schemas/Movement' }
    expect(schemaOf('/api/inventory/movements/{id}')).toEqual(movement)
    expect(schemaOf('/api/inventory/movements')?.properties?.['docs']?.items).toEqual(movement)
    expect(shapes['FullRecord']?.properties?.['storage']).toEqual({
      $ref: '#/components/schemas/RecordStorage',
    })
    expect(JSON.stringify(documents)).not.toContain('"title":"Movement"')
  })

  test('keeps what a shape means, with the shape or with where it is used', () => {
    expect(shapes['ScaleWeight']?.['description']).toMatch(/^A weight read from a scale\./)
    const { weightRemaining } = shapes['Movement']?.properties ?? {}
    expect(JSON.stringify([shapes['Weight'], weightRemaining])).toContain('A weight in kilograms')
  })

  test('says what a field that may be null means where generators look for it', () => {
    const unsaid = schemasOf('inventory').flatMap(({ at, schema }) => saidInside(schema, at))
    expect(unsaid).toEqual([])
  })

  test('has the closed lists of words', () => {
    expect(shapes['Error']?.properties?.['code']?.enum).toEqual(refusalCodes)
    expect(shapes['Acknowledgement']?.properties?.['status']?.enum).toEqual(['success'])
  })

  test('has the tables that searches answer with format=csv and xlsx, and the events of traces', () => {
    const formats = operations
      .filter((each) => hasParameter(each, 'format'))
      .map(({ responses }) => Object.keys(responses['200']?.content ?? {}).join(', '))
    const workbooks = 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const traces = 'application/json, application/ld+json'
    const reports = `application/json, ${workbooks}, application/pdf`
    expect(new Set(formats)).toEqual(new Set([`application/json, ${workbooks}`, workbooks, traces, reports]))
    expect(formats.filter((each) => each === traces)).toHaveLength(2)
    expect(formats.filter((each) => ![workbooks, traces].includes(each)).length).toBeGreaterThan(8)
  })

  test('asks for no body where none is needed', () => {
    const bodyless = operations.filter(({ body, needsBody }) => body && !needsBody)
    expect(bodyless.map(({ key }) => key)).toEqual([
      'DELETE /api/inventory/movements/{id}',
      'POST /api/inventory/movements/{id}/restore',
      'POST /api/inventory/harvest-plans/backfill',
    ])
  })

  test('has what is posted to webhooks', () => {
    const { webhooks } = documents.system as { webhooks?: { event: { post: { requestBody: object } } } }
    expect(JSON.stringify(webhooks?.event.post.requestBody)).toContain('"movement.created"')
  })

  test.each(services)('has a server, in the document of %s', (name) => {
    expect(documents[name]).toMatchObject({ servers: [{ url: '/' }] })
  })
})

test('filters say what their values are', () => {
  const records = operations.find(({ key }) => key === 'GET /api/inventory/records')
  const said = (name: string) => records?.parameters.find((each) => each.name === name)?.description
  expect(said('f:commodityGrade')).toMatch(/^Grade, by id; 0 is ungraded\. /)
  expect(said('f:commodityType')).toMatch(
    /^Type, by id, or by words that name it with its commodity, such as winter wheat; 0 is mixed\. /,
  )
  expect(said('f:status')).toMatch(/^Status, active or empty\. /)
  expect(said('f:harvestYear')).toMatch(/^Harvest year\. /)
})

/** What may go wrong everywhere, and what only where something is changed. */
const ALWAYS = ['400', '401', '403', '404', '421', '429', '500', '503']
const ON_WRITES = ['409', '413', '415', '422']
const CONDITIONAL = '412'
/** Where a part of a file may be asked for. */
const OF_PARTS = ['206', '416']
/** Where a resource may have stayed as it is. */
const UNCHANGED = '304'

/** Where there may be nothing to say, as to a browser without a cookie. */
const EMPTY = ['POST /api/identity/browser-session/refresh']

describe.each(operations)('$key', (operation) => {
  const { title, tags, description, permission, security, parameters, responses, body, form, example } =
    operation

  test('is described', () => {
    expect(title).toMatch(/^\S.*\S$/)
    expect(tags).toEqual([operation.path.split('/')[3]])
    expect(description).toMatch(/^[A-Z`].{10,}[.`]$/s)
    for (const parameter of parameters) expect(parameter.name).toMatch(/^\S+$/)
  })

  test('documents every status, failures with the error body', () => {
    const expected = [
      '200',
      ...(EMPTY.includes(operation.key) ? ['204'] : []),
      ...ALWAYS,
      ...(isWrite(operation) ? ON_WRITES : []),
      ...(hasParameter(operation, 'If-Match') ? [CONDITIONAL] : []),
    ]
    expect(Object.keys(responses).filter((status) => ![...OF_PARTS, UNCHANGED].includes(status))).toEqual(
      expected.sort(),
    )
    for (const [status, response] of Object.entries(responses)) {
      expect(response.description).toMatch(/\.$/)
      if (status.startsWith('2') || status === UNCHANGED) continue
      expect(Object.values(response.content ?? {})).toMatchObject([
        { schema: { $ref: '#/components/schemas/Error' } },
      ])
    }
  })

  test('says what credential and permission it takes', () => {
    expect(['public', ...permissions]).toContain(permission)
    const credentials = [{ accessToken: [] }, { apiKey: [] }]
    const knowsCaller = hasParameter(operation, 'X-Organisation-Id')
    expect(security).toEqual(permission !== 'public' ? credentials : knowsCaller ? [{}, ...credentials] : [])
    if (permission === 'movements:write')
      expect(responses['403']?.description).toContain('it takes operator, manager, admin or owner')
    if (permission === 'platform:admin') expect(responses['403']?.description).toContain('platform admins')
  })

  test('names the headers that it reads and answers with', () => {
    const read = parameters.filter((each) => each.in === 'header').map(({ name }) => name)
    const answered = (status: string) => Object.keys(responses[status]?.headers ?? {})
    expect(read.includes('Idempotency-Key')).toBe(isWrite(operation))
    expect(answered('200').includes('Idempotency-Replayed')).toBe(isWrite(operation))
    if (permission !== 'public') expect(read).toContain('X-Organisation-Id')
    const isConditional = !isWrite(operation) && answered('200').includes('ETag')
    expect(read.includes('If-None-Match')).toBe(isConditional)
    expect(UNCHANGED in responses).toBe(isConditional)
    expect(read.includes('Range')).toBe('206' in responses)
    const isFile = Object.keys(responses['200']?.content ?? {}).some((type) => !type.endsWith('json'))
    expect(answered('200').includes('Content-Disposition')).toBe(isFile)
    const limit = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    expect(answered('200')).toEqual(expect.arrayContaining(limit))
    expect([answered('429'), answered('503')]).toEqual([['Retry-After', ...limit], ['Retry-After']])
    expect(answered('500')).toEqual(['X-Request-Id'])
  })

  test('names the parameters of its path', () => {
    const inPath = parameters.filter((each) => each.in === 'path')
    expect(inPath.map(({ name }) => name).sort()).toEqual(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    )
    expect(inPath.every(({ required }) => required)).toBe(true)
  })

  test('says what each parameter of its path, and each field of its body or form, means', () => {
    const inPath = parameters.filter((each) => each.in === 'path')
    const shapes = documents[operation.service].components.schemas
    expect([
      ...inPath.filter((each) => !each.description).map(({ name }) => name),
      ...unexplained(body ?? form ?? {}, shapes, 'body'),
    ]).toEqual([])
  })

  test.runIf(body !== undefined)('does not ask for what has a default', () => {
    expect(neededInVain(body ?? {}, 'body')).toEqual([])
  })

  test.runIf(body !== undefined)('shows a body that it would take', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addFormat(DATE_FORMAT, isDateText)
    const validateBody = ajv.compile(body ?? {})
    expect(example, 'has an example').toBeDefined()
    validateBody(example)
    expect(validateBody.errors ?? []).toEqual([])
  })
})

/** Where a schema needs a field that has a default. */
function neededInVain(schema: JsonSchema, at: string): string[] {
  const { properties = {}, required = [], items, anyOf = [] } = schema
  return [
    ...required.filter((name) => properties[name]?.['default'] !== undefined).map((name) => `${at}.${name}`),
    ...Object.entries(properties).flatMap(([name, each]) => neededInVain(each, `${at}.${name}`)),
    ...(items ? neededInVain(items, `${at}[]`) : []),
    ...anyOf.flatMap((each) => neededInVain(each, at)),
  ]
}
