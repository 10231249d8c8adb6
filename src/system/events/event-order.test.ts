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
  behind,
  cursorText,
  inOneOrder,
  isAfter,
  parseCursor,
  readEvents,
  type Cursor,
  type StoredEvent,
} from './event-reader.ts'
import { numberEvents } from './number-events.ts'
import { streamEvents } from './event-stream.ts'

const PATIENCE = 120_000
const NEVER = 3_600_000

test.for<[string, Cursor]>([
  ['0', { number: 0, personalNumber: 0 }],
  ['48', { number: 48, personalNumber: 0 }],
  ['48.3', { number: 48, personalNumber: 3 }],
  ['0.3', { number: 0, personalNumber: 3 }],
])('a place is written as it is read: %s', ([text, place]) => {
  expect(cursorText(place)).toBe(text)
  expect(parseCursor(text)).toEqual(place)
})

test.for(['', '.', '48.', '.48', '48.1.1', 'a', '-4', '7312-48', '9'.repeat(30)])(
  '“%s” is no place',
  (text) => expect(parseCursor(text)).toBeUndefined(),
)

const at: Cursor = { number: 7, personalNumber: 3 }
const common = (number: number, id = number): StoredEvent => ({
  id,
  number,
  organisationId: 'a',
  type: 'test',
  subject: '',
  data: {},
  userId: null,
  occurredAt: new Date(0),
})
const personal = (number: number, id = number): StoredEvent => ({ ...common(number, id), recipientId: 'p' })

test.for<[string, StoredEvent, boolean, Cursor]>([
  ['the next event of all', common(8), true, { number: 8, personalNumber: 3 }],
  ['the same event', common(7), false, at],
  ['the next for one person', personal(4), true, { number: 7, personalNumber: 4 }],
  ['the same for one person', personal(3), false, at],
])('%s', ([, event, isLater, place]) => {
  expect(isAfter(event, at)).toBe(isLater)
  expect(behind(event, at)).toEqual(place)
})

test.for<[string, StoredEvent[], StoredEvent[], string[]]>([
  ['nothing', [], [], []],
  ['one of them alone', [common(1)], [], ['1']],
  ['the other alone', [], [personal(1)], ['p1']],
  [
    'as they were written',
    [common(1, 10), common(2, 30)],
    [personal(1, 20), personal(2, 40)],
    ['1', 'p1', '2', 'p2'],
  ],
  ['each in its own order', [common(1, 30), common(2, 10)], [personal(1, 20)], ['p1', '1', '2']],
])('two lists become one: %s', ([, ofAll, ofOne, expected]) => {
  const order = inOneOrder(ofAll, ofOne)
  expect(order.map(({ recipientId, number }) => `${recipientId ?? ''}${number}`)).toEqual(expected)
})

describe('events that are stored', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  }, PATIENCE)
  afterAll(() => database.close())

  test('are numbered as they were written, each organisation by itself, and read page by page', async () => {
    const [one, other] = [await makeOrganisation(database.db), await makeOrganisation(database.db)]
    for (const subject of ['a', 'b', 'c']) {
      await append(database.db, one, subject)
      await append(database.db, other, subject)
    }
    expect(await numberEvents(database.db, one)).toBe(3)
    await append(database.db, one, 'd')
    await Promise.all([numberEvents(database.db, one), numberEvents(database.db, other)])
    for (const [organisationId, expected] of [
      [one, ['a1', 'b2', 'c3', 'd4']],
      [other, ['a1', 'b2', 'c3']],
    ] as const) {
      const read: string[] = []
      for (let place = 0; ;) {
        const [event] = await readEvents(database.db, new Map([[organisationId, place]]), 1)
        if (!event) break
        read.push(`${event.subject}${event.number}`)
        place = event.number
      }
      expect(read).toEqual(expected)
    }
  })

  test('of which nobody has heard yet are numbered a piece at a time', async () => {
    const organisationId = await makeOrganisation(database.db)
    const count = 3001
    await sql`insert into events (organisation_id, type, subject, data, occurred_at)
      select ${organisationId}, 'test.written', n, '{}', now() from generate_series(1, ${count}::int) n`.execute(
      database.db,
    )
    expect(await numberEvents(database.db, organisationId)).toBe(count)
    const { rows } =
      await sql`select count(*), min(number), max(number), bool_and(number::text = subject) as "isInOrder"
      from events where organisation_id = ${organisationId}`.execute(database.db)
    expect(rows).toEqual([{ count, min: 1, max: count, isInOrder: true }])
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

  test('an event waits for nobody: what is stored later comes later', { timeout: PATIENCE }, async () => {
    const organisationId = await makeOrganisation(database.db)
    const listener = await listen(database.db, newFeed(database.db), organisationId)
    const slow = await database.db.startTransaction().execute()
    await append(slow, organisationId, 'began first')
    await database.db.transaction().execute((trx) => append(trx, organisationId, 'committed first'))
    await until(() => listener.heard.length === 1)
    await append(slow, organisationId, 'and still wrote')
    await slow.commit().execute()
    await until(() => listener.heard.length === 3)
    expect(listener.heard).toEqual(['committed first', 'began first', 'and still wrote'])
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
      const start: Cursor = { number: 0, personalNumber: 0 }
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
        expect(await numberEvents(database.db, organisationId)).toBe(all.size)
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
  let place = after ?? { number: await numberEvents(db, organisationId), personalNumber: 0 }
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
