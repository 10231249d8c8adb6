import { expect, test } from 'vitest'
import { roles, type Permission, type Role } from '../../kernel/permissions.ts'
import { admitKey, isAbove, lesserRole, personRefusal, ensureOwnerRemains, type KeyFacts } from './rules.ts'
import { networkOf, waitSeconds } from './sign-in-limits.ts'

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [10, 32],
  [14, 512],
  [15, 900],
  [1000, 900],
  [100_000, 900],
])('after %i failures of an e-mail: %i seconds', (failures, wait) => {
  expect(waitSeconds(failures, 'email')).toBe(wait)
  expect(waitSeconds(failures + 15, 'address')).toBe(wait)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0001::ffff', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('roles are in order', () => {
  for (const [low, one] of roles.entries()) {
    for (const [high, other] of roles.entries()) {
      expect(isAbove(other, one)).toBe(high > low)
      expect(lesserRole(one, other)).toBe(roles[Math.min(low, high)])
    }
  }
})

const membership = { role: 'viewer' as Role, status: 'active', organisationStatus: 'active' } as const
test.each([
  ['all is well', { userStatus: 'active', membership }, undefined, undefined],
  ['no membership', { userStatus: 'active', membership: undefined }, 'unauthenticated', 'forbidden'],
  [
    'suspended there',
    { userStatus: 'active', membership: { ...membership, status: 'suspended' } },
    'unauthenticated',
    'unauthenticated',
  ],
  [
    'organisation suspended',
    { userStatus: 'active', membership: { ...membership, organisationStatus: 'suspended' } },
    'unauthenticated',
    'unauthenticated',
  ],
  ['account suspended', { userStatus: 'suspended', membership }, 'unauthenticated', 'unauthenticated'],
] as const)('a person with %s', (_what, facts, code, codeWhenChosen) => {
  expect(personRefusal(facts, { chosen: false })?.code).toBe(code)
  expect(personRefusal(facts, { chosen: true })?.code).toBe(codeWhenChosen)
})

const key: KeyFacts = {
  role: 'manager',
  permissions: ['keys:write'],
  organisationStatus: 'active',
  madeBy: 'ann',
  makerStatus: 'active',
  makerRole: 'owner',
  makerMembershipStatus: 'active',
}
const keyRows: [string, Partial<KeyFacts>, Role | 'refused', Permission[]?][] = [
  ['of an owner', {}, 'manager', ['keys:write']],
  ['of a manager', { makerRole: 'manager' }, 'manager', []],
  ['of a viewer', { makerRole: 'viewer' }, 'viewer', []],
  [
    'of nobody',
    { madeBy: null, makerStatus: null, makerRole: null, makerMembershipStatus: null },
    'manager',
    ['keys:write'],
  ],
  ['of somebody suspended', { makerStatus: 'suspended' }, 'refused'],
  ['of somebody suspended here', { makerMembershipStatus: 'suspended' }, 'refused'],
  ['of somebody who left', { makerRole: null, makerMembershipStatus: null }, 'refused'],
  ['of a suspended organisation', { organisationStatus: 'suspended' }, 'refused'],
]
test.each(keyRows)('a key %s: %s', (_what, change, expected, permissions) => {
  const admit = () => admitKey({ ...key, ...change })
  if (expected === 'refused') expect(admit).toThrow()
  else expect(admit()).toEqual({ role: expected, permissions })
})

test.each([
  [['ann'], 'ann', false],
  [['ann', 'bea'], 'ann', true],
  [['bea'], 'ann', true],
  [[], 'ann', true],
])('owners %j, leaving %s: %s', (owners, leaving, isAllowed) => {
  const leave = () => ensureOwnerRemains(owners, leaving)
  if (isAllowed) expect(leave).not.toThrow()
  else expect(leave).toThrow('needs an owner')
})
