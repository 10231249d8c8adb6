import type { ValidateFunction } from 'ajv'
import { makeAjv } from '../../src/http/validate/validation.ts'
import { refusalCodes } from '../../src/kernel/errors.ts'
import type { Answer } from '../app.ts'
import type { Documented, JsonSchema, OpenApiDocument, Service } from '../documents.ts'
import { textOf } from './json.ts'
import type { Sent } from './request.ts'

/** What must never be in an answer: another organisation's word, and ids of things that are its own. */
export interface Secrets {
  marker: string
  ids: readonly string[]
}

/** Judges answers by what the documents say, with eyes of its own: what the service checks itself is not trusted. */
export class Judge {
  readonly #documents: Record<Service, OpenApiDocument>
  readonly #ajv = makeAjv(false).addFormat('binary', true)
  readonly #compiled = new Map<JsonSchema, ValidateFunction>()
  readonly #compiledTexts = new Map<string, ValidateFunction>()
  /** Paths of what was deleted. */
  readonly #gone = new Set<string>()
  /** What has been sent and stored, as a name for instance, and may come back from then on. */
  readonly #planted = new Set<string>()

  constructor(documents: Record<Service, OpenApiDocument>) {
    this.#documents = documents
  }

  /** What is wrong with an answer; nothing, most of the time. */
  faultsOf(sent: Sent, answer: Answer, secrets: Secrets | undefined): string[] {
    return [
      ...this.#againstDocument(sent.operation, answer),
      ...(answer.status >= 400 ? faultsOfError(sent, answer) : []),
      ...(answer.headers['x-request-id'] ? [] : ['there is no X-Request-Id']),
      ...this.#fromTheGrave(sent, answer),
      ...(secrets ? this.#leaksIn(sent, answer, secrets) : []),
    ]
  }

  #againstDocument(operation: Documented, { status, body, headers }: Answer): string[] {
    if (status >= 500) return [`it answers ${status}`]
    // A version that the caller has already is said to be so (docs/api-conventions.md).
    if (status === 304) return body === undefined ? [] : ['a 304 has a body']
    const declared = operation.responses[status]
    if (!declared) return [`the status ${status} is not declared`]
    if (status === 204) return body === undefined ? [] : ['a 204 has a body']
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    const isTable = type === 'text/csv' && operation.parameters.some(({ name }) => name === 'format')
    const schema = declared.content?.[type]?.schema
    // Bytes, of which their type is all that is promised.
    if (schema?.['format'] === 'binary') return []
    if (!schema)
      return isTable || declared.content?.['application/octet-stream']
        ? []
        : [`its type ${type} is not declared`]
    const validate = this.#validatorOf(operation.service, schema)
    return validate(body) ? [] : [this.#ajv.errorsText(validate.errors, { dataVar: 'answer' })]
  }

  /** The error body, which is most of what is declared, is compiled once. */
  #validatorOf(service: Service, schema: JsonSchema): ValidateFunction {
    const known = this.#compiled.get(schema)
    if (known) return known
    const key = `${service} ${JSON.stringify(schema)}`
    const { components } = this.#documents[service]
    const validate = this.#compiledTexts.get(key) ?? this.#ajv.compile({ allOf: [schema], components })
    this.#compiledTexts.set(key, validate)
    this.#compiled.set(schema, validate)
    return validate
  }

  /** What was deleted is not there for anybody. What was archived goes on being read, and so does the report of an import that was undone. Of a counterparty it is what was decided about it that is gone. */
  #fromTheGrave({ operation, url }: Sent, { status, body }: Answer): string[] {
    const [path = ''] = url.split('?')
    const isGone = this.#gone.has(path)
    const isDeleting =
      operation.method === 'DELETE' &&
      operation.path.endsWith('}') &&
      !/\/(imports|counterparties)\//.test(operation.path)
    if (status === 200 && isDeleting && !url.includes('dryRun=') && body?.status !== 'archived')
      this.#gone.add(path)
    return status === 200 && isGone ? ['it was deleted before, and still answers'] : []
  }

  /** What a request names itself may come back. */
  #leaksIn(sent: Sent, answer: Answer, { marker, ids }: Secrets): string[] {
    const told = JSON.stringify(answer, (name, value: unknown) => (name === 'stack' ? '' : value))
    const asked = said(sent)
    const named = ids.filter((id) => asked.includes(id))
    if (answer.status === 200) for (const id of named) this.#planted.add(id)
    const leaked = ids.filter((id) => told.includes(id) && !named.includes(id) && !this.#planted.has(id))
    return [
      ...(told.includes(marker) && !asked.includes(marker)
        ? ['a word of another organisation is in it']
        : []),
      ...leaked.map((id) => `an id of another organisation is in it: ${id}`),
    ]
  }
}

function faultsOfError(sent: Sent, { status, body }: Answer): string[] {
  const faults: string[] = []
  if (!refusalCodes.includes(body?.code)) faults.push(`${status} has no code of ours: ${body?.code}`)
  const [stammer] = /undefined|\[object|NaN/.exec(String(body?.message)) ?? []
  if (stammer !== undefined && !said(sent).includes(stammer)) faults.push(`it stammers: ${body.message}`)
  return faults
}

/** All that a request says. */
function said({ url, body, formTexts }: Sent): string {
  return [url, textOf(body), ...formTexts].join()
}
