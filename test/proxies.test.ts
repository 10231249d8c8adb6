import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBeside, shareTestApp, type TestApp } from './app.ts'

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

test.each([
  ['nobody’s word on an address is taken', [], '127.0.0.1'],
  ['but that of a proxy that is trusted', ['127.0.0.1'], '203.0.113.9'],
  ['named by its network', ['127.0.0.0/8'], '203.0.113.9'],
  ['and no other', ['10.0.0.1'], '127.0.0.1'],
])('%s', async (_what, trustedProxies, expected) => {
  const app = await buildBeside(service, { trustedProxies })
  let seen = ''
  app.addHook('onRequest', async ({ ip }) => void (seen = ip))
  await app.inject({ url: '/api/system/countries', headers: { 'x-forwarded-for': '203.0.113.9' } })
  await app.close()
  expect(seen).toBe(expected)
})

test.each([
  ['198.51.100.210:1000', '198.51.100.210'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['nobody knows', '127.0.0.1'],
  ['203.0.113.9, nobody knows', '127.0.0.1'],
  ['made up, 203.0.113.9:4711', '203.0.113.9'],
])('of a proxy’s %j the address is %s', async (header, expected) => {
  const app = await buildBeside(service, { trustedProxies: ['127.0.0.1'] })
  let seen = ''
  app.addHook('preHandler', async ({ ip }) => void (seen = ip))
  await app.inject({ url: '/api/system/countries', headers: { 'x-forwarded-for': header } })
  await app.close()
  expect(seen).toBe(expected)
})

test.each([
  ['ports', (each: number) => `198.51.100.210:${1000 + each}`],
  ['ports of IPv6', (each: number) => `[2001:db8:1:2::${each}]:${1000 + each}`],
  ['inventions', (each: number) => `nobody-${each}`],
])('%s behind a proxy do not make new callers', async (_what, forwarded) => {
  const app = await buildBeside(service, { trustedProxies: ['127.0.0.1'] })
  await service.database.db.deleteFrom('sign_in_failures').execute()
  const statuses: number[] = []
  for (let each = 0; each < 22; each += 1) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/identity/sign-in',
      headers: { 'x-forwarded-for': forwarded(each) },
      payload: { email: `nobody-${each}@farm.example`, password: 'a wrong guess' },
    })
    statuses.push(statusCode)
  }
  await app.close()
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.slice(20)).toEqual([429, 429])
})

test('a browser is told to keep to TLS for this name, and for none below it', async () => {
  const { headers } = await service.app.inject({ url: '/api/system/countries' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test.each(['/api/system/countries', '/api/inventory/movements', '/api/nowhere'])(
  '%s is no page: a browser runs nothing in it, and no page frames it',
  async (url) => {
    const { headers } = await service.app.inject({ url })
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  },
)
