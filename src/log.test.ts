import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { RequestLog } from './http/serve/request-log.ts'
import { makeLog } from './log.ts'

const SECRET = 'hunter2'

/** A log, and what was written to it. */
function logToMemory(level = 'info') {
  let text = ''
  const log = makeLog(
    level,
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString()
        done()
      },
    }),
  )
  const lines = (): Record<string, unknown>[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  return { log, text: () => text, lines }
}

describe('no secret gets into the log', () => {
  const rows: object[] = [
    { password: SECRET },
    { body: { email: 'a@b.example', currentPassword: SECRET, newPassword: SECRET } },
    { answer: { session: { accessToken: SECRET, refreshToken: SECRET } } },
    { token: SECRET, apiKey: SECRET, secret: SECRET },
    {
      headers: {
        authorization: `Bearer ${SECRET}`,
        'x-api-key': SECRET,
        cookie: SECRET,
        'set-cookie': SECRET,
        'idempotency-key': SECRET,
      },
    },
    {
      req: {
        method: 'GET',
        url: `/api/inventory/records?token=${SECRET}`,
        id: '1',
        headers: { authorization: SECRET },
      },
    },
  ]
  test.for(rows)('%j', (details) => {
    const { log, text } = logToMemory()
    log.info(details, 'said')
    expect(text()).toContain('said')
    expect(text()).not.toContain(SECRET)
  })
})

test('of an error is told what it is, and not what a library hung onto it', () => {
  const { log, lines, text } = logToMemory()
  const row = Object.assign(new Error('a row breaks a rule'), {
    code: '23502',
    table: 'webhooks',
    detail: `Failing row contains (${SECRET}).`,
  })
  const auth = Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: [SECRET] } })
  log.error({ err: row }, 'failed')
  log.warn({ err: new AggregateError([auth], 'all failed') }, 'away')
  expect(text()).not.toContain(SECRET)
  expect(lines()).toMatchObject([
    { err: { message: 'a row breaks a rule', code: '23502', table: 'webhooks', stack: expect.any(String) } },
    { err: { message: 'all failed', aggregateErrors: [{ message: 'WRONGPASS' }] } },
  ])
})

test('the level is changed while the program runs', () => {
  const { log, lines } = logToMemory('warn')
  log.info('quiet')
  log.level = 'info'
  log.info('heard')
  expect(lines().map(({ msg }) => msg)).toEqual(['heard'])
})

describe('each request', () => {
  test.for<[string, number]>([
    ['/there?token=hunter2', 200],
    ['/broken', 500],
    ['/nowhere', 404],
  ])('%s is one line that says how it ended', async ([url, status]) => {
    const { log, text, lines } = logToMemory()
    const app = Fastify({ loggerInstance: log, logController: new RequestLog(), genReqId: () => 'r-1' })
    app.get('/there', () => ({ well: true }))
    app.get('/broken', () => Promise.reject(new Error('broken')))
    app.setErrorHandler((_error, _request, reply) => reply.code(500).send({}))
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({}))
    await app.inject({ url, headers: { authorization: `Bearer ${SECRET}` } })
    await app.close()
    const [line, ...others] = lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({
      requestId: 'r-1',
      method: 'GET',
      path: url.split('?')[0],
      status,
      durationMs: expect.any(Number),
    })
    expect(text()).not.toContain(SECRET)
  })

  test('that is refused says from where; no other does', async () => {
    const { log, text, lines } = logToMemory()
    const app = Fastify({ loggerInstance: log, logController: new RequestLog() })
    app.post('/sign-in', (_request, reply) => reply.code(401).send({}))
    app.get('/forbidden', (_request, reply) => reply.code(403).send({}))
    app.get('/there', () => ({ well: true }))
    const from = { remoteAddress: '198.51.100.7' }
    for (const email of ['ann@farm.example', ' Ann@Farm.example', 'bob@farm.example'])
      await app.inject({ ...from, method: 'POST', url: '/sign-in', payload: { email, password: SECRET } })
    for (const url of ['/forbidden', '/there']) await app.inject({ ...from, url })
    await app.close()
    const [ann, again, bob, forbidden, fine] = lines()
    expect(ann).toMatchObject({
      status: 401,
      from: '198.51.100.7',
      email: expect.stringMatching(/^[\da-f]{16}$/),
    })
    expect(again?.['email']).toBe(ann?.['email'])
    expect(bob?.['email']).not.toBe(ann?.['email'])
    expect(forbidden).toMatchObject({ from: '198.51.100.7' })
    expect(fine).not.toHaveProperty('from')
    expect(text()).not.toMatch(/ann@|bob@|hunter2/i)
  })
})
