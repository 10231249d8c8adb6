import type { SingleSignOn } from '../../api/operations.ts'

/** Reasons that keep people from signing in by the provider, by their messages: the first two keep out anybody, the others those who are new. */
export type MissingForSignIn = 'needsProvider' | 'needsDomain' | 'needsRole' | 'needsClaim'

/** Lists what is missing, in the order in which it is done. */
export function missingFor({
  issuer,
  domains,
  roleClaim,
  roles,
  defaultRole,
}: Pick<SingleSignOn, 'issuer' | 'domains' | 'roleClaim' | 'roles' | 'defaultRole'>): MissingForSignIn[] {
  if (issuer === null) return ['needsProvider', 'needsDomain']
  const missing: MissingForSignIn[] = []
  if (!domains.some(({ verifiedAtUTC }) => verifiedAtUTC !== null)) missing.push('needsDomain')
  if (roles.length > 0 && roleClaim === null) missing.push('needsClaim')
  else if (defaultRole === null && roles.length === 0) missing.push('needsRole')
  return missing
}
