import { tmpdir } from 'node:os'
import type { Answer, Client } from './app.ts'
import { serve } from './program.ts'

/** The program as an operator runs it, in a process of its own. */
export interface ServerProcess {
  url: string
  stop(): Promise<void>
}

/** Starts `granary serve` on a PostgreSQL database that is migrated, on a port of its own choosing. */
export async function startServer(databaseUrl: string): Promise<ServerProcess> {
  const { url, kill, ended } = await serve({
    // Not where the project is: its .env is somebody's.
    cwd: tmpdir(),
    env: {
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      // Checks every answer against its schema.
      NODE_ENV: 'development',
    },
  })
  return {
    url,
    async stop() {
      kill('SIGTERM')
      const { stderr } = await ended
      process.stderr.write(stderr)
    },
  }
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
      const isJson = /^application\/(ld\+)?json/.test(answer.headers.get('content-type') ?? '')
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
