import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  maybe,
  named,
  oneOf,
  orNull,
  Success,
} from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'

/** The wire shapes of second factors. */

export { Acknowledgement } from '../../http/validate/schema.ts'
export { FactorChallenge } from '../access/factor-challenge-schema.ts'
export { SignInResult } from '../access/schema.ts'

const MOST_BYTES = 16_000
const bytes = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MOST_BYTES,
    pattern: '^[\\w-]+$',
    description: `${description} Base64url.`,
  })
const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The token that was answered with what is asked.',
})
const Code = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'Six digits of the code app, or a recovery code; blanks and hyphens make no difference.',
  examples: ['492039'],
})

const PasskeyShown = closed({
  id: bytes('The id of the passkey.'),
  clientDataJSON: bytes('As the browser gave it.'),
  authenticatorData: bytes('As the browser gave it.'),
  signature: bytes('As the browser gave it.'),
})
export type PasskeyShown = Static<typeof PasskeyShown>

const shown = { code: maybe(Code), passkey: maybe(described(PasskeyShown, 'What a passkey signed.')) }
/** One factor that somebody shows. */
export type FactorShown = Static<ReturnType<typeof closed<typeof shown>>>

export const FactorBody = closed({
  challenge: Token,
  ...shown,
  organisationId: maybe(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Which organisation to act for, by id. Left out by somebody in several, the answer lists them: send the challenge again with one, and no factor.',
    }),
  ),
})
export type FactorBody = Static<typeof FactorBody>

export const StepUpBody = closed({
  password: maybe(
    Type.String({ minLength: 1, maxLength: 1000, description: 'Of somebody who has no second factor.' }),
  ),
  ...shown,
  challenge: maybe(described(Token, 'With a passkey: what it signed, from POST /me/step-up/challenge.')),
})
export type StepUpBody = Static<typeof StepUpBody>

const Instant = Type.String({ description: 'UTC, ISO 8601.' })
export const MyFactors = named('MyFactors', {
  codeAppSinceUTC: orNull(Type.String({ description: 'Since when you have a code app; null without one.' })),
  passkeys: Type.Array(
    closed({ id: Type.String(), name: Type.String(), createdAtUTC: Instant, lastUsedAtUTC: orNull(Instant) }),
  ),
  recoveryCodesLeft: Type.Integer({ description: 'Recovery codes that were not used yet.' }),
})
export type MyFactors = Static<typeof MyFactors>

export const CodeAppBegun = named('CodeAppBegun', {
  secret: Type.String({
    description: 'For a code app that cannot read the picture. Base32; shown this once.',
  }),
  address: Type.String({ description: 'An otpauth address, to be shown as a QR code.' }),
})
export type CodeAppBegun = Static<typeof CodeAppBegun>

export const FactorAdded = named('FactorAdded', {
  message: Type.String(),
  status: Success,
  recoveryCodes: Type.Array(Type.String(), {
    description:
      'Ten codes, each good once where no factor is at hand. Shown this once; empty for whoever has some.',
  }),
})
export type FactorAdded = Static<typeof FactorAdded>

export const CodeBody = closed({ code: Code })

const Credential = closed({
  type: Type.String({ const: 'public-key' }),
  id: Type.String(),
  transports: Type.Array(Type.String()),
})
export const PasskeyOptions = named('PasskeyOptions', {
  challenge: Type.String({ description: 'Send it back with the passkey. Good once, for five minutes.' }),
  passkey: closed(
    {
      challenge: Type.String(),
      rp: closed({ id: Type.String(), name: Type.String() }),
      user: closed({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(
        closed({ type: Type.String({ const: 'public-key' }), alg: Type.Integer() }),
      ),
      timeout: Type.Integer({ description: 'Milliseconds.' }),
      attestation: Type.String({ const: 'none' }),
      authenticatorSelection: closed({
        residentKey: Type.String({ const: 'preferred' }),
        userVerification: Type.String({ const: 'preferred' }),
      }),
      excludeCredentials: Type.Array(Credential),
    },
    'For PublicKeyCredential.parseCreationOptionsFromJSON() of a browser (WebAuthn, level 3).',
  ),
})
export type PasskeyOptions = Static<typeof PasskeyOptions>

export const NewPasskeyBody = closed({
  challenge: Token,
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: SEEN,
    description: 'What you know it by, such as Office PC.',
    examples: ['Office PC'],
  }),
  passkey: closed(
    {
      id: bytes('The id of the passkey.'),
      clientDataJSON: bytes('As the browser gave it.'),
      attestationObject: bytes('As the browser gave it.'),
      transports: Type.Optional(
        Type.Array(oneOf(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']), {
          maxItems: 7,
          description: 'How the device is reached, as the browser says.',
        }),
      ),
    },
    'What the browser made.',
  ),
})
export type NewPasskeyBody = Static<typeof NewPasskeyBody>

const rules = {
  secondFactor: oneOf(
    ['optional', 'required'],
    'Whether everybody who signs in here has to have a second factor.',
  ),
  sessionDays: Type.Integer({
    minimum: 1,
    maximum: 180,
    description: 'Days after which a device signs in again in any case.',
  }),
  idleMinutes: Type.Integer({
    minimum: 30,
    maximum: 43_200,
    description:
      'Minutes after which a device signs in again that was not used. Counted from when its tokens were last renewed.',
  }),
}
export const SignInRules = named('SignInRules', {
  ...rules,
  secondFactorFromUTC: orNull(
    Type.String({ description: 'From when on whoever has no second factor can only set one up.' }),
  ),
})
export type SignInRules = Static<typeof SignInRules>
export const SignInRulesBody = closed({
  ...rules,
  secondFactorFromISO: maybe(
    described(
      DateText,
      'When that begins, such as in two weeks. ISO 8601. Left out or null: now, or as it was.',
    ),
  ),
})
export type SignInRulesBody = Static<typeof SignInRulesBody>
export { Session } from '../access/schema.ts'

const resetTimes = {
  goodFromUTC: Type.String({ description: 'From when on the link is good.' }),
  expiresAtUTC: Instant,
}
export const FactorResetMade = named('FactorResetMade', {
  id: Type.String(),
  ...resetTimes,
  token: Type.String({
    description: 'What the person redeems, shown this once. Empty where they get it by mail.',
  }),
})
export type FactorResetMade = Static<typeof FactorResetMade>
export const FactorReset = named('FactorReset', {
  id: Type.String(),
  userId: Type.String(),
  userName: Type.String({ description: 'Whose second factor it takes away.' }),
  askedBy: Type.String(),
  isMine: Type.Boolean({ description: 'Whether you asked for it yourself.' }),
  confirmedBy: orNull(Type.String({ description: 'Who made it good at once; null where nobody did.' })),
  createdAtUTC: Instant,
  ...resetTimes,
})
export type FactorReset = Static<typeof FactorReset>
export const FactorResetBody = closed({ token: described(Token, 'The token of the link; good once.') })

export const EmailBody = closed({
  email: Type.String({
    minLength: 3,
    maxLength: 254,
    pattern: '^\\s*[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+\\s*$',
    description: 'The new address.',
    examples: ['ann.hill@hillfarm.example'],
  }),
})
const MailedCode = Type.String({
  minLength: 1,
  maxLength: 50,
  examples: ['K7QF-9M2X-HT4W-3BZC-D8RM-5GYN-2AJP'],
})
export const EmailCodesBody = closed({
  oldCode: described(MailedCode, 'The code that went to the address that you have.'),
  newCode: described(MailedCode, 'The code that went to the new address.'),
})
