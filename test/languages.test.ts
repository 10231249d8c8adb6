import { describe, expect, test } from 'vitest'
import type { Answer } from './app.ts'
import { shareAskedApp } from './asked-app.ts'
import { operationsOf, readDocuments } from './documents.ts'
import { isEnglish } from './english.ts'
import type { RequestParts } from './request-fixture.ts'
import { openScene } from './scene.ts'
import { prepare, send, withRequests, workingRequest } from './sending.ts'

// Whatever is sent to whatever operation: who asks in German or French reads no English.

const { service, externalToken } = await shareAskedApp()
/** What people wrote is shown as they wrote it, and a report of an import in the language of who imported. */
const AS_WRITTEN = /conversations|experts|GET \/api\/inventory\/imports/
const operations = withRequests(operationsOf(await readDocuments(service))).filter(
  ({ key }) => !AS_WRITTEN.test(key),
)
const scene = await openScene(service, externalToken)
const { sendChanged } = prepare(scene)

/** The sentences of an answer, wherever in it they stand; what people write each other is no sentence of the service. */
function sentencesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return SENTENCES.has(key) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => sentencesIn(each, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => sentencesIn(each, name))
}
const SENTENCES = new Set(
  'message statusMessage summary label warnings beforeCounts lastProblem pauseReason'.split(' '),
)

function englishIn({ headers, body }: Answer): string[] {
  const isJson = String(headers['content-type'] ?? '').includes('json')
  return isJson ? sentencesIn(body).filter(isEnglish) : []
}

/** A body with one of its fields, at whatever depth, changed to each of these. */
function bodiesWith(body: unknown, values: unknown[]): unknown[] {
  if (Array.isArray(body))
    return body.length === 0 ? [] : bodiesWith(body[0], values).map((first) => [first, ...body.slice(1)])
  if (typeof body !== 'object' || body === null) return values
  return Object.entries(body).flatMap(([name, each]) =>
    bodiesWith(each, values).map((changed) => ({ ...body, [name]: changed })),
  )
}

const WRONG = ['nonsense', -1, 1e15, null, '', [], {}, '2019-02-30', 'x'.repeat(6000)]

const changes: Record<string, (parts: RequestParts) => object[]> = {
  'fields that there are not': (parts) => [
    { ...parts, body: Array.isArray(parts.body) ? [{ odd: 1 }] : { ...Object(parts.body), odd: 1 } },
    { ...parts, query: { ...parts.query, odd: '1' } },
  ],
  'no body, or another': (parts) => [undefined, {}, [], 'text', 7].map((body) => ({ ...parts, body })),
  'ids of nothing': (parts) =>
    ['7', '019f8a00-0000-7000-8000-000000000000', 'nonsense'].map((id) => ({
      ...parts,
      params: Object.fromEntries(Object.keys(parts.params ?? {}).map((name) => [name, id])),
    })),
  'wrong values of each parameter': (parts) =>
    Object.keys(parts.query ?? {}).flatMap((name) =>
      ['nonsense', '', '-1', '2019-02-30'].map((value) => ({
        ...parts,
        query: { ...parts.query, [name]: value },
      })),
    ),
  'wrong values of each field': (parts) => bodiesWith(parts.body, WRONG).map((body) => ({ ...parts, body })),
}

describe.each(['de', 'fr'] as const)('who asks in %s', (language) => {
  const asked = { 'accept-language': language }

  test.each(operations)('is answered by $key', async (operation) => {
    const { parts, headers } = await workingRequest(scene, operation)
    const done = await send(service, operation, parts, { ...headers, ...asked })
    expect(englishIn(done)).toEqual([])
    const unknown = await send(service, operation, parts, { 'x-api-key': 'granary_nobody', ...asked })
    expect(englishIn(unknown)).toEqual([])
  })

  test.each(operations)('is refused by $key', async (operation) => {
    const { parts } = await workingRequest(scene, operation)
    const english: string[] = []
    // What is wrong on purpose has no type.
    const wrong = Object.values(changes).flatMap((change) => change(parts)) as RequestParts[]
    for (const changed of wrong) {
      const answer = await sendChanged(operation, () => changed, asked)
      const sent = JSON.stringify(changed.body ?? changed.query) ?? ''
      english.push(...englishIn(answer).map((text) => `${sent.slice(0, 120)}: ${text}`))
    }
    expect(english).toEqual([])
  })
})
