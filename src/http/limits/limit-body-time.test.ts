import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdOpen } from '../../../test/attacks/raw-socket.ts'
import { limitBodyTime } from '../serve/connections.ts'

const LIMIT_MS = 200

const app = Fastify()
let url: string
beforeAll(async () => {
  limitBodyTime(app, LIMIT_MS)
  app.post('/', async () => {
    await sleep(LIMIT_MS * 2)
    return 'done'
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

test('whoever sends a body for too long is cut off', async () => {
  const line = await holdOpen(url, `${head}{`)
  await expect.poll(line.isClosed).toBe(true)
  line.letGo()
})

test('whoever has sent it all may wait for the answer', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: '{}' })
  expect(await answer.text()).toBe('done')
})
