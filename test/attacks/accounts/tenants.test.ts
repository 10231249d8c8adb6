import { describe } from 'vitest'
import { ok } from '../../scene.ts'
import { I, tryEach, type Attack } from './world.ts'

// One organisation acts on what is another's, a person on what is above them, or anybody on the audit log.

const GONE: Attack[2] = [404, 'not_found']
const NOT_ALLOWED: Attack[2] = [403, 'forbidden']

const mixedUp: Attack[] = [
  [
    'the role of a person of another organisation',
    async ({ mia, eve }) =>
      () =>
        mia.client.put(`${I}/users/${eve.userId}/role`, { role: 'viewer' }),
    GONE,
  ],
  [
    'to suspend a person of another organisation',
    async ({ mia, eve }) =>
      () =>
        mia.client.post(`${I}/users/${eve.userId}/suspend`),
    GONE,
  ],
  [
    'to remove a person of another organisation',
    async ({ mia, eve }) =>
      () =>
        mia.client.delete(`${I}/users/${eve.userId}`),
    GONE,
  ],
  [
    'to revoke a key of another organisation',
    async ({ ann, mia }) => {
      const [key] = ok(await ann.client.get(`${I}/api-keys`))
      return () => mia.client.delete(`${I}/api-keys/${key.id}`)
    },
    GONE,
  ],
  [
    'to open a key of another organisation to all networks',
    async ({ ann, mia }) => {
      const [key] = ok(await ann.client.get(`${I}/api-keys`))
      return () => mia.client.patch(`${I}/api-keys/${key.id}`, { allowedAddresses: [] })
    },
    GONE,
  ],
  [
    'an organisation of others in the header',
    async ({ service, farm, mia }) =>
      () =>
        service
          .client({ token: mia.accessToken, organisationId: farm.organisationId })
          .put(`${I}/organisation/sign-in-rules`, {
            secondFactor: 'optional',
            sessionDays: 1,
            idleMinutes: 60,
          }),
    NOT_ALLOWED,
  ],
  [
    'an organisation of others in the header of a key',
    async ({ service, farm, mill }) =>
      () =>
        service
          .client({ apiKey: mill.keys.owner, organisationId: farm.organisationId })
          .get('/api/system/audit'),
    NOT_ALLOWED,
  ],
  [
    'to sign in to an organisation of others',
    async ({ service, farm, mia: { email, password } }) =>
      () =>
        service.client().post(`${I}/sign-in`, { email, password, organisationId: farm.organisationId }),
    NOT_ALLOWED,
  ],
  [
    'to switch to an organisation of others',
    async ({ farm, mia }) =>
      () =>
        mia.client.post(`${I}/switch-organisation`, { organisationId: farm.organisationId }),
    NOT_ALLOWED,
  ],
  [
    'to share a webhook’s secret with another organisation',
    async ({ ann, mia }) => {
      const hook = ok(await ann.client.post('/api/system/webhooks', { url: 'https://93.184.216.34/hook' }))
      return () => mia.client.post(`/api/system/webhooks/${hook.id}/rotate-secret`)
    },
    GONE,
  ],
]

const above: Attack[] = [
  [
    'an admin who makes themselves owner',
    async ({ ada }) =>
      () =>
        ada.client.put(`${I}/users/${ada.userId}/role`, { role: 'owner' }),
    NOT_ALLOWED,
  ],
  [
    'an admin who makes the owner a viewer',
    async ({ ann, ada }) =>
      () =>
        ada.client.put(`${I}/users/${ann.userId}/role`, { role: 'viewer' }),
    NOT_ALLOWED,
  ],
  [
    'an admin who suspends the owner',
    async ({ ann, ada }) =>
      () =>
        ada.client.post(`${I}/users/${ann.userId}/suspend`),
    NOT_ALLOWED,
  ],
  [
    'a viewer who drops the rule of a second factor',
    async ({ eve }) =>
      () =>
        eve.client.put(`${I}/organisation/sign-in-rules`, {
          secondFactor: 'optional',
          sessionDays: 365,
          idleMinutes: 60,
        }),
    NOT_ALLOWED,
  ],
  [
    'somebody without the second factor that is required, who reads stock',
    async ({ ann, eve }) => {
      const rules = { secondFactor: 'required', sessionDays: 30, idleMinutes: 600 }
      ok(await ann.client.put(`${I}/organisation/sign-in-rules`, rules))
      return () => eve.client.get('/api/inventory/records')
    },
    [403, 'second_factor_needed'],
  ],
]

const AUDIT = '/api/system/audit'
const audit: Attack[] = [
  [
    'a viewer who reads the audit log',
    async ({ eve }) =>
      () =>
        eve.client.get(AUDIT),
    NOT_ALLOWED,
  ],
  [
    'a key of an operator that saves the audit log',
    async ({ farm }) =>
      () =>
        farm.as('operator').get(`${AUDIT}?format=csv`),
    NOT_ALLOWED,
  ],
  [
    'an owner who deletes the audit log',
    async ({ ann }) =>
      () =>
        ann.client.delete(AUDIT),
    GONE,
  ],
  [
    'an owner who deletes an entry of it',
    async ({ ann }) =>
      () =>
        ann.client.delete(`${AUDIT}/1`),
    GONE,
  ],
  [
    'an owner who adds to it',
    async ({ ann }) =>
      () =>
        ann.client.post(AUDIT, { deed: 'none' }),
    GONE,
  ],
  [
    'an owner who changes it',
    async ({ ann }) =>
      () =>
        ann.client.patch(`${AUDIT}/1`, { after: null }),
    GONE,
  ],
  [
    'an owner who lets it be forgotten at once',
    async ({ ann }) =>
      () =>
        ann.client.patch(`${I}/organisation`, { auditYears: 0 }),
    [400, 'invalid_input'],
  ],
  [
    'a place in the log of somebody else’s making',
    async ({ ann }) =>
      () =>
        ann.client.get(`${AUDIT}?next=${encodeURIComponent("' or 1=1 --")}`),
    [400, 'invalid_input'],
  ],
  [
    'a session left open, which saves the audit log',
    async (w) => {
      w.service.clock.advance({ minutes: 11 })
      const { refreshToken } = w.ann
      const { accessToken } = ok(await w.service.client().post(`${I}/refresh`, { refreshToken }))
      return () => w.service.client({ token: accessToken }).get(`${AUDIT}?format=csv`)
    },
    [403, 'step_up_needed'],
  ],
]

describe('other organisations', () => tryEach(mixedUp))
describe('what is above', () => tryEach(above))
describe('the audit log', () => tryEach(audit))
