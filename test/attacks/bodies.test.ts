import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer } from '../app.ts'
import { shareAskedApp } from '../asked-app.ts'
import { isWrite, operationsOf, readDocuments, type Documented, type JsonSchema } from '../documents.ts'
import { expectError } from '../error-body.ts'
import { placesIn, put, RawNumber, textOf, valueAt, type Path } from '../fuzz/json.ts'
import { urlOf } from '../request-fixture.ts'
import { makeMember, ok, openScene } from '../scene.ts'
import { prepare, withRequests } from '../sending.ts'
import { fill, megabytes, MOST_BYTES, prototypeKeys, slowTexts } from './corpora.ts'

// Bodies that are made to break whoever reads them. Every one has its answer, a short one, and soon.

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const scene = await openScene(service, externalToken)
const { working } = prepare(scene)
const withBody = operations.filter((each) => isWrite(each) && each.body !== undefined)
beforeAll(async () => {
  // What is read once, such as the gazetteer, is read now.
  for (const operation of operations.filter((each) => !isWrite(each))) {
    const { parts, headers } = await working(operation)
    await service.client({ headers }).get(urlOf(operation.path, parts))
  }
})

/** What it takes to refuse a megabyte, on a machine that has other work as well. */
const SOON_MS = 5000
/** Thousands of faults are told each; nothing makes more of a megabyte than that. */
const SHORT_BYTES = 1024 * 1024

interface ReplayedDescriptions extends Answer {
  milliseconds: number
  bytes: number
}

async function sendText(
  operation: Documented,
  payload: string | Buffer,
  more: Record<string, string> = {},
): Promise<ReplayedDescriptions> {
  const { parts, headers } = await working(operation)
  const begun = performance.now()
  const answer = await service.app.inject({
    method: operation.method,
    url: urlOf(operation.path, parts),
    headers: { 'content-type': 'application/json', ...headers, ...more },
    payload,
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json(),
    bytes: answer.rawPayload.length,
    milliseconds: performance.now() - begun,
  }
}

function expectRefused(answer: ReplayedDescriptions, code = 'invalid_input'): void {
  expectError(answer, code === 'body_too_large' ? 413 : 400, code)
  expect(answer.milliseconds).toBeLessThan(SOON_MS)
  expect(answer.bytes).toBeLessThan(SHORT_BYTES)
}

describe('a prototype', () => {
  test.each(withBody)('is not reached through $key', async (operation) => {
    const { parts } = await working(operation)
    for (const key of prototypeKeys) {
      const good = textOf(parts.body)
      // As the body, as a field of it, and as a field of what is in it.
      const inside = good.replace(/\{/g, `{${key.slice(1, -1)},`).replaceAll(',}', '}')
      for (const payload of [key, inside]) expectRefused(await sendText(operation, payload))
    }
    expect(({} as Record<string, unknown>)['isOwned']).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each(operations.filter((each) => !isWrite(each)))(
    'is not reached through the query of $key',
    async (operation) => {
      const { parts, headers } = await working(operation)
      for (const name of [
        '__proto__',
        '__proto__[isOwned]',
        '__proto__.isOwned',
        'constructor',
        'constructor[prototype][isOwned]',
        'toString',
        'hasOwnProperty',
        'valueOf',
      ]) {
        const url = urlOf(operation.path, { ...parts, query: { ...parts.query, [name]: 'true' } })
        const answer = await service.client({ headers }).get(url)
        const faults = expectError(answer, 400, 'invalid_input')
        expect(faults.map(({ path }) => path)).toEqual([name])
      }
      expect(({} as Record<string, unknown>)['isOwned']).toBeUndefined()
    },
  )

  test('is not reached through the fields of a form', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const form = new FormData()
      form.append(name, '{"isOwned":true}')
      form.append('file', new Blob(['x']), 'x.txt')
      const answer = await scene.farm.as('owner').post('/api/system/files', form)
      expect(answer.status).toBe(400)
    }
    expect(({} as Record<string, unknown>)['isOwned']).toBeUndefined()
  })
})

describe('a megabyte', () => {
  // One operation without a credential, one with lists, and one whose body is a list.
  const targets = [
    'POST /api/identity/sign-in',
    'POST /api/inventory/movements/bulk',
    'POST /api/inventory/plantings',
  ]

  test.each(megabytes)('%s is refused soon, and in short', async (_what, payload) => {
    const aimedAt = withBody.filter(({ key }) => targets.includes(key))
    expect(aimedAt).toHaveLength(targets.length)
    for (const operation of aimedAt) expectRefused(await sendText(operation, payload))
  })

  const lists = withBody.flatMap((operation) =>
    listsIn(operation.body ?? {}).map((list) => ({ ...operation, ...list })),
  )

  test('has lists to fill', () => expect(lists.length).toBeGreaterThan(10))

  test.each(lists)(
    'of mistakes in $at of $key is refused soon, and in short',
    async ({ at, items, ...operation }) => {
      // Half of the items are wrong in every field, the others lack all of them.
      const wrong = Object.fromEntries(Object.keys(items.properties ?? {}).map((name) => [name, [0]]))
      const item = textOf(items.properties ? wrong : [0])
      const list = `[${fill(`${item},{}`, MOST_BYTES - 100_000)}]`
      const { parts } = await working(operation)
      const path: Path = at
        .split('.')
        .filter(Boolean)
        .map((step) => (step === '*' ? 0 : step))
      expectRefused(await sendText(operation, textOf(put(parts.body, path, 'here')).replace('"here"', list)))
    },
  )

  function listsIn(schema: JsonSchema, at = ''): { at: string; items: JsonSchema }[] {
    const own = schema.items ? [{ at, items: schema.items }, ...listsIn(schema.items, `${at}.*`)] : []
    const inside = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      listsIn(each, `${at}.${name}`),
    )
    return [...own, ...inside, ...(schema.anyOf ?? []).flatMap((each) => listsIn(each, at))]
  }
})

describe('a text', () => {
  test.each(slowTexts)('%s takes no longer than another, in every field', async (_what, text) => {
    const late: string[] = []
    for (const operation of withBody) {
      const { parts } = await working(operation)
      // All texts at once: one slow pattern shows.
      const places = placesIn(parts.body).filter((path) => typeof valueAt(parts.body, path) === 'string')
      const body = places.reduce<unknown>((whole, path) => put(whole, path, text), parts.body)
      const { status, milliseconds } = await sendText(operation, textOf(body))
      if (status >= 500 || milliseconds > SOON_MS)
        late.push(`${operation.key}: ${status} in ${milliseconds} ms`)
    }
    expect(late).toEqual([])
  })

  test.each(slowTexts)('%s takes no longer than another, in every query', async (_what, text) => {
    const late: string[] = []
    for (const operation of operations.filter((each) => !isWrite(each))) {
      const { parts, headers } = await working(operation)
      const texts = operation.parameters.filter(
        ({ in: place, schema }) => place === 'query' && schema.type === 'string',
      )
      const query = Object.fromEntries(texts.map(({ name }) => [name, text]))
      const begun = performance.now()
      const { status } = await service
        .client({ headers })
        .get(urlOf(operation.path, { ...parts, query: { ...parts.query, ...query } }))
      const milliseconds = performance.now() - begun
      if (status >= 500 || milliseconds > SOON_MS)
        late.push(`${operation.key}: ${status} in ${milliseconds} ms`)
    }
    expect(late).toEqual([])
  })
})

describe('a number', () => {
  // What JSON can say and nobody can weigh.
  const numbers = [
    '1e999',
    '-1e999',
    '1e-999',
    '-0',
    '123456789012345678901234567890',
    `1${'0'.repeat(400)}`,
    '1E400',
  ]

  test.each(withBody)('that is none is no fault of ours in $key', async (operation) => {
    const { parts } = await working(operation)
    const places = placesIn(parts.body).filter((path) => typeof valueAt(parts.body, path) === 'number')
    const failed: string[] = []
    for (const path of places) {
      for (const number of numbers) {
        const { status } = await sendText(operation, textOf(put(parts.body, path, new RawNumber(number))))
        if (status >= 500) failed.push(`${path.join('.')} = ${number}: ${status}`)
      }
    }
    expect(failed).toEqual([])
  })
})

describe('what says what it is', () => {
  const types: [type: string, payload: string | Buffer, status: number][] = [
    ['text/plain', '{}', 415],
    ['text/json', '{}', 415],
    ['application/x-www-form-urlencoded', 'harvestYear=2024', 415],
    ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 415],
    ['application/yaml', 'a: &a [*a, *a]', 415],
    ['application/json, text/plain', '{}', 415],
    ['application/jsonx', '{}', 415],
    ['*/*', '{}', 415],
    ['nonsense', '{}', 415],
    ['application/json; charset=utf-16', Buffer.from('{}', 'utf16le'), 400],
    ['application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['application/json', Buffer.from('\uFEFF[]'), 400],
  ]
  const target = withBody.find(({ key }) => key === 'PATCH /api/inventory/storage/{id}')

  test.each(types)('%s is taken for nothing else', async (type, payload, status) => {
    if (!target) throw new Error('the operation is gone: take another')
    const answer = await sendText(target, payload, { 'content-type': type })
    expectError(answer, status, status === 415 ? 'unsupported_media_type' : 'invalid_input')
  })

  test('packed is not unpacked', async () => {
    if (!target) throw new Error('the operation is gone: take another')
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const answer = await sendText(target, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), {
        'content-encoding': encoding,
      })
      expect([400, 415]).toContain(answer.status)
    }
  })
})

describe('a method', () => {
  let id: string
  beforeAll(async () => void (id = await makeMember(scene)))

  test.each([
    { 'x-http-method-override': 'DELETE' },
    { 'x-http-method': 'DELETE' },
    { 'x-method-override': 'DELETE' },
    { 'x-original-method': 'DELETE' },
    { 'x-original-url': '/api/identity/business-units' },
    { 'x-rewrite-url': '/api/identity/business-units' },
  ])('is not changed by %j', async (headers: Record<string, string>) => {
    const owner = scene.farm.as('owner')
    expect(ok(await owner.get(`/api/identity/users/${id}`, headers))).toMatchObject({ id })
    expect((await owner.post(`/api/identity/users/${id}`, { _method: 'DELETE' }, headers)).status).toBe(404)
    expect((await owner.get(`/api/identity/users/${id}?_method=DELETE`, headers)).status).toBe(400)
    expect(ok(await owner.get(`/api/identity/users/${id}`))).toMatchObject({ id })
  })
})
