import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildBeside, shareTestApp, type TestApp } from './app.ts'
import { makeOrganisation, type TestOrganisation } from './factories.ts'

// Applications in browsers that are served from somewhere else than Granary.

const OFFICE = 'https://office.example'
const MOVEMENTS = '/api/inventory/movements'

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

const allowed = 'access-control-allow-origin'

describe('from an origin that the settings name', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await buildBeside(service, { corsOrigins: [OFFICE] })
  })
  afterAll(() => app.close())

  test('a browser may ask for anything with a credential', async () => {
    const { statusCode, headers } = await app.inject({
      method: 'OPTIONS',
      url: `${MOVEMENTS}/7`,
      headers: {
        origin: OFFICE,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-api-key,content-type,if-match,idempotency-key',
      },
    })
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      [allowed]: OFFICE,
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'x-api-key,content-type,if-match,idempotency-key',
    })
    // Nothing that a browser would send by itself opens anything.
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test.each([
    ['an answer', 200, () => ({ 'x-api-key': farm.keys.viewer })],
    ['a refusal', 401, () => ({})],
  ])('it may read %s, and the headers that matter', async (_what, status, credential) => {
    const answer = await app.inject({ url: MOVEMENTS, headers: { ...credential(), origin: OFFICE } })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      [allowed]: OFFICE,
      'access-control-expose-headers': expect.stringMatching(
        /ETag.*Location.*X-RateLimit-Remaining.*X-Request-Id/,
      ),
      vary: expect.stringContaining('Origin'),
    })
  })

  test('and no page from elsewhere may', async () => {
    for (const origin of [
      'https://evil.example',
      `${OFFICE}.evil.example`,
      'http://office.example',
      'null',
    ]) {
      const headers = { 'x-api-key': farm.keys.viewer, origin }
      expect((await app.inject({ url: MOVEMENTS, headers })).headers).not.toMatchObject({ [allowed]: origin })
    }
  })
})

test('without the setting no page from elsewhere may read anything', async () => {
  const app = await buildBeside(service, { corsOrigins: [] })
  const headers = { 'x-api-key': farm.keys.viewer, origin: OFFICE }
  const answer = await app.inject({ url: MOVEMENTS, headers })
  const asked = await app.inject({ method: 'OPTIONS', url: MOVEMENTS, headers })
  await app.close()
  expect(answer.headers).not.toHaveProperty(allowed)
  expect(asked.statusCode).toBe(404)
})
