import { expect, test } from 'vitest'
import type { SingleSignOn } from '../../api/operations.ts'
import { missingFor } from './missing-sign-in.ts'

const domain = (verifiedAtUTC: string | null): SingleSignOn['domains'][number] => ({
  id: '1',
  domain: 'hill.example',
  recordName: '_granary.hill.example',
  recordValue: 'granary-domain=1',
  verifiedAtUTC,
})
const whole = {
  issuer: 'https://id.hill.example',
  domains: [domain(null), domain('2026-01-01T00:00:00.000Z')],
  roleClaim: 'groups',
  roles: [{ value: 'managers', role: 'manager' as const }],
  defaultRole: null,
}

test.each([
  ['nothing', {}, []],
  ['a provider', { issuer: null, domains: [] }, ['needsProvider', 'needsDomain']],
  ['a domain', { domains: [] }, ['needsDomain']],
  ['a domain that is proved', { domains: [domain(null)] }, ['needsDomain']],
  ['a role for anybody new', { roles: [] }, ['needsRole']],
  ['nothing, with a role otherwise', { roles: [], defaultRole: 'viewer' as const }, []],
  ['the claim by which values give roles', { roleClaim: null }, ['needsClaim']],
  ['two things', { domains: [], roles: [], roleClaim: null }, ['needsDomain', 'needsRole']],
])('%s is missing', (_name, change, missing) => {
  expect(missingFor({ ...whole, ...change })).toEqual(missing)
})
