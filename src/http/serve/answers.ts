import compress from '@fastify/compress'
import type { ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { ErrorBody } from '../validate/schema.ts'
import { makeAjv } from '../validate/validation.ts'

/** Of answers that are still around. */
const texts = new WeakMap<object, string>()

/**
 * The JSON of an answer. Made once: its ETag and what is kept under an Idempotency-Key are of the very text that is sent. An answer
 * must not be changed any more once this was asked.
 */
export function jsonOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer)
  const made = texts.get(answer)
  if (made !== undefined) return made
  const text = JSON.stringify(answer)
  texts.set(answer, text)
  return text
}

/**
 * Checks every JSON answer against its schema: nothing else does, or drops what a schema does not list. On in development and in
 * every test.
 */
export function registerAnswerChecks(app: FastifyInstance): void {
  const ajv = makeAjv(false)
  ajv.addSchema(ErrorBody)
  const compiled = new WeakMap<object, ValidateFunction>()
  app.addHook('preSerialization', async (request, reply, payload) => {
    const responses = request.routeOptions.schema?.response as Record<string, TSchema> | undefined
    const schema = responses?.[reply.statusCode]
    if (responses && !schema && reply.statusCode !== 304) {
      throw new Error(
        `${request.method} ${request.routeOptions.url} answered the undeclared status ${reply.statusCode}`,
      )
    }
    if (!schema) return payload
    let validate = compiled.get(schema)
    if (!validate) compiled.set(schema, (validate = ajv.compile(schema)))
    // What is sent is JSON, so dates and undefined are judged as JSON shows them.
    if (!validate(JSON.parse(JSON.stringify(payload)))) {
      const faults = ajv.errorsText(validate.errors, { dataVar: 'answer' })
      throw new Error(`${request.method} ${request.routeOptions.url} answered outside its schema: ${faults}`)
    }
    return payload
  })
}

/** Below this a packet more or less is nobody's concern. */
const LEAST_BYTES = 2048
/** Larger than a page of a search is compressed beside other requests, not between them. */
const MOST_AT_ONCE = 64 * 1024

/** JSON and tables. Never the stream of events, which would wait for its next event, and not files, which mostly are compressed. */
const PACKED = /^(application\/json|text\/csv)\b/

/** Packs answers above 2 kB for whoever takes it: two hundred movements are a second of a phone's line. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: LEAST_BYTES,
    syncThreshold: MOST_AT_ONCE,
    encodings: ['br', 'gzip'],
    customTypes: PACKED,
    // What is sent to us is measured as it comes.
    globalDecompression: false,
  })
}
