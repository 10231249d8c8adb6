import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { healthRoutes } from './plain-routes.ts'

test('without its database, or one that answers, a process lives, is not ready, and tells all figures but those of the database', async () => {
  const own = await openTestApp({ routes: [(app, serve) => healthRoutes(serve.database)(app)] })
  try {
    expect((await own.client().get('/readyz')).body).toEqual({ status: 'ready' })
    const { pool } = own.database
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const waiting = await own.client().get('/readyz')
    expect([waiting.status, waiting.body]).toEqual([503, { status: 'no database' }])
    for (const client of taken) client.release()
    expect((await own.client().get('/readyz')).body).toEqual({ status: 'ready' })
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
