import Type, { type Static } from 'typebox'
import { roles } from '../../http/actor.ts'
import { closed, named, DateText, maybe, oneOf, orNull } from '../../http/schema.ts'
import { SEEN } from '../../kernel/names.ts'

/** The wire shapes of identity. */

export { Acknowledgement } from '../../http/schema.ts'

export const Role = oneOf(roles, 'What somebody may do: viewer < operator < manager < admin < owner.')
const Status = oneOf(['active', 'suspended'])
const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
  examples: ['ann@hillfarm.example'],
})
/** Where mail is to go: the domain has a dot, for to any other nothing is delivered and nobody would see that. */
const MailableEmail = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^\\s*[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+\\s*$',
  examples: ['ann@hillfarm.example'],
})
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: SEEN })
const Id = Type.String({ minLength: 1, maxLength: 100 })
// Longer than any password may be, so that the password rules can say so with everything else.
const Password = Type.String({ minLength: 1, maxLength: 1000, examples: ['a long sentence nobody knows'] })
const Token = Type.String({ minLength: 1, maxLength: 8000 })
const Instant = Type.String({ description: 'UTC, ISO 8601.' })

const tokenPair = {
  accessToken: Type.String({ description: 'Send it as Authorization: Bearer.' }),
  refreshToken: Type.String({ description: 'Good once, for the next pair. Keep it secret.' }),
  tokenType: Type.String({ const: 'Bearer' }),
  expiresIn: Type.Integer({ description: 'Seconds for which the access token is good.' }),
}
/** What a signed-in person is given. */
export const TokenPair = named('TokenPair', tokenPair)
export type TokenPair = Static<typeof TokenPair>

const MyOrganisation = closed({ id: Type.String(), name: Type.String(), role: Role })

export const SignInBody = closed({ email: Email, password: Password, organisationId: maybe(Id) })
export const SignInResult = named('SignInResult', {
  accessToken: orNull(tokenPair.accessToken),
  refreshToken: orNull(tokenPair.refreshToken),
  tokenType: tokenPair.tokenType,
  expiresIn: tokenPair.expiresIn,
  organisationId: orNull(
    Type.String({
      description:
        'The organisation that the tokens are for; null if you have to choose one and sign in again.',
    }),
  ),
  organisations: Type.Array(MyOrganisation, { description: 'All organisations that you may act for.' }),
})
export type SignInResult = Static<typeof SignInResult>
export const RefreshBody = closed({ refreshToken: Type.String({ minLength: 1, maxLength: 200 }) })
export const SwitchBody = closed({ organisationId: Id })
export const SwitchResult = named('SwitchResult', {
  accessToken: tokenPair.accessToken,
  tokenType: tokenPair.tokenType,
  expiresIn: tokenPair.expiresIn,
  organisationId: Type.String(),
})
export type SwitchResult = Static<typeof SwitchResult>
export const ChangePasswordBody = closed({ currentPassword: Password, newPassword: Password })
export const LinkIdentityBody = closed({ token: Token })

export const Me = named('Me', {
  kind: oneOf(['person', 'api-key']),
  userId: Type.String({ description: "The user's id, or the key's." }),
  userName: Type.String({ description: 'Given and family name; the e-mail as long as there is neither.' }),
  givenName: orNull(Type.String({ description: 'Null for an API key.' })),
  familyName: orNull(Type.String({ description: 'Null for an API key.' })),
  email: orNull(Type.String({ description: 'Null for an API key.' })),
  role: Role,
  isPlatformAdmin: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  organisation: closed({
    id: Type.String(),
    name: Type.String(),
    countryISO: Type.String(),
    timeZone: Type.String(),
  }),
  organisations: Type.Array(MyOrganisation),
})

export const NameChanges = closed({ givenName: Type.Optional(Name), familyName: Type.Optional(Name) })

export const User = named('User', {
  id: Type.String(),
  email: Type.String(),
  givenName: Type.String(),
  familyName: Type.String(),
  role: Role,
  status: Status,
  joinedAtUTC: Instant,
})
export type UserView = Static<typeof User>

export const InviteBody = closed({ email: MailableEmail, role: Role })
export const InvitationMade = named('InvitationMade', {
  id: Type.String(),
  email: Type.String(),
  role: Role,
  expiresAtUTC: Instant,
  token: Type.String({
    description: 'What the invited person accepts with, shown this once. Empty where they get it by mail.',
  }),
})
export type InvitationMade = Static<typeof InvitationMade>
export const Invitation = named('Invitation', {
  id: Type.String(),
  email: Type.String(),
  role: Role,
  invitedBy: Type.String(),
  createdAtUTC: Instant,
  expiresAtUTC: Instant,
})
export type InvitationView = Static<typeof Invitation>
export const AcceptBody = closed({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: Password,
  givenName: maybe(Type.String({ maxLength: 200 })),
  familyName: maybe(Type.String({ maxLength: 200 })),
})
export const AcceptResult = named('AcceptResult', {
  ...tokenPair,
  userId: Type.String(),
  organisationId: Type.String(),
})
export type AcceptResult = Static<typeof AcceptResult>
export const RoleBody = closed({ role: Role })

export const Session = named('Session', {
  id: Type.String(),
  organisationId: Type.String(),
  organisationName: Type.String(),
  isThisOne: Type.Boolean(),
  createdAtUTC: Instant,
  lastUsedAtUTC: Instant,
  expiresAtUTC: Instant,
})
export type SessionView = Static<typeof Session>

export const LinkedIdentity = named('LinkedIdentity', {
  id: Type.String(),
  issuer: Type.String(),
  subject: Type.String({ description: 'What the issuer calls you.' }),
  createdAtUTC: Instant,
})
export type LinkedIdentityView = Static<typeof LinkedIdentity>

export const ApiKeyBody = closed({ name: Name, role: Role, expiresAtISO: maybe(DateText) })
export const ApiKeyMade = named('ApiKeyMade', {
  id: Type.String(),
  name: Type.String(),
  role: Role,
  expiresAtUTC: orNull(Instant),
  key: Type.String({ description: 'The secret, to be sent as X-Api-Key. Shown this once.' }),
})
export type ApiKeyMade = Static<typeof ApiKeyMade>
export const ApiKey = named('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  role: Role,
  prefix: Type.String({ description: 'The first characters, to tell keys apart.' }),
  createdBy: orNull(Type.String({ description: 'Who answers for it; null when made at the command line.' })),
  createdAtUTC: Instant,
  expiresAtUTC: orNull(Instant),
  isExpired: Type.Boolean(),
})
export type ApiKeyView = Static<typeof ApiKey>

/** What a business unit may be. */
export const unitTypes = ['farm', 'store', 'merchant', 'office', 'other'] as const
const UnitType = oneOf(unitTypes)
export const BusinessUnitView = named('OwnBusinessUnit', {
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  isArchived: Type.Boolean(),
})
export type BusinessUnitView = Static<typeof BusinessUnitView>
export const BusinessUnitBody = closed({ name: Name, type: maybe(UnitType) })
export const BusinessUnitChanges = closed({ name: Type.Optional(Name), type: Type.Optional(UnitType) })

export const Organisation = named('Organisation', {
  id: Type.String(),
  name: Type.String(),
  countryISO: Type.String(),
  timeZone: Type.String({ description: 'IANA name; dates without a zone are read in it.' }),
  locale: Type.String(),
  status: Type.String(),
  createdAtUTC: Instant,
})
export type OrganisationView = Static<typeof Organisation>
export const OrganisationChanges = closed({
  name: Type.Optional(Name),
  timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/London'] })),
  locale: Type.Optional(Type.String({ minLength: 2, maxLength: 35, examples: ['en-GB'] })),
})

/** The public half of a signing key, as a JSON Web Key (RFC 7517) on the curve P-256. */
const PublicKey = closed({
  kty: Type.String(),
  crv: Type.String(),
  x: Type.String(),
  y: Type.String(),
  kid: Type.String(),
  alg: Type.String(),
  use: Type.String(),
})
export type PublicKey = Static<typeof PublicKey>

/** A JSON Web Key Set. */
export const KeySet = named('KeySet', { keys: Type.Array(PublicKey) })
export type KeySet = Static<typeof KeySet>
