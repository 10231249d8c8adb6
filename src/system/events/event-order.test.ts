import { setTimeout as sleep } from 'node:timers/promises'
import { Writable } from 'node:stream'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/event-listener.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { fc } from '../../../test/seed.ts'
import { openDatabase, type Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../kernel/ids.ts'
import { EventFeed } from './event-feed.ts'
import {
  beforeTransaction,
  cursorText,
  isAfter,
  parseCursor,
  readEvents,
  readHorizon,
  type Cursor,
} from './event-reader.ts'
import { streamEvents } from './event-stream.ts'

const PATIENCE = 120_000
const NEVER = 3_600_000

test('a place is written as it is read', () => {
  const place = { transactionId: 7312n, id: 48 }
  expect(cursorText(place)).toBe('7312-48')
  expect(parseCursor('7312-48')).toEqual(place)
  for (const text of ['', '7312', '7312-', '-48', '7312-48-1', 'a-b', '7312-4.8', `${'9'.repeat(30)}-1`])
    expect(parseCursor(text)).toBeUndefined()
})

test.for<[string, Cursor, Cursor, boolean]>([
  ['a later transaction', { transactionId: 8n, id: 1 }, { transactionId: 7n, id: 9 }, true],
  ['an earlier transaction', { transactionId: 6n, id: 10 }, { transactionId: 7n, id: 9 }, false],
  ['a later event of the same', { transactionId: 7n, id: 10 }, { transactionId: 7n, id: 9 }, true],
  ['the same event', { transactionId: 7n, id: 9 }, { transactionId: 7n, id: 9 }, false],
  ['the first event of a transaction', { transactionId: 7n, id: 1 }, beforeTransaction(7n), true],
])('%s', ([, event, place, expected]) => {
  expect(isAfter(event, place)).toBe(expected)
})

describe('events that are stored', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  }, PATIENCE)
  afterAll(() => database.close())

  // Transactions are numbers: 100 comes after 99, however they are written.
  test.for([1, 2])('are read in order, page by page, for %i organisations', async (count) => {
    const organisationIds = await Promise.all(
      Array.from({ length: count }, () => makeOrganisation(database.db)),
    )
    for (const transactionId of ['100', '9', '99', '10', '101']) {
      for (const organisationId of organisationIds) {
        await sql`insert into events (transaction_id, organisation_id, type, subject, data, occurred_at)
          values (${transactionId}::xid8, ${organisationId}, 'test.written', ${transactionId}, '{}', now())`.execute(
          database.db,
        )
      }
    }
    const read: string[] = []
    for (let after = beforeTransaction(1n); ;) {
      const [event] = await readEvents(database.db, { after, horizon: 101n, organisationIds, limit: 1 })
      if (!event) break
      read.push(event.subject)
      after = event
    }
    expect(read).toEqual(['9', '10', '99', '100'].flatMap((each) => organisationIds.map(() => each)))
  })
})

// Two transactions at a time there are on a server only: the embedded database has one connection.
describe.skipIf(inject('databaseSource').engine === 'pglite')('while others write', () => {
  let database: TestDatabase
  /** As a second process has it: another pool, another feed. */
  let other: Database
  beforeAll(async () => {
    database = await openTestDatabase({ poolSize: 20 })
    other = await openDatabase({ databaseUrl: database.url, poolSize: 4, log: quietLog })
  }, PATIENCE)
  afterAll(async () => {
    await other.close()
    await database.close()
  })

  test('an event waits for those of transactions that began before it', { timeout: PATIENCE }, async () => {
    const organisationId = await makeOrganisation(database.db)
    const listener = await listen(database.db, newFeed(database.db), organisationId)
    const slow = await database.db.startTransaction().execute()
    await append(slow, organisationId, 'began first')
    await database.db.transaction().execute((trx) => append(trx, organisationId, 'committed first'))
    await sleep(300)
    expect(listener.heard).toEqual([])
    await append(slow, organisationId, 'and still wrote')
    await slow.commit().execute()
    await until(() => listener.heard.length === 3)
    expect(listener.heard).toEqual(['began first', 'and still wrote', 'committed first'])
    await listener.leave()
  })

  test(
    'everybody hears everything once and in one order, whenever they come',
    { timeout: PATIENCE },
    async () => {
      const organisations = await Promise.all([1, 2].map(() => makeOrganisation(database.db)))
      const feeds = [newFeed(database.db), newFeed(other.db)]
      const [writers, transactions] = [12, 25]
      const random = numbersFrom(fc.readConfigureGlobal().seed ?? 1)
      const start = beforeTransaction(await readHorizon(database.db))
      const committed = new Map(organisations.map((id) => [id, new Set<string>()]))

      const write = async (writer: number) => {
        for (let number = 0; number < transactions; number++) {
          const organisationId = organisations[(writer + number) % 2] as string
          const names = Array.from(
            { length: 1 + random(3) },
            (_each, index) => `${writer}/${number}/${index}`,
          )
          const isKept = random(5) > 0
          const trx = await database.db.startTransaction().execute()
          for (const name of names) {
            await append(trx, organisationId, name)
            await sleep(random(12))
          }
          await (isKept ? trx.commit() : trx.rollback()).execute()
          if (isKept) for (const name of names) committed.get(organisationId)?.add(name)
          feeds[writer % 2]?.wake()
        }
      }
      let isWriting = true
      const listeners: Listener[] = []
      // Some stay, some come and go, and come back to where they were.
      const comeAndGo = async (index: number) => {
        const organisationId = organisations[index % 2] as string
        let listener = await listen(
          index % 4 < 2 ? database.db : other.db,
          feeds[index % 4 < 2 ? 0 : 1] as EventFeed,
          organisationId,
          start,
        )
        while (isWriting && index > 3) {
          await sleep(random(150))
          await listener.leave()
          listener = await listen(
            database.db,
            feeds[random(2)] as EventFeed,
            organisationId,
            listener.place(),
            listener.heard,
          )
        }
        listeners.push(listener)
      }
      const listening = Promise.all(Array.from({ length: 12 }, (_each, index) => comeAndGo(index)))
      await Promise.all(Array.from({ length: writers }, (_each, index) => write(index)))
      isWriting = false
      await listening

      for (const organisationId of organisations) {
        const theirs = listeners.filter((listener) => listener.organisationId === organisationId)
        const all = committed.get(organisationId) ?? new Set()
        // Where something does not come, the comparison says what.
        await until(() => theirs.every(({ heard }) => heard.length >= all.size)).catch(() => undefined)
        for (const { heard } of theirs) {
          expect(new Set(heard)).toEqual(all)
          expect(heard).toEqual(theirs[0]?.heard)
        }
      }
      await Promise.all(listeners.map((listener) => listener.leave()))
    },
  )
})

interface Listener {
  organisationId: string
  /** The subjects of the events, in the order they came. */
  heard: string[]
  place(): Cursor
  leave(): Promise<void>
}

function newFeed(db: Kysely<Tables>): EventFeed {
  return new EventFeed({ db, log: quietLog, pollMs: 40 })
}

/** Follows a stream as a client does: takes down what comes, and keeps the last id. */
async function listen(
  db: Kysely<Tables>,
  feed: EventFeed,
  organisationId: string,
  after?: Cursor,
  before: string[] = [],
): Promise<Listener> {
  const leaving = new AbortController()
  const heard = [...before]
  let place = after ?? beforeTransaction(await readHorizon(db))
  const output = new Writable({
    decodeStrings: false,
    // Small, so that every stream has to wait for its listener now and then.
    highWaterMark: 200,
    write(block: string, _encoding, done) {
      place = parseCursor(/^id: (.*)$/m.exec(block)?.[1] ?? '') ?? place
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) heard.push(JSON.parse(data).subject)
      setImmediate(done)
    },
  })
  const { signal } = leaving
  const ended = streamEvents({
    db,
    feed,
    audience: { organisationId, userId: newId() },
    after: place,
    types: [],
    output,
    signal,
    heartbeatMs: NEVER,
    ensureAdmitted: async () => undefined,
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return {
    organisationId,
    heard,
    place: () => place,
    async leave() {
      leaving.abort()
      await ended
    },
  }
}

async function makeOrganisation(db: Kysely<Tables>): Promise<string> {
  const id = newId()
  await db
    .insertInto('organisations')
    .values({
      id,
      name: 'Hill Farm',
      country_iso: 'GB',
      time_zone: 'Europe/London',
      locale: 'en-GB',
      created_at: new Date(),
    })
    .execute()
  return id
}

async function append(db: Kysely<Tables>, organisationId: string, subject: string): Promise<void> {
  await sql`insert into events (organisation_id, type, subject, data, occurred_at)
    values (${organisationId}, 'test.written', ${subject}, '{}', now())`.execute(db)
}

/** Random whole numbers below a limit, the same for the same seed. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
