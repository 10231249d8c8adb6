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
  let mapping: unknown
  try {
    mapping = JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    )
  } catch {
    refuseFaults([fault('mapping', 'must be JSON', 'invalid')])
  }
  // What was said of a file is kept, and a database keeps no NUL.
  if (JSON.stringify(mapping).includes(String.raw`\u0000`))
    refuseFaults([fault('mapping', 'must not contain a NUL character', 'nul')])
  return mapping
}
