import { Refused } from './client.ts'
import type { Error as Fault, ProviderSignInBegun } from './operations.ts'
import { remember } from './remember.ts'
import { postOpenly, requestSession } from './session.ts'

// Sign-in by the provider of an organisation: the browser leaves the page, and comes back to `/sign-in/return/…`; or a window beside it does, and what is
// half typed in the page stays.

const PATH = '/api/identity/browser-session/single-sign-on'
/** In this tab alone: another one may have begun a sign-in of its own. */
const KEPT = 'granary.provider-sign-in'

/** A sign-in that this tab has begun. */
interface BegunSignIn {
  flow: string
  /** The page to go on with. */
  to: string
  /** Begun in a window beside the page, which is closed once it is done. */
  isBeside?: boolean
}

/**
 * Leaves for the provider of an address's organisation.
 *
 * @throws Refused; TypeError where nobody answers
 */
export const leaveForProvider = (email: string, to: string) => begin({ email }, to, globalThis.window)

/**
 * Has somebody sign in at the provider in a window beside this one. Where the browser opens none, this one leaves.
 *
 * @param asked with `isFresh` the provider asks who they are though they are signed in there
 * @throws Refused; TypeError where nobody answers
 */
export async function signInBeside(asked: { email: string; isFresh?: boolean }, to: string): Promise<void> {
  // At once, while the press of the button lets it.
  const beside = open('', '_blank')
  try {
    await begin(asked, to, beside ?? globalThis.window)
  } catch (error) {
    beside?.close()
    throw error
  }
}

async function begin(
  asked: { email: string; isFresh?: boolean },
  to: string,
  where: Pick<Window, 'sessionStorage' | 'location'>,
): Promise<void> {
  const answer = await postOpenly(`${PATH}/begin`, asked)
  if (!answer.ok) throw new Refused(answer.status, (await answer.json()) as Fault, answer.headers)
  const { url, flow } = (await answer.json()) as ProviderSignInBegun
  const isBeside = where !== globalThis.window
  remember(KEPT, JSON.stringify({ flow, to, isBeside } satisfies BegunSignIn), where.sessionStorage)
  where.location.assign(url)
}

const CHANNEL = 'granary.provider-sign-in'

/** Tells the other windows that a sign-in beside them is done. */
export function noteDoneBeside(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('done')
  channel.close()
}

/** Calls back when a sign-in beside this page is done. @returns what ends it */
export function onDoneBeside(done: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', done)
  return () => channel.close()
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
