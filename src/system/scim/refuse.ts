import { Refusal } from '../../kernel/errors.ts'
import type { Message } from '../../words/catalogue.ts'

/** Kinds of errors that the protocol names (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'noTarget'
  | 'mutability'
  | 'tooMany'
  | 'uniqueness'

/** A refusal of what the protocol has a name for. */
export function scimRefusal(
  scimType: ScimType,
  said: Message,
  code: 'invalid_input' | 'already_exists' = 'invalid_input',
): Refusal {
  return new Refusal(code, said, { details: { scimType } })
}
