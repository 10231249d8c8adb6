import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'

/** What a caller showed to become an actor. */
export type Credential =
  /** Signed in here, with e-mail and password. */
  | { kind: 'session'; sessionId: string }
  /** Signed in at a trusted OpenID Connect issuer. */
  | { kind: 'issuer'; issuer: string }
  /** A machine. `madeBy` is the person who answers for the key; null for keys made at the command line. */
  | { kind: 'api-key'; madeBy: string | null; expiresAt: Date | null }
  /** The command line on the machine itself: no user stands behind it. */
  | { kind: 'command-line' }

/** An actor as this slice makes it: it knows what it was made from. */
export interface IdentifiedActor extends Actor {
  credential: Credential
}

/** The credential behind an actor. Every actor that reaches a command was made by this slice, so it has one. */
export function credentialOf(actor: Actor): Credential {
  if (!isIdentified(actor)) throw new Error('this actor was not made by the access slice')
  return actor.credential
}

/** The session an actor came with; refuses machines and people signed in elsewhere, who have none here. */
export function ensureSession(actor: Actor): string {
  const credential = credentialOf(actor)
  if (credential.kind === 'session') return credential.sessionId
  refuseFaults([fault('', 'needs a person signed in here with e-mail and password', 'no_session')])
}

function isIdentified(actor: Actor): actor is IdentifiedActor {
  return 'credential' in actor
}
