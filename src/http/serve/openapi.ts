import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { withHeaders } from './documented-headers.ts'

/** Text of an API document about its service, beside the operations. */
export interface AboutService {
  title: string
  description: string
  /** Descriptions of the subjects, which are the first parts of its operations' paths, in the best order to read them. */
  subjects: Record<string, string>
  /** Shapes that no answer has, such as what is sent to webhooks, by name. */
  shapes?: Record<string, TSchema>
  /** Messages that the service sends by itself, to the addresses set up for them. */
  webhooks?: Record<string, object>
}

/**
 * Documents the operations of one service as OpenAPI 3.1 and serves the document at `openapi.json` below its prefix.
 * Register it before the operations: it listens to the routes of its own scope.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  { title, description, subjects, shapes, webhooks }: AboutService,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        description,
        version: '1.0.0',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'Where this document came from.' }],
      tags: Object.entries(subjects).map(([name, about]) => ({ name, description: about })),
      ...(webhooks && { webhooks }),
      components: {
        ...(shapes && { schemas: shapes }),
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'A short-lived token from signing in, or from a trusted OpenID Connect issuer.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'A key for a machine, such as a weighbridge PC.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: schema && withHeaders(schema, route.config?.operation),
      url,
    }),
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`),
    },
  })
  let document: object | undefined
  app.get(
    '/openapi.json',
    { schema: { hide: true } },
    () => (document ??= withNamedShapes(withOptionalBodies(app.swagger()))),
  )
}

/** The document with the bodies that may be null as such that may be left out; the plugin says of each that it is required. */
function withOptionalBodies(document: ReturnType<FastifyInstance['swagger']>) {
  const made = structuredClone(document) as unknown as {
    paths: Record<string, Record<string, { requestBody?: RequestBody }>>
  }
  for (const { requestBody } of Object.values(made.paths).flatMap((methods) => Object.values(methods))) {
    const schema = requestBody?.content['application/json']?.schema
    if (requestBody && schema?.anyOf?.some(({ type }) => type === 'null')) requestBody.required = false
  }
  return made
}

interface RequestBody {
  required?: boolean
  content: Record<string, { schema?: { anyOf?: { type?: string }[] } }>
}

// Shapes that many operations answer stand in the OpenAPI documents once, under the names that `named` gives them. Operations
// themselves go on with whole schemas, which validators need no registry for.

type Json = Record<string, unknown>

interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, Answer> }>>
  components: { schemas: Record<string, Json> }
}

interface Answer {
  description?: string
  content?: Record<string, { schema?: Json }>
}

/** The document with each named shape of its answers as a component. */
function withNamedShapes<Made extends object>(made: Made): Made {
  // What the plugin makes has this form; its own type allows references wherever we have none.
  const document = structuredClone(made) as unknown as Document
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const shapes = new Shapes()
  for (const { responses = {} } of operations)
    for (const answer of Object.values(responses))
      for (const media of Object.values(answer.content ?? {}))
        if (media.schema) media.schema = shapes.refer(withoutEcho(media.schema, answer))
  document.components.schemas = { ...document.components.schemas, ...shapes.all() }
  return document as unknown as Made
}

/** The plugin repeats an answer's description in its schema, where it would be taken for what the shape means. */
function withoutEcho(schema: Json, answer: Answer): Json {
  const { description, ...rest } = schema
  return description === answer.description ? rest : schema
}

class Shapes {
  #byName = new Map<string, { shape: Json; meanings: Set<unknown>; uses: Json[] }>()

  /** A schema with a reference in the place of each named shape in it. */
  refer(schema: Json): Json {
    const { title, description, ...shape } = withEach(schema, (each) => this.refer(each))
    if (typeof title !== 'string') return description === undefined ? shape : { ...shape, description }
    const use = { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) }
    const known = this.#byName.get(title)
    if (!known) {
      this.#byName.set(title, { shape, meanings: new Set([description]), uses: [use] })
      return use
    }
    if (JSON.stringify(known.shape) !== JSON.stringify(shape))
      throw new Error(`two shapes are called ${title}`)
    known.meanings.add(description)
    known.uses.push(use)
    return use
  }

  /** The named shapes. What one means wherever it is used stands there, and not with each use. */
  all(): Record<string, Json> {
    const named = [...this.#byName].map(([name, { shape, meanings, uses }]) => {
      const [meaning] = meanings
      if (meanings.size > 1 || meaning === undefined) return [name, shape]
      for (const use of uses) delete use['description']
      return [name, { ...shape, description: meaning }]
    })
    return Object.fromEntries(named)
  }
}

/** A schema with another one in the place of each that it is made of. */
function withEach(schema: Json, change: (schema: Json) => Json): Json {
  const changed = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties')
      return [
        keyword,
        Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, change(each as Json)])),
      ]
    if (keyword === 'anyOf') return [keyword, (value as Json[]).map(change)]
    const isSchema = keyword === 'items' || (keyword === 'additionalProperties' && typeof value === 'object')
    return [keyword, isSchema ? change(value as Json) : value]
  })
  return Object.fromEntries(changed)
}
