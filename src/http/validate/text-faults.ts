import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'

/** Of texts that cannot be kept, so many are named. */
export const MAX_FAULTS = 1000

/**
 * Refuses what no operation can take, before anything else reads it: text that a database cannot keep, with a NUL or with half of a
 * character.
 *
 * @param value a body that `json-body.ts` has let through
 */
export function checkTexts(value: unknown): void {
  refuseFaults(textFaultsOf(value))
}

/** The texts in a query, the fields of a form, or a body that no database can keep. */
export function textFaultsOf(value: unknown): Fault[] {
  const faults: Fault[] = []
  collectTextFaults('', value, faults)
  return faults
}

function collectTextFaults(path: string, value: unknown, faults: Fault[]): void {
  if (faults.length === MAX_FAULTS) return
  if (typeof value === 'string') faults.push(...textFaults(path, value))
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) collectTextFaults(`${path}[${index}]`, each, faults)
  } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    for (const [key, each] of Object.entries(value))
      collectTextFaults(path === '' ? key : `${path}.${key}`, each, faults)
  }
}

function textFaults(path: string, text: string): Fault[] {
  if (text.includes('\0')) return [fault(path, 'must not contain a NUL character', 'nul')]
  return text.isWellFormed()
    ? []
    : [fault(path, 'must not contain half of a surrogate pair', 'malformed_text')]
}
