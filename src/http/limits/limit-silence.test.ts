import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdOpen } from '../../../test/attacks/raw-socket.ts'
import { limitSilence } from '../serve/connections.ts'

const LIMIT_MS = 200

const app = Fastify({ connectionTimeout: LIMIT_MS })
let endless: Readable
let url: string
beforeAll(async () => {
  limitSilence(app)
  app.post('/', async () => {
    await sleep(LIMIT_MS * 4)
    return 'done'
  })
  app.get('/endless', async () => {
    const piece = Buffer.alloc(64 * 1024)
    endless = new Readable({ read: () => void endless.push(piece) })
    return endless
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'

test('whoever waits for work to be done gets its answer, over the same connection again and again', async () => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let received = ''
  socket.on('data', (text: string) => (received += text))
  for (const time of [1, 2]) {
    socket.write(`${head}{}`)
    await expect.poll(() => received.match(/done/g)?.length, { timeout: 5000 }).toBe(time)
  }
  socket.destroy()
})

test('whoever stops sending is cut off', async () => {
  const line = await holdOpen(url, `${head}{`)
  await expect.poll(line.isClosed).toBe(true)
  line.letGo()
})

test('whoever stops reading is cut off', async () => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  await expect.poll(() => endless.destroyed, { timeout: 5000 }).toBe(true)
  socket.destroy()
})
