import type { Error as Fault, FactorChallenge } from '../../api/operations.ts'
import { returnFromProvider, takeBegunSignIn } from '../../api/provider-sign-in.ts'

/** The end of a sign-in by a provider, and the page to go on with. A refusal is the service’s, or has a message of its own. */
export type Returned = { to: string; isBeside: boolean } & (
  | { status: 'in' }
  | { status: 'factor'; challenge: FactorChallenge }
  | { status: 'refused'; why: 'denied' | 'failed' | 'gone' | 'away' | Fault }
)

let taken: Promise<Returned> | undefined

/**
 * Takes what the provider has sent back with the address, once: it is gone from the address then, so that no reload sends it again. A browser comes
 * back with a new page, so whoever asks again in this one, as a screen that is drawn anew, gets the same answer.
 */
export const takeReturn = (organisationId: string): Promise<Returned> => (taken ??= take(organisationId))

async function take(organisationId: string): Promise<Returned> {
  const answer = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname)
  const begun = takeBegunSignIn()
  const after = { to: begun?.to ?? '/', isBeside: begun?.isBeside === true }
  const [error, state, code, iss] = ['error', 'state', 'code', 'iss'].map((name) => answer.get(name))
  if (error) return { status: 'refused', why: error === 'access_denied' ? 'denied' : 'failed', ...after }
  if (!begun || !state || !code) return { status: 'refused', why: 'gone', ...after }
  try {
    const body = { organisationId, flow: begun.flow, state, code, ...(iss && { iss }) }
    const signed = await returnFromProvider(body)
    if (signed.status === 'in') return { status: 'in', ...after }
    if (signed.status === 'factor') return { status: 'factor', challenge: signed.challenge, ...after }
    return { status: 'refused', why: signed.status === 'refused' ? signed.fault : 'failed', ...after }
  } catch {
    return { status: 'refused', why: 'away', ...after }
  }
}
