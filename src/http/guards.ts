import type { Language } from '../words/languages.ts'

/** Conditions of an operation beside its permission, for people: machines have nobody to ask. */
export interface Guards {
  /** Asks whoever is signed in for a factor again, unless they showed one within the last ten minutes. */
  needsStepUp?: boolean
  /** Open to whoever must set up a second factor first. */
  isWithoutFactor?: boolean
}

/** Picks the guards of an operation's description. */
export function guardsOf({ needsStepUp, isWithoutFactor }: Guards): Guards {
  return { ...(needsStepUp && { needsStepUp }), ...(isWithoutFactor && { isWithoutFactor }) }
}

const STEP_UP =
  ' A person who has not shown a factor (or the password) for ten minutes gets 403 with `step_up_needed`: send POST /api/identity/me/step-up, then the same request again.'

/** Describes the guards of an operation, for the documents. */
export function describeGuards({ needsStepUp }: Guards): string {
  return needsStepUp ? STEP_UP : ''
}

/** The circumstances in which anybody asks for something. */
export interface AskedFrom {
  /** The language of ours that the caller prefers. */
  language: Language
  /** The address at which the caller's browser reached the service, such as `https://granary.example`. */
  origin: string
}

/** The marks by which the audit log treats an operation otherwise than others. */
interface AuditMarks {
  isRoutine?: boolean
  isPrivate?: boolean
  isTry?: boolean
}

/** Picks those marks that an operation has. */
export function auditMarksOf({ isRoutine, isPrivate, isTry }: AuditMarks): AuditMarks {
  return {
    ...(isRoutine && { isRoutine }),
    ...(isPrivate && { isPrivate }),
    ...(isTry && { isTry }),
  }
}
