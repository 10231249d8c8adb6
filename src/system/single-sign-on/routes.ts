import type { DatabaseLog } from '../../db/log.ts'
import { publicWrite, read, write, type Operation } from '../../http/operation.ts'
import { idParam } from '../../http/validate/schema.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { AccessTokens } from '../access/access-tokens.ts'
import { BrowserSession, openedBy } from '../access/browser-session.ts'
import { sessionCookie } from '../access/browser-session-routes.ts'
import {
  addDomain,
  findRecord,
  mailDomain,
  redeemDomainToken,
  removeDomain,
  verifyByRecord,
  type TxtResolver,
} from './domains.ts'
import type { Reach } from './guarded-fetch.ts'
import * as schema from './schema.ts'
import { changeSingleSignOn, getSingleSignOn, removeSingleSignOn } from './settings.ts'
import { beginSignIn, checkReturn, prepareSignIn, signInByProvider } from './sign-in.ts'

export interface SingleSignOnServices {
  tokens: AccessTokens
  vault: Vault
  /** Networks and names by which providers may be reached. */
  reach: Reach
  resolveTxt: TxtResolver
  sendsMail: boolean
  publicUrl: () => string
  log: Pick<DatabaseLog, 'warn'>
}

/** Sign-in by an organisation's own provider (OpenID Connect), served below /api/identity. */
export function singleSignOnOperations(services: SingleSignOnServices): Operation[] {
  return [...settings(services), ...domains(services), ...proofs(services), ...signingIn(services)]
}

const changing = { permission: 'organisation:write', needsStepUp: true } as const

function settings({ vault, reach, publicUrl }: SingleSignOnServices): Operation[] {
  const services = { vault, networks: reach.networks, publicUrl }
  const path = '/organisation/single-sign-on'
  return [
    read(
      {
        path,
        title: 'Get the sign-in of our own',
        description:
          'The OpenID Connect provider of your organisation, how its claims become roles, and the domains of its addresses. Its secret is not shown.',
        permission: 'organisation:write',
        result: schema.SingleSignOn,
        isResource: true,
      },
      (db, actor) => getSingleSignOn(db, services, actor),
    ),
    write(
      {
        ...changing,
        method: 'PUT',
        path,
        title: 'Change the sign-in of our own',
        description:
          'Registers the provider or changes it; for people alone. It signs nobody in until a domain is proved. Enforced, members with an address of ' +
          'these domains sign in by it alone, but for the owner who is named; open sessions stay. Another issuer takes its own secret.',
        body: schema.SingleSignOnBody,
        result: schema.SingleSignOn,
        isResource: true,
        example: {
          issuer: 'https://id.hillfarm.example',
          clientId: 'granary',
          clientSecret: 'a secret of the provider',
          roleClaim: 'groups',
          roles: [{ value: 'granary-managers', role: 'manager' }],
          defaultRole: 'viewer',
          factorValues: ['mfa'],
          isEnforced: false,
          breakGlassUserId: null,
        },
        current: (trx, actor) => getSingleSignOn(trx, services, actor),
      },
      (trx, actor, { body }) => changeSingleSignOn(trx, services, actor, body),
    ),
    write(
      {
        ...changing,
        method: 'DELETE',
        path,
        title: 'Take the sign-in of our own away',
        description:
          'With its domains, and with whom it knows. Members stay; whoever has no password needs one. Open sessions stay until they end.',
        result: schema.Acknowledgement,
        current: (trx, actor) => getSingleSignOn(trx, services, actor),
      },
      (trx, actor) => removeSingleSignOn(trx, actor),
    ),
  ]
}

const path = '/organisation/sign-in-domains'
const params = idParam('The domain, by id.')

function domains({ vault }: SingleSignOnServices): Operation[] {
  return [
    write(
      {
        ...changing,
        method: 'POST',
        path,
        title: 'Add a domain to sign in with',
        description:
          'A domain of the addresses of your people, exactly: not what is below it. Prove it by the TXT record in the answer, or by mail. 20 at most.',
        body: schema.DomainBody,
        result: schema.SignInDomain,
        example: { domain: 'hillfarm.example' },
      },
      (trx, actor, { body }) => addDomain(trx, vault, actor, body),
    ),
    write(
      {
        ...changing,
        method: 'DELETE',
        path: `${path}/:id`,
        title: 'Take a domain away',
        description: 'It signs nobody in any more. The last one stays while the sign-in is enforced.',
        params,
        result: schema.Acknowledgement,
      },
      (trx, actor, { params: { id } }) => removeDomain(trx, actor, id),
    ),
  ]
}

function proofs({ vault, resolveTxt, sendsMail }: SingleSignOnServices): Operation[] {
  return [
    write(
      {
        ...changing,
        method: 'POST',
        path: `${path}/:id/verify`,
        title: 'Prove a domain by its record',
        description:
          'Looks for the TXT record. 400 where it is not there yet; 409 where another organisation has proved the domain first.',
        params,
        result: schema.Acknowledgement,
        perMinute: 20,
        prepare: (db, actor, { params: { id } }) => findRecord(db, { vault, resolveTxt }, actor, id),
      },
      (trx, actor, { params: { id } }) => verifyByRecord(trx, actor, id),
    ),
    write(
      {
        ...changing,
        method: 'POST',
        path: `${path}/:id/mail`,
        title: 'Prove a domain by mail',
        description:
          'Sends a link, good for a day, to admin@ or postmaster@ of the domain; without a mail server it lies in the outbox.',
        params,
        body: schema.DomainMailBody,
        result: schema.Acknowledgement,
        example: { mailbox: 'postmaster' },
        perMinute: 5,
      },
      (trx, actor, { params: { id }, body }) => mailDomain(trx, sendsMail, actor, { id, ...body }),
    ),
    publicWrite(
      {
        method: 'POST',
        path: '/sign-in-domains/redeem',
        title: 'Prove a domain by the link of a mail',
        description: 'With the token of the link; good once. 404 for any that is not good.',
        body: schema.DomainTokenBody,
        result: schema.Acknowledgement,
        example: { token: 'domain_0199…' },
        perMinute: 20,
      },
      (trx, request, { body }) => redeemDomainToken(trx, vault, request, body),
    ),
  ]
}

function signingIn({ tokens, vault, reach, log, publicUrl }: SingleSignOnServices): Operation[] {
  const services = { vault, publicUrl, client: { reach, log } }
  return [
    publicWrite(
      {
        method: 'POST',
        path: '/browser-session/single-sign-on/begin',
        isRoutine: true,
        title: "Begin to sign in by the organisation's provider",
        description:
          'Answers where the browser goes for whoever has an address of a proved domain. Keep `flow` in this browser until the provider sends it back; ' +
          'it is good for ten minutes. 503 where the provider does not answer.',
        body: schema.BeginBody,
        result: schema.ProviderSignInBegun,
        example: { email: 'ann@hillfarm.example' },
        perMinute: 30,
        prepare: (db, request, { body }) => prepareSignIn(db, services, request, body),
      },
      (trx, request, { prepared }) => beginSignIn(trx, request, prepared),
    ),
    publicWrite(
      {
        method: 'POST',
        path: '/browser-session/single-sign-on',
        isTry: true,
        title: "Sign in by the organisation's provider",
        description:
          'With what the provider sent back: a cookie as by POST /browser-session, or a second factor is asked for. The session acts for this organisation ' +
          'alone. 401 for an answer that does not hold, 403 with the reason for somebody whom the rules of the organisation keep out.',
        body: schema.ReturnBody,
        result: BrowserSession,
        example: {
          organisationId: '0199…',
          flow: 'flow_k3Jb…',
          state: 'pQ8x…',
          code: '4f1c…',
          iss: 'https://id.hillfarm.example',
        },
        cookie: sessionCookie,
        perMinute: 30,
        prepare: (db, request, { body }) => checkReturn(db, services, request, body),
      },
      async (trx, request, { prepared }) =>
        openedBy(trx, await signInByProvider(trx, tokens, request, prepared), request),
    ),
  ]
}
