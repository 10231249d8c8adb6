import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBeside, shareTestApp, type TestApp } from '../../../test/app.ts'

let service: TestApp
let app: FastifyInstance
const TOKEN = 'a-token-for-prometheus-7'
beforeAll(async () => {
  service = await shareTestApp()
  app = await buildBeside(service, { metricsToken: TOKEN })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode

test('figures are for whoever asks on the same machine, or has the token', async () => {
  expect(await status('127.0.0.1')).toBe(200)
  expect(await status('::1')).toBe(200)
  expect(await status('198.51.100.7')).toBe(403)
  expect(await status('198.51.100.7', { authorization: `Bearer ${TOKEN}` })).toBe(200)
  expect(await status('198.51.100.7', { authorization: `Bearer ${TOKEN}x` })).toBe(403)
  // A proxy on the machine, which passes on what somebody else asks.
  expect(await status('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).toBe(403)
  expect(await status('127.0.0.1', { 'x-forwarded-for': 'nobody' })).toBe(403)
})

test('without a token nobody asks from elsewhere', async () => {
  const plain = await buildBeside(service, {})
  const headers = { authorization: 'Bearer undefined' }
  expect((await plain.inject({ url: '/metrics', remoteAddress: '198.51.100.7', headers })).statusCode).toBe(
    403,
  )
  await plain.close()
})
