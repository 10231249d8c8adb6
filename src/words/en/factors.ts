import type { Writing } from '../writing.ts'

/** A moment, and the time zone that it is told in. */
interface Moment {
  fromUTC: string
  timeZone: string
}

export const factors = {
  stepUpIsNeeded: ({ minutes }: { minutes: number }) =>
    `This takes somebody who has shown within the last ${minutes} minutes who they are. Show it again, then send this once more.`,
  secondFactorIsNeeded: () =>
    'Your organisation requires a second factor. Set up a passkey or a code app first; until then nothing else is open to you.',
  challengeIsGone: () => 'This has expired or was used already. Sign in again.',
  challengeIsOver: () => 'has expired or was used already; begin again',
  factorIsWrong: ({ by }: { by: 'code' | 'passkey' | 'password' }) =>
    ({
      code: 'The code is not right.',
      passkey: 'The passkey is not right. Try again.',
      password: 'The password is not right.',
    })[by],
  isNotRight: () => 'is not right',
  needsOneFactor: () => 'is needed, or a passkey; and not both',
  hasNoFactor: () => 'You have no second factor yet.',
  steppedUp: () => 'You have shown that it is you.',
  hasCodeApp: () => 'You have a code app already. Take it away before you set up another.',
  noCodeAppBegun: () => 'There is no code app to do this with. Begin to set one up.',
  isNotItsCode: () => 'is not what the app shows; check that its clock is right',
  factorIsAdded: ({ codes }: { codes: number }) =>
    codes === 0
      ? 'It is set up, and is asked for when you sign in.'
      : `It is set up, and is asked for when you sign in. Keep the ${codes} recovery codes in a safe place.`,
  factorIsRemoved: () => 'It is taken away, and signs you in no more.',
  recoveryCodesAreNew: ({ codes }: { codes: number }) =>
    `Here are ${codes} new recovery codes. Those of before are good no more.`,
  memberIsSignedOut: ({ name, count }: { name: string; count: number }) =>
    `${name} is signed out ${count === 1 ? 'on one device' : `on ${count} devices`}.`,
  otherDevicesAreSignedOut: ({ count }: { count: number }) =>
    `You are signed out on ${count === 1 ? 'one other device' : `${count} other devices`}.`,
  isNoNetwork: () => 'is no network address in CIDR notation, such as 192.0.2.0/24',
  apiKeyIsChanged: ({ name }: { name: string }) => `The API key ${name} is changed.`,
  acceptsSignedIn: () =>
    'You have a second factor: sign in with it first, then open the invitation again and accept it.',
  hasMostPasskeys: ({ most }: { most: number }) =>
    `You have ${most} passkeys, the most there may be. Take one away first.`,
  isNoPasskeyOfThis: () => 'was not made for this; begin again',
  passkeyIsTaken: () => 'This passkey is in use already.',
  cannotResetOwnFactors: () =>
    'Your own second factor you change in your settings. If you have lost it, use a recovery code, or ask another admin.',
  belongsElsewhereToo: ({ name }: { name: string }) =>
    `${name} belongs to other organisations as well. Ask whoever runs the service to take the second factor away (user reset-factors).`,
  memberHasNoFactor: ({ name }: { name: string }) => `${name} has no second factor.`,
  takesAnotherAdmin: () =>
    'This takes another admin than the one who asked for it, and not the person whose factor it is.',
  resetIsConfirmed: ({ name }: { name: string }) => `The one-time link for ${name} is good at once.`,
  resetIsTakenBack: () => 'The one-time link is taken back.',
  factorResetIsGone: () =>
    'This link is not known, was used or taken back, or has expired. Ask for a new one.',
  factorResetIsGoodLater: ({ fromUTC, timeZone }: Moment, { day, time }: Writing) =>
    `This link is good from ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)} on, or once another admin has confirmed it.`,
  factorsAreReset: () =>
    'Your second factors are taken away. Sign in with your password, and set up new ones.',
  isYoursAlready: () => 'is your address already',
  emailCodesAreMailed: () => 'A code is on its way to each of the two addresses. Both are good for an hour.',
  emailCodesAreNotMailed: () =>
    'This installation sends no mail: whoever runs it finds the two codes in its outbox. Both are good for an hour.',
  noEmailChange: () => 'There is no change of address to confirm, or its codes have expired. Begin again.',
  emailIsChanged: ({ email }: { email: string }) => `You sign in with ${email} from now on.`,
  factorResetSubject: () => 'A new start without your second factor',
  factorResetText: (
    {
      askedBy,
      fromUTC,
      timeZone,
      token,
      publicUrl,
    }: Moment & { askedBy: string; token: string; publicUrl?: string },
    { day, time }: Writing,
  ) => {
    const wayIn =
      publicUrl === undefined
        ? `Your code, for the page "factor-reset" of Granary:\n\n${token}`
        : `Open this then:\n\n${publicUrl}/factor-reset#${token}`
    return `${askedBy} lets you take away the second factor that you have lost.

It is good from ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)} on, once, for three days.

${wayIn}

If you have lost nothing, tell an admin of your organisation: this can be taken back.
`
  },
  factorResetNoticeSubject: ({ name }: { name: string }) =>
    `The second factor of ${name} is to be taken away`,
  factorResetNoticeText: (
    { name, askedBy, fromUTC, timeZone }: Moment & { name: string; askedBy: string },
    { day, time }: Writing,
  ) =>
    `${askedBy} has asked to take away the second factor of ${name}, from ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)} on.

If that is right, another admin can confirm it in the settings under People and roles, so that it is good at once.
If it is not, take it back there.
`,
  emailChangeSubject: () => 'Your e-mail address for Granary',
  emailChangeOldText: ({ newEmail, code }: { newEmail: string; code: string }) =>
    `Somebody signed in as you wants to sign in with ${newEmail} from now on.

Your code, for the address that you have:

${code}

If it was not you, keep it to yourself, change your password and end your other sessions: nothing changes without this code.
`,
  emailChangeNewText: ({ code }: { code: string }) =>
    `Somebody wants to sign in to Granary with this address.

Your code, for the new address:

${code}

If it was not you, leave it: nothing happens.
`,
  userFactorsAreReset: ({ email }: { email: string }) =>
    `${email} has no second factor any more, and is signed out everywhere.`,
  userEmailIsSet: ({ email, newEmail }: { email: string; newEmail: string }) =>
    `${email} signs in with ${newEmail} from now on.`,
}
