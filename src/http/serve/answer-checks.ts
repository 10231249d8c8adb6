import type { ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { ErrorBody } from '../validate/schema.ts'
import { makeAjv } from '../validate/validation.ts'

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
