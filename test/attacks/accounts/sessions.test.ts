import { describe } from 'vitest'
import { ok } from '../../scene.ts'
import { I, refreshed, tryEach, type Attack, type World } from './world.ts'

// Sessions, tokens and keys that are over, are of somebody else, or are used for what is not theirs.

const OUT: Attack[2] = [401, 'unauthenticated']
const MISSING: Attack[2] = [404, 'not_found']
const NOT_ALLOWED: Attack[2] = [403, 'forbidden']

const refresh = ({ service }: World, refreshToken: string) =>
  service.client().post(`${I}/refresh`, { refreshToken })

const tokens: Attack[] = [
  [
    'a refresh token of a session that was signed out',
    async (w) => {
      ok(await w.tom.client.post(`${I}/sign-out`))
      return () => refresh(w, w.tom.refreshToken)
    },
    OUT,
  ],
  [
    'a refresh token once more, which ends the session for the thief too',
    async (w) => {
      ok(await refresh(w, w.eve.refreshToken))
      return () => refresh(w, w.eve.refreshToken)
    },
    OUT,
    ['sessions'],
  ],
  [
    'the newest refresh token of a session whose earlier one came back',
    async (w) => {
      const { refreshToken } = ok(await refresh(w, w.eve.refreshToken))
      await refresh(w, w.eve.refreshToken)
      return () => refresh(w, refreshToken)
    },
    OUT,
  ],
  [
    'half of one refresh token and half of another',
    async (w) => {
      const [, own = ''] = w.eve.refreshToken.split('.')
      return () => refresh(w, `refresh_${'x'.repeat(22)}.${own}`)
    },
    OUT,
  ],
  [
    'an access token of a session that was signed out',
    async (w) => {
      ok(await w.eve.client.post(`${I}/sign-out`))
      return () => w.eve.client.get(`${I}/me`)
    },
    OUT,
  ],
  [
    'an access token of somebody who was suspended',
    async (w) => {
      ok(await w.ann.client.post(`${I}/users/${w.eve.userId}/suspend`))
      return () => w.eve.client.get('/api/inventory/records')
    },
    OUT,
  ],
  [
    'a refresh token of somebody who was removed',
    async (w) => {
      ok(await w.ann.client.delete(`${I}/users/${w.eve.userId}`))
      return () => refresh(w, w.eve.refreshToken)
    },
    OUT,
  ],
  [
    'an access token of before the role was taken away',
    async (w) => {
      ok(await w.ann.client.put(`${I}/users/${w.ada.userId}/role`, { role: 'viewer' }))
      return () => w.ada.client.post(`${I}/api-keys`, { name: 'PC', role: 'viewer' })
    },
    NOT_ALLOWED,
  ],
  [
    'a page’s refresh token sent by another site',
    async (w) => () =>
      w.service
        .client()
        .post(
          `${I}/browser-session/refresh`,
          {},
          { cookie: `granary_session=${w.eve.refreshToken}`, 'sec-fetch-site': 'cross-site' },
        ),
    NOT_ALLOWED,
  ],
  [
    'a page’s refresh token sent by a page of another origin',
    async (w) => () =>
      w.service
        .client()
        .post(
          `${I}/browser-session/refresh`,
          {},
          { cookie: `granary_session=${w.eve.refreshToken}`, origin: 'https://granary.evil.example' },
        ),
    NOT_ALLOWED,
  ],
  [
    'a session left open, to make a key',
    async (w) => {
      w.service.clock.advance({ minutes: 11 })
      const { client } = await refreshed(w, w.ann)
      return () => client.post(`${I}/api-keys`, { name: 'PC', role: 'owner' })
    },
    [403, 'step_up_needed'],
  ],
  [
    'a step-up of one session, used by another of the same person',
    async (w) => {
      const { email, password } = w.ann
      const other = ok(await w.service.client().post(`${I}/sign-in`, { email, password }))
      w.service.clock.advance({ minutes: 11 })
      ok(await (await refreshed(w, w.ann)).client.post(`${I}/me/step-up`, { password }))
      const { client } = await refreshed(w, { ...w.ann, refreshToken: other.refreshToken })
      return () => client.post(`${I}/api-keys`, { name: 'PC', role: 'owner' })
    },
    [403, 'step_up_needed'],
  ],
]

const sessionOf = async ({ client }: World['ann']): Promise<string> =>
  ok(await client.get(`${I}/sessions`))[0].id

const ofOthers: Attack[] = [
  [
    'to end another person’s session as one’s own',
    async ({ ann, eve }) => {
      const id = await sessionOf(ann)
      return () => eve.client.delete(`${I}/sessions/${id}`)
    },
    MISSING,
  ],
  [
    'to end one person’s session by the address of another',
    async ({ ann, ada, eve }) => {
      const id = await sessionOf(ann)
      return () => ada.client.delete(`${I}/users/${eve.userId}/sessions/${id}`)
    },
    MISSING,
  ],
  [
    'a viewer who ends a session of the owner',
    async ({ ann, eve }) =>
      () =>
        eve.client.delete(`${I}/users/${ann.userId}/sessions`),
    NOT_ALLOWED,
  ],
  [
    'an admin who ends a session of the owner',
    async ({ ann, ada }) =>
      () =>
        ada.client.delete(`${I}/users/${ann.userId}/sessions`),
    NOT_ALLOWED,
  ],
  [
    'the owner of another organisation who ends a session here',
    async ({ ann, mia }) =>
      () =>
        mia.client.delete(`${I}/users/${ann.userId}/sessions`),
    MISSING,
  ],
  [
    'the owner of another organisation who reads where somebody is signed in',
    async ({ ann, mia }) =>
      () =>
        mia.client.get(`${I}/users/${ann.userId}/sessions`),
    MISSING,
  ],
]

const keys: Attack[] = [
  [
    'a key that was revoked',
    async (w) => {
      const made = ok(await w.ann.client.post(`${I}/api-keys`, { name: 'PC', role: 'viewer' }))
      ok(await w.ann.client.delete(`${I}/api-keys/${made.id}`))
      return () => w.service.client({ token: made.key }).get('/api/inventory/records')
    },
    OUT,
  ],
  [
    'a key made by a key that was revoked',
    async (w) => {
      const first = ok(await w.ann.client.post(`${I}/api-keys`, { name: 'PC', role: 'owner' }))
      const second = ok(
        await w.service.client({ apiKey: first.key }).post(`${I}/api-keys`, { name: 'PC 2', role: 'admin' }),
      )
      ok(await w.ann.client.delete(`${I}/api-keys/${first.id}`))
      return () => w.service.client({ apiKey: second.key }).get('/api/inventory/records')
    },
    OUT,
  ],
  [
    'a key of somebody who was suspended',
    async (w) => {
      const { key } = ok(await w.ada.client.post(`${I}/api-keys`, { name: 'PC', role: 'viewer' }))
      ok(await w.ann.client.post(`${I}/users/${w.ada.userId}/suspend`))
      return () => w.service.client({ apiKey: key }).get('/api/inventory/records')
    },
    OUT,
  ],
  [
    'a key that makes one of a role above its own',
    async ({ farm }) =>
      () =>
        farm.as('admin').post(`${I}/api-keys`, { name: 'PC', role: 'owner' }),
    NOT_ALLOWED,
  ],
  [
    'a key with a second credential beside it',
    async (w) => () =>
      w.service.client({ apiKey: w.farm.keys.viewer, token: w.ann.accessToken }).get(`${I}/me`),
    OUT,
  ],
  [
    'a key that sets up a code app',
    async ({ farm }) =>
      () =>
        farm.as('owner').post(`${I}/me/code-app`),
    [400, 'invalid_input'],
  ],
  [
    'a key that switches to another organisation',
    async ({ farm, mill }) =>
      () =>
        farm.as('owner').post(`${I}/switch-organisation`, { organisationId: mill.organisationId }),
    [400, 'invalid_input'],
  ],
]

describe('tokens', () => tryEach(tokens))
describe('sessions of others', () => tryEach(ofOthers))
describe('API keys', () => tryEach(keys))
