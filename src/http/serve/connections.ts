import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { errorBodyOf, statusOf } from '../errors.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Answers what is no request: bytes that cannot be read as HTTP, headers that are too large or never end. It has no
 * route, so the frame knows nothing of it; it gets the documented error body all the same, and its connection ends.
 */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Browsers connect ahead of what they will ask, and would take an answer for the one to that.
  if (socket.bytesRead === 0) return void socket.destroy()
  const refusal = refusalFor(error.code)
  const body = JSON.stringify(errorBodyOf(refusal))
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
  if (cause === 'HPE_HEADER_OVERFLOW') return new Refusal('body_too_large', message('headersAreTooLarge', {}))
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('invalid_input', message('requestCameTooSlowly', {}))
  return new Refusal('invalid_input', message('isNoRequest', {}))
}

const SWEEP_MS = 50

/**
 * Closes the server in good order. Requests under way are answered, later ones are refused with `unavailable`,
 * and every connection ends with its answer. Kept-alive ones would otherwise hold up the end until their clients let go.
 * Call it on the app itself and before its routes, with Fastify's own answer (`return503OnClosing`) turned off.
 */
export function registerClosing(app: FastifyInstance): void {
  let isClosing = false
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    // Some are idle only once their last answer is through.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(sweep))
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Refusal('unavailable', message('isStoppingUnchanged', {}))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/** Ends the connection of whoever sends a body other than an upload for longer than this. */
export function limitBodyTime(app: FastifyInstance, milliseconds: number): void {
  app.addHook('preParsing', async ({ raw, routeOptions }, _reply, payload) => {
    if (raw.complete || routeOptions.config.operation?.upload) return payload
    const timer = setTimeout(() => void (raw.complete || raw.destroy()), milliseconds).unref()
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    return payload
  })
}

/**
 * Ends the connection of whoever goes on sending a body after its answer. For a moment what comes is let go by, or the answer would be lost
 * with the connection.
 */
export function limitSendingOn(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    const timer = setTimeout(() => void raw.destroy(), milliseconds).unref()
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  })
}

/**
 * Leaves connections open whose request is being worked on, however long that takes: the work would go on, and nobody be told what
 * came of it. Whoever stops sending or reading is cut off after the app's `connectionTimeout`.
 */
export function limitSilence(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.on('timeout', endUnlessWorkedOn)
    done()
  })
}

function endUnlessWorkedOn(this: ServerResponse, socket: Socket): void {
  const isWorkedOn = this.req.complete && !this.headersSent
  if (!isWorkedOn) socket.destroy()
}
