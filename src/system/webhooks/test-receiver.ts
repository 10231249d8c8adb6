import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message that a receiver was sent. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The event, as it came. */
  event: { id: string; type: string; organisationId: string; subject: string; data: unknown }
}

export type Answer = number | 'hang' | 'reset' | ((response: ServerResponse) => void)

/** A receiver of webhooks on loopback, which answers as it is told. */
export interface TestReceiver {
  port: number
  url: string
  received: Received[]
  types(): string[]
  /** Sets the answers to the next deliveries, one after the other; those after the last get 204. */
  answerWith(...next: Answer[]): void
  close(): Promise<void>
}

export async function openReceiver(): Promise<TestReceiver> {
  const received: Received[] = []
  let queue: Answer[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body,
        event: body === '' ? {} : JSON.parse(body),
      })
      const answer = queue.shift() ?? 204
      if (answer === 'hang') return
      if (answer === 'reset') request.socket.destroy()
      else if (typeof answer === 'function') answer(response)
      else response.writeHead(answer).end()
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens has an address.
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    types: () => received.map(({ event }) => event.type),
    answerWith: (...next) => void (queue = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Counts the signatures of a delivery that a secret has made; throws for what is not Standard Webhooks. */
export function signaturesBy(secret: string, { headers, body }: Received): number {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((each) => each === `v1,${expected}`).length
}
