import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerClientError } from './connections.ts'

// Connections on which no whole request comes in time, as browsers open them ahead of what they will ask.

const server = createServer({ headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 })
beforeAll(async () => {
  server.on('clientError', (error, socket) => answerClientError(error as never, socket as Socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

async function heardAfter(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(sent)
  return text(socket)
}

test.each([
  ['nothing', '', ''],
  ['half a request', 'GET / HTTP/1.1\r\nHost: a', 'The request did not arrive in time.'],
])('of which %s has come is ended, and said why where somebody asked', async (_what, sent, said) => {
  const heard = await heardAfter(sent)
  if (said === '') expect(heard).toBe('')
  else expect(heard).toMatch(/^HTTP\/1\.1 400 .*The request did not arrive in time\./s)
})
