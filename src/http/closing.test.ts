import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerClosing } from './closing.ts'

test('what is being worked on when the server closes is answered, and its connection ends with it', async () => {
  const app = Fastify({ return503OnClosing: false })
  registerClosing(app)
  const begun = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  app.addHook('preClose', async () => closing.resolve())
  app.get('/work', async () => {
    begun.resolve()
    await closing.promise
    return 'done'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const answering = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/work`)
  await begun.promise
  await app.close()
  const answer = await answering
  expect([answer.status, await answer.text()]).toEqual([200, 'done'])
  expect(answer.headers.get('connection')).toBe('close')
})
