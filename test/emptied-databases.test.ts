import { expect, inject, onTestFinished, test } from 'vitest'
import { fillDemo } from '../src/cli/demo.ts'
import { openDatabase, type Database } from '../src/db/open.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { initFromCommandLine } from '../src/system/access/new-organisation.ts'
import { newPassword } from '../src/system/access/passwords.ts'
import { openEmptied } from './emptied-databases.ts'
import { quietLog } from './quiet-log.ts'
import { digestOf } from './reliability/digest.ts'

const source = inject('databaseSource')
const dump = source.engine === 'pglite' ? source.dump : ''

test.skipIf(dump === '')('an emptied database is what a new one is', async () => {
  const fresh = await openDatabase({ loadFrom: dump, log: quietLog })
  onTestFinished(fresh.close)
  const atFirst = await stateOf(fresh)

  const used = await openEmptied(dump)
  await fill(used)
  expect(await stateOf(used)).not.toEqual(atFirst)
  await used.close()
  await expect(used.db.selectFrom('organisations').selectAll().execute()).rejects.toThrow(/is closed/)

  const emptied = await openEmptied(dump)
  expect(emptied.pool, 'it is the same database').toBe(used.pool)
  expect(await stateOf(emptied)).toEqual(atFirst)
  await expect(emptied.pool.query('delete from ledger_entries')).rejects.toThrow(/append-only/)

  await emptied.pool.query('alter table organisations add column colour text')
  await emptied.close()
  const another = await openEmptied(dump)
  onTestFinished(another.close)
  expect(another.pool, 'one whose schema was changed is not used again').not.toBe(used.pool)
})

/** Puts rows into most tables, changes one that a migration has put in, and has PostgreSQL look at them all. */
async function fill({ db, pool }: Database): Promise<void> {
  const now = new Date('2026-08-14T08:30:00Z')
  const farm = { organisation: 'Long Farm', countryISO: 'GB', email: 'owner@long.example', now }
  const password = await newPassword()
  await inTransaction(db, async (trx) =>
    fillDemo(trx, (await initFromCommandLine(trx, { ...farm, password })).organisationId, now),
  )
  await pool.query(`analyze`)
}

/** Rows, where numbers go on, and what the planner goes by. */
async function stateOf({ db, pool }: Database): Promise<object> {
  const { rows: numbers } = await pool.query('select sequencename, last_value from pg_sequences order by 1')
  const { rows: known } = await pool.query(
    `select relname, reltuples from pg_class where oid >= 16384 and relkind = 'r' and relname <> 'schema_migrations' order by 1`,
  )
  const { rows: statistics } = await pool.query(
    `select starelid::regclass::text as name from pg_statistic where starelid >= 16384`,
  )
  return { rows: await digestOf(db), numbers, known, statistics }
}
