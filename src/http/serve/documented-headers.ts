import { PAPER_TYPE } from '../paper.ts'
import { tableTypes } from '../table.ts'
import type { FastifySchema } from 'fastify'
import { isWriting, type Operation } from '../operation.ts'

// Headers as the OpenAPI documents tell of them. They are read and judged where they are used, so they stand in the
// documents alone: no validator or serializer sees them.

type Headers = Record<string, { type: 'string' | 'integer'; description: string }>
type Responses = Record<string, object>

const organisation: Headers = {
  'X-Organisation-Id': text(
    'The id of the organisation that this request is for. Only needed by people who belong to several, for another one than they signed in to.',
  ),
}
const idempotencyKey: Headers = {
  'Idempotency-Key': text(
    'A key that you choose, such as a new UUID: 1 to 200 visible ASCII characters. If you send the same request with the same key again, it is done only once and you get the first answer.',
  ),
}
const ifMatch: Headers = {
  'If-Match': text('The ETag that you read. If it has changed since, nothing is done and the answer is 412.'),
}
const ifNoneMatch: Headers = {
  'If-None-Match': text('The ETag that you have. If it has not changed, the answer is 304, without a body.'),
}
const range: Headers = {
  Range: text('The part of the file that is wanted, such as bytes=0-1023.'),
  'If-Range': text(
    'The ETag of the file that you have a part of. If it has changed, the whole file is sent.',
  ),
}

const etag: Headers = { ETag: text('The version of what was answered.') }
const notFound: Headers = {
  'X-Not-Found': text(
    'The ids that nothing was found by, percent-encoded, with commas between. Not there where all were found.',
  ),
}
const location: Headers = { Location: text('Where to find what was made.') }
const replayed: Headers = {
  'Idempotency-Replayed': text(
    'true if this is the answer to an earlier request with this key, and nothing was done now.',
  ),
}
const retryAfter: Headers = {
  'Retry-After': { type: 'integer', description: 'Seconds until it is worth trying again.' },
}
/** Counted for each operation by itself where it has a limit of its own, and told where the server has one at all. */
const rateLimit: Headers = {
  'X-RateLimit-Limit': {
    type: 'integer',
    description: 'How many requests you may send a minute. Not there where the server has no limit.',
  },
  'X-RateLimit-Remaining': { type: 'integer', description: 'How many of them are left.' },
  'X-RateLimit-Reset': { type: 'integer', description: 'Seconds until they are all there again.' },
}
const requestId: Headers = {
  'X-Request-Id': text('What the log knows the request by. Every answer has one.'),
}
const fileName: Headers = {
  'Content-Disposition': text('What to call the file when it is saved. Not there where the answer is JSON.'),
}
const contentRange: Headers = { 'Content-Range': text('Which bytes these are, and of how many.') }
const challenge: Headers = { 'WWW-Authenticate': text('Bearer.') }

function text(description: string): Headers[string] {
  return { type: 'string', description }
}

/** A route's schema with every header that its operation reads and answers with, from what it declares. */
export function withHeaders(schema: FastifySchema, operation: Operation | undefined): FastifySchema {
  const { headers, response, security } = schema as {
    headers?: { properties: object }
    response?: Responses
    security?: object[]
  }
  const takesCredential = (security ?? []).length > 0
  const properties = {
    ...headers?.properties,
    ...(takesCredential && organisation),
    ...(operation && requestHeaders(operation)),
  }
  return {
    ...schema,
    ...(Object.keys(properties).length > 0 && { headers: { type: 'object', properties } }),
    ...(response && { response: withAnswerHeaders(withFormats(response, operation), operation) }),
  }
}

/** Adds the answers with `format=`. Like headers, they are described only here: they are not checked as answers are. */
function withFormats(response: Responses, operation: Operation | undefined): Responses {
  const { 200: json } = response
  if (!operation || operation.isTableAlone || !json || !(operation.table ?? operation.epcis)) return response
  const table = { type: 'string', description: 'With format=csv: RFC 4180, UTF-8 with a byte-order mark.' }
  const workbook = { type: 'string', format: 'binary', description: 'With format=xlsx: a workbook.' }
  const events = { type: 'object', description: 'With format=epcis: an EPCIS 2.0 document.' }
  const printed = { type: 'string', format: 'binary', description: 'With format=pdf: a paper.' }
  const content = {
    'application/json': { schema: json },
    ...(operation.table && {
      [tableTypes.csv]: { schema: table },
      [tableTypes.xlsx]: { schema: workbook },
    }),
    ...(operation.epcis && { 'application/ld+json': { schema: events } }),
    ...(operation.paper && { [PAPER_TYPE]: { schema: printed } }),
  }
  const { description } = json as { description?: string }
  return { ...response, 200: { description, content } }
}

/** True for an operation that answers 304 to callers who have the answer already. */
const isConditional = (operation: Operation) => operation.isResource && !isWriting(operation)

function requestHeaders(operation: Operation): Headers {
  return {
    ...(isWriting(operation) && idempotencyKey),
    ...(operation.current && ifMatch),
    ...(isConditional(operation) && ifNoneMatch),
    ...(operation.kind === 'download' && range),
  }
}

function withAnswerHeaders(response: Responses, operation: Operation | undefined): Responses {
  const good: Headers = operation
    ? {
        ...(operation.isResource && etag),
        ...(operation.location && location),
        ...(operation.missing && notFound),
        ...((operation.table ?? operation.paper ?? operation.kind === 'download') && fileName),
        ...(isWriting(operation) && replayed),
      }
    : {}
  const byStatus: Record<string, Headers> = {
    200: { ...good, ...rateLimit },
    206: { ...good, ...contentRange, ...rateLimit },
    401: challenge,
    416: contentRange,
    429: { ...retryAfter, ...rateLimit },
    500: requestId,
    503: retryAfter,
  }
  const answers = Object.entries(response).map(([status, answer]) => {
    const headers = byStatus[status] ?? {}
    return [status, Object.keys(headers).length > 0 ? { ...answer, headers } : answer]
  })
  const unchanged = { type: 'null', description: 'It has not changed; there is no body.', headers: etag }
  return {
    ...Object.fromEntries(answers),
    ...(operation && isConditional(operation) && { 304: unchanged }),
  }
}
