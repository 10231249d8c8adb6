import Type from 'typebox'
import { textParameter } from '../../http/search/text-query.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { closed, idParam, Page, PageOf } from '../../http/validate/schema.ts'
import { changeRole, getUser, listUsers, removeMember, reinstateMember, suspendMember } from './members.ts'
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { inviteUser, listInvitations, revokeInvitation } from './invitations.ts'
import * as keySchema from './api-key-schema.ts'
import * as schema from './schema.ts'

const UserIdParam = idParam('The user, by id.')

/** The people and machines of an organisation, and who is invited. */
export function userOperations({ sendsMail }: { sendsMail: boolean }): Operation[] {
  return [...members(), ...comingAndGoing(), ...invitations(sendsMail), ...apiKeys()]
}

function members(): Operation[] {
  return [
    read(
      {
        path: '/users',
        title: 'List users',
        description:
          'The people of your organisation with their roles, by family name. `query` finds those whose name or e-mail has it.',
        permission: 'users:write',
        query: closed({ ...Page, query: textParameter('A part of the name or of the e-mail.') }),
        result: PageOf(schema.User),
      },
      (db, actor, { query }) => listUsers(db, actor, query),
    ),
    read(
      {
        path: '/users/:id',
        title: 'Get a user',
        description: 'One person of your organisation.',
        permission: 'users:write',
        params: UserIdParam,
        result: schema.User,
        isResource: true,
      },
      (db, actor, { params }) => getUser(db, actor, params.id),
    ),
    write(
      {
        method: 'PUT',
        path: '/users/:id/role',
        title: 'Change the role of a user',
        description:
          'Takes effect at once. Nobody grants a role above their own; the last owner stays owner.',
        permission: 'users:write',
        needsStepUp: true,
        params: UserIdParam,
        body: schema.RoleBody,
        result: schema.Acknowledgement,
        example: { role: 'operator' },
        current: (db, actor, { id }) => getUser(db, actor, id),
      },
      (trx, actor, { params, body }) => changeRole(trx, actor, params.id, body),
    ),
  ]
}

function comingAndGoing(): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/users/:id/suspend',
        title: 'Suspend a user',
        description:
          'Shuts a person out of your organisation at once, with the API keys they made. The last owner cannot be suspended.',
        permission: 'users:write',
        params: UserIdParam,
        result: schema.Acknowledgement,
        current: (db, actor, { id }) => getUser(db, actor, id),
      },
      (trx, actor, { params }) => suspendMember(trx, actor, params.id),
    ),
    write(
      {
        method: 'POST',
        path: '/users/:id/reinstate',
        title: 'Reinstate a user',
        description: 'Lets a suspended person sign in again.',
        permission: 'users:write',
        params: UserIdParam,
        result: schema.Acknowledgement,
        current: (db, actor, { id }) => getUser(db, actor, id),
      },
      (trx, actor, { params }) => reinstateMember(trx, actor, params.id),
    ),
    write(
      {
        method: 'DELETE',
        path: '/users/:id',
        title: 'Remove a user from the organisation',
        description:
          'Takes effect at once, and revokes the API keys they made. What they did keeps their name. The last owner cannot be removed.',
        permission: 'users:write',
        params: UserIdParam,
        result: schema.Acknowledgement,
        current: (db, actor, { id }) => getUser(db, actor, id),
      },
      (trx, actor, { params }) => removeMember(trx, actor, params.id),
    ),
  ]
}

function invitations(sendsMail: boolean): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/invitations',
        title: 'Invite a user',
        description:
          'Makes an invitation that works once, within 7 days. If the installation sends mail, only the person gets its token, by mail, and an ' +
          'organisation may send 200 a day (429); otherwise the token is shown only this once, to be handed over.',
        permission: 'users:write',
        body: schema.InviteBody,
        result: schema.InvitationMade,
        example: { email: 'tom@hillfarm.example', role: 'operator' },
      },
      (trx, actor, { body }) => inviteUser(trx, actor, body, { byMail: sendsMail }),
    ),
    read(
      {
        path: '/invitations',
        title: 'List invitations',
        description: 'Invitations that can still be accepted.',
        permission: 'users:write',
        result: Type.Array(schema.Invitation),
      },
      (db, actor) => listInvitations(db, actor),
    ),
    write(
      {
        method: 'DELETE',
        path: '/invitations/:id',
        title: 'Take an invitation back',
        description:
          'Its token fails at once. 404 for one that was accepted, has expired or was taken back before.',
        permission: 'users:write',
        params: idParam('The invitation, by id; not its token.'),
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => revokeInvitation(trx, actor, params.id),
    ),
  ]
}

function apiKeys(): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/api-keys',
        title: 'Create an API key',
        description:
          'A key for a machine, such as a weighbridge PC. The secret is shown only this once. A key can never do more than its maker may.',
        permission: 'keys:write',
        needsStepUp: true,
        body: keySchema.ApiKeyBody,
        result: keySchema.ApiKeyMade,
        example: { name: 'Weighbridge PC', role: 'operator' },
      },
      (trx, actor, { body }) => createApiKey(trx, actor, body),
    ),
    read(
      {
        path: '/api-keys',
        title: 'List API keys',
        description: 'The keys of your organisation that are not revoked, without their secrets.',
        permission: 'keys:write',
        result: Type.Array(keySchema.ApiKey),
      },
      (db, actor) => listApiKeys(db, actor),
    ),
    write(
      {
        method: 'PATCH',
        path: '/api-keys/:id',
        title: 'Change an API key',
        description:
          'Ties it to other networks, at once. From elsewhere it is refused as if there were no such key.',
        permission: 'keys:write',
        needsStepUp: true,
        params: idParam('The API key, by id; not its secret.'),
        body: keySchema.ApiKeyChanges,
        result: schema.Acknowledgement,
        example: { allowedAddresses: ['192.0.2.0/24'] },
      },
      (trx, actor, { params, body }) => changeApiKey(trx, actor, params.id, body),
    ),
    write(
      {
        method: 'DELETE',
        path: '/api-keys/:id',
        title: 'Revoke an API key',
        description: 'The key fails at once, and so does every key made with it.',
        permission: 'keys:write',
        params: idParam('The API key, by id; not its secret.'),
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => revokeApiKey(trx, actor, params.id),
    ),
  ]
}
