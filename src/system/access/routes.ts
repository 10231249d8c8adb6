import type { Operation } from '../../http/operation.ts'
import { meOperations } from './me-routes.ts'
import { organisationOperations } from './organisation-routes.ts'
import { signInOperations } from './sign-in-routes.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { TrustedIssuers } from './trusted-issuers.ts'
import { userOperations } from './user-routes.ts'

/** The operations of identity, served below /api/identity. */
export function accessOperations({
  tokens,
  issuers,
  sendsMail,
}: {
  tokens: AccessTokens
  issuers: TrustedIssuers
  /** Invitations go out by mail as well. */
  sendsMail: boolean
}): Operation[] {
  return [
    ...signInOperations(tokens, { sendsMail }),
    ...meOperations(issuers),
    ...userOperations({ sendsMail }),
    ...organisationOperations(),
  ]
}
