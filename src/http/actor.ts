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
  /** The moment of the request; commands read no other clock. */
  now: Date
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
