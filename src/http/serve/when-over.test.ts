import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makeLogs } from '../../log.ts'
import { EventFeed } from '../../system/events/event-feed.ts'
import { eventRoutes } from '../../system/events/routes.ts'
import { quietLog } from '../../../test/quiet-log.ts'

let service: TestApp
let farm: TestOrganisation
let logged = ''

beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  service = await openTestApp({
    logs: makeLogs('info', destination),
    routes: [
      (app, serve) => eventRoutes(new EventFeed({ db: serve.database.db, log: quietLog }))(app, serve),
      async (app) =>
        void app.get('/endless', { schema: { hide: true } }, (_request, reply) =>
          reply.type('text/plain').send(
            Readable.from(
              (function* () {
                for (;;) yield 'x'.repeat(65_536)
              })(),
            ),
          ),
        ),
    ],
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

const FORM = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n'
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxxxx'

test.each([
  ['a download', 'GET /endless', '', '', true, 200],
  ['an event stream', 'GET /api/events', '', '', true, 200],
  ['an upload', 'POST /api/system/files', FORM, PART, false, 499],
])(
  '%s that its caller leaves is counted and logged once',
  async (_what, target, headers, body, isAnswered, status) => {
    logged = ''
    const [method, path] = target.split(' ')
    const before = await inFlight()
    const socket = await send(
      `${target} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${farm.keys.owner}\r\n${headers}\r\n${body}`,
    )
    await expect.poll(inFlight).toBe(before + 1)
    if (isAnswered) await once(socket, 'data')
    socket.destroy()
    await expect.poll(inFlight).toBe(before)
    const operation = path === '/api/system/files' ? 'Upload a file' : path
    const count = `http_request_duration_seconds_count{operation="${operation}",method="${method}",status="${status}"} 1`
    expect(await metrics()).toContain(count)
    const lines = logged.split('\n').filter((line) => line.includes(`"path":"${path}"`))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'request cut off', level: 30, method, path, status }),
    ])
  },
)

test('callers who leave before they are known keep no turn of their organisation’s uploads', async () => {
  await leaveUnknown(8, `POST /api/system/files HTTP/1.1\r\nHost: a\r\n${FORM}`, PART)
  const form = new FormData()
  for (const [name, value] of Object.entries({ bucket: 'files', type: 'misc', name: 'Ticket' }))
    form.append(name, value)
  form.append('file', new Blob(['plot;tonnes\nA;12.4\n']), 'ticket.csv')
  expect((await farm.as('owner').post('/api/system/files', form)).status).toBe(200)
})

test('nor do they go on listening', async () => {
  const stream = 'GET /api/events HTTP/1.1\r\nHost: a\r\n'
  await leaveUnknown(250, stream, '')
  const socket = await send(`${stream}X-Api-Key: ${farm.keys.owner}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
  socket.destroy()
  await expect.poll(inFlight).toBe(0)
})

test('an answered request is counted and logged once, and so is one without a route', async () => {
  logged = ''
  const before = await inFlight()
  await farm.as('viewer').get('/api/identity/me')
  await service.client().get('/nowhere')
  expect(await inFlight()).toBe(before)
  const lines = logged.split('\n').filter((line) => line.includes('"msg":"request"'))
  expect(lines.map((line) => JSON.parse(line)).map(({ path, status }) => [path, status])).toEqual([
    ['/api/identity/me', 200],
    ['/nowhere', 404],
  ])
})

test('requests take as many seconds by the figures as by a watch', async () => {
  const viewer = (await makeOrganisation(service)).as('viewer')
  const begin = performance.now()
  for (const _time of [1, 2, 3]) await viewer.get('/api/identity/users')
  const seconds = (performance.now() - begin) / 1000
  const figures = await metrics()
  const [, operation] = /_count\{operation="([^"]+)",.*\} 3$/m.exec(figures) ?? []
  const told = Number(new RegExp(`_sum\\{operation="${operation}",.*\\} (\\S+)$`, 'm').exec(figures)?.[1])
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThanOrEqual(seconds)
})

async function metrics(): Promise<string> {
  return (await service.client().get('/metrics')).body
}

/** How many requests are under way besides the one that asks. */
async function inFlight(): Promise<number> {
  return Number(/^http_requests_in_flight (\d+)$/m.exec(await metrics())?.[1]) - 1
}

/** Sends so many requests, and leaves them while the database is still being asked whose they are. */
async function leaveUnknown(count: number, head: string, body: string): Promise<void> {
  logged = ''
  let begun = 0
  service.app.server.on('request', () => (begun += 1))
  await service.database.db.transaction().execute(async (trx) => {
    await sql`lock table api_keys in access exclusive mode`.execute(trx)
    const request = `${head}X-Api-Key: ${farm.keys.owner}\r\n\r\n${body}`
    const sockets = await Promise.all(Array.from({ length: count }, () => send(request)))
    await expect.poll(() => begun).toBe(count)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => logged.split('request cut off').length - 1).toBe(count)
  })
}

async function send(text: string): Promise<Socket> {
  // `listen` gives a network server its address.
  const { port } = service.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
