import type { TestApp } from './app.ts'

/** The services that document themselves, and where. */
export const services = ['identity', 'system', 'inventory'] as const
export type Service = (typeof services)[number]

/** As much of a JSON schema as tests look into. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  additionalProperties?: boolean | JsonSchema
  $ref?: string
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  description?: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: JsonSchema
}

interface PathItemOperation {
  operationId?: string
  summary?: string
  tags?: string[]
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> }
  responses: Record<
    string,
    {
      description: string
      headers?: Record<string, { schema: JsonSchema }>
      content?: Record<string, { schema: JsonSchema }>
    }
  >
  security?: Record<string, string[]>[]
  'x-permission'?: string
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; description: string; version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, PathItemOperation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

/** An operation as its document tells of it: all that whole-service tests know of one. */
export interface Documented {
  /** `POST /api/inventory/movements/{id}/duplicate` */
  key: string
  service: Service
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** What generators of clients call it. */
  operationId: string
  title: string
  /** What it is about. */
  tags: string[]
  description: string
  permission: string
  parameters: Parameter[]
  /** The schema of its JSON body; undefined where it takes none. */
  body: JsonSchema | undefined
  /** Whether it may not be left out. */
  needsBody: boolean
  /** The schema of the form with a file that it takes instead. */
  form: JsonSchema | undefined
  /** The body that the document shows. */
  example: unknown
  responses: PathItemOperation['responses']
  security: Record<string, string[]>[]
}

/** Reads the documents that the service serves. */
export async function readDocuments(service: TestApp): Promise<Record<Service, OpenApiDocument>> {
  const read = async (name: Service): Promise<OpenApiDocument> => {
    const { status, body } = await service.client().get(`/api/${name}/openapi.json`)
    if (status !== 200) throw new Error(`/api/${name}/openapi.json answered ${status}`)
    return body
  }
  return {
    identity: await read('identity'),
    system: await read('system'),
    inventory: await read('inventory'),
  }
}

/** Every operation of every document, in the documents' order. */
export function operationsOf(documents: Record<Service, OpenApiDocument>): Documented[] {
  return services.flatMap((service) => {
    const { paths, components } = documents[service]
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, said]) => {
        const answers = withWholeShapes(said.responses, components.schemas)
        return documented(service, path, method, { ...said, responses: answers })
      }),
    )
  })
}

/** Answers with every named shape in place, as whoever looks into them wants it. The error body stays a reference. */
function withWholeShapes<Part>(part: Part, shapes: Record<string, JsonSchema>): Part {
  if (Array.isArray(part)) return part.map((each) => withWholeShapes(each, shapes)) as Part
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...said } = part as JsonSchema
  const shape = $ref?.startsWith(SHAPES) ? shapes[$ref.slice(SHAPES.length)] : undefined
  const whole = shape && !$ref?.endsWith('/Error') ? { ...shape, ...said } : part
  return Object.fromEntries(
    Object.entries(whole).map(([keyword, value]) => [keyword, withWholeShapes(value, shapes)]),
  ) as Part
}

const SHAPES = '#/components/schemas/'

function documented(service: Service, path: string, method: string, said: PathItemOperation): Documented {
  const json = said.requestBody?.content['application/json']
  const form = said.requestBody?.content['multipart/form-data']?.schema
  return {
    key: `${method.toUpperCase()} ${path}`,
    service,
    method: method.toUpperCase() as Documented['method'],
    path,
    operationId: said.operationId ?? '',
    title: said.summary ?? '',
    tags: said.tags ?? [],
    description: said.description ?? '',
    permission: said['x-permission'] ?? '',
    parameters: said.parameters ?? [],
    body: json?.schema,
    needsBody: said.requestBody?.required === true,
    form,
    example: json?.example,
    responses: said.responses,
    security: said.security ?? [],
  }
}

/** Whether it may change something. */
export function isWrite({ method }: Documented): boolean {
  return method !== 'GET'
}

export function hasParameter(operation: Documented, name: string): boolean {
  return operation.parameters.some((parameter) => parameter.name === name)
}
