import type { Operations, SingleSignOn } from '../../api/operations.ts'

type Body = Operations['PUT /api/identity/organisation/single-sign-on']['body']

/** The fields of the form as they are typed. */
export interface ProviderDraft extends Pick<SingleSignOn, 'roles' | 'defaultRole' | 'isEnforced'> {
  issuer: string
  clientId: string
  clientSecret: string
  roleClaim: string
  factorValues: string
  breakGlassUserId: string
}

/** The form as it begins: the stored settings, and no secret. */
export function providerDraftOf(settings: SingleSignOn): ProviderDraft {
  const { issuer, clientId, roleClaim, roles, defaultRole, factorValues, isEnforced, breakGlassUserId } =
    settings
  return {
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    clientSecret: '',
    roleClaim: roleClaim ?? '',
    roles,
    defaultRole,
    factorValues: factorValues.join(' '),
    isEnforced,
    breakGlassUserId: breakGlassUserId ?? '',
  }
}

/** The body of the request: rows without a value are left out, and the secret stays where none is typed. */
export function providerBodyOf(draft: ProviderDraft): Body {
  const { clientSecret, roleClaim, roles, factorValues, isEnforced, breakGlassUserId, ...others } = draft
  return {
    ...others,
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
    roleClaim: roleClaim.trim() || null,
    roles: roles.filter(({ value }) => value.trim() !== ''),
    factorValues: factorValues.split(/[\s,;]+/).filter(Boolean),
    isEnforced,
    breakGlassUserId: (isEnforced && breakGlassUserId) || null,
  }
}
