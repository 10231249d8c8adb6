import { ChangesOfUnits, UnitsOfOrganisation } from './organisation-units.ts'
import { changesOfWeighing, weighingFields } from './organisation-weighing.ts'
import Type, { type Static } from 'typebox'
import { roles } from '../../kernel/permissions.ts'
import {
  closed,
  described,
  named,
  Success,
  maybe,
  oneOf,
  orNull,
  PositiveKilograms,
} from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { factors } from '../../http/actor.ts'
import { Device } from './device.ts'
import { FactorChallenge } from './factor-challenge-schema.ts'
import { endGivenOut, givenOut } from './given-out-schema.ts'

/** The wire shapes of identity. */

export { Acknowledgement } from '../../http/validate/schema.ts'

/** Kinds of business units. */
export const unitTypes = ['farm', 'store', 'merchant', 'office', 'other'] as const

export const RoleSchema = oneOf(roles, 'What somebody may do: viewer < operator < manager < admin < owner.')
const Status = oneOf(['active', 'suspended'])
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
  description: 'Your e-mail address, in any case.',
  examples: ['ann@hillfarm.example'],
})
/** An address for mail. Its domain has a dot: mail to any other is not delivered, and nobody would notice. */
const MailableEmail = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^\\s*[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+\\s*$',
  description: 'Who is invited.',
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
/** Tokens that a signed-in person is given. */
export const TokenPair = named('TokenPair', tokenPair)
export type TokenPair = Static<typeof TokenPair>

const MyOrganisation = closed({ id: Type.String(), name: Type.String(), role: RoleSchema })

export const SignInBody = closed({
  email: Email,
  password: described(Password, 'The one that goes with the e-mail address.'),
  organisationId: maybe(
    described(
      Id,
      'Which organisation to act for, by id. Only somebody in several has to say; the answer lists them.',
    ),
  ),
})
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
  secondFactor: orNull(
    described(
      FactorChallenge,
      'What is asked of somebody with a second factor, in place of tokens: answer by POST /sign-in/factor.',
    ),
  ),
})
export type SignInResult = Static<typeof SignInResult>

export const PasswordChanged = named('PasswordChanged', {
  message: Type.String(),
  status: Success,
  ...givenOut,
})
export type PasswordChanged = Static<typeof PasswordChanged>
export const PasswordRedeemed = named('PasswordRedeemed', { ...SignInResult.properties, ...givenOut })
export type PasswordRedeemed = Static<typeof PasswordRedeemed>
export const PasswordResetBody = closed({ email: Email })
export const RedeemBody = closed({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The code that was mailed; good once.' }),
  password: described(Password, 'The new one, with 12 to 200 characters.'),
  organisationId: maybe(
    described(Id, 'Which organisation to act for, by id, as in signing in. Left out or null: the only one.'),
  ),
  endGivenOut,
})
export const RefreshBody = closed({
  refreshToken: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The last one that this session was given, by signing in or by a refresh. It is used up.',
  }),
})
export const SwitchBody = closed({
  organisationId: described(Id, 'One of your organisations, by id, from GET /api/identity/me.'),
})
export const SwitchResult = named('SwitchResult', {
  accessToken: tokenPair.accessToken,
  tokenType: tokenPair.tokenType,
  expiresIn: tokenPair.expiresIn,
  organisationId: Type.String(),
})
export type SwitchResult = Static<typeof SwitchResult>
export const ChangePasswordBody = closed({
  currentPassword: described(Password, 'Asked for again: being signed in is not enough.'),
  newPassword: described(Password, 'Has 12 to 200 characters, at least four of them different.'),
  endGivenOut,
})
export const LinkIdentityBody = closed({
  token: described(Token, 'A token (JWT) that the issuer has given you for this service.'),
})

export const Me = named('Me', {
  kind: oneOf(['person', 'api-key']),
  userId: Type.String({ description: "The user's id, or the key's." }),
  userName: Type.String({ description: 'Given and family name; the e-mail as long as there is neither.' }),
  givenName: orNull(Type.String({ description: 'Null for an API key.' })),
  familyName: orNull(Type.String({ description: 'Null for an API key.' })),
  email: orNull(Type.String({ description: 'Null for an API key.' })),
  role: RoleSchema,
  isPlatformAdmin: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  organisation: closed({
    id: Type.String(),
    name: Type.String(),
    countryISO: Type.String(),
    timeZone: Type.String(),
    units: UnitsOfOrganisation,
  }),
  organisations: Type.Array(MyOrganisation),
  secondFactor: closed({
    has: Type.Array(oneOf(factors), { description: 'Those that you have set up; empty for an API key.' }),
    neededFromUTC: orNull(
      Type.String({
        description: 'From when on your organisation wants you to have one; null where it does not.',
      }),
    ),
    isMissing: Type.Boolean({ description: 'Whether you must set one up before anything else.' }),
  }),
})

export const NameChanges = closed({
  givenName: Type.Optional(described(Name, 'Your given name. Left out: as it was.')),
  familyName: Type.Optional(described(Name, 'Your family name. Left out: as it was.')),
})

export const User = named('User', {
  id: Type.String(),
  email: Type.String(),
  givenName: Type.String(),
  familyName: Type.String(),
  role: RoleSchema,
  status: Status,
  joinedAtUTC: Instant,
  hasSecondFactor: Type.Boolean(),
})
export type UserView = Static<typeof User>

export const InviteBody = closed({ email: MailableEmail, role: RoleSchema })
export const InvitationMade = named('InvitationMade', {
  id: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  expiresAtUTC: Instant,
  token: Type.String({
    description: 'What the invited person accepts with, shown this once. Empty where they get it by mail.',
  }),
})
export type InvitationMade = Static<typeof InvitationMade>
export const Invitation = named('Invitation', {
  id: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  invitedBy: Type.String(),
  createdAtUTC: Instant,
  expiresAtUTC: Instant,
})
export type InvitationView = Static<typeof Invitation>
export const AcceptBody = closed({
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The token of the invitation; good once.',
  }),
  password: described(
    Password,
    'If you have an account here, its password. If you are new, one of your choice, with 12 to 200 characters.',
  ),
  givenName: maybe(Type.String({ maxLength: 200, description: 'Needed if you are new; else not read.' })),
  familyName: maybe(Type.String({ maxLength: 200, description: 'Needed if you are new; else not read.' })),
})
export const AcceptResult = named('AcceptResult', {
  ...tokenPair,
  userId: Type.String(),
  organisationId: Type.String(),
})
export type AcceptResult = Static<typeof AcceptResult>
export const InvitationAccepted = named('InvitationAccepted', {
  organisationId: Type.String({ description: 'Which organisation you belong to from now on, too.' }),
})
export const LookBody = closed({ token: AcceptBody.properties.token })
export const InvitationSeen = named('InvitationSeen', {
  organisationName: Type.String({ description: 'Into which organisation.' }),
  email: Type.String({ description: 'Who is invited.' }),
  role: RoleSchema,
  invitedBy: Type.String(),
  expiresAtUTC: Instant,
  grainAt: orNull(
    Type.String({
      description:
        'The store where grain of this organisation lies, of an invitation of its owner; an organisation that uses this service already takes it over by POST /api/inventory/owner-invitations/accept. Null of any other.',
    }),
  ),
  asks: oneOf(
    ['newcomer', 'password', 'newPassword'],
    'newcomer: there is no account yet, so a name and a password of your choice; password: that of your account; newPassword: a new password for your account.',
  ),
})
export type InvitationSeen = Static<typeof InvitationSeen>
export const RoleBody = closed({ role: RoleSchema })

export const Session = named('Session', {
  id: Type.String(),
  organisationId: Type.String(),
  organisationName: Type.String(),
  device: Device,
  address: Type.String({ description: 'The network address that it was last used from.' }),
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

const UnitType = oneOf(unitTypes)
export const BusinessUnitView = named('OwnBusinessUnit', {
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  isArchived: Type.Boolean(),
})
export type BusinessUnitView = Static<typeof BusinessUnitView>
const UnitName = described(Name, 'What people call it; no two in use have the same.')
export const BusinessUnitBody = closed({
  name: UnitName,
  type: maybe(described(UnitType, 'What kind of part it is. Left out or null: farm.')),
})
export const BusinessUnitChanges = closed({
  name: Type.Optional(UnitName),
  type: Type.Optional(described(UnitType, 'What kind of part it is. Left out: as it was.')),
})

const COUNTERS_APPROVE =
  'Whether those who counted in a stock-take may approve it, and confirm their own count. Where nobody else may count they may in any case.'
const GRADE_REASON =
  'Whether a load that lowers the grade of what lies in a bay needs a reason (`gradeReason`).'
const REFUSES_RESERVED =
  'Whether a load that takes what is reserved for another sale is refused (`reserved`); otherwise the answer says so.'
const MORE_THAN_ANY = 'At most 200,000: no lorry weighs more.'

export const Organisation = named('Organisation', {
  id: Type.String(),
  name: Type.String(),
  countryISO: Type.String(),
  timeZone: Type.String({ description: 'IANA name; dates without a zone are read in it.' }),
  locale: Type.String(),
  requiresReason: Type.Boolean({
    description: 'Whether a correction or a deletion of a movement needs a reason.',
  }),
  requiresGradeReason: Type.Boolean({ description: GRADE_REASON }),
  refusesReserved: Type.Boolean({ description: REFUSES_RESERVED }),
  countersMayApprove: Type.Boolean({ description: COUNTERS_APPROVE }),
  units: UnitsOfOrganisation,
  usualFullWeight: Type.Number({
    description: 'Kilograms that a full lorry weighs here at most: more is asked once.',
  }),
  usualNetWeight: Type.Number({
    description: 'Kilograms that a lorry carries here at most: more is asked once.',
  }),
  ...weighingFields,
  auditYears: Type.Integer({ description: 'Years for which the audit log is kept.' }),
  status: Type.String(),
  createdAtUTC: Instant,
})
export type OrganisationView = Static<typeof Organisation>
export const OrganisationChanges = closed({
  name: Type.Optional(described(Name, 'What it is called, also by other organisations.')),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'IANA name. Dates without a zone are read in it from then on; what is stored stays at its moment.',
      examples: ['Europe/London'],
    }),
  ),
  locale: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 35,
      description: 'A BCP 47 tag: the language and country of its people.',
      examples: ['en-GB'],
    }),
  ),
  requiresReason: Type.Optional(
    Type.Boolean({ description: 'Whether a correction or a deletion of a movement needs a reason.' }),
  ),
  requiresGradeReason: Type.Optional(Type.Boolean({ description: GRADE_REASON })),
  refusesReserved: Type.Optional(Type.Boolean({ description: REFUSES_RESERVED })),
  countersMayApprove: Type.Optional(Type.Boolean({ description: COUNTERS_APPROVE })),
  units: Type.Optional(ChangesOfUnits),
  usualFullWeight: Type.Optional(
    described(
      PositiveKilograms,
      `Kilograms that a full lorry weighs here at most: the weighbridge asks once where one weighs more. ${MORE_THAN_ANY}`,
    ),
  ),
  usualNetWeight: Type.Optional(
    described(
      PositiveKilograms,
      `Kilograms that a lorry carries here at most: the weighbridge asks once where one carries more. ${MORE_THAN_ANY}`,
    ),
  ),
  ...changesOfWeighing,
  auditYears: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description: 'Years for which the audit log is kept: what is older goes, whole days at a time.',
    }),
  ),
})
export type OrganisationChanges = Static<typeof OrganisationChanges>

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
