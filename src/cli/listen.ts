import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { ConfigRefused, type Config } from '../config.ts'
import { errorBodyOf } from '../http/errors.ts'
import { preferredLanguage } from '../http/serve/preferred-language.ts'
import { Refusal } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'
import { readerOf } from '../words/render.ts'

const unusableHost = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/**
 * Runs what listens where the settings say.
 *
 * @throws ConfigRefused where nobody can listen there
 */
export async function listening<T>({ port, host }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const problem = {
      EADDRINUSE: message('portIsInUse', { port, host }),
      EACCES: message('portIsReserved', { port }),
    }[code]
    if (problem !== undefined) throw new ConfigRefused([problem], { cause: error })
    if (!unusableHost.has(code)) throw error
    throw new ConfigRefused([message('hostIsNotHere', { host, code })], { cause: error })
  }
}

/** A listener that answers while the service cannot serve yet. */
export interface WaitingRoom {
  /** The port that was taken, for the service to take over. */
  port: number
  /** Gives the port free. */
  close: () => Promise<void>
}

/**
 * Listens while the database is migrated, which may take long: the process lives (`/healthz`), it is not ready (`/readyz`), and it
 * says why. Whoever kills what does not answer would kill the migration, again and again.
 */
export async function openWaitingRoom(
  { port, host }: { port: number; host: string },
  tls?: { cert: string; key: string },
): Promise<WaitingRoom> {
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') answer(response, 200, { status: 'ok' })
    else if (path === '/readyz') answer(response, 503, { status: 'the database is being migrated' })
    else {
      const language = preferredLanguage(request.headers['accept-language'])
      response.setHeader('Content-Language', language).setHeader('Vary', 'Accept-Language')
      const refusal = new Refusal('unavailable', message('databaseIsMigrated', {}))
      answer(response, 503, errorBodyOf(refusal, readerOf(language)))
    }
  }
  const options = { requestTimeout: 5_000 }
  const server = tls ? createTlsServer({ ...options, ...tls }, take) : createServer(options, take)
  server.listen({ port, host })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeIdleConnections()
      await once(server, 'close')
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
    ...(status === 503 && { 'Retry-After': '5' }),
  })
  response.end(text)
}
