import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { registerClosing } from './connections.ts'

test('what is being worked on when the server closes is answered, and its connection ends with it', async () => {
  const app = Fastify({ return503OnClosing: false })
  registerClosing(app)
  const begun = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  app.addHook('preClose', async () => closing.resolve())
  app.get('/work', async () => {
    begun.resolve()
    await closing.promise
    return 'done'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const answering = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/work`)
  await begun.promise
  await app.close()
  const answer = await answering
  expect([answer.status, await answer.text()]).toEqual([200, 'done'])
  expect(answer.headers.get('connection')).toBe('close')
})

test('a request that comes afterwards is refused', async () => {
  const app = Fastify({ return503OnClosing: false })
  registerClosing(app)
  app.get('/work', async () => 'done')
  // Half of it is there already, or the connection would be closed as one that nobody uses.
  const socket = await send(app, `${REQUEST}GET /work HTTP/1.1\r\n`)
  await once(socket, 'data')
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write('Host: a\r\n\r\n')
  expect(await text(socket)).toContain('The service is stopping; nothing was changed.')
  await closed
})

test('a connection whose answer had begun before ends with it, though its caller would keep it', async () => {
  const app = Fastify({ return503OnClosing: false, keepAliveTimeout: 3_600_000 })
  registerClosing(app)
  const answer = new Readable({ read: () => undefined })
  app.get('/work', (_request, reply) => reply.send(answer))
  const socket = await send(app, REQUEST)
  answer.push('begun')
  await once(socket, 'data')
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  answer.push(null)
  await closed
})

const REQUEST = 'GET /work HTTP/1.1\r\nHost: a\r\n\r\n'

/** Listens, and is sent something by a caller who keeps the connection. */
async function send(app: FastifyInstance, bytes: string): Promise<Socket> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  return socket
}
