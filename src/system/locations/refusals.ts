import { fault, Refusal } from '../../kernel/errors.ts'

/** Refuses one field of the request. */
export function refuseField(path: string, problem: string): never {
  throw new Refusal('invalid_input', `${path}: ${problem}`, { faults: [fault(path, problem)] })
}

/** A provider that alone could tell does not answer. */
export function unavailable(source: string, cause: unknown): Refusal {
  const refusal = new Refusal('unavailable', `${source} cannot be reached just now. Try again in a moment.`)
  refusal.cause = cause
  return refusal
}
