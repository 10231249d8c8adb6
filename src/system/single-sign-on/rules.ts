import type { Role } from '../../kernel/permissions.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** The pure decisions on whom an organisation's provider signs in, and as what. */

/** Roles that a provider may give: nobody becomes an owner by a claim. */
export const claimedRoles = ['viewer', 'operator', 'manager', 'admin'] as const
export type ClaimedRole = (typeof claimedRoles)[number]

/** Facts about a person that a provider has proved by its ID token. */
export interface ProvedClaims {
  subject: string
  /** As `emailOf` writes it. */
  email: string | undefined
  isEmailVerified: boolean
  givenName: string
  familyName: string
  /** When they showed the provider who they are (`auth_time`); undefined where it does not say. */
  authenticatedAt: Date | undefined
  /** All claims of the token. */
  all: Record<string, unknown>
}

/** Rules by which a provider's claim becomes a role. */
export interface RoleRules {
  roleClaim: string | null
  roles: { value: string; role: ClaimedRole }[]
  defaultRole: ClaimedRole | null
}

/**
 * The role of somebody new: the first rule whose value the claim has, or else the default; undefined where neither says one.
 *
 * @example roleByClaim({ roleClaim: 'groups', roles: [{ value: 'a', role: 'admin' }], defaultRole: null }, { groups: ['a'] }) // 'admin'
 */
export function roleByClaim(
  { roleClaim, roles, defaultRole }: RoleRules,
  claims: Record<string, unknown>,
): ClaimedRole | undefined {
  const claimed = roleClaim !== null && Object.hasOwn(claims, roleClaim) ? textsOf(claims[roleClaim]) : []
  return roles.find(({ value }) => claimed.includes(value))?.role ?? defaultRole ?? undefined
}

/** True if the provider says by `amr` or `acr` that it was shown a second factor, in one of the words that the organisation takes for it. */
export function showsFactor(factorValues: readonly string[], claims: Record<string, unknown>): boolean {
  const said = [...textsOf(claims['amr']), ...textsOf(claims['acr'])]
  return factorValues.some((value) => said.includes(value))
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
}

/** An account, and the organisations in which it has a membership of any kind. */
export interface AccountFacts {
  id: string
  organisationIds: string[]
  isPlatformAdmin: boolean
  /** Another subject of the same provider has this account. */
  hasOtherSubject: boolean
}

export interface SignInFacts {
  organisationId: string
  /** Domains that the organisation has proved. */
  domains: string[]
  claims: ProvedClaims
  /** The account that this subject has had before. */
  known: AccountFacts | undefined
  /** The account with the e-mail address that the provider says. */
  byEmail: AccountFacts | undefined
  /** The role by the claim. */
  role: Role | undefined
}

export type SignInDecision =
  | { kind: 'enter' | 'link'; userId: string }
  | { kind: 'join'; role: Role; email: string }
  | { kind: 'refuse'; said: Message }

/**
 * Decides on somebody whom a provider has proved. Its subject decides; an e-mail counts only where it is verified, of a domain that the
 * organisation has proved, and of an account of this organisation and no other.
 */
export function decideSignIn(facts: SignInFacts): SignInDecision {
  const { domains, claims, known, byEmail, role } = facts
  if (domains.length === 0) return refuse(message('providerHasNoDomain', {}))
  if (known) return accountRefusal(known, facts) ?? { kind: 'enter', userId: known.id }
  const { email, isEmailVerified } = claims
  if (email === undefined || !isEmailVerified) return refuse(message('providerEmailIsUnverified', {}))
  const domain = domainOf(email)
  if (!domains.includes(domain)) return refuse(message('providerEmailIsElsewhere', { domain }))
  if (byEmail) {
    if (byEmail.hasOtherSubject) return refuse(message('accountHasOtherSubject', { email }))
    return accountRefusal(byEmail, facts) ?? { kind: 'link', userId: byEmail.id }
  }
  return role === undefined ? refuse(message('claimGivesNoRole', {})) : { kind: 'join', role, email }
}

function accountRefusal(
  { organisationIds, isPlatformAdmin }: AccountFacts,
  { organisationId }: SignInFacts,
): SignInDecision | undefined {
  if (!organisationIds.includes(organisationId)) return refuse(message('accountIsNotOfProvider', {}))
  if (organisationIds.length > 1) return refuse(message('accountIsOfOthersToo', {}))
  return isPlatformAdmin ? refuse(message('platformAdminByProvider', {})) : undefined
}

function refuse(said: Message): SignInDecision {
  return { kind: 'refuse', said }
}

/** The domain of an e-mail address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** True if a text is a domain of the internet, in lower case: labels of letters, digits and hyphens, at least two. */
export function isDomain(text: string): boolean {
  return /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(text)
}
