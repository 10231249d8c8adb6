import { Refused } from './client.ts'
import type { Error as Fault, ProviderSignInBegun } from './operations.ts'
import { remember } from './remember.ts'
import { postOpenly, requestSession } from './session.ts'

// Sign-in by the provider of an organisation: the browser leaves the page, and comes back to `/sign-in/return/…`.

const PATH = '/api/identity/browser-session/single-sign-on'
/** In this tab alone: another one may have begun a sign-in of its own. */
const KEPT = 'granary.provider-sign-in'

/** A sign-in that this tab has begun. */
interface BegunSignIn {
  flow: string
  /** The page to go on with. */
  to: string
}

/**
 * Leaves for the provider of an address's organisation.
 *
 * @throws Refused; TypeError where nobody answers
 */
export async function leaveForProvider(email: string, to: string): Promise<void> {
  const answer = await postOpenly(`${PATH}/begin`, { email })
  if (!answer.ok) throw new Refused(answer.status, (await answer.json()) as Fault, answer.headers)
  const { url, flow } = (await answer.json()) as ProviderSignInBegun
  remember(KEPT, JSON.stringify({ flow, to } satisfies BegunSignIn), sessionStorage)
  location.assign(url)
}

/** The sign-in that this tab has begun, once. */
export function takeBegunSignIn(): BegunSignIn | undefined {
  const kept = sessionStorage.getItem(KEPT)
  sessionStorage.removeItem(KEPT)
  return kept === null ? undefined : (JSON.parse(kept) as BegunSignIn)
}

/** Signs in with what the provider sent back. Throws where nobody answers. */
export const returnFromProvider = (body: {
  organisationId: string
  flow: string
  state: string
  code: string
  iss?: string
}) => requestSession(PATH, body)
