import { describe } from 'vitest'
import { emailChangeCodes } from '../../../src/system/factors/email-changes.ts'
import type { TestPerson } from '../../factories.ts'
import { ok } from '../../scene.ts'
import { guard, I, passwordCode, refreshed, tryEach, vaultOf, type Attack, type World } from './world.ts'

// Links and codes that go out by mail or by hand: used, taken back, expired, or of somebody else.

const GONE: Attack[2] = [404, 'not_found']
const NOT_ALLOWED: Attack[2] = [403, 'forbidden']
const PASSWORD = 'another sentence nobody knows'

const invite = async ({ ann }: World, email = 'newcomer@farm.example', role = 'viewer') =>
  ok(await ann.client.post(`${I}/invitations`, { email, role }))
const accept = ({ service }: World, token: string) =>
  service.client().post(`${I}/invitations/accept`, {
    token,
    password: PASSWORD,
    givenName: 'New',
    familyName: 'Comer',
  })

const invitations: Attack[] = [
  [
    'an invitation once more',
    async (w) => {
      const { token } = await invite(w, 'twice@farm.example')
      ok(await accept(w, token))
      return () => accept(w, token)
    },
    GONE,
  ],
  [
    'an invitation that was taken back',
    async (w) => {
      const { id, token } = await invite(w)
      ok(await w.ann.client.delete(`${I}/invitations/${id}`))
      return () => accept(w, token)
    },
    GONE,
  ],
  [
    'an invitation of a month ago',
    async (w) => {
      const { token } = await invite(w)
      w.service.clock.advance({ days: 31 })
      return () => accept(w, token)
    },
    GONE,
  ],
  [
    'an invitation whose maker was removed',
    async (w) => {
      const email = 'by-ada@farm.example'
      const { token } = ok(await w.ada.client.post(`${I}/invitations`, { email, role: 'viewer' }))
      ok(await w.ann.client.delete(`${I}/users/${w.ada.userId}`))
      return () => accept(w, token)
    },
    GONE,
  ],
  [
    'another person’s invitation, by somebody who is signed in',
    async (w) => {
      const { token } = await invite(w)
      return () => w.mia.client.post(`${I}/me/invitations`, { token })
    },
    GONE,
  ],
  [
    'the account of somebody with a factor, by the password alone',
    async (w) => {
      const mia = await guard(w.service, w.mia)
      const { token } = await invite(w, mia.email)
      const { password } = mia
      return () => w.service.client().post(`${I}/invitations/accept`, { token, password })
    },
    [403, 'second_factor_needed'],
  ],
  [
    'the account of somebody, by a wrong password',
    async (w) => {
      const { token } = await invite(w, w.mia.email)
      return () => accept(w, token)
    },
    [401, 'unauthenticated'],
  ],
  [
    'to take back an invitation of another organisation',
    async (w) => {
      const { id } = await invite(w)
      return () => w.mia.client.delete(`${I}/invitations/${id}`)
    },
    GONE,
  ],
  [
    'an admin who invites an owner',
    async ({ ada }) =>
      () =>
        ada.client.post(`${I}/invitations`, { email: 'o@farm.example', role: 'owner' }),
    NOT_ALLOWED,
  ],
  [
    'the token of an invitation, to set a password',
    async (w) => {
      const { token } = await invite(w)
      return () => redeemPassword(w, token)
    },
    GONE,
  ],
]

const redeemPassword = ({ service }: World, token: string) =>
  service.client().post(`${I}/password-resets/redeem`, { token, password: PASSWORD })

const passwords: Attack[] = [
  [
    'a code for a new password once more',
    async (w) => {
      const token = await passwordCode(w, w.eve)
      ok(await redeemPassword(w, token))
      return () =>
        w.service.client().post(`${I}/password-resets/redeem`, { token, password: 'yet another sentence' })
    },
    GONE,
  ],
  [
    'a code for a new password of a day ago',
    async (w) => {
      const token = await passwordCode(w, w.eve)
      w.service.clock.advance({ hours: 25 })
      return () => redeemPassword(w, token)
    },
    GONE,
  ],
  [
    'a code for a new password that another one followed and that was used',
    async (w) => {
      const [first, second] = [await passwordCode(w, w.eve), await passwordCode(w, w.eve)]
      ok(await redeemPassword(w, second))
      return () => redeemPassword(w, first)
    },
    GONE,
  ],
  [
    'a code for a new password of before the e-mail address changed',
    async (w) => {
      const token = await passwordCode(w, w.eve)
      const codes = await beginEmail(w, w.eve, `moved-${w.eve.userId}@farm.example`)
      ok(await w.eve.client.post(`${I}/me/email/confirm`, { oldCode: codes.old, newCode: codes.new }))
      return () => redeemPassword(w, token)
    },
    GONE,
  ],
]

const redeemFactors = ({ service }: World, token: string) =>
  service.client().post(`${I}/factor-resets/redeem`, { token })
const resetOf = async (w: World, by: TestPerson = w.ada): Promise<{ id: string; token: string }> =>
  ok(await by.client.post(`${I}/users/${w.tom.userId}/factor-reset`))

const lostFactors: Attack[] = [
  [
    'a link for a lost factor before its day',
    async (w) => {
      const { token } = await resetOf(w)
      w.service.clock.advance({ hours: 23 })
      return () => redeemFactors(w, token)
    },
    NOT_ALLOWED,
  ],
  [
    'a link for a lost factor once more',
    async (w) => {
      const { token } = await resetOf(w)
      w.service.clock.advance({ hours: 25 })
      ok(await redeemFactors(w, token))
      return () => redeemFactors(w, token)
    },
    GONE,
  ],
  [
    'a link for a lost factor that was taken back',
    async (w) => {
      const { id, token } = await resetOf(w)
      ok(await w.ann.client.delete(`${I}/factor-resets/${id}`))
      w.service.clock.advance({ hours: 25 })
      return () => redeemFactors(w, token)
    },
    GONE,
  ],
  [
    'to confirm the link that one has made',
    async (w) => {
      const { id } = await resetOf(w)
      return () => w.ada.client.post(`${I}/factor-resets/${id}/confirm`)
    },
    NOT_ALLOWED,
  ],
  [
    'to confirm the link for one’s own factor',
    async (w) => {
      ok(await w.ann.client.put(`${I}/users/${w.tom.userId}/role`, { role: 'admin' }))
      const { id } = await resetOf(w, w.ann)
      return () => w.tom.client.post(`${I}/factor-resets/${id}/confirm`)
    },
    NOT_ALLOWED,
  ],
  [
    'to confirm a link of another organisation',
    async (w) => {
      const { id } = await resetOf(w)
      return () => w.mia.client.post(`${I}/factor-resets/${id}/confirm`)
    },
    GONE,
  ],
  [
    'an admin who takes the factor of the owner away',
    async (w) => {
      await guard(w.service, w.ann)
      return () => w.ada.client.post(`${I}/users/${w.ann.userId}/factor-reset`)
    },
    NOT_ALLOWED,
  ],
  [
    'a key that takes a factor away',
    async (w) => () => w.farm.as('owner').post(`${I}/users/${w.tom.userId}/factor-reset`),
    [400, 'invalid_input'],
  ],
]

/** Begins to change somebody's address. @returns both codes, as whoever reads both mails knows them */
async function beginEmail(
  w: World,
  { client, userId }: Pick<TestPerson, 'client' | 'userId'>,
  email: string,
) {
  ok(await client.post(`${I}/me/email`, { email }))
  const { id } = await w.service.database.db
    .selectFrom('email_changes')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return emailChangeCodes(await vaultOf(w), id)
}

const confirmEmail = ({ client }: Pick<TestPerson, 'client'>, oldCode: string, newCode: string) =>
  client.post(`${I}/me/email/confirm`, { oldCode, newCode })

const emails: Attack[] = [
  [
    'both codes for another address in each other’s place',
    async (w) => {
      const codes = await beginEmail(w, w.eve, 'swapped@farm.example')
      return () => confirmEmail(w.eve, codes.new, codes.old)
    },
    [400, 'invalid_input'],
  ],
  [
    'the codes of another person’s change',
    async (w) => {
      const codes = await beginEmail(w, w.eve, 'of-eve@farm.example')
      await beginEmail(w, w.mia, 'of-mia@mill.example')
      return () => confirmEmail(w.mia, codes.old, codes.new)
    },
    [400, 'invalid_input'],
  ],
  [
    'codes of a change that another one followed',
    async (w) => {
      const codes = await beginEmail(w, w.eve, 'first@farm.example')
      await beginEmail(w, w.eve, 'second@farm.example')
      return () => confirmEmail(w.eve, codes.old, codes.new)
    },
    [400, 'invalid_input'],
  ],
  [
    'codes of two hours ago',
    async (w) => {
      const codes = await beginEmail(w, w.eve, 'late@farm.example')
      w.service.clock.advance({ hours: 2 })
      const { client } = await refreshed(w, w.eve)
      return () => confirmEmail({ client }, codes.old, codes.new)
    },
    GONE,
  ],
  [
    'the address of somebody else',
    async (w) => {
      const email = `taken-${w.eve.userId}@farm.example`
      const codes = await beginEmail(w, w.eve, email)
      const mine = await beginEmail(w, w.mia, email)
      ok(await confirmEmail(w.mia, mine.old, mine.new))
      return () => confirmEmail(w.eve, codes.old, codes.new)
    },
    [409, 'already_exists'],
  ],
  [
    'another address from a session left open',
    async (w) => {
      w.service.clock.advance({ minutes: 11 })
      const { client } = await refreshed(w, w.eve)
      return () => client.post(`${I}/me/email`, { email: 'open@farm.example' })
    },
    [403, 'step_up_needed'],
  ],
]

describe('invitations', () => tryEach(invitations))
describe('codes for a new password', () => tryEach(passwords))
describe('links for a lost factor', () => tryEach(lostFactors))
describe('another e-mail address', () => tryEach(emails))
