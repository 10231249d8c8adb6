import { statusOf } from '../../http/errors.ts'
import type { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import { readerOf, render } from '../../words/render.ts'
import type { ScimType } from './refuse.ts'

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The status of a refusal: as elsewhere, but that an owner who has to stay is in conflict with the request. */
function scimStatus({ code, details }: Refusal): number {
  return code === 'in_use' || details['scimType'] === 'mutability' ? 409 : statusOf[code]
}

function scimTypeOf({ code, details, faults }: Refusal): ScimType | undefined {
  if (details['scimType'] !== undefined) return details['scimType'] as ScimType
  if (code === 'already_exists') return 'uniqueness'
  if (code === 'in_use') return 'mutability'
  if (code !== 'invalid_input') return undefined
  return faults.length > 0 ? 'invalidValue' : 'invalidSyntax'
}

/** Makes of a refusal a status and the error body of the protocol (RFC 7644, 3.12), its detail in the language of whoever reads it. */
export function scimError(refusal: Refusal, language: Language): { status: number; body: object } {
  const status = scimStatus(refusal)
  const reader = readerOf(language)
  const [fault, another] = refusal.faults
  // With one fault the sentence says it; of several it says which they are.
  const faults = fault && another ? refusal.faults : []
  const detail = [
    render(refusal.said, reader),
    ...faults.map(({ path, said = [], message: text }) =>
      render(message('fieldIsWrong', { path, faults: said.length > 0 ? said : [text] }), reader),
    ),
  ].join(' ')
  const scimType = scimTypeOf(refusal)
  return {
    status,
    body: { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType && { scimType }), detail },
  }
}
