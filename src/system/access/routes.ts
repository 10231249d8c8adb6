import type { Operation } from '../../http/operation.ts'
import { browserOperations } from './browser-session-routes.ts'
import { meOperations } from './me-routes.ts'
import { organisationOperations } from './organisation-routes.ts'
import { signInOperations } from './sign-in-routes.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { FillDemo } from './new-organisation.ts'
import type { TrustedIssuers } from './trusted-issuers.ts'
import { userOperations } from './user-routes.ts'

/** The operations of identity, served below /api/identity. */
export function accessOperations({
  tokens,
  issuers,
  sendsMail,
  fillDemo,
}: {
  tokens: AccessTokens
  issuers: TrustedIssuers
  /** Invitations go out by mail as well. */
  sendsMail: boolean
  /** Enters a farm to look around in, where whoever makes the first organisation asks for one. */
  fillDemo: FillDemo | undefined
}): Operation[] {
  return [
    ...signInOperations(tokens, { sendsMail }),
    ...browserOperations({ tokens, fillDemo }),
    ...meOperations(issuers),
    ...userOperations({ sendsMail }),
    ...organisationOperations(),
  ]
}
