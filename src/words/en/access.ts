import type { CountryMeant, GivenOutCount, RoleName } from '../terms.ts'
import type { Writing } from '../writing.ts'

const givenOut = (all: GivenOutCount[], { and }: Writing) =>
  and(all.map(({ kind, count }) => `${count} ${GIVEN_OUT[kind][count === 1 ? 0 : 1]}`))
const GIVEN_OUT = {
  api_key: ['API key', 'API keys'],
  invitation: ['invitation', 'invitations'],
  webhook: ['webhook', 'webhooks'],
} as const

const revokedKeys = (count: number) =>
  count === 0 ? '' : ` ${count} API ${count === 1 ? 'key they made is' : 'keys they made are'} revoked.`

export const access = {
  isForPlatformAdmins: ({ permission }: { permission: string }) =>
    `This is for platform admins, who sign in: no role and no API key has ${permission}.`,
  isForPeople: ({ permission }: { permission: string }) =>
    `This is for people: sign in. No API key has ${permission}.`,
  roleMayNot: (
    {
      role,
      permission,
      roles,
      isKey,
    }: { role: RoleName; permission: string; roles: RoleName[]; isKey: boolean },
    { or }: Writing,
  ) => {
    const why = `Your role, ${role}, may not do this: it needs ${permission}, which takes ${or(roles)}.`
    return isKey ? `${why} A key in another role does it when it was given ${permission} by itself.` : why
  },
  tooManyInvitations: ({ count, hours }: { count: number; hours: number }) =>
    `Your organisation has invited ${count} people within a day, the most allowed. Try again ${hours === 1 ? 'within the hour' : `in ${hours} hours`}.`,
  belongsAlready: ({ email }: { email: string }) => `${email} belongs to the organisation already.`,
  accountNeedsNewPassword: ({ email }: { email: string }) =>
    `Nobody has proved that the account of ${email} belongs to that address: whoever invited it may hold it. Give it a new password first (user set-password --email ${email}), pass that on to the person, and run this again.`,
  accountIsNotProved: () =>
    'Nobody has proved yet that this account belongs to its e-mail address, so it cannot join another organisation. Set a new password by mail, or ask whoever runs the service for one; then accept again.',
  isNoRefreshToken: () => 'This is not a refresh token.',
  refreshTokenIsUnknown: () => 'This refresh token is not known. Sign in again.',
  refreshTokenWasUsed: () =>
    'This refresh token was used before, so its session has been ended. Sign in again.',
  sessionHasEnded: () => 'This session has ended. Sign in again.',
  sessionWasRefreshedElsewhere: () =>
    'This session was refreshed from somewhere else, so it has been ended. Sign in again.',
  hasAccount: ({ email }: { email: string }) => `${email} has an account already.`,
  isSuspendedInOrAll: () => 'You are suspended in this organisation, or all of it is.',
  belongsNowhere: () => 'You belong to no organisation here.',
  doesNotBelong: () => 'You do not belong to this organisation.',
  isNoEmail: () => 'is not an e-mail address',
  needsPerson: () => 'needs a person signed in here with e-mail and password',
  tooManySignIns: () => 'Too many people are signing in at this moment. Try again in a few seconds.',
  mustDifferFromCurrent: () => 'must differ from the current one',
  currentPasswordIsWrong: () => 'This is not your current password.',
  isNotCurrentPassword: () => 'is not your current password',
  hasNoCommodities: ({
    code,
    meant,
    supported,
  }: {
    code: string
    meant?: CountryMeant
    supported: CountryMeant[]
  }) => {
    const send = meant === undefined ? '' : `. Send ${meant.code} for ${meant.name}`
    return `has no commodities here: ${code}${send}. There are ${supported.map((each) => `${each.code} (${each.name})`).join(', ')}`
  },
  isNoTimeZone: () => 'is not a time zone, such as Europe/London',
  isNoLocale: () => 'is not a locale, such as en-GB',
  cannotSuspendOwnOrganisation: () => 'You act for this organisation, so you cannot suspend it.',
  unitIsTaken: ({ name }: { name: string }) => `There is a business unit called ${name} already.`,
  tokenNamesNobody: () => 'The token names nobody.',
  tokenIsNotGoodHere: () => 'This token is not good here, or has expired. Sign in again.',
  issuerIsAway: () =>
    'The sign-in service that issued this token cannot be reached just now. Try again in a moment.',
  invitationIsGone: () => 'This invitation is not known, was used or taken back, or has expired.',
  accountIsSuspended: () => 'This account is suspended.',
  acceptsWithItsPassword: () =>
    'You have an account already: accept with its password. If you know of none, ask whoever runs the service for a new password.',
  mustBeInFuture: () => 'must be in the future',
  expiresAfterItsMaker: () => 'must not be later than the expiry of the key that makes it',
  tooManyResets: () =>
    'A code was asked for several times within the hour. Those that were mailed are still good; ask again in an hour.',
  resetCodeIsGone: () => 'This code is not known, was used, or has expired.',
  tooManyAttempts: ({ seconds }: { seconds: number }) =>
    `Too many failed attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  isRepetitive: () => 'must have at least four different characters',
  isOwnEmail: () => 'must not be your e-mail address',
  isOrganisationName: () => 'must not be the name of the organisation',
  isEasyToGuess: () =>
    'is easy to guess: it is a common password, or little more than names, words, dates or keys in a row. Take three or four words that have nothing to do with each other',
  cannotSuspendYourself: () => 'You cannot suspend yourself.',
  hasTwoCredentials: () => 'Send X-Api-Key or Authorization, not both.',
  isNoApiKey: () => 'This is not an API key.',
  hasNoCredential: () => 'Sign in, or send an API key.',
  isNoBearer: () => 'Authorization must be "Bearer" and a token.',
  apiKeyIsUnknown: () => 'This API key is not known, has expired or was revoked.',
  apiKeyHasExpired: () => 'This API key has expired or was revoked.',
  apiKeyIsOfOneOrganisation: () => 'An API key is for one organisation: leave X-Organisation-Id out.',
  tokenIsNotOurs: () => 'This token is not one of ours, or has expired. Sign in, or refresh it.',
  nobodyIsKnownByToken: () => 'Nobody here is known by this token. Ask an administrator for an invitation.',
  belongsToSeveral: () => 'You belong to several organisations: name one in X-Organisation-Id.',
  emailAndPasswordDiffer: () => 'E-mail and password do not go together.',
  takesNoMail: () => 'is no address that mail can be sent to',
  setupCodeIsUsedUp: () => 'is used up: there is an organisation already, so sign in',
  setupCodeIsWrong: () => 'is not the code that the terminal shows',
  setupCodeIsTooOld: ({ hours }: { hours: number }) =>
    `is older than ${hours} hours: start the service again for another`,
  isSuspendedHere: () => 'You are suspended in this organisation.',
  organisationIsSuspended: () => 'This organisation is suspended.',
  keyMakerIsGone: () => 'Who made this API key is suspended or has left the organisation.',
  cannotGrantRole: ({ own, role }: { own: RoleName; role: RoleName }) =>
    `You are ${own}, so you cannot make anybody ${role}.`,
  cannotChangeRole: ({ own, role }: { own: RoleName; role: RoleName }) =>
    `You are ${own}, so you cannot change an ${role}.`,
  needsAnOwner: () => 'An organisation needs an owner: make somebody else owner first.',
  hasTooManyPreferences: ({ kilobytes }: { kilobytes: number }) => `may have ${kilobytes} kB at most`,
  preferencesAreForPeople: () => 'Only people have preferences, not an API key.',
  keyKeepsItsName: () => 'This is for people: an API key keeps the name it was made with.',
  keyLeavesNothing: () => 'An API key leaves nothing: revoke it instead.',
  isOfNoIssuer: () => 'is not from a trusted issuer',
  identityIsTaken: () => 'This identity belongs to another account here.',
  isNotOffered: () => 'is not offered here',
  signedOutOnDevice: () => 'You are signed out on this device.',
  deviceIsSignedOut: () => 'That device is signed out.',
  signedOutInBrowser: () => 'You are signed out in this browser.',
  passwordIsChanged: (
    { given: all, isEnded }: { given: GivenOutCount[]; isEnded: boolean },
    write: Writing,
  ) => {
    const given = givenOut(all, write)
    const rest = isEnded ? ` What you gave out is ended: ${given}.` : ` What you gave out goes on: ${given}.`
    return `Your password is changed. Other devices have to sign in again.${given === '' ? '' : rest}`
  },
  isArchived: ({ name }: { name: string }) => `${name} is archived.`,
  apiKeyIsRevoked: ({ name, others }: { name: string; others: number }) => {
    const more = others === 1 ? 'is the key' : `are the ${others} keys`
    return `The API key ${name} is revoked.${others === 0 ? '' : ` So ${more} made with it.`}`
  },
  hasRoleAlready: ({ name, role }: { name: string; role: RoleName }) => `${name} is ${role} already.`,
  roleIsChanged: ({ name, before, role }: { name: string; before: RoleName; role: RoleName }) =>
    `${name} was ${before} and is now ${role}.`,
  isSuspendedAlready: ({ name }: { name: string }) => `${name} is suspended already.`,
  memberIsSuspended: ({ name }: { name: string }) =>
    `${name} is suspended; API keys they made have stopped with them.`,
  memberIsReinstated: ({ name }: { name: string }) =>
    `${name} may sign in again; API keys they made work again.`,
  isNotSuspended: ({ name }: { name: string }) => `${name} is not suspended.`,
  isSuspendedElsewhere: ({ name }: { name: string }) =>
    `${name} is not suspended in this organisation any more, but everywhere: ask whoever runs the service.`,
  memberIsRemoved: ({ name, keys }: { name: string; keys: number }) =>
    `${name} no longer belongs to the organisation.${revokedKeys(keys)}`,
  hasLeft: ({ organisation, keys }: { organisation: string; keys: number }) =>
    `You no longer belong to ${organisation}.${revokedKeys(keys)}`,
  invitationIsTakenBack: ({ email }: { email: string }) => `The invitation of ${email} is taken back.`,
  canSignInThrough: ({ issuer }: { issuer: string }) => `You can sign in through ${issuer} now.`,
  identityIsUnlinked: ({ issuer }: { issuer: string }) =>
    `This identity of ${issuer} no longer signs you in.`,
  organisationIsShutOut: ({ name }: { name: string }) =>
    `${name} is suspended: its people and keys are shut out.`,
  organisationIsLetIn: ({ name }: { name: string }) => `${name} is let in again.`,
  resetCodeIsMailed: () =>
    'If this address has an account, a code for a new password is on its way to it. It is good for an hour.',
  resetCodeIsNotMailed: () =>
    'This installation sends no mail by itself. Ask whoever runs it for the code, or for a new password.',
  passwordIsReset: (
    {
      email,
      password,
      isSuspended,
      forgiven,
      given: all,
    }: { email: string; password: string; isSuspended: boolean; forgiven: number; given: GivenOutCount[] },
    write: Writing,
  ) => {
    const may = isSuspended ? 'is suspended; once reinstated, they may' : 'may'
    const given = givenOut(all, write)
    const tries =
      forgiven === 0
        ? 'No wrong passwords were counted against it.'
        : `${forgiven} wrong ${forgiven === 1 ? 'password is' : 'passwords are'} forgotten, so nobody has to wait.`
    const rest = `\nWhat they made stays good: ${given}. If somebody else had the account, look through them.`
    return `${email} ${may} sign in with password ${password}\n${tries}${given === '' ? '' : rest}`
  },
  isGivenOut: ({ given }: { given: GivenOutCount[] }, write: Writing) => givenOut(given, write),
}
