import type { Settings } from '../../kernel/settings.ts'
import { isWebAddress } from '../../kernel/web.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { TrustedIssuer } from './trusted-issuers.ts'

const ISSUERS_EXAMPLE = `[{"issuer":"https://id.example","audience":"granary"}]`
const ISSUER_FIELDS = ['issuer', 'audience', 'jwksUri', 'organisationClaim']

/**
 * Reads the issuers that the operator trusts for the whole installation; none where the setting is empty.
 */
export function issuersIn(settings: Settings): TrustedIssuer[] {
  const given = settings.text('OIDC_ISSUERS')
  if (given === undefined) return []
  const refuse = (problem: Message) => {
    settings.refuse('OIDC_ISSUERS', problem, ISSUERS_EXAMPLE)
    return []
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(given)
  } catch {
    return refuse(message('mustBeIssuersAsJson', {}))
  }
  if (!Array.isArray(parsed) || !parsed.every(isIssuer)) {
    return refuse(message('mustBeIssuers', { fields: ISSUER_FIELDS.slice(2) }))
  }
  // Only the last of them would be asked about its audience, and the tokens for the others refused.
  if (new Set(parsed.map(({ issuer }) => issuer)).size < parsed.length)
    return refuse(message('mustNameIssuersOnce', {}))
  return parsed
}

function isIssuer(value: unknown): value is TrustedIssuer {
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  const isKnown = entries.every(
    ([name, each]) => ISSUER_FIELDS.includes(name) && typeof each === 'string' && each !== '',
  )
  const urls = ['issuer', 'jwksUri'].filter((name) => Object.hasOwn(value, name))
  const areUrls = entries.every(([name, each]) => !urls.includes(name) || isWebAddress(String(each)))
  return isKnown && areUrls && 'issuer' in value && 'audience' in value
}
