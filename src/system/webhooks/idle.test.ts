import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askedDuring } from '../../../test/asked.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { workOff } from '../jobs/worker.ts'
import { deliver, happen, makeWebhook, openWebhookScene } from './test-webhooks.ts'

const { service, receiver, subjects } = await openWebhookScene()
const { db } = service.database

/** Webhooks to which nothing happens, four of each organisation. All events have been delivered. */
async function addIdle(farm: TestOrganisation, count: number): Promise<void> {
  await sql`with farms as (
      insert into organisations (id, name, country_iso, time_zone, locale, created_at)
      select gen_random_uuid(), 'Farm ' || n, 'GB', 'Europe/London', 'en-GB', now() from generate_series(1, ${count / 4}::int) n
      returning id
    ), streams as (
      insert into event_streams (owner_id, last_number) select id, 5 from farms
    ), told as (
      insert into events (organisation_id, number, awaited, type, subject, data, occurred_at)
      select id, n, true, 'business_unit.created', '', '{}', now() from farms, generate_series(1, 5) n
    )
    insert into webhooks (id, organisation_id, url, description, secret, cursor_number, due_at, created_by, created_by_name, created_at)
    select gen_random_uuid(), farms.id, w.url, '', w.secret, 5, null, farms.id, '', w.created_at
    from farms, generate_series(1, 4), webhooks w where w.organisation_id = ${farm.organisationId}`.execute(
    db,
  )
  await sql`analyze webhooks, events, event_streams, organisations`.execute(db)
}

/** How many statements some work takes, but for those about notices, which the service reads every second. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const asked = await askedDuring(service.database.pool, work)
  return asked.filter(({ text }) => !text.includes('notices')).length
}

test('webhooks to which nothing happens cost nothing, however many there are', async () => {
  const farm = await makeOrganisation(service)
  await makeWebhook(farm, receiver.url)
  // It has rested since: it is not young any more.
  service.clock.advance({ minutes: 6 })
  await deliver(service)

  const look = () => workOff(service.system.background.webhooks)
  const measure = async () => {
    const looked: number[] = []
    for (let time = 0; time < 3; time++) looked.push(await statementsOf(look))
    const read: Record<string, number> = {}
    for (const table of ['webhooks', 'events', 'event_streams'])
      read[table] = await rowsRead(service.database, table, look)
    const told: number[] = []
    for (let time = 0; time < 3; time++) {
      const subject = await happen(farm)
      told.push(await statementsOf(look))
      expect(subjects().at(-1)).toBe(subject)
    }
    // On a machine that is busy one of them may have to look once more.
    const [idle, busy] = [Math.min(...looked), Math.min(...told)]
    await happen(farm)
    for (const table of ['webhooks', 'events', 'event_streams'])
      read[`${table}, of one event`] = await rowsRead(service.database, table, look)
    return { idle, busy, read }
  }
  const alone = await measure()
  await addIdle(farm, 20_000)
  const amongMany = await measure()
  expect({ idle: amongMany.idle, busy: amongMany.busy }).toEqual({ idle: alone.idle, busy: alone.busy })
  for (const [what, rows] of Object.entries(amongMany.read)) expect([what, rows < 50]).toEqual([what, true])
  expect(amongMany.read).toMatchObject({ webhooks: 0, events: 0, event_streams: 0 })
})

test('a webhook that was just made hears of what happens as soon as one that rests', async () => {
  const farm = await makeOrganisation(service)
  await makeWebhook(farm, receiver.url)
  await deliver(service)
  for (const _time of [1, 2, 3]) {
    const subject = await happen(farm)
    await deliver(service)
    expect(subjects().at(-1)).toBe(subject)
  }
})

test('news does not bring forward what a receiver has refused', async () => {
  const farm = await makeOrganisation(service)
  await makeWebhook(farm, receiver.url)
  await deliver(service)
  receiver.answerWith(500)
  await happen(farm)
  await deliver(service)
  const attempts = receiver.received.length
  await happen(farm)
  await deliver(service)
  expect(receiver.received).toHaveLength(attempts)
})
