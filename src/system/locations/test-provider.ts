import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A provider of places on this machine, which answers what it is told to. */
export interface TestProvider {
  url: string
  /** Requests it was asked, in order. */
  asked: { path: string; query: URLSearchParams; headers: IncomingHttpHeaders }[]
  /** Sets the answer from now on to paths with this beginning; text is sent as it is. */
  answers(path: string, body: unknown, status?: number): void
  /** Sends everybody somewhere else. */
  redirects(url: string): void
  /** Takes requests, and says nothing any more. */
  hangs(): void
  close(): Promise<void>
}

export async function openTestProvider(): Promise<TestProvider> {
  const answers = new Map<string, { status: number; body: unknown }>()
  const asked: TestProvider['asked'] = []
  let elsewhere: string | undefined
  let isHanging = false
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    asked.push({ path: pathname.slice(1), query: searchParams, headers: request.headers })
    if (isHanging) return
    if (elsewhere !== undefined) return void response.writeHead(302, { location: elsewhere }).end()
    const key = [...answers.keys()].findLast((path) => pathname.slice(1).startsWith(path))
    const { status, body } = answers.get(key ?? '') ?? { status: 500, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `listen` on a port gives an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers: (path, body, status = 200) => void answers.set(path, { status, body }),
    redirects: (url) => void (elsewhere = url),
    hangs: () => void (isHanging = true),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
