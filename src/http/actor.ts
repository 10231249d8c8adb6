import { Refusal } from '../kernel/errors.ts'
import type { Permission, Role } from '../kernel/permissions.ts'
import type { WeighingRules } from '../kernel/weighing.ts'
import type { Language } from '../words/languages.ts'
import type { Units } from '../words/units.ts'
import { message } from '../words/catalogue.ts'

/** The caller, their organisation and the time of the request. Made from the credential alone (rules.md §8). */
export interface Actor {
  /** The organisation the caller acts for. */
  organisationId: string
  organisationName: string
  countryISO: string
  /** IANA name; dates without a zone are read in it. */
  timeZone: string
  /** Language of the answer: by Accept-Language, English where it names none that there is. */
  language: Language
  /** Units that they read and type. */
  units: Units
  /** Rules of their organisation for its weighbridge. */
  weighing: WeighingRules
  userId: string
  userName: string
  role: Role
  /** May, besides, clear the cache, change logging and import varieties. */
  isPlatformAdmin: boolean
  /** Permissions of an API key beyond its role. */
  permissions?: readonly Permission[]
  /** An API key: no person, and so without what is for people alone. */
  isMachine?: boolean
  /** When the person last showed a factor, or the password where they have none. Undefined for whoever has no session here. */
  provedAt?: Date
  /** Second factors of the person. */
  factors?: readonly Factor[]
  /** Signed in by the provider of their organisation. */
  isByProvider?: boolean
  /** Must set up a second factor before anything else. */
  lacksFactor?: boolean
  /** The moment of the request; commands read no other clock. */
  now: Date
}

/** Second factors that a person may have. */
export const factors = ['code', 'passkey'] as const
export type Factor = (typeof factors)[number]

const PROVED_FOR_MINUTES = 10

/**
 * Refuses what is asked for in a session that may have been left open: its person shows a factor again, or where they have none signs in at the provider
 * anew, or shows the password. Machines have nobody to ask, and whoever a trusted issuer signs in is asked there.
 *
 * @throws Refusal `step_up_needed`, with what to ask for in its details
 */
export function ensureProvedLately({ provedAt, factors: own = [], isByProvider, now }: Actor): void {
  if (provedAt === undefined || now.getTime() - provedAt.getTime() <= PROVED_FOR_MINUTES * 60_000) return
  const withoutFactor = isByProvider ? ['provider', 'password'] : ['password']
  throw new Refusal('step_up_needed', message('stepUpIsNeeded', { minutes: PROVED_FOR_MINUTES }), {
    details: { methods: own.length > 0 ? own : withoutFactor, withinMinutes: PROVED_FOR_MINUTES },
  })
}

/**
 * Refuses whoever has yet to set up the second factor that their organisation requires.
 *
 * @throws Refusal `second_factor_needed`
 */
export function ensureHasFactor({ lacksFactor }: Actor): void {
  if (lacksFactor) throw new Refusal('second_factor_needed', message('secondFactorIsNeeded', {}))
}

/**
 * A body may repeat the organisation the caller acts for, and name no other (rules.md §8).
 *
 * @throws Refusal `forbidden`
 */
export function ensureCallersOrganisation(actor: Actor, organisationId: string | null | undefined): void {
  if (!organisationId || organisationId === actor.organisationId) return
  throw new Refusal('forbidden', message('isAnotherOrganisation', {}), {
    details: { organisationId },
  })
}
