import type { Actor } from '../../http/actor.ts'

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

function isIdentified(actor: Actor): actor is IdentifiedActor {
  return 'credential' in actor
}
