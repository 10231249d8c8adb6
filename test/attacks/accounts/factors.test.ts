import { describe } from 'vitest'
import { ok } from '../../scene.ts'
import { SoftPasskey } from '../../soft-passkey.ts'
import {
  addPasskey,
  answerTo,
  asked,
  codeOf,
  guard,
  I,
  origin,
  refreshed,
  tryEach,
  type Attack,
  type World,
} from './world.ts'

// Second factors that were used, are of somebody else, or are shown to another question than the one asked.

const WRONG: Attack[2] = [401, 'unauthenticated']
const INVALID: Attack[2] = [400, 'invalid_input']

const alone = async ({ service }: World) => ok(await service.client().post(`${I}/sign-in/passkey`))
const stepUpOf = async ({ tom }: World) => ok(await tom.client.post(`${I}/me/step-up/challenge`))

const codes: Attack[] = [
  [
    'the code of an app once more, for another challenge',
    async (w) => {
      const code = codeOf(w, w.tom)
      ok(await answerTo(w, { challenge: (await asked(w, w.tom)).challenge, code }))
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code })
    },
    WRONG,
  ],
  [
    'the code of an app that signed in, to step up',
    async (w) => {
      const code = codeOf(w, w.tom)
      ok(await answerTo(w, { challenge: (await asked(w, w.tom)).challenge, code }))
      return () => w.tom.client.post(`${I}/me/step-up`, { code })
    },
    INVALID,
  ],
  [
    'an earlier code than the one used last',
    async (w) => {
      ok(await answerTo(w, { challenge: (await asked(w, w.tom)).challenge, code: codeOf(w, w.tom, 30) }))
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom) })
    },
    WRONG,
  ],
  ...([-120, 120] as const).map((seconds): Attack => [
    `a code of ${seconds} seconds from now`,
    async (w) => {
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom, seconds) })
    },
    WRONG,
  ]),
  [
    'the code of another person’s app',
    async (w) => {
      const eve = await guard(w.service, w.eve)
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code: codeOf(w, eve) })
    },
    WRONG,
  ],
  [
    'the right code behind many wrong ones',
    async (w) => {
      const { challenge } = await asked(w, w.tom)
      for (let guess = 0; guess < 12; guess++) await answerTo(w, { challenge, code: `00000${guess % 10}` })
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom) })
    },
    [429, 'rate_limited'],
  ],
  [
    'the first code of an app that was begun and not confirmed',
    async (w) => {
      const { secret } = ok(await w.eve.client.post(`${I}/me/code-app`))
      ok(await addPasskey(w.eve, new SoftPasskey()))
      const { challenge } = await asked(w, w.eve)
      return () => answerTo(w, { challenge, code: codeOf(w, { secret }) })
    },
    WRONG,
  ],
  [
    'a second app beside the one that is there',
    async ({ tom }) =>
      () =>
        tom.client.post(`${I}/me/code-app`),
    [409, 'already_exists'],
  ],
  [
    'the confirmation of an app once more',
    async (w) => () => w.tom.client.post(`${I}/me/code-app/confirm`, { code: codeOf(w, w.tom) }),
    [404, 'not_found'],
  ],
]

const recovery: Attack[] = [
  [
    'a recovery code once more',
    async (w) => {
      const [code = ''] = w.tom.recoveryCodes
      ok(await answerTo(w, { challenge: (await asked(w, w.tom)).challenge, code }))
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code })
    },
    WRONG,
  ],
  [
    'the recovery code of another person',
    async (w) => {
      const eve = await guard(w.service, w.eve)
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code: eve.recoveryCodes[0] })
    },
    WRONG,
  ],
  [
    'a recovery code of before they were renewed',
    async (w) => {
      ok(await w.tom.client.post(`${I}/me/recovery-codes`))
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code: w.tom.recoveryCodes[3] })
    },
    WRONG,
  ],
  [
    'a recovery code after the last factor was taken away',
    async (w) => {
      const { passkeys } = ok(await w.tom.client.get(`${I}/me/factors`))
      ok(await w.tom.client.delete(`${I}/me/passkeys/${passkeys[0].id}`))
      ok(await w.tom.client.delete(`${I}/me/code-app`))
      ok(await addPasskey(w.tom, new SoftPasskey()))
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge, code: w.tom.recoveryCodes[0] })
    },
    WRONG,
  ],
  [
    'new recovery codes from a session left open',
    async (w) => {
      w.service.clock.advance({ minutes: 11 })
      const { client } = await refreshed(w, w.tom)
      return () => client.post(`${I}/me/recovery-codes`)
    },
    [403, 'step_up_needed'],
  ],
]

const challenges: Attack[] = [
  [
    'a challenge that was answered',
    async (w) => {
      const { challenge } = await asked(w, w.tom)
      ok(await answerTo(w, { challenge, code: codeOf(w, w.tom) }))
      return () => answerTo(w, { challenge, code: w.tom.recoveryCodes[0] })
    },
    WRONG,
  ],
  [
    'a challenge of half an hour ago',
    async (w) => {
      const { challenge } = await asked(w, w.tom)
      w.service.clock.advance({ minutes: 30 })
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom) })
    },
    WRONG,
  ],
  [
    'a challenge to step up, to sign in',
    async (w) => {
      const { challenge } = await stepUpOf(w)
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom) })
    },
    WRONG,
  ],
  [
    'a challenge to add a passkey, to sign in',
    async (w) => {
      const { challenge } = ok(await w.tom.client.post(`${I}/me/passkeys/options`))
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom) })
    },
    WRONG,
  ],
  [
    'a challenge as access token',
    async (w) => {
      const { challenge } = await asked(w, w.tom)
      return () => w.service.client({ token: challenge }).get(`${I}/me`)
    },
    WRONG,
  ],
  [
    'a code and a passkey at once',
    async (w) => {
      const { challenge, passkey } = await asked(w, w.tom)
      const signed = w.tom.device.sign({ challenge: passkey.challenge, origin })
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom), passkey: signed })
    },
    INVALID,
  ],
  [
    'a challenge and nothing',
    async (w) => {
      const { challenge } = await asked(w, w.tom)
      return () => answerTo(w, { challenge })
    },
    INVALID,
  ],
  [
    'an organisation of somebody else’s behind the right code',
    async (w) => {
      const { challenge } = await asked(w, w.tom)
      const { organisationId } = w.mill
      const code = codeOf(w, w.tom)
      return () => answerTo(w, { challenge, code, organisationId })
    },
    [403, 'forbidden'],
  ],
  [
    'the challenge of another person, to step up',
    async (w) => {
      const eve = await guard(w.service, w.eve)
      const { challenge, passkey } = await stepUpOf(w)
      const signed = eve.device.sign({ challenge: passkey.challenge, origin })
      return () => eve.client.post(`${I}/me/step-up`, { challenge, passkey: signed })
    },
    INVALID,
  ],
  [
    'the password of somebody who has a factor, to step up',
    async ({ tom }) =>
      () =>
        tom.client.post(`${I}/me/step-up`, { password: tom.password }),
    INVALID,
  ],
  [
    'to step up with an API key',
    async ({ farm }) =>
      () =>
        farm.as('owner').post(`${I}/me/step-up`, { password: farm.owner.password }),
    INVALID,
  ],
]

/** A passkey of Tom's, used with something wrong, behind his password. */
const misused = (what: string, odd: Parameters<SoftPasskey['sign']>[1], at = origin): Attack => [
  what,
  async (w) => {
    const { challenge, passkey } = await asked(w, w.tom)
    const signed = w.tom.device.sign({ challenge: passkey.challenge, origin: at }, odd)
    return () => answerTo(w, { challenge, passkey: signed })
  },
  WRONG,
]

const passkeys: Attack[] = [
  misused('a passkey used on another site', {}, 'https://granary.evil.example'),
  misused('a passkey used on another site, signed for ours', { host: 'localhost' }, 'https://evil.example'),
  misused('a passkey that signs for another host', { host: 'evil.example' }),
  misused('what a passkey signs when it is made', { type: 'webauthn.create' }),
  [
    'what a passkey signed for another challenge',
    async (w) => {
      const [one, two] = [await asked(w, w.tom), await asked(w, w.tom)]
      const signed = w.tom.device.sign({ challenge: one.passkey.challenge, origin })
      return () => answerTo(w, { challenge: two.challenge, passkey: signed })
    },
    WRONG,
  ],
  [
    'what a passkey has signed already',
    async (w) => {
      const { challenge, passkey } = await asked(w, w.tom)
      const signed = w.tom.device.sign({ challenge: passkey.challenge, origin })
      ok(await answerTo(w, { challenge, passkey: signed }))
      return () => answerTo(w, { challenge, passkey: signed })
    },
    WRONG,
  ],
  [
    'a passkey whose counter went back, as of a copy',
    async (w) => {
      const first = await asked(w, w.tom)
      w.tom.device.counter = 7
      ok(
        await answerTo(w, {
          challenge: first.challenge,
          passkey: w.tom.device.sign({ challenge: first.passkey.challenge, origin }),
        }),
      )
      w.tom.device.counter = 3
      const { challenge, passkey } = await asked(w, w.tom)
      const signed = w.tom.device.sign({ challenge: passkey.challenge, origin })
      return () => answerTo(w, { challenge, passkey: signed })
    },
    WRONG,
  ],
  [
    'another person’s passkey behind the password',
    async (w) => {
      const eve = await guard(w.service, w.eve)
      const { challenge, passkey } = await asked(w, w.tom)
      const signed = eve.device.sign({ challenge: passkey.challenge, origin })
      return () => answerTo(w, { challenge, passkey: signed })
    },
    WRONG,
  ],
  [
    'a passkey alone, whose device was not unlocked',
    async (w) => {
      const { challenge, passkey } = await alone(w)
      const signed = w.tom.device.sign({ challenge: passkey.challenge, origin }, { isVerified: false })
      return () => answerTo(w, { challenge, passkey: signed })
    },
    WRONG,
  ],
  [
    'a passkey that was taken away',
    async (w) => {
      const { passkeys: mine } = ok(await w.tom.client.get(`${I}/me/factors`))
      ok(await w.tom.client.delete(`${I}/me/passkeys/${mine[0].id}`))
      const { challenge, passkey } = await alone(w)
      const signed = w.tom.device.sign({ challenge: passkey.challenge, origin })
      return () => answerTo(w, { challenge, passkey: signed })
    },
    WRONG,
  ],
  [
    'a passkey alone, with a code of an app in its place',
    async (w) => {
      const { challenge } = await alone(w)
      return () => answerTo(w, { challenge, code: codeOf(w, w.tom) })
    },
    WRONG,
  ],
  [
    'to add a passkey that somebody else has',
    async (w) => {
      return () => addPasskey(w.eve, w.tom.device)
    },
    [409, 'already_exists'],
  ],
  [
    'to add a passkey to a challenge of another person',
    async (w) => {
      const { challenge, passkey } = ok(await w.tom.client.post(`${I}/me/passkeys/options`))
      const made = new SoftPasskey().register({ challenge: passkey.challenge, origin })
      return () => w.eve.client.post(`${I}/me/passkeys`, { challenge, name: 'PC', passkey: made })
    },
    INVALID,
  ],
  [
    'to take another person’s passkey away',
    async ({ tom, eve }) => {
      const { passkeys: mine } = ok(await tom.client.get(`${I}/me/factors`))
      return () => eve.client.delete(`${I}/me/passkeys/${mine[0].id}`)
    },
    [404, 'not_found'],
  ],
]

describe('codes of an app', () => tryEach(codes))
describe('recovery codes', () => tryEach(recovery))
describe('challenges', () => tryEach(challenges))
describe('passkeys', () => tryEach(passkeys))
