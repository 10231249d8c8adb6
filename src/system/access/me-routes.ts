import Type from 'typebox'
import { read, write, type Operation } from '../../http/operation.ts'
import { closed, idParam, ListPage } from '../../http/validate/schema.ts'
import { acceptSignedIn } from './accept-invitation.ts'
import { changeName, leaveOrganisation, me, linkIdentity, listIdentities, unlinkIdentity } from './me.ts'
import { changePassword, preparePasswordChange } from './passwords.ts'
import { listSessions, revokeSession } from './sessions.ts'
import * as schema from './schema.ts'
import type { TrustedIssuers } from './trusted-issuers.ts'

/** Operations for anybody signed in, on themselves. */
export function meOperations(issuers: TrustedIssuers): Operation[] {
  return [
    ...accountOperations(),
    joining(),
    leaving(),
    ...identityOperations(issuers),
    ...sessionOperations(),
  ]
}

function accountOperations(): Operation[] {
  return [
    read(
      {
        path: '/me',
        title: 'Who am I',
        description:
          'The caller: person or API key, role, permissions, organisation, and the organisations to switch to.',
        permission: 'signed-in',
        isWithoutFactor: true,
        result: schema.Me,
      },
      (db, actor) => me(db, actor),
    ),
    write(
      {
        method: 'PATCH',
        path: '/me',
        title: 'Change my name',
        description:
          'What you are called from now on, in all your organisations. What you did before keeps the name that you had then.',
        permission: 'signed-in',
        body: schema.NameChanges,
        result: schema.Me,
        example: { givenName: 'Ann', familyName: 'Hill' },
      },
      (trx, actor, { body }) => changeName(trx, actor, body),
    ),
    write(
      {
        method: 'POST',
        path: '/me/password',
        isTry: true,
        title: 'Change my password',
        description:
          'At least 12 characters, not your e-mail and not the name of the organisation, and not easy to guess: no common password, and more than names, words, dates or keys in a row. All other devices are signed out. API keys, webhooks and invitations that you made go on and are named, or are ended if you say so. While too many passwords are being checked: 429 with retryAfterSeconds.',
        permission: 'signed-in',
        body: schema.ChangePasswordBody,
        result: schema.PasswordChanged,
        example: {
          currentPassword: 'a long sentence nobody knows',
          newPassword: 'another sentence nobody knows',
        },
        prepare: (db, actor, { body }) => preparePasswordChange(db, actor, body),
      },
      (trx, actor, { body, prepared }) =>
        changePassword(trx, actor, { ...prepared, isEnded: body.endGivenOut ?? false }),
    ),
  ]
}

function joining(): Operation {
  return write(
    {
      method: 'POST',
      path: '/me/invitations',
      title: 'Accept an invitation while signed in',
      description:
        'Joins the organisation that invites your address, with the account that you have. Whoever has a second factor accepts in this way. 404 for an invitation of another address, or one that is good no more.',
      permission: 'signed-in',
      isWithoutFactor: true,
      body: schema.LookBody,
      result: schema.InvitationAccepted,
      example: { token: 'invitation_k3Jb…' },
    },
    (trx, actor, { body }) => acceptSignedIn(trx, actor, body),
  )
}

function leaving(): Operation {
  return write(
    {
      method: 'DELETE',
      path: '/me/organisations/:id',
      title: 'Leave an organisation',
      description:
        'You no longer belong to it, at once: your sessions for it end, and the API keys that you made and the invitations that you sent there are revoked. ' +
        'What you did keeps your name. 404 for an organisation that is not yours; the last owner cannot leave.',
      permission: 'signed-in',
      isWithoutFactor: true,
      params: idParam('One of your organisations, by id.'),
      result: schema.Acknowledgement,
    },
    (trx, actor, { params }) => leaveOrganisation(trx, actor, params.id),
  )
}

function identityOperations(issuers: TrustedIssuers): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/me/external-identities',
        title: 'Sign in through an issuer from now on',
        description:
          'Send a token of a trusted OpenID Connect issuer while signed in: from then on its tokens sign you in.',
        permission: 'signed-in',
        body: schema.LinkIdentityBody,
        result: schema.Acknowledgement,
        example: { token: 'eyJhbGciOi…' },
        beforehand: ({ body }) => issuers.fetchKeysFor(body.token),
      },
      (trx, actor, { body }) => linkIdentity(trx, issuers, actor, body),
    ),
    read(
      {
        path: '/me/external-identities',
        title: 'List my ways in through issuers',
        description:
          'The identities by which trusted OpenID Connect issuers sign you in, the one linked last first. At most 200, or `limit`; `offset` skips the first ones.',
        permission: 'signed-in',
        query: closed(ListPage),
        result: Type.Array(schema.LinkedIdentity),
      },
      (db, actor, { query }) => listIdentities(db, actor, query),
    ),
    write(
      {
        method: 'DELETE',
        path: '/me/external-identities/:id',
        title: 'No longer sign in by an identity',
        description:
          'Takes effect at once. An issuer that knows you by no other identity still signs you in by an e-mail address that it has verified.',
        permission: 'signed-in',
        params: idParam('One of your ways in, by id.'),
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => unlinkIdentity(trx, actor, params.id),
    ),
  ]
}

function sessionOperations(): Operation[] {
  return [
    read(
      {
        path: '/sessions',
        title: 'List my sessions',
        description:
          'The devices on which you are signed in, the one used last first. At most 200, or `limit`; `offset` skips the first ones.',
        permission: 'signed-in',
        isWithoutFactor: true,
        query: closed(ListPage),
        result: Type.Array(schema.Session),
      },
      (db, actor, { query }) => listSessions(db, actor, query),
    ),
    write(
      {
        method: 'DELETE',
        path: '/sessions/:id',
        title: 'End one of my sessions',
        description: 'Signs a device out at once.',
        permission: 'signed-in',
        isWithoutFactor: true,
        needsStepUp: true,
        params: idParam('One of your sessions, by id.'),
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => revokeSession(trx, actor, params.id),
    ),
  ]
}
