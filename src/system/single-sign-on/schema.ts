import Type, { type Static } from 'typebox'
import { closed, maybe, named, oneOf, orNull } from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { claimedRoles } from './rules.ts'

/** The wire shapes of sign-in by an organisation's own provider. */

export { Acknowledgement } from '../../http/validate/schema.ts'

const Line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: SEEN, description })

const roles = Type.Array(
  closed({
    value: Line(200, 'A value of the claim, exactly.'),
    role: oneOf(claimedRoles, 'The role that it gives.'),
  }),
  {
    maxItems: 50,
    description: 'The first of these whose value the claim has gives somebody new their role.',
  },
)
const rules = {
  issuer: Line(500, 'The address of the provider, exactly as it calls itself.'),
  clientId: Line(500, 'The id that this service has at the provider.'),
  roleClaim: orNull(Line(200, 'The claim that says the role, such as groups.')),
  roles,
  defaultRole: orNull(oneOf(claimedRoles, 'The role of somebody new whom no value fits; null refuses them.')),
  factorValues: Type.Array(Line(100, 'A value of amr or acr, such as mfa.'), {
    maxItems: 20,
    description:
      'Values of amr or acr by which the provider says that it has seen a second factor. With none, ours is asked for.',
  }),
  isEnforced: Type.Boolean({
    description: 'Whether members with an address of your domains sign in by the provider alone.',
  }),
  breakGlassUserId: orNull(
    Type.String({
      maxLength: 100,
      description: 'The owner who signs in with a password all the same, by id.',
    }),
  ),
}

const Instant = Type.String({ description: 'UTC, ISO 8601.' })
export const SignInDomain = named('SignInDomain', {
  id: Type.String(),
  domain: Type.String(),
  recordName: Type.String({ description: 'The name of the TXT record that proves it.' }),
  recordValue: Type.String({ description: 'Its text.' }),
  verifiedAtUTC: orNull(Instant),
})
export type SignInDomain = Static<typeof SignInDomain>

export const SingleSignOn = named('SingleSignOn', {
  ...rules,
  issuer: orNull(rules.issuer),
  clientId: orNull(rules.clientId),
  hasClientSecret: Type.Boolean(),
  redirectUri: Type.String({
    description: 'What the provider has to know as the redirect URI of this service.',
  }),
  domains: Type.Array(SignInDomain),
})
export type SingleSignOn = Static<typeof SingleSignOn>

export const SingleSignOnBody = closed({
  ...rules,
  clientSecret: maybe(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The secret that goes with the client id. Left out or null: as it was.',
    }),
  ),
})
export type SingleSignOnBody = Static<typeof SingleSignOnBody>

export const DomainBody = closed({
  domain: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'Such as hillfarm.example.',
    examples: ['hillfarm.example'],
  }),
})

export const DomainMailBody = closed({
  mailbox: oneOf(['admin', 'postmaster'], 'The mailbox of the domain that gets the link.'),
})
export type DomainMailBody = Static<typeof DomainMailBody>

const Token = (description: string) => Type.String({ minLength: 1, maxLength: 500, description })
export const DomainTokenBody = closed({ token: Token('The token of the link; good once.') })

export const BeginBody = closed({
  email: Type.String({
    minLength: 3,
    maxLength: 254,
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    description: 'An address of the organisation; its domain says by which provider you sign in.',
    examples: ['ann@hillfarm.example'],
  }),
  isFresh: Type.Optional(
    Type.Boolean({
      description:
        'True to go on with what says `step_up_needed`: the provider has the person show who they are, though they are signed in there.',
    }),
  ),
})
export const ProviderSignInBegun = named('ProviderSignInBegun', {
  url: Type.String({ description: 'Where the browser goes now.' }),
  flow: Type.String({ description: 'Keep it, and send it with the code that the provider gives.' }),
})
export type ProviderSignInBegun = Static<typeof ProviderSignInBegun>

export const ReturnBody = closed({
  organisationId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The end of the address that the provider sent back to.',
  }),
  flow: Token('As the answer to the begun sign-in gave it.'),
  state: Type.String({ minLength: 1, maxLength: 500, description: 'As the provider sent it back.' }),
  code: Type.String({ minLength: 1, maxLength: 4000, description: 'As the provider gave it.' }),
  iss: maybe(Type.String({ maxLength: 500, description: 'As the provider gave it (RFC 9207).' })),
})
export type ReturnBody = Static<typeof ReturnBody>
