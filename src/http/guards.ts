import type { Language } from '../words/languages.ts'

/** Conditions of an operation beside its permission, for people (machines have nobody to ask), and how the audit log treats it otherwise than others. */
export interface Guards {
  /** Asks whoever is signed in for a factor again, unless they showed one within the last ten minutes. */
  needsStepUp?: boolean
  /** Asks them before an answer leaves the service as a file, with all that an organisation has of something. */
  needsStepUpToExport?: boolean
  /** Open to whoever must set up a second factor first. */
  isWithoutFactor?: boolean
  /** Leaves nothing in the audit log, such as how far somebody has read; of what is private the body is not in it. */
  isRoutine?: boolean
  isPrivate?: boolean
  /** Is told of in the audit log where it was refused, too, or a code was wrong: somebody tries to get in. */
  isTry?: boolean
  /** A download that takes data out of the service, which the audit log tells of. */
  isExport?: boolean
}

/** Picks the guards of an operation's description. */
export function guardsOf(described: Guards): Guards {
  const has = guardNames.filter((name) => described[name])
  return Object.fromEntries(has.map((name) => [name, true]))
}

const guardNames = [
  'needsStepUp',
  'needsStepUpToExport',
  'isWithoutFactor',
  'isRoutine',
  'isPrivate',
  'isTry',
  'isExport',
] as const satisfies (keyof Guards)[]

const STEP_UP =
  ' A person who has not shown a factor (or the password) for ten minutes gets 403 with `step_up_needed`: send POST /api/identity/me/step-up, then the same request again.'

const STEP_UP_TO_EXPORT =
  ' As a file, whose rows do not end with a page, it is for a person who has shown a factor (or the password) within ten minutes: 403 with `step_up_needed`, as elsewhere. Keys are not asked.'

/** Describes the guards of an operation, for the documents. */
export function describeGuards({ needsStepUp, needsStepUpToExport }: Guards): string {
  return `${needsStepUp ? STEP_UP : ''}${needsStepUpToExport ? STEP_UP_TO_EXPORT : ''}`
}

/** The circumstances in which anybody asks for something. */
export interface AskedFrom {
  /** The language of ours that the caller prefers. */
  language: Language
  /** The address at which the caller's browser reached the service, such as `https://granary.example`. */
  origin: string
}
