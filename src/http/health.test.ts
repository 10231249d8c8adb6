import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app.ts'
import { healthRoutes, type Draining } from './health.ts'

let service: TestApp
const draining: Draining = { isDraining: false }
beforeAll(async () => {
  service = await openTestApp({ routes: [(app, serve) => healthRoutes(draining, serve.database)(app)] })
})
afterAll(() => service.close())

const ask = async (url: string) => {
  const { status, body } = await service.client().get(url)
  return { status, body }
}

test('a process that is about to stop lives and is not ready', async () => {
  draining.isDraining = true
  expect(await ask('/readyz')).toEqual({ status: 503, body: { status: 'stopping' } })
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  draining.isDraining = false
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

test('without its database a process lives, is not ready, and tells all figures but those of the database', async () => {
  const own = await openTestApp({ routes: [(app, serve) => healthRoutes(draining, serve.database)(app)] })
  try {
    await own.database.close()
    const answers = await Promise.all(['/healthz', '/readyz', '/metrics'].map((url) => own.client().get(url)))
    const [alive, ready, figures] = answers
    expect([alive?.status, alive?.body]).toEqual([200, { status: 'ok' }])
    expect([ready?.status, ready?.body]).toEqual([503, { status: 'no database' }])
    expect(figures?.status).toBe(200)
    expect(figures?.body).toMatch(/^http_requests_in_flight \d+$/m)
    expect(figures?.body).not.toMatch(/^webhooks\{/m)
  } finally {
    await own.close()
  }
})
