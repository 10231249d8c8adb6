import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where pages of this computer hear the indicator: the console asks here and nowhere else. */
export const SCALE_PORT = 4711
/** An indicator says the same over and over: whoever cannot keep up needs none of what is old. */
const MOST_UNSENT_BYTES = 64 * 1024

export interface Bridge {
  port: number
  /** Passes on what the indicator sent, as it came: pages know how the lines of each make are read. */
  pass: (bytes: Buffer) => void
  close: () => Promise<void>
}

/**
 * Opens a server for pages on this computer that passes on what an indicator sends, as an event stream at `/lines`.
 *
 * @param origins of the pages that may listen, such as `https://granary.example`; no other page in the browser hears anything
 */
export async function openBridge(origins: string[], port = SCALE_PORT): Promise<Bridge> {
  const listeners = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const { origin } = request.headers
    const isAllowed = origin !== undefined && origins.includes(origin)
    if (!isAsked(request) || !isAllowed) return void response.writeHead(403).end()
    const headers = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Private-Network': 'true',
      Vary: 'Origin',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write('retry: 2000\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    pass(bytes) {
      // Bytes as characters of the same number: makes that set single bits need all eight.
      const event = `data: ${JSON.stringify(bytes.toString('latin1'))}\n\n`
      for (const each of listeners) if (each.writableLength < MOST_UNSENT_BYTES) each.write(event)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Asked by the name of this computer for itself: a name that was made to lead here is somebody else’s page. */
function isAsked({ url, headers: { host = '' } }: IncomingMessage): boolean {
  return url === '/lines' && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)
}
