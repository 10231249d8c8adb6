import { setTimeout as sleep } from 'node:timers/promises'
import { message } from '../words/catalogue.ts'
import type { DatabaseLog } from './log.ts'
import type { Migration, MigrationStep } from './migration-files.ts'
import { MigrationRefused } from './migration-refused.ts'
import type { Database } from './open.ts'
import { beginUnlimited, setSession } from './session.ts'
import type { Client } from './snapshot.ts'
import type pg from 'pg'

/** Those who come after a statement that waits for a table wait behind it: less than people notice. */
const LOCK_PATIENCE = `set local lock_timeout = '800ms'`
/** Tables that are in use, and two who wait for each other. */
const IN_USE = /^(55P03|40P01)$/
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** Rows are changed a piece at a time, and others come in between. */
const BETWEEN_PIECES_MS = 20

/** Circumstances in which the steps of a migration are done. */
export interface ApplyTerms {
  database: Pick<Database, 'engine'>
  log: Pick<DatabaseLog, 'info'> | undefined
  /** Milliseconds to try again where tables are in use. */
  patienceMs: number
}

/**
 * Does the steps of a migration that are not done yet, and notes each. Where a table is in use it lets go within a second, so that
 * nobody waits behind it, and tries again.
 *
 * @param stepsDone of an earlier try
 * @throws MigrationRefused when a step fails, or its tables are in use for too long
 */
export async function applyMigration(
  client: Client,
  migration: Migration,
  stepsDone: number,
  terms: ApplyTerms,
): Promise<void> {
  for (const [index, step] of migration.steps.entries()) {
    if (index < stepsDone) continue
    const note = (rows = 0) => noteStep(client, migration, { done: index + 1, rows })
    if (step.kind === 'index') await makeIndex(client, migration, { step, note }, terms)
    else if (step.kind === 'fill') await fill(client, migration, { step, index, note }, terms)
    else await change(client, migration, { step, after: note }, terms)
  }
}

/**
 * Takes back the last migration, by its own way back.
 *
 * @throws MigrationRefused when it fails, or its tables are in use for too long
 */
export async function undoMigration(
  client: Client,
  migration: Migration & { down: MigrationStep },
  terms: ApplyTerms,
): Promise<void> {
  const forget = async () => {
    await client.query('delete from schema_migrations where name = $1', [migration.name])
  }
  await change(client, migration, { step: migration.down, after: forget }, terms)
}

interface Change {
  step: MigrationStep
  /** Done in the same transaction. */
  after: () => Promise<void>
}

async function change(
  client: Client,
  migration: Migration,
  { step, after }: Change,
  terms: ApplyTerms,
): Promise<void> {
  await untilFree(client, migration, step, terms, async () => {
    await client.query(`${beginUnlimited()}; ${LOCK_PATIENCE}`)
    await client.query(step.sql)
    await after()
    await client.query('commit')
  })
}

interface Noted {
  step: MigrationStep
  note: (rows?: number) => Promise<void>
}

/** One that was left half made is made anew. The embedded database has nobody to hold up, and partitions have no other way. */
async function makeIndex(
  client: Client,
  migration: Migration,
  { step, note }: Noted,
  terms: ApplyTerms,
): Promise<void> {
  const [, table = ''] = /\bon\s+(\w+)/i.exec(step.sql) ?? []
  const [, name = ''] = /concurrently\s+(?:if not exists\s+)?(\w+)/i.exec(step.sql) ?? []
  if (terms.database.engine === 'pglite' || (await isPartitioned(client, table))) {
    const sql = step.sql.replace(/concurrently/i, '')
    return change(client, migration, { step: { ...step, sql }, after: note }, terms)
  }
  await setSession(client as pg.Client, { statement_timeout: '0', lock_timeout: '0' })
  await untilFree(client, migration, step, terms, async () => {
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and indisvalid',
      [name],
    )
    if (rowCount === 0) {
      await client.query(`drop index concurrently if exists ${name}`)
      await client.query(withoutComments(step.sql))
    }
    await note()
  })
}

const withoutComments = (sql: string) => sql.replace(/^--.*\n/gm, '').trim()

async function isPartitioned(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [table],
  )
  return rowCount !== 0
}

async function fill(
  client: Client,
  migration: Migration,
  { step, index }: Noted & { index: number },
  terms: ApplyTerms,
): Promise<void> {
  for (let isDone = false; !isDone;) {
    await untilFree(client, migration, step, terms, async () => {
      await client.query(`${beginUnlimited()}; ${LOCK_PATIENCE}`)
      const { rowCount } = await client.query(step.sql)
      isDone = rowCount === 0 || rowCount === null
      await noteStep(client, migration, { done: isDone ? index + 1 : index, rows: rowCount ?? 0 })
      await client.query('commit')
    })
    await sleep(BETWEEN_PIECES_MS)
  }
}

/** Tries again and again where tables are in use. */
async function untilFree(
  client: Client,
  { name }: Migration,
  step: MigrationStep,
  { log, patienceMs }: ApplyTerms,
  work: () => Promise<void>,
): Promise<void> {
  const since = performance.now()
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!isInUse(error)) {
        const failed = message('migrationFailed', { name, ...lineOf(error, step), problem: messageOf(error) })
        throw new MigrationRefused(failed, { cause: error })
      }
      if (performance.now() - since > patienceMs)
        throw new MigrationRefused(message('migrationFindsNoMoment', { name }), { cause: error })
      if (pauseMs === FIRST_PAUSE_MS) log?.info({ name }, 'tables to be migrated are in use: trying again')
      await sleep(pauseMs * (0.5 + Math.random() / 2))
    }
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && IN_USE.test(String(error.code))
}

/** Two processes that both took themselves for the only one must not both do a step. */
async function noteStep(
  client: Client,
  { name, checksum, isExpansion, steps }: Migration,
  { done, rows }: { done: number; rows: number },
): Promise<void> {
  const { rowCount } = await client.query(
    `insert into schema_migrations as known (name, checksum, works_beside, steps_done, rows_filled, finished_at)
      values ($1, $2, $3, $4::integer, $5, case when $4::integer = $6::integer then now() end)
      on conflict (name) do update set steps_done = excluded.steps_done, rows_filled = known.rows_filled + excluded.rows_filled,
        finished_at = excluded.finished_at where known.finished_at is null and known.steps_done in (excluded.steps_done - 1, excluded.steps_done)`,
    [name, checksum, isExpansion, done, rows, steps.length],
  )
  if (rowCount !== 1) throw new Error('another process has done it')
}

/** PostgreSQL counts characters from 1; people count lines. */
function lineOf(error: unknown, { sql, linesBefore }: MigrationStep): { line?: number } {
  if (!(error instanceof Error) || !('position' in error)) return {}
  return { line: linesBefore + sql.slice(0, Number(error.position) - 1).split('\n').length }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
