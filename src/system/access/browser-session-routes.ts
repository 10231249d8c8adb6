import { publicRead, publicWrite, read, write, type Operation } from '../../http/operation.ts'
import type { SecretCookie } from '../../http/serve/secret-cookie.ts'
import { acceptInvitation, prepareAcceptance } from './accept-invitation.ts'
import type { AccessTokens } from './access-tokens.ts'
import {
  closeBrowserSession,
  ensureSameRefresh,
  openBrowserSession,
  refreshBrowserSession,
  readPreferences,
  sessionOf,
  storePreferences,
  BrowserSession,
  Preferences,
  PreferencesBody,
  SetupBody,
  SetupState,
} from './browser-session.ts'
import { AcceptBody, Acknowledgement, SignInBody } from './schema.ts'
import { prepareSetup, setupOrganisation, type FillDemo } from './new-organisation.ts'
import { isSetupOpen } from './setup-code.ts'
import { attemptOf, checkSignIn } from './sign-in.ts'
import { ensureMayTry } from './sign-in-limits.ts'

/** A person mistypes a few times; a code is not guessed. */
const SETUPS_PER_MINUTE = 10
/** As long as a session that is used lasts without being used. */
const COOKIE_SECONDS = 30 * 86_400

/** The cookie that keeps the refresh token of a page. */
export const sessionCookie: SecretCookie = {
  name: 'granary_session',
  path: '/api/identity/browser-session',
  member: 'refreshToken',
  maxAgeSeconds: COOKIE_SECONDS,
}

/** Operations that pages in browsers need beside those for programs: a session by cookie, the first organisation, preferences. */
export function browserOperations(access: {
  tokens: AccessTokens
  fillDemo: FillDemo | undefined
}): Operation[] {
  return [
    ...sessionOperations(access.tokens),
    acceptOperation(access.tokens),
    ...setupOperations(access),
    ...preferenceOperations(),
  ]
}

const cookie = sessionCookie

function sessionOperations(tokens: AccessTokens): Operation[] {
  return [
    publicWrite(
      {
        method: 'POST',
        path: '/browser-session',
        isTry: true,
        title: 'Sign in on a page of this service',
        description:
          'As POST /sign-in, for the console: the refresh token comes as a cookie that scripts cannot read, and the answer says who is signed in. Only pages of this service itself may ask. Changes still take the access token as Authorization: Bearer, so no other page can make them.',
        body: SignInBody,
        result: BrowserSession,
        example: { email: 'ann@hillfarm.example', password: 'a long sentence nobody knows' },
        cookie,
        ensureMayRepeat: async (trx, request, { body }) => {
          await ensureMayTry(trx, attemptOf(request, body))
        },
        prepare: (db, request, { body }) => checkSignIn(db, request, body),
      },
      (trx, request, { body, prepared }) =>
        openBrowserSession(trx, tokens, request, { checked: prepared, organisationId: body.organisationId }),
    ),
    publicWrite(
      {
        method: 'POST',
        path: '/browser-session/refresh',
        isRoutine: true,
        isTry: true,
        title: 'Refresh the access token of a page',
        description:
          'Gives the next access token for the session in the cookie, and says who is signed in; 204 where there is no cookie. Two tabs that ask at once get the same answer, and so does one whose answer was lost, for two minutes. An older cookie ends the session.',
        result: BrowserSession,
        cookie: { ...cookie, isKey: true },
        ensureMayRepeat: (trx, request, _input, answered) => ensureSameRefresh(trx, request, answered),
      },
      (trx, request) => refreshBrowserSession(trx, tokens, request),
    ),
    publicWrite(
      {
        method: 'DELETE',
        path: '/browser-session',
        title: 'Sign out of a page',
        description:
          'Ends the session in the cookie and takes the cookie away; also right where there is none.',
        result: Acknowledgement,
        cookie,
      },
      (trx, request) => closeBrowserSession(trx, request),
    ),
  ]
}

function acceptOperation(tokens: AccessTokens): Operation {
  return publicWrite(
    {
      method: 'POST',
      path: '/browser-session/invitation',
      isTry: true,
      title: 'Accept an invitation on a page of this service',
      description:
        'As POST /invitations/accept, for the console: whoever accepts is signed in by a cookie, as by POST /browser-session.',
      body: AcceptBody,
      result: BrowserSession,
      example: {
        token: 'invitation_k3Jb…',
        password: 'a long sentence nobody knows',
        givenName: 'Tom',
        familyName: 'Field',
      },
      cookie,
      prepare: (db, request, { body }) => prepareAcceptance(db, request, body),
    },
    async (trx, request, { body, prepared }) => {
      const { accessToken, refreshToken, tokenType, expiresIn } = await acceptInvitation(
        trx,
        tokens,
        request,
        body,
        prepared,
      )
      return sessionOf(trx, { accessToken, refreshToken, tokenType, expiresIn }, request)
    },
  )
}

function setupOperations(access: { tokens: AccessTokens; fillDemo: FillDemo | undefined }): Operation[] {
  return [
    publicRead(
      {
        path: '/setup',
        title: 'Can the first organisation be made',
        description: 'Whether there is a one-time code to make the first organisation with.',
        result: SetupState,
      },
      async (db) => ({ isOpen: await isSetupOpen(db) }),
    ),
    publicWrite(
      {
        method: 'POST',
        path: '/setup',
        title: 'Make the first organisation',
        description:
          'Makes the organisation, its owner and a first business unit, and signs the owner in, for whoever has the one-time code that the last `npm start` printed, less than a day ago, while there is no organisation. The owner is the platform admin. With one organisation made, every code is used up.',
        body: SetupBody,
        result: BrowserSession,
        example: {
          code: 'K7QF-9M2X-HT4W-3BZC-D8RM-5GYN-2AJP',
          organisation: 'Hill Farm',
          countryISO: 'GB',
          givenName: 'Ann',
          familyName: 'Hill',
          email: 'ann@hillfarm.example',
          password: 'a long sentence nobody knows',
        },
        cookie,
        perMinute: SETUPS_PER_MINUTE,
        prepare: (db, { now }, { body }) => prepareSetup(db, access, body, now),
      },
      (trx, request, { body, prepared }) =>
        setupOrganisation(trx, access, request, { ...body, password: prepared }),
    ),
  ]
}

function preferenceOperations(): Operation[] {
  return [
    read(
      {
        path: '/me/preferences',
        title: 'What I prefer',
        description:
          'How you like the console in this organisation, by name. Nobody else sees it, and it changes nothing of what you may do.',
        permission: 'signed-in',
        result: Preferences,
        isResource: true,
      },
      (db, actor) => readPreferences(db, actor),
    ),
    write(
      {
        method: 'PUT',
        path: '/me/preferences',
        isRoutine: true,
        title: 'Change what I prefer',
        description:
          'Puts these in the place of all that you preferred in this organisation; 64 kB at most. Send If-Match, so that two devices do not overwrite each other.',
        permission: 'signed-in',
        body: PreferencesBody,
        result: Preferences,
        isResource: true,
        example: { entries: [{ name: 'density', value: 'compact' }] },
        current: (trx, actor) => readPreferences(trx, actor),
      },
      (trx, actor, { body }) => storePreferences(trx, actor, body),
    ),
  ]
}
