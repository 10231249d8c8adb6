import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { countRoundTrips } from '../../test/round-trips.ts'
import { constraintOf } from './constraints.ts'
import { statement } from './statement.ts'
import { inTransaction, writeUnawaited, type Transaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query(
    `create table bins (name text constraint bins_name primary key, grams bigint constraint bins_grams check (grams >= 0))`,
  )
})
afterAll(() => database.close())

async function namesOf(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from bins order by name`.execute(database.db)
  return rows.map(({ name }) => name)
}

test('what throws leaves nothing behind, and what returns is stored', async () => {
  const failing = inTransaction(database.db, async (trx) => {
    await sql`insert into bins values ('lost', 1)`.execute(trx)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const answer = await inTransaction(database.db, async (trx) => {
    await sql`insert into bins values ('kept', 1)`.execute(trx)
    return 'stored'
  })
  expect(answer).toBe('stored')
  expect(await namesOf()).toEqual(['kept'])
})

test('nobody else sees what is not committed', async () => {
  const order: string[] = []
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
  const writing = inTransaction(database.db, async (trx) => {
    await sql`insert into bins values ('open', 1)`.execute(trx)
    written()
    await new Promise((resolve) => setTimeout(resolve, 50))
    order.push('committing')
  })
  await isWritten
  const seen = await namesOf()
  // PostgreSQL answers at once with what was there before; the one connection of PGlite answers after the commit.
  if (seen.includes('open')) expect(order).toEqual(['committing'])
  else expect(database.engine).toBe('postgresql')
  await writing
  expect(await namesOf()).toContain('open')
})

test('settings hold for the transaction that asks for them, and no longer', async () => {
  const read = sql<{ value: string }>`select current_setting('lock_timeout') as value`
  const inside = await inTransaction(database.db, (trx) => read.execute(trx), {
    mode: 'read committed',
    settings: { lock_timeout: '123ms' },
  })
  const after = await inTransaction(database.db, (trx) => read.execute(trx))
  expect(inside.rows).toEqual([{ value: '123ms' }])
  expect(after.rows).not.toEqual(inside.rows)
})

/** Collides until the given attempt, having written something every time. */
function collide(code: string, until: number) {
  let attempts = 0
  return inTransaction(database.db, async (trx) => {
    attempts += 1
    await sql`insert into bins values (${`${code}-${until}-${attempts}`}, 1)`.execute(trx)
    if (attempts < until) throw Object.assign(new Error(`collision ${attempts}`), { code })
    return attempts
  })
}

test.each(['40001', '40P01'])(
  '%s is tried again, five times in all, and only the last try is stored',
  async (code) => {
    await expect(collide(code, 3)).resolves.toBe(3)
    await expect(collide(code, 9)).rejects.toThrow('collision 5')
    const stored = (await namesOf()).filter((name) => name.startsWith(code))
    expect(stored).toEqual([`${code}-3-3`])
  },
)

test('any other error is not tried again', async () => {
  await expect(collide('23505', 3)).rejects.toThrow('collision 1')
})

// The embedded database has one connection: nothing can collide there.
test.runIf(inject('databaseSource').engine === 'postgresql')(
  'two that lock in opposite orders both get through',
  async () => {
    await sql`insert into bins values ('east', 0), ('west', 0)`.execute(database.db)
    const bothHoldOne = barrier(2)
    const addInOrder = (names: string[]) =>
      inTransaction(database.db, async (trx) => {
        for (const name of names) {
          await sql`update bins set grams = grams + 1 where name = ${name}`.execute(trx)
          await bothHoldOne()
        }
      })
    await Promise.all([addInOrder(['east', 'west']), addInOrder(['west', 'east'])])
    const { rows } = await sql`select grams from bins where name in ('east', 'west')`.execute(database.db)
    expect(rows).toEqual([{ grams: 2 }, { grams: 2 }])
  },
)

/** Holds its first callers up until there are so many; later ones pass. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived >= count) resolve()
    return promise
  }
}

test('using the database inside its own transaction fails at once and not by waiting', async () => {
  const inside = inTransaction(database.db, async () => namesOf())
  await expect(inside).rejects.toThrow('pass the transaction on')
  const nested = inTransaction(database.db, () => inTransaction(database.db, async () => 1))
  await expect(nested).rejects.toThrow('pass the transaction on')
  const raw = inTransaction(database.db, () => database.pool.query('select 1'))
  await expect(raw).rejects.toThrow('pass the transaction on')
})

test('what a transaction started and did not wait for may use the database afterwards', async () => {
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>()
  let later: Promise<string[]> | undefined
  await inTransaction(database.db, async () => {
    later = isOver.then(namesOf)
  })
  over()
  await expect(later).resolves.toContain('kept')
})

test('a violated constraint is known by its name', async () => {
  const insert = (name: string, grams: number) =>
    sql`insert into bins values (${name}, ${grams})`.execute(database.db)
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )
  expect(constraintOf(await errorOf(insert('kept', 1)))).toBe('bins_name')
  expect(constraintOf(await errorOf(insert('short', -1)))).toBe('bins_grams')
  expect(constraintOf(await errorOf(sql`select 1 / 0`.execute(database.db)))).toBeUndefined()
  expect(constraintOf(new Error('bins_name'))).toBeUndefined()
})

test('those who wait for a connection get it in the order in which they came', async () => {
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 30 }, (_each, index) =>
      inTransaction(database.db, async (trx) => {
        await sql`select pg_sleep(0.001)`.execute(trx)
        order.push(index)
      }),
    ),
  )
  if (database.engine === 'pglite') expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).toHaveLength(30)
})

const addBin = statement<{ name: string; grams: number }>(
  ({ name, grams }) => sql`insert into bins values (${name}, ${grams})`,
)

describe('statements go out as they come', () => {
  test('those that are started together share a round trip with BEGIN, and writes that nobody waits for go with COMMIT', async () => {
    // A connection of its own, so that nothing else is counted.
    const own = await openTestDatabase({ poolSize: 1 })
    try {
      await own.pool.query('create table seen (n bigint)')
      const trips = countRoundTrips(own.pool)
      const read = (trx: Transaction) => sql<{ n: number }>`select count(*) as n from seen`.execute(trx)
      const { rows } = await inTransaction(own.db, async (trx) => {
        const [first, second] = await Promise.all([
          sql`insert into seen values (1)`.execute(trx).then(() => 'inserted'),
          read(trx),
        ])
        expect(first).toBe('inserted')
        writeUnawaited(trx, sql`insert into seen values (2)`.compile(own.db))
        writeUnawaited(trx, sql`insert into seen values (3)`.compile(own.db))
        return second
      })
      expect(trips.taken()).toBe(2)
      // Each sees what those before it did.
      expect(rows).toEqual([{ n: 1 }])
      expect((await sql<{ n: number }>`select count(*) as n from seen`.execute(own.db)).rows).toEqual([
        { n: 3 },
      ])
    } finally {
      await own.close()
    }
  })

  test('writes that nobody waits for are done in their order, in front of what is asked next', async () => {
    await database.pool.query(`create table tally (n bigint); insert into tally values (1);
      create table notes (note text, place integer)`)
    const add = statement<{ n: number }>(({ n }) => sql`update tally set n = n + ${n}::bigint`)
    const note = statement<{ note: string; place: number }>(
      ({ note: text, place }) => sql`insert into notes values (${text}::text, ${place}::integer)`,
    )
    const found = await inTransaction(database.db, async (trx) => {
      const read = () =>
        sql<{ n: number; notes: string[] }>`
          select n, array(select note from notes where place = n) as notes from tally`.execute(trx)
      writeUnawaited(trx, add.with({ n: 1 }), note.with({ note: 'two', place: 2 }))
      writeUnawaited(trx, add.with({ n: 3 }), note.with({ note: 'five', place: 5 }))
      const { rows } = await read()
      writeUnawaited(trx, add.with({ n: 10 }))
      return rows
    })
    expect(found).toEqual([{ n: 5, notes: ['five'] }])
    expect((await sql<{ n: number }>`select n from tally`.execute(database.db)).rows).toEqual([{ n: 15 }])
  })

  test('a write that nobody waited for and that fails takes everything with it, and says why', async () => {
    await inTransaction(database.db, async (trx) =>
      writeUnawaited(trx, addBin.with({ name: 'once', grams: 1 })),
    )
    const again = inTransaction(database.db, async (trx) => {
      await addBin.rows(trx, { name: 'beside', grams: 1 })
      writeUnawaited(trx, addBin.with({ name: 'once', grams: 2 }))
      writeUnawaited(trx, addBin.with({ name: 'behind', grams: 1 }))
    })
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'bins_name' })
    const names = await namesOf()
    expect(names).toContain('once')
    expect(names).not.toContain('beside')
    expect(names).not.toContain('behind')
  })

  test('what is told is the failure that the others come from', async () => {
    const failing = inTransaction(database.db, async (trx) => {
      writeUnawaited(trx, addBin.with({ name: 'negative', grams: -1 }))
      // PostgreSQL says of this one that the transaction is aborted, which tells nobody anything.
      await addBin.rows(trx, { name: 'later', grams: 1 })
    })
    await expect(failing).rejects.toMatchObject({ code: '23514', constraint: 'bins_grams' })
  })

  test('a failure that somebody swallowed is none that was stored', async () => {
    const swallowing = inTransaction(database.db, async (trx) => {
      await addBin.rows(trx, { name: 'swallowed', grams: 1 })
      await sql`select 1 / 0`.execute(trx).catch(() => undefined)
      return 'done'
    })
    await expect(swallowing).rejects.toThrow('rolled back instead of stored')
    expect(await namesOf()).not.toContain('swallowed')
  })

  test('a write that cannot be sent is refused before anything is stored', async () => {
    const unsent = inTransaction(database.db, async (trx) => {
      await addBin.rows(trx, { name: 'before it', grams: 1 })
      const write = sql`insert into bins values ('unsent', ${{ toPostgres: () => 1 }})`.compile(trx)
      writeUnawaited(trx, write)
    })
    await expect(unsent).rejects.toThrow('no plain value')
    expect(await namesOf()).not.toContain('before it')
  })

  test('a collision of a write that nobody waited for is tried again', async () => {
    await database.pool.query(`create sequence tries;
      create function collide_twice() returns bigint language plpgsql as $$ begin
        if nextval('tries') < 3 then raise exception 'collided' using errcode = '40001'; end if;
        return 3;
      end $$`)
    let runs = 0
    await inTransaction(database.db, async (trx) => {
      runs += 1
      await addBin.rows(trx, { name: `run ${runs}`, grams: 1 })
      writeUnawaited(trx, sql`insert into bins values ('third time', collide_twice())`.compile(trx))
    })
    expect(runs).toBe(3)
    expect((await namesOf()).filter((name) => /^run|^third/.test(name))).toEqual(['run 3', 'third time'])
  })

  test('nothing is done in a transaction that is over', async () => {
    let late: Transaction | undefined
    await inTransaction(database.db, async (trx) => void (late = trx))
    if (!late) throw new Error('the transaction did not run')
    await expect(addBin.rows(late, { name: 'late', grams: 1 })).rejects.toThrow('over')
    expect(await namesOf()).not.toContain('late')
  })

  test('a connection whose transaction failed serves the next one as new', async () => {
    for (const _time of [1, 2, 3]) {
      const failing = inTransaction(database.db, (trx) =>
        Promise.all([sql`select 1 / 0`.execute(trx), addBin.rows(trx, { name: 'with it', grams: 1 })]),
      )
      await expect(failing).rejects.toMatchObject({ code: '22012' })
    }
    expect(await namesOf()).not.toContain('with it')
  })
})
