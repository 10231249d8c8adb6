import type { ValidateFunction } from 'ajv'
import { faultsOfErrors, makeAjv } from '../../http/validate/validation.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
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

/** As JSON writes NUL and half a character, of which no database keeps either. */
const UNKEPT = /\\u(?:0000|d[89a-f][\da-f]{2})/

function parse(text: string): unknown {
  let mapping: unknown
  try {
    mapping = JSON.parse(text)
  } catch {
    refuseFaults([fault('mapping', message('isNoJson', {}), 'invalid')])
  }
  // What was said of a file is kept.
  if (UNKEPT.test(JSON.stringify(mapping)))
    refuseFaults([fault('mapping', message('hasUnwritableText', {}), 'malformed_text')])
  return mapping
}
