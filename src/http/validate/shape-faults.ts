import { message } from '../../words/catalogue.ts'
import type { FastifyRequest } from 'fastify'
import {
  fault,
  Refusal,
  refuseFaults,
  invalidInput,
  type Fault,
  type FaultCode,
} from '../../kernel/errors.ts'
import { isWriting, type Operation } from '../operation.ts'
import type { ServeOptions } from '../serve/serve-options.ts'
import { dryRun } from '../write/dry-run.ts'
import { conditionFaults } from '../write/etag.ts'
import { keyFaults } from '../write/idempotency.ts'
import { inputOf, preconditionOf } from '../write/execute.ts'
import { MAX_FAULTS, textFaultsOf } from './json-body.ts'
import { faultsOfPart } from './validation.ts'

/**
 * Lists all faults in the shape of a request, whichever part they are in. The frame looks at path, body and query one after the other,
 * and stops at the first that is wrong.
 */
export function shapeFaults(request: FastifyRequest): Fault[] {
  return [
    ...faultsOfPart(request, 'params'),
    ...faultsOfPart(request, 'querystring'),
    ...faultsBeside(request),
    ...faultsOfPart(request, 'body'),
  ]
}

/**
 * Refuses what no schema knows of, together with all that the schemas find.
 *
 * @throws Refusal `not_found` for an id with text that no database can keep: there is nothing of that id
 */
export function checkBeside(request: FastifyRequest): void {
  if (textFaultsOf(request.params).length > 0) throw new Refusal('not_found', message('nothingIsHere', {}))
  if (faultsBeside(request).length > 0) refuseFaults(shapeFaults(request))
}

/**
 * Refuses a form with parts, or texts, of which no schema knows that they are wrong, together with all that the schemas find. What is
 * wrong with a part says all of its field.
 */
export function checkForm(request: FastifyRequest): void {
  const faults = [...(request.faultsOfParts ?? []), ...textFaultsOf(request.body)]
  if (faults.length === 0) return
  const said = new Set(faults.map(({ path }) => path))
  refuseFaults([...faults, ...shapeFaults(request).filter(({ path }) => !said.has(path))])
}

/** Finds faults outside the schemas: a query that cannot be stored, a body where none is taken, an invalid key or If-Match. */
function faultsBeside({ query, body, headers, routeOptions }: FastifyRequest): Fault[] {
  const { operation } = routeOptions.config
  if (!operation) return []
  return [
    ...textFaultsOf(query),
    ...(isWriting(operation) ? keyFaults(headers['idempotency-key']) : []),
    ...(operation.current ? conditionFaults(headers['if-match']) : []),
    ...(operation.body || operation.upload ? [] : noBodyFaults(body)),
  ]
}

/** Finds faults in the body of an operation that takes none: all fields are unknown (rules.md §9). Nothing, and `{}`, are fine. */
function noBodyFaults(body: unknown): Fault[] {
  if (body === undefined) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return [fault('', message('takesNoBody', {}), 'type')]
  const unknown = Object.keys(body).slice(0, MAX_FAULTS)
  return unknown.map((name) => fault(name, message('isNoField', { name }), 'additionalProperties'))
}

/**
 * Faults that leave every known field of the kind that the command expects, and none larger: what a field may be at most is what its
 * command can bear, which would make a thousand million copies if it were told so.
 */
const KEEP_KINDS = new Set<FaultCode>([
  'additionalProperties',
  'date',
  'minimum',
  'exclusiveMinimum',
  'minLength',
])

/**
 * Refuses a write whose shape is wrong. A field that nobody knows, or a weight below zero, is to hide nothing else that is wrong: where
 * its command can be rehearsed, and gets what it can read, the rules are asked as well, and every fault is told at once (rules.md §9).
 */
export async function refuseShape(
  operation: Operation,
  request: FastifyRequest,
  options: ServeOptions,
): Promise<never> {
  const faults = shapeFaults(request)
  const isReadable = faults.every(({ code }) => KEEP_KINDS.has(code))
  const found = isReadable ? await ruleFaults(operation, request, options) : []
  throw invalidInput([...faults, ...found.filter(({ path }) => !isSaid(path, faults))])
}

/** Finds the faults of fields by the rules. Any other result of the command may follow from faults already found. */
async function ruleFaults(
  operation: Operation,
  request: FastifyRequest,
  options: ServeOptions,
): Promise<Fault[]> {
  const { actor } = request
  if (!actor || !operation.rehearse) return []
  const input = inputOf(request)
  const asked = { actor, input, precondition: preconditionOf(request, input) }
  try {
    await dryRun(operation, operation.rehearse, asked, options)
    return []
  } catch (error) {
    return error instanceof Refusal && error.code === 'invalid_input' ? error.faults : []
  }
}

/** True if the field, or one that it is part of, has a known fault. */
function isSaid(path: string, faults: Fault[]): boolean {
  return faults.some((known) => path === known.path || path.startsWith(`${known.path}.`))
}
