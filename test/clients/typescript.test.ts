import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  ConnectionError,
  Granary,
  GranaryError,
  verifyWebhook,
  WebhookError,
  type GranaryOptions,
} from '../../clients/typescript/src/index.ts'
import { openReceiver } from '../../src/system/webhooks/test-receiver.ts'
import { serveConsole, type ServedConsole } from '../web/service.ts'
import { openFaultyProxy, type FaultyProxy, type ProxyFault } from './faulty-proxy.ts'

// The client library against the real service, behind a proxy that loses answers after the service has acted.

let served: ServedConsole
let proxy: FaultyProxy
beforeAll(async () => {
  served = await serveConsole({ demo: false })
  proxy = await openFaultyProxy(served.url)
})
afterAll(async () => {
  await proxy.close()
  await served.close()
})
beforeEach(() => proxy.goWrong())

const client = (options: Partial<GranaryOptions> = {}) =>
  new Granary({ url: proxy.url, apiKey: served.apiKey, pauseMs: 1, ...options })
const store = (name: string) => ({
  name,
  type: 'store' as const,
  location: null,
  substorage: [{ name: 'Bay 1' }],
})

/** Counts the stores with a name, behind the client's back. */
async function storesCalled(name: string): Promise<number> {
  const { docs } = await served.ask(
    'GET',
    `/api/inventory/storage/search?query=${encodeURIComponent(name)}&limit=200`,
  )
  return docs.filter((each: { name: string }) => each.name === name).length
}

test.each<[string, ProxyFault[], boolean]>([
  ['the connection breaks before', ['unheard', 'unheard'], false],
  ['the answer is lost', ['lost', 'lost', 'lost'], true],
  ['the answer is cut off', ['cut'], true],
  ['a gateway gives up after the service has acted', ['gateway-timeout'], true],
  ['the service is away', [{ status: 503, retryAfter: '0' }], false],
  ['there are too many requests', [{ status: 429, retryAfter: '1' }], false],
  ['everything goes wrong', ['unheard', 'cut', { status: 502 }, 'gateway-timeout', 'lost'], true],
])('a write is done once where %s', async (name, faults, isReplayed) => {
  proxy.goWrong(...faults)
  const answer = await client().answer('POST /api/inventory/storage', { body: store(name) })
  expect(answer).toMatchObject({ result: { name, substorageCount: 1 }, isReplayed })
  expect(await storesCalled(name)).toBe(1)
})

test('of many writes at once on a bad line, each is done once', async () => {
  // As the seed of the run says, so that a failure can be seen again.
  let state = inject('seed')
  const random = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const kinds = [undefined, 'lost', 'cut', 'unheard', 'gateway-timeout', { status: 503 }] as const
  proxy.goWrong(...Array.from({ length: 60 }, () => kinds[random(kinds.length)]))
  const names = Array.from({ length: 24 }, (_each, index) => `Line ${index}`)
  const granary = client({ attempts: 30 })
  const made = await Promise.all(
    names.map((name) => granary.ask('POST /api/inventory/storage', { body: store(name) })),
  )
  expect(new Set(made.map(({ id }) => id)).size).toBe(names.length)
  expect(await Promise.all(names.map(storesCalled))).toEqual(names.map(() => 1))
})

test('who gives up learns the key, and has it done once by sending it again', async () => {
  proxy.goWrong('lost', 'lost', 'lost')
  const body = store('Given up')
  const lost: unknown = await client({ attempts: 3 })
    .ask('POST /api/inventory/storage', { body })
    .catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(ConnectionError)
  expect(lost).toMatchObject({ attempts: 3, idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) })
  const { idempotencyKey = '' } = lost as ConnectionError
  const again = await client().answer('POST /api/inventory/storage', { body, idempotencyKey })
  expect(again.isReplayed).toBe(true)
  expect(await storesCalled('Given up')).toBe(1)
})

test('a refusal says all that is wrong in the language asked for, and is not sent again', async () => {
  const before = proxy.counts().came
  const refused: unknown = await client({ language: 'de' })
    .ask('POST /api/inventory/storage', { body: { ...store(''), area: -1 } })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(GranaryError)
  const error = refused as GranaryError
  expect(error).toMatchObject({ status: 400, code: 'invalid_input', messageId: expect.any(String) })
  expect(error.faults.map(({ path }) => path).toSorted()).toEqual(['area', 'name'])
  expect(error.requestId).toBeTruthy()
  expect(error.message).toContain('Fläche')
  expect(proxy.counts().came - before).toBe(1)
})

test('a wait that is too long is told at once', async () => {
  const body = { status: 'error', code: 'rate_limited', message: 'Too many requests.' }
  proxy.goWrong({ status: 429, retryAfter: '900', body })
  const refused: unknown = await client()
    .ask('GET /api/inventory/storage')
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 900, attempts: 1 })
})

test('a page of a proxy is a refusal without a code', async () => {
  proxy.goWrong({ status: 403 })
  const refused: unknown = await client()
    .ask('GET /api/inventory/storage')
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 403, code: undefined, faults: [] })
})

test('requests end by their time, and by a signal also while they wait to be sent again', async () => {
  proxy.goWrong('hang', 'hang')
  const late = client({ attempts: 2, timeoutMs: 50 }).ask('GET /api/inventory/storage')
  await expect(late).rejects.toMatchObject({ name: 'ConnectionError', attempts: 2 })
  proxy.goWrong({ status: 503, retryAfter: '50' })
  const stop = new AbortController()
  const waiting = client().ask('GET /api/inventory/storage', { signal: stop.signal })
  setTimeout(() => stop.abort(new Error('the person has left')), 50)
  await expect(waiting).rejects.toThrow('the person has left')
})

test('a token that has run out is asked for once more', async () => {
  const { accessToken } = await served.ask('POST', '/api/identity/sign-in', served.owner)
  const asked: boolean[] = []
  const token = ({ isRefused }: { isRefused: boolean }) => {
    asked.push(isRefused)
    return isRefused ? String(accessToken) : 'old'
  }
  const granary = new Granary({ url: proxy.url, accessToken: token })
  await expect(granary.ask('GET /api/identity/me')).resolves.toMatchObject({ kind: 'person' })
  expect(asked).toEqual([false, true])
  const never = new Granary({ url: proxy.url, accessToken: () => 'old' })
  await expect(never.ask('GET /api/identity/me')).rejects.toMatchObject({ code: 'unauthenticated' })
})

describe('lists', () => {
  test('are gone through page by page, and every entry comes once', async () => {
    const names = Array.from({ length: 23 }, (_each, index) => `Shed ${String(index).padStart(2, '0')}`)
    for (const name of names) await served.ask('POST', '/api/inventory/storage', store(name))
    const before = proxy.counts().came
    const found: string[] = []
    proxy.goWrong(undefined, 'cut')
    const query = { query: 'Shed', limit: 5, sortBy: 'name' } as const
    for await (const { name } of client().each('GET /api/inventory/storage/search', { query }))
      found.push(name)
    expect(found).toEqual(names)
    expect(proxy.counts().came - before).toBe(6)
  })

  test('are asked for as far as they are read', async () => {
    const before = proxy.counts().came
    for await (const each of client().each('GET /api/inventory/storage', { query: { limit: 2 } })) {
      expect(each.type).toBe('store')
      break
    }
    expect(proxy.counts().came - before).toBe(1)
  })

  test('that are arrays or name their next place are read to the end as well', async () => {
    const { id: storageId } = await served.ask('POST', '/api/inventory/storage', store('Noted'))
    const granary = client()
    for (const note of ['one', 'two', 'three'])
      await granary.ask('POST /api/inventory/storage/notes', { body: { storageId, note, reasonId: 101 } })
    const notes: string[] = []
    for await (const each of granary.each('GET /api/inventory/storage/notes', {
      query: { storageId, limit: 2 },
    }))
      notes.push(each.note)
    expect(notes.toSorted()).toEqual(['one', 'three', 'two'])

    const audited: number[] = []
    for await (const { sequence } of granary.each('GET /api/system/audit', { query: { limit: 3 } }))
      audited.push(sequence)
    expect(audited.length).toBeGreaterThan(10)
    expect(audited).toEqual([...new Set(audited)].toSorted((a, b) => b - a))
  })

  test('have filters of several values, commas and all', async () => {
    await served.ask('POST', '/api/inventory/storage', { ...store('Comma'), tags: ['a, b'] })
    await served.ask('POST', '/api/inventory/storage', { ...store('Plain'), tags: ['c'] })
    const query = { tags: ['a, b', 'c'] }
    const { docs } = await client().ask('GET /api/inventory/storage', { query })
    expect(docs.map(({ name }) => name).toSorted()).toEqual(['Comma', 'Plain'])
  })
})

test('versions, dry runs, tables and files', async () => {
  const granary = client()
  const made = await granary.ask('POST /api/inventory/storage', { body: store('Versioned') })
  const path = { id: made.id }
  const read = await granary.answer('GET /api/inventory/storage/{id}', { path })
  expect(read.etag).toBeTruthy()
  await granary.ask('PATCH /api/inventory/storage/{id}', {
    path,
    body: { name: 'Renamed' },
    ifMatch: read.etag ?? '',
  })
  const stale = granary.ask('PATCH /api/inventory/storage/{id}', {
    path,
    body: { name: 'Lost' },
    ifMatch: read.etag ?? '',
  })
  await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' })

  const table = await granary.download('GET /api/inventory/storage', { query: { format: 'csv' } })
  expect(await table.bytes.text()).toContain('Renamed')
  expect(table.name).toMatch(/\.csv$/)

  proxy.goWrong('lost')
  const form = new FormData()
  form.set('bucket', 'files')
  form.set('type', 'misc')
  form.set('name', 'note.txt')
  form.set('file', new Blob(['a note']), 'note.txt')
  const { id } = await granary.ask('POST /api/system/files', { body: form })
  const { bytes } = await granary.download('GET /api/system/files/{id}', { path: { id } })
  expect(await bytes.text()).toBe('a note')
  const { totalDocs } = await granary.ask('GET /api/system/files')
  expect(totalDocs).toBe(1)
})

describe('events', () => {
  test('come once and in order over every break, from the beginning and from a place', async () => {
    const seen: string[] = []
    const stop = new AbortController()
    // The first connection ends in the middle of a message, the second is refused, the third breaks.
    proxy.goWrong({ endAfterBytes: 700 }, { status: 503, retryAfter: '0' }, 'unheard', {
      endAfterBytes: 1500,
    })
    await served.ask('POST', '/api/inventory/storage', store('The last one'))
    const types = ['storage.']
    for await (const { id } of client().events({ types, after: '0', signal: stop.signal })) {
      seen.push(id)
      if (seen.length === 12) proxy.breakAll()
      if (seen.length === 30) break
    }
    const numbers = seen.map(Number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(new Set(seen).size).toBe(30)
    for await (const { id } of client().events({ types, after: seen[9] ?? '' })) {
      expect(id).toBe(seen[10])
      break
    }
  })

  test('of now are heard as they happen, and a silent line is left', async () => {
    proxy.goWrong('hang')
    const stop = new AbortController()
    const listening = client().events({ types: ['storage.created'], silenceMs: 200, signal: stop.signal })
    const first = listening.next()
    const made: string[] = []
    const timer = setInterval(() => {
      void served.ask('POST', '/api/inventory/storage', store('Heard of')).then(({ id }) => made.push(id))
    }, 300)
    const { value } = await first
    clearInterval(timer)
    expect(made).toContain(value?.subject)
    stop.abort()
    expect(await listening.next()).toEqual({ done: true, value: undefined })
  })

  test('are refused to a key that is wrong', async () => {
    const strange = client({ apiKey: 'granary_wrong' }).events()
    await expect(strange.next()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

describe('webhooks', () => {
  test('that the service sends are taken; what was changed, is old or signed by another secret is not', async () => {
    const receiver = await openReceiver()
    const { secret } = await client().ask('POST /api/system/webhooks', { body: { url: receiver.url } })
    await expect
      .poll(async () => {
        await served.workOff()
        return receiver.received.length
      })
      .toBeGreaterThan(0)
    await receiver.close()
    const [first] = receiver.received
    if (!first) throw new Error('nothing was received')
    const { headers, body } = first
    const event = await verifyWebhook({ secret, headers, body })
    expect(event).toMatchObject({ type: 'webhook.created', organisationId: expect.any(String) })
    const asSent = new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook({ secret: ['whsec_b3RoZXI=', secret], headers: asSent, body: bytes })).toEqual(
      event,
    )

    const changed = { secret, headers, body: body.replace('webhook.created', 'webhook.deleted') }
    await expect(verifyWebhook(changed)).rejects.toThrow(WebhookError)
    await expect(verifyWebhook({ secret: 'whsec_b3RoZXI=', headers, body })).rejects.toThrow(WebhookError)
    await expect(verifyWebhook({ secret: 'none', headers, body })).rejects.toThrow('whsec_')
    const { 'webhook-signature': _signature, ...unsigned } = headers
    await expect(verifyWebhook({ secret, headers: unsigned, body })).rejects.toThrow('webhook-signature')
    await expect(verifyWebhook({ secret, headers: signedAt(secret, body, 600), body })).rejects.toThrow(
      'too old',
    )
    const justNow = { secret, headers: signedAt(secret, body, 200), body }
    expect(await verifyWebhook(justNow)).toEqual(event)
  })
})

/** Headers as the service would have signed them so many seconds ago. */
function signedAt(secret: string, body: string, secondsAgo: number): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

test('a client wants an address and one credential', () => {
  expect(() => new Granary({ url: 'granary' })).toThrow()
  expect(() => new Granary({ url: served.url, apiKey: 'a', accessToken: 'b' })).toThrow('not both')
})
