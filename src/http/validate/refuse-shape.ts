import type { FastifyRequest } from 'fastify'
import { invalidInput, Refusal, type Fault, type FaultCode } from '../../kernel/errors.ts'
import { dryRun } from '../write/dry-run.ts'
import type { Operation } from '../operation.ts'
import type { ServeOptions } from '../serve/serve-options.ts'
import { shapeFaults } from './shape-faults.ts'
import { inputOf, preconditionOf } from '../write/write-once.ts'

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

/** What the rules find wrong with the fields. Whatever else the command comes to may come of what is wrong already. */
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

/** Whether the field, or one that it is part of, is known to be wrong. */
function isSaid(path: string, faults: Fault[]): boolean {
  return faults.some((known) => path === known.path || path.startsWith(`${known.path}.`))
}
