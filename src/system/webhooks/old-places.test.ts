import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeBare } from '../../../test/bare-database.ts'
import { placeBareDatabase } from '../../../test/database.ts'
import { listMigrations, migrate } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import { readEvents } from '../events/event-reader.ts'
import { numberEvents } from '../events/number-events.ts'

// A database of a version that knew places among events by transactions, brought to this one.

const PATIENCE = 120_000
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const [FARM, QUIET] = [id(1), id(2)]

let place: Awaited<ReturnType<typeof makeBare>>
let database: Database
beforeAll(async () => {
  place = await makeBare(inject('databaseSource').engine)
  await placeBareDatabase(place.dataDir)
  database = await place.open()
  const all = (await listMigrations()).map(({ name }) => name)
  await migrate(database, { upTo: all[all.indexOf('0067-events-numbered.sql') - 1] ?? '' })
  // In the order of transactions the farm was told a c | b | e d.
  await database.pool.query(`
    insert into organisations (id, name, country_iso, time_zone, locale, created_at)
      select unnest('{${FARM},${QUIET}}'::uuid[]), 'Farm', 'GB', 'Europe/London', 'en-GB', now();
    insert into events (id, transaction_id, organisation_id, type, subject, data, occurred_at) overriding system value
      select id, t::text::xid8, owner, 'business_unit.created', subject, '{}', now()
      from (values (1, 100, '${FARM}'::uuid, 'a'), (2, 200, '${FARM}', 'b'), (3, 100, '${FARM}', 'c'), (4, 1000, '${FARM}', 'e'),
        (5, 1000, '${FARM}', 'd'), (6, 100, '${QUIET}', 'q')) as e (id, t, owner, subject);
    insert into webhooks (id, organisation_id, url, description, secret, cursor_transaction, cursor_event, failures, due_at, created_by, created_by_name, created_at)
      select id, '${FARM}', 'https://a.example', '', '', t::text::xid8, e, failures, now(), '${FARM}', '', now()
      from (values ('${id(3)}'::uuid, 99, 0, 0), ('${id(4)}', 100, 1, 0), ('${id(5)}', 200, 0, 1), ('${id(6)}', 1000, 5, 0), ('${id(7)}', 5000, 0, 0))
        as w (id, t, e, failures);
    insert into webhook_deliveries (id, webhook_id, event_id, event_transaction, event_type, status, attempts, last_problem, first_attempt_at, last_attempt_at)
      select '${id(8)}', '${id(4)}', 3, '100', 'business_unit.created', 'failed', 1, '', now(), now()`)
  await migrate(database)
}, PATIENCE)
afterAll(async () => {
  await database.close()
  await place.remove()
})

test('events have the order in which they were told, and are numbered on from there', async () => {
  expect(await numberEvents(database.db, FARM)).toBe(5)
  const events = await readEvents(database.db, new Map([[FARM, 0]]), 10)
  expect(events.map(({ subject, number }) => `${subject}${number}`)).toEqual(['a1', 'c2', 'b3', 'e4', 'd5'])
})

test('every webhook goes on exactly where it was, and rests if it has heard all', async () => {
  const { rows } = await database.pool.query(
    `select right(id::text, 1) as id, cursor_number as place, due_at is not null as "isDue" from webhooks order by id`,
  )
  expect(rows).toEqual([
    { id: '3', place: 0, isDue: true },
    { id: '4', place: 1, isDue: true },
    { id: '5', place: 2, isDue: true },
    { id: '6', place: 5, isDue: false },
    { id: '7', place: 5, isDue: false },
  ])
})

test('the log names events by their numbers', async () => {
  const { rows } = await database.pool.query('select event_number as number from webhook_deliveries')
  expect(rows).toEqual([{ number: 2 }])
})

test('where there is no webhook nothing is numbered until somebody listens', async () => {
  const numbers = async () =>
    (await database.pool.query(`select number from events where organisation_id = '${QUIET}'`)).rows
  expect(await numbers()).toEqual([{ number: null }])
  expect(await numberEvents(database.db, QUIET)).toBe(1)
  expect(await numbers()).toEqual([{ number: 1 }])
})
