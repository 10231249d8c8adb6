import type { ValidateFunction } from 'ajv'
import { faultsOfErrors, makeAjv } from '../../http/validate/validation.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { Mapping } from './mapping.ts'

let validate: ValidateFunction | undefined

/**
 * The mapping that a form has as text.
 *
 * @throws Refusal `invalid_input`, with every fault, at `mapping…`
 */
export function readMapping(text: string): Mapping {
  const mapping = parse(text)
  validate ??= makeAjv(false).compile(Mapping)
  if (!validate(mapping)) refuseFaults(faultsOfErrors(validate.errors ?? [], 'mapping'))
  return mapping as Mapping
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    refuseFaults([fault('mapping', 'must be JSON', 'invalid')])
  }
}
