import Type from 'typebox'
import { publicWrite, read, write, type Operation } from '../../http/operation.ts'
import { idParam } from '../../http/validate/schema.ts'
import type { Vault } from '../../kernel/vault.ts'
import { beginEmailChange, confirmEmailChange } from './email-changes.ts'
import {
  confirmFactorReset,
  listFactorResets,
  makeFactorReset,
  redeemFactorReset,
  revokeFactorReset,
} from './factor-resets.ts'
import * as schema from './schema.ts'

/** Ways back in for whoever has lost a factor, and another e-mail address. */
export function wayBackOperations(services: { vault: Vault; sendsMail: boolean }): Operation[] {
  return [...resets(services), ...redeeming(), ...emailChanges(services)]
}

const ResetIdParam = idParam('The one-time link, by id; not its token.')

function resets({ vault, sendsMail }: { vault: Vault; sendsMail: boolean }): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/users/:id/factor-reset',
        title: 'Take the second factor of a user away',
        description:
          'Makes a one-time link for somebody who has lost it, good from a day later for three days, or at once where another admin confirms it. The person gets it by mail, and all ' +
          'admins are told; without mail it is in this answer. Whoever belongs to several organisations asks whoever runs the service.',
        permission: 'users:write',
        needsStepUp: true,
        params: idParam('The user, by id.'),
        result: schema.FactorResetMade,
      },
      (trx, actor, { params }) =>
        makeFactorReset(trx, vault, actor, { userId: params.id, byMail: sendsMail }),
    ),
    read(
      {
        path: '/factor-resets',
        title: 'List one-time links for lost factors',
        description: 'Those of your organisation that are open, the newest first.',
        permission: 'users:write',
        result: Type.Array(schema.FactorReset),
      },
      (db, actor) => listFactorResets(db, actor),
    ),
    write(
      {
        method: 'POST',
        path: '/factor-resets/:id/confirm',
        title: 'Confirm a one-time link',
        description:
          'Makes it good at once. Only another person than the one who asked for it may, and not whose factor it is.',
        permission: 'users:write',
        needsStepUp: true,
        params: ResetIdParam,
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => confirmFactorReset(trx, actor, params.id),
    ),
    write(
      {
        method: 'DELETE',
        path: '/factor-resets/:id',
        title: 'Take a one-time link back',
        description: 'It is good no more. 404 for one that was used, has expired or was taken back before.',
        permission: 'users:write',
        params: ResetIdParam,
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => revokeFactorReset(trx, actor, params.id),
    ),
  ]
}

function redeeming(): Operation[] {
  return [
    publicWrite(
      {
        method: 'POST',
        path: '/factor-resets/redeem',
        isTry: true,
        title: 'Use a one-time link',
        description:
          'Takes your second factors away and ends your sessions; then sign in with your password. 403 while it is not good yet, 404 for one that is not known, was used or taken back, or has expired.',
        body: schema.FactorResetBody,
        result: schema.Acknowledgement,
        isProvedByToken: true,
        example: { token: 'factors_k3Jb…' },
      },
      (trx, request, { body }) => redeemFactorReset(trx, request, body),
    ),
  ]
}

function emailChanges({ vault, sendsMail }: { vault: Vault; sendsMail: boolean }): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/me/email',
        title: 'Begin to change my e-mail address',
        description:
          'Mails a code to the address that you have and one to the new one, good for an hour. Where the installation sends no mail, whoever runs it finds them in its outbox.',
        permission: 'signed-in',
        needsStepUp: true,
        body: schema.EmailBody,
        result: schema.Acknowledgement,
        example: { email: 'ann.hill@hillfarm.example' },
      },
      (trx, actor, { body }) => beginEmailChange(trx, vault, actor, { body, isSentOut: sendsMail }),
    ),
    write(
      {
        method: 'POST',
        path: '/me/email/confirm',
        isTry: true,
        title: 'Change my e-mail address',
        description: 'With both codes. From then on you sign in with the new address.',
        permission: 'signed-in',
        body: schema.EmailCodesBody,
        result: schema.Acknowledgement,
        example: {
          oldCode: 'K7QF-9M2X-HT4W-3BZC-D8RM-5GYN-2AJP',
          newCode: 'W3CD-2F7H-9KQP-XYZ4-8MTB-J6NR-5HAG',
        },
      },
      (trx, actor, { body }) => confirmEmailChange(trx, actor, body),
    ),
  ]
}
