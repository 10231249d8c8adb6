import Type from 'typebox'
import { read, write, type Operation } from '../../http/operation.ts'
import { closed, described, idParam, ListPage, PathId } from '../../http/validate/schema.ts'
import {
  endMemberSession,
  endMemberSessions,
  endOtherSessions,
  listMemberSessions,
} from './member-sessions.ts'
import * as schema from './schema.ts'
import { changeSignInRules, getSignInRules } from './sign-in-policy.ts'

const UserIdParam = idParam('The user, by id.')

/** Sessions of the people of an organisation, and how long they last. */
export function sessionOperations(): Operation[] {
  return [...endingSessions(), ...signInRules()]
}

function endingSessions(): Operation[] {
  return [
    write(
      {
        method: 'DELETE',
        path: '/sessions',
        title: 'End all my other sessions',
        description: 'Signs you out at once on every device but this one.',
        permission: 'signed-in',
        isWithoutFactor: true,
        needsStepUp: true,
        result: schema.Acknowledgement,
      },
      (trx, actor) => endOtherSessions(trx, actor),
    ),
    read(
      {
        path: '/users/:id/sessions',
        title: 'List the sessions of a user',
        description:
          'The devices on which a person is signed in for your organisation, the one used last first. At most 200, or `limit`; `offset` skips the first ones.',
        permission: 'users:write',
        params: UserIdParam,
        query: closed(ListPage),
        result: Type.Array(schema.Session),
      },
      (db, actor, { params, query }) => listMemberSessions(db, actor, params.id, query),
    ),
    write(
      {
        method: 'DELETE',
        path: '/users/:id/sessions',
        title: 'End all sessions of a user',
        description:
          'Signs a person out at once wherever they are signed in for your organisation. They may sign in again.',
        permission: 'users:write',
        params: UserIdParam,
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => endMemberSessions(trx, actor, params.id),
    ),
    write(
      {
        method: 'DELETE',
        path: '/users/:id/sessions/:sessionId',
        title: 'End a session of a user',
        description: 'Signs a person out at once on one device.',
        permission: 'users:write',
        params: closed({
          id: described(PathId, 'The user, by id.'),
          sessionId: described(PathId, 'The session, by id.'),
        }),
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) =>
        endMemberSession(trx, actor, { userId: params.id, sessionId: params.sessionId }),
    ),
  ]
}

function signInRules(): Operation[] {
  return [
    read(
      {
        path: '/organisation/sign-in-rules',
        title: 'Get what signing in takes',
        description: 'Whether your organisation requires a second factor, and how long its sessions last.',
        permission: 'users:write',
        result: schema.SignInRules,
        isResource: true,
      },
      (db, actor) => getSignInRules(db, actor),
    ),
    write(
      {
        method: 'PUT',
        path: '/organisation/sign-in-rules',
        title: 'Change what signing in takes',
        description:
          'Once a second factor is required, whoever has none can set one up and nothing else; API keys and whoever a trusted issuer signs in are not asked. ' +
          'Open sessions end as if they had begun under the new rules.',
        permission: 'users:write',
        needsStepUp: true,
        body: schema.SignInRulesBody,
        result: schema.SignInRules,
        isResource: true,
        example: {
          secondFactor: 'required',
          secondFactorFromISO: '2026-12-14',
          sessionDays: 30,
          idleMinutes: 720,
        },
        current: (trx, actor) => getSignInRules(trx, actor),
      },
      (trx, actor, { body }) => changeSignInRules(trx, actor, body),
    ),
  ]
}
