import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { withHeaders } from './documented-headers.ts'
import { withNamedShapes } from './named-shapes.ts'

/** What a document says of its service, beside the operations. */
export interface AboutService {
  title: string
  description: string
  /** What each subject of its operations, the first part of their path, is about; in the order in which they are best read. */
  subjects: Record<string, string>
  /** Shapes that no answer has, such as what is sent to webhooks, by name. */
  shapes?: Record<string, TSchema>
  /** What the service sends by itself, and to where it is told to. */
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
