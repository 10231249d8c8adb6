import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Answer, Client } from './app.ts'

/** The program as an operator runs it, in a process of its own. */
export interface ServerProcess {
  url: string
  stop(): Promise<void>
}

const START = fileURLToPath(new URL('../src/start.mjs', import.meta.url))

/** Starts `granary serve` on a PostgreSQL database that is migrated, on a port of its own choosing. */
export async function startServer(databaseUrl: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [START, 'serve'], {
    // Not where the project is: its .env is somebody's.
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      // Checks every answer against its schema.
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /\bhttp:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (!url) continue
    child.stdout.resume()
    return {
      url,
      async stop() {
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error(`the server ended before it served (exit code ${child.exitCode})`)
}

/** Somebody who sends requests to a server over the network. */
export function clientAt(url: string, credential: Record<string, string>): Client {
  const send =
    (method: string) =>
    async (path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> => {
      const answer = await fetch(url + path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...credential,
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
      }
    }
  return {
    get: (path, headers) => send('GET')(path, undefined, headers),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}
