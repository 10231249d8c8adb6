import { Refusal } from '../kernel/errors.ts'

/** No documented body is nested deeper than 8; what is far deeper is an attack on the validator. */
const MAX_DEPTH = 32

/** Refuses a body nested too deep, before anything walks it recursively. */
export function checkDepth(body: unknown): void {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new Refusal('invalid_input', `The body is nested deeper than ${MAX_DEPTH} levels.`)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null && !Buffer.isBuffer(each) ? Object.values(each) : []))
  }
}
