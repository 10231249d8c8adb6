import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { isAllowedFrom, networkFrom } from './allowed-addresses.ts'

describe('an address is allowed', () => {
  test.each([
    [[], '203.0.113.9', true],
    [['192.0.2.0/24'], '192.0.2.77', true],
    [['192.0.2.0/24'], '192.0.3.1', false],
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['2001:db8::/32'], '2001:db8:1::7', true],
    [['2001:db8::/32'], '2001:db9::7', false],
    [['192.0.2.0/24'], '::ffff:192.0.2.7', true],
    [['192.0.2.0/24'], '::ffff:198.51.100.7', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['192.0.2.0/24', '2001:db8::/32'], '2001:db8::1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['192.0.2.0/24'], 'unknown', false],
  ] as const)('by %j, %s: %s', (networks, address, expected) => {
    expect(isAllowedFrom(networks, address)).toBe(expected)
  })
})

test.each([
  '192.0.2.0/33',
  '2001:db8::/129',
  '192.0.2',
  'farm.example',
  '',
  '192.0.2.0/',
  '192.0.2.0/24/8',
  '*',
])('%j is no network', (text) => expect(networkFrom(text)).toBeUndefined())

describe('an API key', () => {
  let app: TestApp
  beforeAll(async () => void (app = await openTestApp()))
  afterAll(() => app.close())
  const KEYS = '/api/identity/api-keys'

  test('works from its networks, and is no key at all from elsewhere', async () => {
    const owner = (await makeOrganisation(app)).as('owner')
    const body = { name: 'Weighbridge PC', role: 'viewer', allowedAddresses: ['192.0.2.0/24'] }
    const { id, key } = (await owner.post(KEYS, body)).body
    const ask = async (apiKey: string) => app.client({ apiKey }).get('/api/identity/me')
    const [elsewhere, unknown] = [await ask(key), await ask('granary_no-such-key')]
    expect(elsewhere.status).toBe(401)
    expect({ ...elsewhere.body, stack: '' }).toEqual({ ...unknown.body, stack: '' })
    expect((await owner.patch(`${KEYS}/${id}`, { allowedAddresses: ['127.0.0.0/8', '::1'] })).status).toBe(
      200,
    )
    expect((await ask(key)).status).toBe(200)
  })

  test('takes networks only', async () => {
    const owner = (await makeOrganisation(app)).as('owner')
    const refused = await owner.post(KEYS, {
      name: 'PC',
      role: 'viewer',
      allowedAddresses: ['10.0.0.0/8', 'office'],
    })
    expect(refused.body.validation).toMatchObject([{ path: 'allowedAddresses[1]', code: 'format' }])
  })

  test('is said to be unused after 90 days', async () => {
    const farm = await makeOrganisation(app)
    const mine = async () =>
      (await farm.as('owner').get(KEYS)).body.find(({ name }: { name: string }) => name === 'viewer key')
    expect(await mine()).toMatchObject({ lastUsedAtUTC: null, isUnused: false })
    app.clock.advance({ days: 91 })
    expect(await mine()).toMatchObject({ lastUsedAtUTC: null, isUnused: true })
    await farm.as('viewer').get('/api/identity/me')
    await app.system.noteKeyUses()
    expect(await mine()).toMatchObject({ lastUsedAtUTC: app.clock.now().toISOString(), isUnused: false })
  })
})
