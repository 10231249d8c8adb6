import { Refusal } from '../../kernel/errors.ts'

/** A provider that alone could tell does not answer. */
export function unavailable(source: string, cause: unknown): Refusal {
  const refusal = new Refusal('unavailable', `${source} cannot be reached just now. Try again in a moment.`)
  refusal.cause = cause
  return refusal
}
