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

test('a browser is told to keep to TLS for this name, and for none below it', async () => {
  const { headers } = await service.app.inject({ url: '/api/system/countries' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})
