import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'

/**
 * One thing that goes wrong with a request: its connection breaks before the service hears of it; the service acts, and its answer is lost, is
 * cut in the middle, or becomes a 504; a stream ends after so many bytes; nobody answers; or somebody else answers with a status.
 */
export type ProxyFault =
  | 'unheard'
  | 'lost'
  | 'cut'
  | 'gateway-timeout'
  | 'hang'
  | { endAfterBytes: number }
  | { status: number; retryAfter?: string; body?: object }

/** A proxy on loopback before the service, which does to each request the next thing that it was told, and forwards what comes after. */
export interface FaultyProxy {
  url: string
  /** Sets what goes wrong with the next requests; `PUT /faults` does the same from another process. */
  goWrong(...faults: (ProxyFault | undefined)[]): void
  /** Requests that came, and those of them that the service heard of. */
  counts(): { came: number; forwarded: number }
  /** Breaks all connections that are open. */
  breakAll(): void
  close(): Promise<void>
}

/** Opens a proxy before the service at this address. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  let queue: (ProxyFault | undefined)[] = []
  let came = 0
  let forwarded = 0
  const server = createServer((incoming, answer) => {
    // A client that goes away is no fault of the proxy.
    void handle(incoming, answer).catch(() => answer.destroy())
  })

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (incoming.url === '/faults') {
      // A text of JSON has no undefined.
      queue = ((await json(incoming)) as (ProxyFault | null)[]).map((each) => each ?? undefined)
      answer.end(JSON.stringify({ came, forwarded }))
      return
    }
    const fault = queue.shift()
    came += 1
    const body = await buffer(incoming)
    if (fault === 'unheard') return void incoming.socket.destroy()
    if (fault === 'hang') return
    if (typeof fault === 'object' && 'status' in fault) return refuse(answer, fault)
    forwarded += 1
    const served = await send(incoming, body)
    if (fault === undefined || typeof fault === 'object') return stream(served, answer, fault?.endAfterBytes)
    const bytes = await buffer(served)
    if (fault === 'gateway-timeout') return refuse(answer, { status: 504 })
    if (fault === 'cut') {
      answer.writeHead(served.statusCode ?? 500, { ...served.headers, 'content-length': bytes.length })
      answer.write(bytes.subarray(0, bytes.length / 2))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    incoming.socket.destroy()
  }

  async function send({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const outgoing = forward(target + (url ?? ''), {
      method,
      headers: { ...headers, host: new URL(target).host },
      agent: false,
    })
    outgoing.end(body)
    const [served] = (await once(outgoing, 'response')) as [IncomingMessage]
    return served
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens has an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    goWrong: (...faults) => void (queue = faults),
    counts: () => ({ came, forwarded }),
    breakAll: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refuse(
  answer: ServerResponse,
  { status, retryAfter, body }: { status: number; retryAfter?: string; body?: object },
): void {
  answer.writeHead(status, {
    'content-type': body ? 'application/json' : 'text/html',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  })
  answer.end(body ? JSON.stringify(body) : '<h1>Bad gateway</h1>')
}

async function stream(served: IncomingMessage, answer: ServerResponse, most = Infinity): Promise<void> {
  answer.writeHead(served.statusCode ?? 500, served.headers)
  // The service sees at once that a listener has gone.
  answer.once('close', () => served.destroy())
  let sent = 0
  for await (const chunk of served as AsyncIterable<Buffer>) {
    answer.write(chunk.subarray(0, most - sent))
    sent += chunk.length
    if (sent >= most) return void answer.destroy()
  }
  answer.end()
}
