import { fault, Refusal, refuseFaults, type Fault } from '../kernel/errors.ts'

/** No documented body is nested deeper than 8; what is far deeper is an attack on the validator. */
const MAX_DEPTH = 32

interface Visit {
  path: string
  value: unknown
}

/**
 * Refuses what no operation can take, before anything else reads it: values nested too deep, and text with a NUL, which
 * a database cannot keep.
 */
export function checkInput(value: unknown): void {
  const faults: Fault[] = []
  let level: Visit[] = [{ path: '', value }]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new Refusal('invalid_input', `The body is nested deeper than ${MAX_DEPTH} levels.`)
    for (const visit of level) {
      if (typeof visit.value === 'string' && visit.value.includes('\0')) {
        faults.push(fault(visit.path, 'must not contain a NUL character', 'nul'))
      }
    }
    level = level.flatMap(childrenOf)
  }
  refuseFaults(faults)
}

function childrenOf({ path, value }: Visit): Visit[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return []
  if (Array.isArray(value)) return value.map((each, index) => ({ path: `${path}[${index}]`, value: each }))
  return Object.entries(value).map(([key, each]) => ({ path: path === '' ? key : `${path}.${key}`, value: each }))
}
