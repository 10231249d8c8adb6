import Type, { type Static } from 'typebox'
import { closed, described, maybe, named, orNull } from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { Me, SignInBody, SignInResult } from './schema.ts'

/** The wire shapes of sessions in browsers, of the first organisation, and of what a person prefers. */

const { accessToken, tokenType, expiresIn, organisations } = SignInResult.properties

export const BrowserSession = named('BrowserSession', {
  accessToken,
  tokenType,
  expiresIn,
  organisations,
  me: orNull(
    described(
      Me,
      'Who is signed in, as GET /api/identity/me says it; null if you have to choose an organisation.',
    ),
  ),
})
export type BrowserSession = Static<typeof BrowserSession>

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: SEEN })

export const SetupBody = closed({
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'The one-time code that `npm start` printed. Capitals, spaces and hyphens make no difference.',
    examples: ['K7QF-9M2X-HT4W-3BZC'],
  }),
  organisation: described(Name, 'What the farm, store or merchant is called.'),
  countryISO: Type.String({
    pattern: '^[A-Za-z]{2}$',
    description: 'Two letters, such as GB. It decides the time zone, units and commodities.',
  }),
  givenName: maybe(Type.String({ maxLength: 200, description: "The owner's given name." })),
  familyName: maybe(Type.String({ maxLength: 200, description: "The owner's family name." })),
  email: described(SignInBody.properties.email, "The owner's e-mail address, to sign in with."),
  password: described(
    SignInBody.properties.password,
    "The owner's: 12 to 200 characters, at least four of them different.",
  ),
  demo: maybe(
    Type.Boolean({ description: 'true also enters a believable farm and store, to look around in.' }),
  ),
})
export type SetupBody = Static<typeof SetupBody>

export const SetupState = named('SetupState', {
  isOpen: Type.Boolean({ description: 'Whether an organisation can be made with a one-time code.' }),
})

const Entry = closed({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: SEEN,
    description: 'Such as weighbridge.scale.',
  }),
  value: Type.String({ maxLength: 32_768, description: 'Whatever the console understands, such as JSON.' }),
})
const entries = Type.Array(Entry, {
  maxItems: 200,
  description: 'All of them, by name; 64 kB at most together.',
})
export const PreferencesBody = closed({ entries })
export const Preferences = named('Preferences', { entries })
export type Preferences = Static<typeof Preferences>
