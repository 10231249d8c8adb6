import { addressOf } from './address.ts'
import type { FactorChallenge } from './operations.ts'
import { requestSession } from './session.ts'

// The ways into a session by what somebody types or holds; by a provider: provider-sign-in.ts.

const PATH = '/api/identity/browser-session'

export const signIn = (body: { email: string; password: string; organisationId?: string }) =>
  requestSession(PATH, body)

/** The answer to a challenge; or, once one was right, the organisation that they choose. */
export type FactorAnswer = { code: string } | { passkey: object | undefined } | { organisationId: string }

export const answerFactor = (body: { challenge: string } & FactorAnswer) =>
  requestSession(`${PATH}/factor`, body)

/** Begins to sign in with a passkey alone. Throws where nobody answers. */
export async function askPasskey(): Promise<FactorChallenge> {
  const answer = await fetch(addressOf('/api/identity/sign-in/passkey'), { method: 'POST' })
  if (!answer.ok) throw new TypeError(`passkey: ${answer.status}`)
  return (await answer.json()) as FactorChallenge
}

export const setUp = (body: object) => requestSession('/api/identity/setup', body)

/** Accepts an invitation, as somebody new or with the password of an account. */
export const accept = (body: { token: string; password: string; givenName?: string; familyName?: string }) =>
  requestSession(`${PATH}/invitation`, body)
