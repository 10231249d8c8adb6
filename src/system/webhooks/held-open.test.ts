import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestApp, testBackground, type TestApp } from '../../../test/app.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { listenTo } from '../../../test/event-listener.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { inTransaction } from '../../db/transaction.ts'
import { appendEvent } from '../events/append-event.ts'
import { EventFeed } from '../events/event-feed.ts'
import { eventRoutes } from '../events/routes.ts'
import { startWorker } from '../jobs/worker.ts'
import { openReceiver, type TestReceiver } from './test-receiver.ts'
import { deliver, happen, makeWebhook } from './test-webhooks.ts'

// Transactions that stay open, of others and of our own. The embedded database has one at a time.

const PATIENCE = 120_000

describe.skipIf(inject('databaseSource').engine === 'pglite')('a transaction that stays open', () => {
  let service: TestApp
  let url: string
  let receiver: TestReceiver
  let elsewhere: TestDatabase
  beforeAll(async () => {
    receiver = await openReceiver()
    elsewhere = await openTestDatabase()
    service = await openTestApp({
      routes: [
        async (app, serve) => {
          const feed = new EventFeed({ db: serve.database.db, log: quietLog })
          serve.onCommit = feed.wake
          await eventRoutes(feed)(app, serve)
        },
      ],
      settings: { background: testBackground('nowhere', { webhooks: { networks: ['127.0.0.0/8'] } }) },
    })
    url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  }, PATIENCE)
  afterAll(async () => {
    await service.close()
    await elsewhere.close()
    await receiver.close()
  })

  test(
    'in another database of the server holds up neither streams nor webhooks',
    { timeout: PATIENCE },
    async () => {
      const farm = await makeOrganisation(service)
      const other = new pg.Client({ connectionString: elsewhere.url })
      await other.connect()
      await other.query('begin; select pg_current_xact_id()')
      const listener = await listenTo(`${url}/api/events?types=business_unit.`, {
        'x-api-key': farm.keys.viewer,
      })
      await makeWebhook(farm, receiver.url)
      const worker = startWorker(service.system.background.webhooks, { log: quietLog, atOnce: 2, pollMs: 5 })
      const all: string[] = []
      for (let number = 0; number < 100; number++) all.push(await happen(farm))
      await listener.hear(100)
      await expect.poll(() => receiver.received.length, { timeout: PATIENCE / 2 }).toBe(100)
      const { rows } = await other.query('select pg_current_xact_id_if_assigned() is not null as "isOpen"')
      expect(rows).toEqual([{ isOpen: true }])
      expect(listener.heard.map(({ data }) => data.subject)).toEqual(all)
      expect(receiver.received.map(({ event }) => event.subject)).toEqual(all)
      listener.close()
      await worker.stop()
      await other.end()
    },
  )

  test('since before a webhook was made is heard of by it', { timeout: PATIENCE }, async () => {
    const farm = await makeOrganisation(service)
    receiver.received.length = 0
    const { organisationId } = farm
    const [written, webhookMade] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = inTransaction(service.database.db, async (trx) => {
      const actor = { organisationId, userId: organisationId, now: service.clock.now() }
      await appendEvent(trx, actor, { type: 'business_unit.created', subject: 'slow', data: {} })
      // What nobody waits for goes out with the next statement.
      await trx.selectFrom('organisations').select('id').limit(1).execute()
      written.resolve()
      await webhookMade.promise
    })
    await written.promise
    await makeWebhook(farm, receiver.url)
    await deliver(service)
    webhookMade.resolve()
    await slow
    expect(receiver.received).toEqual([])
    service.clock.advance({ seconds: 10 })
    await deliver(service)
    expect(receiver.received.map(({ event }) => event.subject)).toEqual(['slow'])
  })
})
