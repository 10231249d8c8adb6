import { publicRead, publicWrite, write, type Operation } from '../../http/operation.ts'
import { acceptInvitation, lookAtInvitation, prepareAcceptance } from './accept-invitation.ts'
import type { AccessTokens } from './access-tokens.ts'
import { prepareRedemption, redeemPasswordReset, requestPasswordReset } from './password-resets.ts'
import { refreshSession, signOut, switchOrganisation } from './sessions.ts'
import * as schema from './schema.ts'
import { attemptOf, checkSignIn, signIn } from './sign-in.ts'
import { ensureMayTry } from './sign-in-limits.ts'

/** Coming in, staying in, going out. */
export function signInOperations(tokens: AccessTokens, mail: { sendsMail: boolean }): Operation[] {
  return [...comingIn(tokens), ...beingInvited(tokens), ...withoutPassword(tokens, mail), ...onceIn(tokens)]
}

function beingInvited(tokens: AccessTokens): Operation[] {
  return [
    publicWrite(
      {
        method: 'POST',
        path: '/invitations/look',
        isRoutine: true,
        title: 'Look at an invitation',
        description:
          'Says into which organisation and as what a token invites, whom, and what has to be sent to accept it. The token is in the body, so that no log has it; nothing is changed. 404 for one that was used or taken back, or has expired.',
        body: schema.LookBody,
        result: schema.InvitationSeen,
        example: { token: 'invitation_k3Jb…' },
      },
      (trx, request, { body }) => lookAtInvitation(trx, request, body),
    ),
    publicWrite(
      {
        method: 'POST',
        path: '/invitations/accept',
        isTry: true,
        title: 'Accept an invitation',
        description:
          'Joins the organisation and signs in. A new person gives a name and sets a password, which must not be easy to guess; a person with an account sends its password. ' +
          'Where nobody has proved that the account belongs to its address, a mailed token proves it, and the password sent becomes the new one; with a token that was handed over the answer is 403.',
        body: schema.AcceptBody,
        result: schema.AcceptResult,
        example: {
          token: 'invitation_k3Jb…',
          password: 'a long sentence nobody knows',
          givenName: 'Tom',
          familyName: 'Field',
        },
        prepare: (db, request, { body }) => prepareAcceptance(db, request, body),
      },
      (trx, request, { body, prepared }) => acceptInvitation(trx, tokens, request, body, prepared),
    ),
  ]
}

function comingIn(tokens: AccessTokens): Operation[] {
  return [
    publicWrite(
      {
        method: 'POST',
        path: '/sign-in',
        isTry: true,
        title: 'Sign in',
        description:
          'Gives an access token (10 minutes) and a refresh token for e-mail and password. Somebody in several organisations names one; otherwise the answer lists them and has no tokens. After several failures the next attempts have to wait, and everybody while too many passwords are being checked: 429 with retryAfterSeconds.',
        body: schema.SignInBody,
        result: schema.SignInResult,
        example: { email: 'ann@hillfarm.example', password: 'a long sentence nobody knows' },
        ensureMayRepeat: async (trx, request, { body }) => {
          await ensureMayTry(trx, attemptOf(request, body))
        },
        prepare: (db, request, { body }) => checkSignIn(db, request, body),
      },
      (trx, request, { body, prepared }) =>
        signIn(trx, tokens, request, { checked: prepared, organisationId: body.organisationId }),
    ),
    publicWrite(
      {
        method: 'POST',
        path: '/refresh',
        isRoutine: true,
        isTry: true,
        title: 'Refresh the access token',
        description:
          'Gives a new pair of tokens for a refresh token. Each refresh token works once: using it again ends the session. Send an Idempotency-Key in case an answer gets lost: with it the same token gets the same pair again, from any address.',
        body: schema.RefreshBody,
        result: schema.TokenPair,
        isProvedByToken: true,
        example: { refreshToken: 'refresh_5m1h…' },
      },
      (trx, request, { body }) => refreshSession(trx, tokens, request, body),
    ),
    publicRead(
      {
        path: '/.well-known/jwks.json',
        title: 'Keys of access tokens',
        description: 'The public keys (ES256) that access tokens are signed with, as a JSON Web Key Set.',
        result: schema.KeySet,
      },
      async () => tokens.keySet(),
    ),
  ]
}

function withoutPassword(tokens: AccessTokens, mail: { sendsMail: boolean }): Operation[] {
  return [
    publicWrite(
      {
        method: 'POST',
        path: '/password-resets',
        title: 'Ask for a new password by mail',
        description:
          'Mails a code that is good once, within an hour. The answer does not tell whether the address has an account. An address may be asked for ' +
          'three times an hour, and a network may ask 20 times (429). Where the installation sends no mail, whoever runs it finds the mail in its outbox.',
        body: schema.PasswordResetBody,
        result: schema.Acknowledgement,
        example: { email: 'ann@hillfarm.example' },
      },
      (trx, request, { body }) => requestPasswordReset(trx, request, body, mail),
    ),
    publicWrite(
      {
        method: 'POST',
        path: '/password-resets/redeem',
        isTry: true,
        title: 'Set a new password by a code',
        description:
          'Sets a new password and signs in, as POST /sign-in does, however many wrong passwords were tried. All sessions end, and issuers that were linked ' +
          'no longer sign in; API keys, webhooks and invitations go on and are named, or are ended if you say so. 404 for a code that is not known, was used or has expired.',
        body: schema.RedeemBody,
        result: schema.PasswordRedeemed,
        isProvedByToken: true,
        prepare: (db, { now }, { body }) => prepareRedemption(db, now, body),
        example: { token: 'reset_k3Jb…', password: 'a long sentence nobody knows' },
      },
      (trx, request, { body, prepared }) => redeemPasswordReset(trx, tokens, request, body, prepared),
    ),
  ]
}

function onceIn(tokens: AccessTokens): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/sign-out',
        title: 'Sign out',
        description: 'Ends the session of this device: its access and refresh tokens fail at once.',
        permission: 'signed-in',
        isWithoutFactor: true,
        result: schema.Acknowledgement,
      },
      (trx, actor) => signOut(trx, actor),
    ),
    write(
      {
        method: 'POST',
        path: '/switch-organisation',
        title: 'Switch to another organisation',
        description:
          'Makes this session act for another of your organisations. For a single request, send X-Organisation-Id instead.',
        permission: 'signed-in',
        isWithoutFactor: true,
        body: schema.SwitchBody,
        result: schema.SwitchResult,
        example: { organisationId: '01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21' },
      },
      (trx, actor, { body }) => switchOrganisation(trx, tokens, actor, body),
    ),
  ]
}
