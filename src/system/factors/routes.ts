import { publicWrite, read, write, type Operation } from '../../http/operation.ts'
import { idParam } from '../../http/validate/schema.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { AccessTokens } from '../access/access-tokens.ts'
import { openedBy, BrowserSession } from '../access/browser-session.ts'
import { sessionCookie } from '../access/browser-session-routes.ts'
import { challengeAnybody } from '../access/factor-challenges.ts'
import { beginCodeApp, confirmCodeApp, removeCodeApp, renewRecoveryCodes } from './code-app.ts'
import { addPasskey, beginPasskey, checkNewPasskey, removePasskey } from './passkeys.ts'
import { myFactors } from './queries.ts'
import * as schema from './schema.ts'
import { sessionOperations } from './session-routes.ts'
import { checkSignInFactor, signInByFactor } from './sign-in-by-factor.ts'
import { beginStepUp, checkStepUp, stepUp } from './step-up.ts'
import { wayBackOperations } from './way-back-routes.ts'

/** Services that the operations on factors work with. */
export interface FactorServices {
  tokens: AccessTokens
  /** Opens the secrets of code apps. */
  vault: Vault
  /** Links and codes go out by mail. */
  sendsMail: boolean
}

/** Second factors, served below /api/identity: signing in with one, showing one again, and setting them up. */
export function factorOperations(services: FactorServices): Operation[] {
  return [
    ...signingIn(services),
    ...steppingUp(services),
    ...codeApp(services),
    ...passkeys(),
    recovery(),
    ...sessionOperations(),
    ...wayBackOperations(services),
  ]
}

/** A page asks for one each time that it shows how to sign in. */
const CHALLENGES_PER_MINUTE = 60

function signingIn({ tokens, vault }: FactorServices): Operation[] {
  const answering = {
    method: 'POST',
    body: schema.FactorBody,
    example: { challenge: 'challenge_k3Jb…', code: '492039' },
  } as const
  return [
    publicWrite(
      {
        method: 'POST',
        path: '/sign-in/passkey',
        isRoutine: true,
        title: 'Begin to sign in with a passkey alone',
        description:
          'Asks for a passkey in place of e-mail and password. Answer by POST /sign-in/factor; the passkey says whose it is, and its device must have been unlocked.',
        result: schema.FactorChallenge,
        perMinute: CHALLENGES_PER_MINUTE,
      },
      (trx, request) => challengeAnybody(trx, request),
    ),
    publicWrite(
      {
        ...answering,
        path: '/sign-in/factor',
        isTry: true,
        title: 'Sign in with a second factor',
        description:
          'Answers what POST /sign-in asked for: with six digits of the code app, a recovery code or a passkey. Each is good once. 401 for any that is wrong, ' +
          'alike; after several failures the next attempts have to wait: 429 with retryAfterSeconds.',
        result: schema.SignInResult,
        prepare: (db, request, { body }) => checkSignInFactor(db, vault, request, body),
      },
      (trx, request, { body, prepared }) =>
        signInByFactor(trx, tokens, request, { checked: prepared, ...body }),
    ),
    publicWrite(
      {
        ...answering,
        path: '/browser-session/factor',
        isTry: true,
        title: 'Sign in with a second factor on a page of this service',
        description: 'As POST /sign-in/factor, for the console: with a cookie, as by POST /browser-session.',
        result: BrowserSession,
        cookie: sessionCookie,
        prepare: (db, request, { body }) => checkSignInFactor(db, vault, request, body),
      },
      async (trx, request, { body, prepared }) =>
        openedBy(trx, await signInByFactor(trx, tokens, request, { checked: prepared, ...body }), request),
    ),
  ]
}

function steppingUp({ vault }: FactorServices): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/me/step-up/challenge',
        isRoutine: true,
        title: 'Begin to show a passkey again',
        description:
          'What one of your passkeys has to sign for POST /me/step-up. 404 where you have no second factor.',
        permission: 'signed-in',
        isWithoutFactor: true,
        result: schema.FactorChallenge,
      },
      (trx, actor, { origin }) => beginStepUp(trx, actor, origin),
    ),
    write(
      {
        method: 'POST',
        path: '/me/step-up',
        isTry: true,
        title: 'Show again that it is me',
        description:
          'With a code or a passkey; with the password where you have no second factor. For ten minutes this session then does what asks for it. ' +
          'Wrong ones count as failed sign-ins.',
        permission: 'signed-in',
        isWithoutFactor: true,
        body: schema.StepUpBody,
        result: schema.Acknowledgement,
        example: { code: '492039' },
        prepare: (db, actor, { body, origin }) => checkStepUp(db, vault, actor, { body, origin }),
      },
      (trx, actor, { prepared }) => stepUp(trx, actor, prepared),
    ),
    read(
      {
        path: '/me/factors',
        title: 'List my second factors',
        description: 'Your code app, your passkeys, and how many recovery codes you have left.',
        permission: 'signed-in',
        isWithoutFactor: true,
        result: schema.MyFactors,
      },
      (db, actor) => myFactors(db, actor),
    ),
  ]
}

/** Changes of one's own factors: open to whoever has to set one up, and asked for in a session that is known to be theirs. */
const changing = { permission: 'signed-in', isWithoutFactor: true, needsStepUp: true } as const

function codeApp({ vault }: FactorServices): Operation[] {
  return [
    write(
      {
        ...changing,
        method: 'POST',
        path: '/me/code-app',
        title: 'Begin to set up a code app',
        description:
          'A secret for an app that shows six digits each half minute (TOTP, RFC 6238). It counts once POST /me/code-app/confirm has seen its first code; until then this begins anew.',
        result: schema.CodeAppBegun,
      },
      (trx, actor) => beginCodeApp(trx, vault, actor),
    ),
    write(
      {
        ...changing,
        method: 'POST',
        path: '/me/code-app/confirm',
        isTry: true,
        title: 'Finish setting up a code app',
        description:
          'With a code that the app shows. From then on signing in takes one. Whoever has no recovery codes gets ten.',
        body: schema.CodeBody,
        result: schema.FactorAdded,
        example: { code: '492039' },
      },
      (trx, actor, { body }) => confirmCodeApp(trx, vault, actor, body),
    ),
    write(
      {
        ...changing,
        method: 'DELETE',
        path: '/me/code-app',
        title: 'Take my code app away',
        description: 'Its codes are good no more. With your last second factor your recovery codes go.',
        result: schema.Acknowledgement,
      },
      (trx, actor) => removeCodeApp(trx, actor),
    ),
  ]
}

function passkeys(): Operation[] {
  return [
    write(
      {
        ...changing,
        method: 'POST',
        path: '/me/passkeys/options',
        title: 'Begin to add a passkey',
        description:
          'What a browser makes a passkey from. Passkeys are for the name under which the service was reached, over TLS or on localhost. 20 at most.',
        result: schema.PasskeyOptions,
      },
      (trx, actor, { origin }) => beginPasskey(trx, actor, origin),
    ),
    write(
      {
        ...changing,
        method: 'POST',
        path: '/me/passkeys',
        title: 'Add a passkey',
        description:
          'With what the browser made. It signs you in alone, or beside your password. Whoever has no recovery codes gets ten.',
        body: schema.NewPasskeyBody,
        result: schema.FactorAdded,
        example: {
          challenge: 'challenge_k3Jb…',
          name: 'Office PC',
          passkey: {
            id: 'AbCd',
            clientDataJSON: 'eyJ0',
            attestationObject: 'o2Nm',
            transports: ['internal'],
          },
        },
        prepare: (db, actor, { body, origin }) => checkNewPasskey(db, actor, { body, origin }),
      },
      (trx, actor, { body, prepared }) => addPasskey(trx, actor, body, prepared),
    ),
    write(
      {
        ...changing,
        method: 'DELETE',
        path: '/me/passkeys/:id',
        title: 'Take a passkey away',
        description: 'It signs in no more. With your last second factor your recovery codes go.',
        params: idParam('One of your passkeys, by id.'),
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => removePasskey(trx, actor, params.id),
    ),
  ]
}

function recovery(): Operation {
  return write(
    {
      ...changing,
      method: 'POST',
      path: '/me/recovery-codes',
      title: 'Get new recovery codes',
      description:
        'Ten, each good once; those of before are good no more. 404 where you have no second factor.',
      result: schema.FactorAdded,
    },
    (trx, actor) => renewRecoveryCodes(trx, actor),
  )
}
