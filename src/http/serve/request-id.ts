import type { IncomingMessage } from 'node:http'
import { newId } from '../../kernel/ids.ts'

const SAFE = /^[\w.:/+=-]{1,100}$/

/** The caller's X-Request-Id where it is short and plain, else a new one: it goes into logs and headers. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SAFE.test(given) ? given : newId()
}
