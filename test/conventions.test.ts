import { describe, expect, test } from 'vitest'
import { type Answer } from './app.ts'
import { shareAskedApp } from './asked-app.ts'
import {
  hasParameter,
  isWrite,
  operationsOf,
  readDocuments,
  type Documented,
  type JsonSchema,
} from './documents.ts'
import { expectError } from './error-body.ts'
import { urlOf, type RequestParts } from './request-fixture.ts'
import { makeRecord } from './farm.ts'
import { ok, openScene } from './scene.ts'
import { prepare, withRequests } from './sending.ts'

// What every operation does alike (rules.md §9), asked of each operation of the OpenAPI documents.

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const scene = await openScene(service, externalToken)
const asOwner = { 'x-api-key': scene.farm.keys.owner }
const { working, sendChanged } = prepare(scene)

const writes = operations.filter(isWrite)
const withBody = writes.filter(({ body }) => body !== undefined)
const inJson = writes.filter(({ form }) => form === undefined)

async function sendRaw(operation: Documented, payload: string, contentType: string): Promise<Answer> {
  const { parts, headers } = await working(operation)
  const { statusCode, ...answer } = await service.app.inject({
    method: operation.method,
    url: urlOf(operation.path, parts),
    headers: { ...headers, 'content-type': contentType },
    payload,
  })
  return { status: statusCode, body: answer.json(), headers: answer.headers }
}

const pathsOf = (faults: { path: string }[]) => faults.map(({ path }) => path).sort()

/** What `schema` says a value may be, in JSON's words. */
function typesOf(schema: JsonSchema): string[] {
  const branches = (schema.anyOf ?? []).flatMap(typesOf)
  return [...[schema.type ?? []].flat(), ...branches].map((type) => (type === 'integer' ? 'number' : type))
}

/** A value that a field of this schema cannot be. */
function wrongFor(schema: JsonSchema): unknown {
  const types = typesOf(schema)
  const candidates: [type: string, value: unknown][] = [
    ['number', 12_345],
    ['string', 'nonsense'],
    ['boolean', true],
  ]
  return candidates.find(([type]) => !types.includes(type))?.[1] ?? []
}

/** The object that a body is, or that each item of a list body is, and what stands before its fields in paths. */
function objectOf(body: JsonSchema | undefined): {
  schema: JsonSchema
  prefix: string
  wrap: (object: object) => object
} {
  if (body?.type === 'array') return { schema: body.items ?? {}, prefix: '[0].', wrap: (object) => [object] }
  // A body that may also be left out is the object, or null.
  const schema = body?.anyOf?.find(({ properties }) => properties) ?? body ?? {}
  return { schema, prefix: '', wrap: (object) => object }
}

describe('a body', () => {
  test.each(withBody)('of $key may not have unknown fields, at any depth', async (operation) => {
    const unknown: string[] = []
    const answer = await sendChanged(operation, (parts) => ({
      ...parts,
      body: addUnknown(parts.body, '') as object,
    }))
    const faults = expectError(answer, 400, 'invalid_input')
    expect(faults.map(({ path, code }) => `${path} ${code}`).sort()).toEqual(
      unknown.map((path) => `${path} additionalProperties`).sort(),
    )

    function addUnknown(value: unknown, path: string): unknown {
      if (Array.isArray(value)) return value.map((each, index) => addUnknown(each, `${path}[${index}]`))
      if (typeof value !== 'object' || value === null) return value
      const at = path === '' ? '' : `${path}.`
      unknown.push(`${at}unexpectedField`)
      const fields = Object.entries(value).map(([name, each]) => [name, addUnknown(each, `${at}${name}`)])
      return { ...Object.fromEntries(fields), unexpectedField: 1 }
    }
  })

  test.each(withBody)('of $key has one fault for each field of a wrong type', async (operation) => {
    const { schema, prefix, wrap } = objectOf(operation.body)
    const fields = Object.entries(schema.properties ?? {})
    const body = wrap(Object.fromEntries(fields.map(([name, field]) => [name, wrongFor(field)])))
    const faults = expectError(
      await sendChanged(operation, (parts) => ({ ...parts, body })),
      400,
      'invalid_input',
    )
    expect(pathsOf(faults)).toEqual(fields.map(([name]) => prefix + name).sort())
  })

  test.each(withBody)('of $key has one fault for each field that is needed', async (operation) => {
    const { schema, prefix, wrap } = objectOf(operation.body)
    // What has a default is filled in.
    const needed =
      schema.required?.filter((name) => schema.properties?.[name]?.['default'] === undefined) ?? []
    if (needed.length === 0) return
    const faults = expectError(
      await sendChanged(operation, (parts) => ({ ...parts, body: wrap({}) })),
      400,
      'invalid_input',
    )
    expect(faults.map(({ path, code }) => `${path} ${code}`).sort()).toEqual(
      needed.map((name) => `${prefix}${name} required`).sort(),
    )
  })

  test.each(withBody)('of $key may not be missing, null or a number', async (operation) => {
    if (operation.body?.required === undefined && operation.body?.type !== 'array') return
    for (const payload of ['', 'null', '1', '"text"']) {
      expectError(await sendRaw(operation, payload, 'application/json'), 400, 'invalid_input')
    }
  })

  test.each(writes)('of $key that is no JSON is 400', async (operation) => {
    expectError(await sendRaw(operation, '{"a": 1', 'application/json'), 400, 'invalid_input')
  })

  test.each(writes)('of $key above 1 MB is 413', async (operation) => {
    const payload = JSON.stringify({ note: 'x'.repeat(1024 * 1024) })
    expectError(await sendRaw(operation, payload, 'application/json'), 413, 'body_too_large')
  })

  test.each(inJson)('of $key as text is 415', async (operation) => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      expectError(await sendRaw(operation, '{}', type), 415, 'unsupported_media_type')
    }
  })

  test.each(inJson)('of $key nested a thousand deep is 400', async (operation) => {
    const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`
    expectError(await sendRaw(operation, deep, 'application/json'), 400, 'invalid_input')
    expectError(
      await sendRaw(operation, '['.repeat(1000) + ']'.repeat(1000), 'application/json'),
      400,
      'invalid_input',
    )
  })

  test('with three faults has three entries, each with its path', async () => {
    const { id } = await makeRecord(scene)
    const answer = await scene.farm.as('owner').post('/api/inventory/movements/bulk', {
      records: [
        { id, weight: 1 },
        { id, weight: -1 },
        { id, weight: 'much' },
      ],
      movementDateISO: 12,
      destination: { organisationId: 'mill-7' },
      sold: true,
    })
    expect(pathsOf(expectError(answer, 400, 'invalid_input'))).toEqual([
      'movementDateISO',
      'records[1].weight',
      'records[2].weight',
    ])
  })
})

describe('a query', () => {
  const withQuery = (name: string, value: string) => (parts: RequestParts) => ({
    ...parts,
    query: { ...parts.query, [name]: value },
  })

  test.each(operations)('of $key may not have unknown parameters', async (operation) => {
    const faults = expectError(
      await sendChanged(operation, withQuery('unexpected', '1')),
      400,
      'invalid_input',
    )
    expect(faults).toMatchObject([{ path: 'unexpected', code: 'additionalProperties' }])
  })

  const judged = ({ schema }: Documented['parameters'][number]) =>
    schema.enum !== undefined || typesOf(schema).some((type) => type === 'number' || type === 'boolean')
  const withJudged = operations.filter(({ parameters }) =>
    parameters.some((each) => each.in === 'query' && judged(each)),
  )

  test.each(withJudged)('of $key has one fault for each parameter of a wrong type', async (operation) => {
    const names = operation.parameters
      .filter((each) => each.in === 'query' && judged(each))
      .map(({ name }) => name)
    const wrong = Object.fromEntries(names.map((name) => [name, 'nonsense']))
    const answer = await sendChanged(operation, (parts) => ({
      ...parts,
      query: { ...parts.query, ...wrong },
    }))
    expect(pathsOf(expectError(answer, 400, 'invalid_input'))).toEqual(names.sort())
  })

  // The audit log grows while it is read: its pages go on behind the last entry.
  test.each(operations.filter((each) => hasParameter(each, 'limit') && hasParameter(each, 'offset')))(
    'of $key pages within bounds',
    async (operation) => {
      for (const [name, value] of [
        ['limit', '201'],
        ['limit', '0'],
        ['limit', '-1'],
        ['limit', '1.5'],
        ['offset', '-1'],
        ['offset', '99999999999999999999'],
      ] as const) {
        const faults = expectError(await sendChanged(operation, withQuery(name, value)), 400, 'invalid_input')
        expect(faults).toMatchObject([{ path: name }])
      }
      for (const [name, value] of [
        ['limit', '200'],
        ['offset', '1000000000'],
      ] as const) {
        ok(await sendChanged(operation, withQuery(name, value)))
      }
      const answer = ok(await sendChanged(operation, (parts) => parts))
      // A bare list is a page all the same, but does not say which.
      if (!Array.isArray(answer)) expect(answer).toMatchObject({ limit: 25, offset: 0 })
    },
  )

  test.each(operations.filter((each) => hasParameter(each, 'sortBy')))(
    'of $key sorts by what it knows',
    async (operation) => {
      const faults = expectError(
        await sendChanged(operation, withQuery('sortBy', 'nonsense')),
        400,
        'invalid_input',
      )
      expect(faults).toMatchObject([{ path: 'sortBy', code: 'enum' }])
      const sortable = operation.parameters.find(({ name }) => name === 'sortBy')?.schema.enum ?? []
      expect(sortable.length).toBeGreaterThan(0)
      for (const by of sortable) ok(await sendChanged(operation, withQuery('sortBy', String(by))))
    },
  )
})

test.each(operations)('no cache on the way hands an answer of $key to somebody else', async (operation) => {
  const { headers } = await sendChanged(operation, (parts) => parts)
  const isEverybodys = operation.permission === 'public' && !hasParameter(operation, 'X-Organisation-Id')
  const forReads = isEverybodys ? undefined : 'private, no-cache'
  // Of papers each print is counted.
  const forPapers = operation.path.endsWith('.pdf') ? 'private, no-store' : forReads
  expect(headers['cache-control']).toBe(isWrite(operation) ? 'no-store' : forPapers)
})

describe('a request id', () => {
  test.each(operations)('of the caller comes back from $key', async (operation) => {
    const unknown = (parts: RequestParts) => ({ ...parts, query: { unexpected: '1' } })
    const answer = await sendChanged(operation, unknown, { 'x-request-id': 'weighbridge-42' })
    expect(answer.headers['x-request-id']).toBe('weighbridge-42')
  })

  test.each(['', 'with blanks', 'x'.repeat(101), 'a\tb', '<script>'])(
    '%j is not taken over',
    async (given) => {
      const answer = await service
        .client({ headers: { ...asOwner, 'x-request-id': given } })
        .get('/api/identity/me')
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

test('what is not there is 404 with the error body', async () => {
  for (const url of [
    '/',
    '/api',
    '/api/inventory/nonsense',
    '/api/inventory/records/a/b/c',
    '/%00',
    '/api/inventory/records/%E0%A4%A',
  ]) {
    const answer = await scene.farm.as('owner').get(url)
    expect([400, 404]).toContain(answer.status)
    expectError(answer, answer.status, answer.status === 404 ? 'not_found' : 'invalid_input')
  }
  expectError(await scene.farm.as('owner').put('/api/inventory/records', {}), 404, 'not_found')
})
