import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { holdOpen } from '../../../test/attacks/raw-socket.ts'

// A file that nobody may send, at a byte a second.

let service: TestApp
let url: string
beforeAll(async () => {
  service = await openTestApp()
  url = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => service.close())

test('the connection of a refused upload is closed soon after its answer', { timeout: 60_000 }, async () => {
  const form = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000'
  const line = await holdOpen(url, `POST /api/system/files HTTP/1.1\r\nHost: x\r\n${form}\r\n\r\n--x\r\n`)
  try {
    await expect.poll(line.isClosed, { timeout: 20_000, interval: 200 }).toBe(true)
  } finally {
    line.letGo()
  }
})

test('there is an end to the connections that are held open', () => {
  // More than event streams and their screens need, and fewer than a process may have files open.
  expect(service.app.server.maxConnections).toBeGreaterThan(2000)
  expect(service.app.server.maxConnections).toBeLessThan(20_000)
})
