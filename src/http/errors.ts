import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { constraintOf } from '../db/constraints.ts'
import { invalidInput, Refusal, type Fault, type RefusalCode } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'
import { fieldName, unknownFieldName } from '../words/field-names.ts'
import { ANYBODY, isMessage, render, type Reader, renderAll } from '../words/render.ts'
import { preferredLanguage, varyByLanguage } from './serve/preferred-language.ts'
import type { ErrorBody } from './validate/schema.ts'
import { inNamesAsSent } from './validate/other-names.ts'
import { shapeFaults } from './validate/shape-faults.ts'

/** The only map from refusal codes to HTTP statuses. */
export const statusOf: Record<RefusalCode, number> = {
  invalid_input: 400,
  destination_ambiguous: 400,
  insufficient_stock: 400,
  incompatible_stock: 400,
  grade_lost: 400,
  on_hold: 400,
  reserved: 400,
  tare_refused: 400,
  period_closed: 400,
  not_stock: 400,
  weight_missing: 400,
  stale_area: 400,
  already_deleted: 400,
  not_deleted: 400,
  in_use: 400,
  unauthenticated: 401,
  forbidden: 403,
  step_up_needed: 403,
  second_factor_needed: 403,
  not_found: 404,
  already_exists: 409,
  idempotency_in_flight: 409,
  precondition_failed: 412,
  unknown_host: 421,
  idempotency_key_reused: 422,
  body_too_large: 413,
  quota_exceeded: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  unavailable: 503,
  file_lost: 500,
  internal_error: 500,
}

/** The documented body of a refusal, whoever answers it. */
export function errorBodyOf(
  { code, said, details, faults }: Refusal,
  reader: Reader = ANYBODY,
  stack = '',
): Static<typeof ErrorBody> {
  return {
    status: 'error',
    code,
    message: render(said, reader),
    ...(isMessage(said) && { messageId: said.id, data: said.data as Record<string, unknown> }),
    stack,
    body: details,
    validation: faults.map((each) => faultToWire(each, reader)),
  }
}

function faultToWire({ path, message, said = [message], code, data }: Fault, reader: Reader) {
  const [only, another] = said
  return {
    path,
    label: labelOf({ path, code, data }, reader.language),
    message: renderAll(said, reader),
    ...(only && !another && isMessage(only) && { messageId: only.id }),
    code,
    data,
  }
}

/** A field that does not exist has no name but the one with which it was sent. */
function labelOf({ path, code, data }: Pick<Fault, 'path' | 'code' | 'data'>, language: string): string {
  const { name } = data
  return code === 'additionalProperties' && typeof name === 'string'
    ? unknownFieldName(name, language)
    : fieldName(path, language)
}

/** Makes every failure of every route answer with the documented error body. */
export function registerErrors(app: FastifyInstance, { showStack }: { showStack: boolean }): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, showStack))
  app.setNotFoundHandler((request, reply) =>
    answerError(
      new Refusal(
        'not_found',
        message('addressIsNotThere', { method: request.method, address: request.url.split('?')[0] ?? '' }),
      ),
      request,
      reply,
      showStack,
    ),
  )
}

/** Answers what fails before there is a route: an address that cannot be decoded, a parameter that is too long. */
export function answerFrameError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id)
  void answerError(error, request, reply, false)
}

async function answerError(error: Error, request: FastifyRequest, reply: FastifyReply, showStack: boolean) {
  const refusal = inNamesAsSent(refusalOf(error, request), request.renamed ?? [])
  const isOurFault = statusOf[refusal.code] === 500
  if (isOurFault) request.log.error({ err: error }, 'request failed')
  else if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'unavailable')
  // Which fields, and not what they held.
  else request.log.debug({ code: refusal.code, fields: refusal.faults.map((each) => each.path) }, 'refused')
  if (refusal.code === 'unauthenticated') reply.header('WWW-Authenticate', 'Bearer')
  const wait = refusal.details['retryAfterSeconds']
  if (typeof wait === 'number') reply.header('Retry-After', String(wait))
  else if (refusal.code === 'unavailable') reply.header('Retry-After', '5')
  const language = preferredLanguage(request.headers['accept-language'])
  varyByLanguage(reply)
  return reply
    .header('Content-Language', language)
    .code(statusOf[refusal.code])
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      ...errorBodyOf(refusal, { ...(request.actor ?? ANYBODY), language }, showStack ? error.stack : ''),
      // By it whoever runs the service finds in the log what went wrong.
      ...(isOurFault && { body: { ...refusal.details, requestId: request.id } }),
    })
}

/** Turns an error into a refusal: refusals stay, errors of the frame and the database get our words, all else is our fault. */
export function refusalOf(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
): Refusal {
  if (error instanceof Refusal) return error
  if ('validation' in error) return invalidInput(shapeFaults(request))
  return frameRefusal(error) ?? databaseRefusal(error) ?? ourFault(request)
}

function frameRefusal(error: Error & { statusCode?: number }): Refusal | undefined {
  switch (error.statusCode) {
    case 400:
      return new Refusal('invalid_input', message('requestIsUnreadable', { problem: error.message }))
    case 413:
      return new Refusal('body_too_large', message('requestIsTooLarge', {}))
    case 414:
      return new Refusal('not_found', message('addressIsTooLong', {}))
    case 415:
      return new Refusal('unsupported_media_type', message('bodyIsNoJson', {}))
    case 503:
      return new Refusal('unavailable', message('isStopping', {}))
    default:
      return undefined
  }
}

// PostgreSQL's classes: 08 connection, 53 out of disk, memory or connections, 57 shut down or cancelled, 58 system;
// 55P03 is a lock not had in time, 40001 and 40P01 are transactions that collided each time they were run. All pass, so the
// caller is asked to come again.
const PASSING = /^(08|53|57|58)|^(55P03|40001|40P01)$/
/** The disk of the database, or the one on which files are kept. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'])

function databaseRefusal(error: Error & { code?: string }): Refusal | undefined {
  if (error.code === '23505') {
    const constraint = constraintOf(error)
    return new Refusal('already_exists', message('valueIsTaken', {}), {
      details: constraint ? { constraint } : {},
    })
  }
  const code = error.code ?? ''
  if (FULL.has(code)) {
    return new Refusal('unavailable', message('diskIsFull', {}))
  }
  const isConnection =
    UNREACHABLE.has(code) ||
    /Connection terminated|timeout exceeded (when trying to connect|while waiting for a turn)/.test(
      error.message,
    )
  if (isConnection || PASSING.test(code)) {
    return new Refusal('unavailable', message('databaseIsAway', {}))
  }
  return undefined
}

function ourFault(request: FastifyRequest): Refusal {
  return new Refusal('internal_error', message('wentWrong', { requestId: request.id }))
}
