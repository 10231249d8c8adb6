import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { until, type Listening } from '../../../test/event-listener.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { inTransaction } from '../../db/transaction.ts'
import { act, keyOf, NEVER, openService, subjects, type Service } from './test-streams.ts'

// What a stream does when much happens at once to it: commits, its own end, the end of the service.

const PATIENCE = 60_000

let service: Service
let farm: TestOrganisation
beforeAll(async () => {
  // As in events.test.ts: what arrives does so because a commit woke the feed.
  service = await openService({ pollMs: NEVER, heartbeatMs: NEVER })
  farm = await makeOrganisation(service.test)
}, PATIENCE)
afterAll(() => service.close())

const heardOfTest = ({ heard }: Listening) => heard.filter(({ type }) => type.startsWith('test.'))

test('what is stored while much else is being read is told as well', { timeout: PATIENCE }, async () => {
  const crowd = await makeOrganisation(service.test)
  const [listener, other] = [await service.listen(keyOf(farm)), await service.listen(keyOf(crowd))]
  await until(() => listener.lastId() !== '' && other.lastId() !== '')
  // Read in so many steps that somebody else is served between them.
  await sql`insert into events (organisation_id, type, subject, data, occurred_at)
    select ${crowd.organisationId}, 'test.filled', n, '{}', now() from generate_series(1, 20000) as n`.execute(
    service.test.database.db,
  )
  await act(crowd, 'Wakes the feed')
  const id = await act(farm, 'Meanwhile')
  await listener.hear(1)
  expect(subjects(listener)).toEqual([id])
  listener.close()
  other.close()
})

test.runIf(inject('databaseSource').engine === 'postgresql')(
  'listeners who come while much is numbered hold up nobody else',
  { timeout: PATIENCE },
  async () => {
    const crowd = await makeOrganisation(service.test)
    const { db } = service.test.database
    await sql`insert into event_streams (owner_id) values (${crowd.organisationId})`.execute(db)
    await sql`insert into events (organisation_id, type, subject, data, occurred_at)
      values (${crowd.organisationId}, 'test.filled', 'to be numbered', '{}', now())`.execute(db)
    const [numbering, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const somebodyNumbers = inTransaction(db, async (trx) => {
      await sql`select from event_streams where owner_id = ${crowd.organisationId} for update`.execute(trx)
      numbering.resolve()
      await end.promise
    })
    await numbering.promise
    // More than there are connections to the database.
    const comers = Array.from({ length: 20 }, () => service.listen(keyOf(crowd)))
    await sleep(500)
    const answer = await farm.as('owner').get('/api/identity/business-units')
    end.resolve()
    await somebodyNumbers
    expect(answer).toMatchObject({ status: 200 })
    for (const each of await Promise.all(comers)) {
      expect(each.status).toBe(200)
      each.close()
    }
  },
)

test('more than is read at a time is told whole', { timeout: PATIENCE }, async () => {
  const listener = await service.listen(keyOf(farm))
  await until(() => listener.lastId() !== '')
  const count = 700
  await sql`insert into events (organisation_id, type, subject, data, occurred_at)
    select ${farm.organisationId}, 'test.filled', n, '{}', now() from generate_series(1, ${count}::int) as n`.execute(
    service.test.database.db,
  )
  await act(farm, 'Wakes the feed, last')
  await listener.hear(count + 1)
  expect(heardOfTest(listener).map(({ data }) => Number(data.subject))).toEqual(
    Array.from({ length: count }, (_each, index) => index + 1),
  )
  listener.close()
})

test(
  'what is for one person alone comes between what all hear, in order',
  { timeout: PATIENCE },
  async () => {
    const ann = await addPerson(service.test, farm, 'operator')
    const listener = await service.listen({ authorization: `Bearer ${ann.accessToken}` })
    await until(() => listener.lastId() !== '')
    const tell = async (table: string, owner: string, subject: string) => {
      await sql`insert into ${sql.table(table)} (organisation_id, ${sql.raw(owner)} type, subject, data, occurred_at)
      values (${farm.organisationId}, ${owner === '' ? sql`` : sql`${ann.userId}::uuid, `} 'test.told', ${subject}, '{}', now())`.execute(
        service.test.database.db,
      )
    }
    await tell('events', '', 'one')
    await tell('personal_events', 'recipient_id,', 'two')
    await tell('events', '', 'three')
    await tell('personal_events', 'recipient_id,', 'four')
    await act(farm, 'What wakes the feed')
    await listener.hear(5)
    expect(heardOfTest(listener).map(({ data }) => data.subject)).toEqual(['one', 'two', 'three', 'four'])
    listener.close()
  },
)

test(
  'whoever reads slowly is sent no more once the credential has ended, of what was read for them before either',
  { timeout: PATIENCE },
  async () => {
    const owner = farm.as('owner')
    const made = ok(await owner.post('/api/identity/api-keys', { name: 'Screen', role: 'viewer' }))
    const [slow, quick] = [await service.listen({ 'x-api-key': made.key }), await service.listen(keyOf(farm))]
    await until(() => slow.lastId() !== '' && quick.lastId() !== '')
    slow.pause()
    // As many as are read at a time, and more than the connection holds.
    const count = 400
    await sql`insert into events (organisation_id, type, subject, data, occurred_at)
      select ${farm.organisationId}, 'test.filled', n, jsonb_build_object('text', repeat('x', 60000)), now()
      from generate_series(1, ${count}::int) as n`.execute(service.test.database.db)
    await act(farm, 'Wakes the feed again')
    await quick.hear(count + 1)
    expect((await owner.delete(`/api/identity/api-keys/${made.id}`)).status).toBe(200)
    slow.resume()
    await until(() => slow.hasEnded())
    expect(heardOfTest(slow).length).toBeLessThan(count)
    quick.close()
  },
)

test('whoever is still being let in when the service stops is sent away', { timeout: PATIENCE }, async () => {
  const stopping = await openService({ pollMs: NEVER, heartbeatMs: NEVER })
  const late = await makeOrganisation(stopping.test)
  const { server } = stopping.test.app
  const asked = new Promise((resolve) => server.once('request', resolve))
  const { answer, closed } = await stopping.test.database.db.transaction().execute(async (trx) => {
    await sql`lock table api_keys in access exclusive mode`.execute(trx)
    const listening = stopping.listen(keyOf(late))
    await asked
    const closing = stopping.test.app.close()
    await until(() => !server.listening)
    return { answer: { listening }, closed: { closing } }
  })
  expect((await answer.listening).status).toBe(503)
  await closed.closing
  await stopping.close()
})
