import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { errorBodyOf, statusOf } from '../errors.ts'

/**
 * Answers what is no request: bytes that cannot be read as HTTP, headers that are too large or never end. It has no
 * route, so the frame knows nothing of it; it gets the documented error body all the same, and its connection ends.
 */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = refusalFor(error.code)
  const body = JSON.stringify(errorBodyOf(refusal, ''))
  const status = statusOf[refusal.code]
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId()}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

function refusalFor(cause: string): Refusal {
  if (cause === 'HPE_HEADER_OVERFLOW')
    return new Refusal(
      'body_too_large',
      'The address and headers of the request are larger than the 16 KB allowed.',
    )
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('invalid_input', 'The request did not arrive in time.')
  return new Refusal('invalid_input', 'This is not a request that HTTP/1.1 knows.')
}
