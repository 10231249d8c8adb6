import { sql, type Kysely, type RawBuilder } from 'kysely'
import { PIECE, somePiece } from '../../../db/delete-in-pieces.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { SearchDefinition } from '../definition.ts'
import { readIds, readRows, shapeOf, type KeptDefinition } from './read-rows.ts'
import { KeptRows } from './rows.ts'

/** Of all organisations together, some 400 bytes each. Those that were asked longest ago go first. */
const MOST_ROWS = 400_000

/** By database, and in it by search and organisation; those asked last come last. */
const tablesOf = new WeakMap<Kysely<Tables>, Map<string, KeptTable<unknown>>>()

/** Whether the rows of a search are kept in memory. */
export function isKept<Doc>(definition: SearchDefinition<Doc>): definition is KeptDefinition<Doc> {
  return definition.kept !== undefined
}

/**
 * Answers a search from rows in memory.
 *
 * @param db not a transaction: what it has not committed yet is nobody else's to see
 */
export async function askKept<Doc, Answer>(
  db: Kysely<Tables>,
  definition: KeptDefinition<Doc>,
  actor: Actor,
  answer: (rows: KeptRows) => Answer,
): Promise<Answer> {
  const tables = tablesOf.get(db) ?? new Map<string, KeptTable<unknown>>()
  tablesOf.set(db, tables)
  const key = `${definition.name} ${actor.organisationId}`
  // Made by the same definition: a search has one name.
  const table = tables.get(key) ?? new KeptTable(definition as KeptDefinition<unknown>)
  tables.delete(key)
  tables.set(key, table)
  const answered = await table.ask(db, actor, answer)
  forgetOldest(tables, key)
  return answered
}

function forgetOldest(tables: Map<string, KeptTable<unknown>>, current: string): void {
  let total = [...tables.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [key, { size }] of tables) {
    if (total <= MOST_ROWS) return
    if (key === current) continue
    tables.delete(key)
    total -= size
  }
}

type Db = Kysely<Tables>

/** So many rows are read at a time, that other requests are answered in between. */
const BATCH = 4_000
/** Where more than this changed, everything is read again. */
const MOST_CHANGES = 5_000

/**
 * The rows of one search as one organisation sees them, which every question brings up to date first: it asks what was noted
 * in `search_changes` by transactions that the last look did not see, and reads those rows again. So an answer is never
 * behind, whichever process changed something.
 */
class KeptTable<Doc> {
  readonly #definition: KeptDefinition<Doc>
  #rows: KeptRows | undefined
  #seen: Look = { snapshot: '', timeline: '' }
  /** One after the other, or an older look could overwrite what a newer one has read. */
  #turn: Promise<unknown> = Promise.resolve()
  /** A look that has not begun yet: whoever comes before it does may share it, and its moment is that of the last to come. */
  #nextLook: { by: Actor; rows: Promise<KeptRows> } | undefined

  constructor(definition: KeptDefinition<Doc>) {
    this.#definition = definition
  }

  get size(): number {
    return this.#rows?.size ?? 0
  }

  /** Calls `answer` with the rows as they are now. It must take what it needs at once: they change. */
  async ask<T>(db: Db, actor: Actor, answer: (rows: KeptRows) => T): Promise<T> {
    return answer(await this.#look(db, actor))
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  #look(db: Db, actor: Actor): Promise<KeptRows> {
    if (this.#nextLook) {
      if (actor.now > this.#nextLook.by.now) this.#nextLook.by = actor
      return this.#nextLook.rows
    }
    const rows = this.#inTurn(() => {
      const { by } = this.#nextLook ?? { by: actor }
      this.#nextLook = undefined
      return this.#refresh(db, by)
    })
    this.#nextLook = { by: actor, rows }
    return rows
  }

  async #refresh(db: Db, actor: Actor): Promise<KeptRows> {
    const rows = this.#rows
    if (!rows || rows.size === 0 || rows.isWorn) return this.#readAll(db, actor)
    const { look, is_behind, changed } = await readChanges(db, actor.organisationId, this.#seen)
    if (is_behind || changed.length > MOST_CHANGES) return this.#readAll(db, actor)
    const stale = [...new Set([...changed, ...rows.idsNotHolding(actor.now.getTime())])]
    if (stale.length > 0) {
      const read = await readRows(db, this.#definition, actor, stale)
      const seen = new Set(read.map(([id]) => id))
      for (const row of read) rows.set(row)
      for (const id of stale) if (!seen.has(id)) rows.remove(id)
    }
    this.#seen = look
    return rows
  }

  async #readAll(db: Db, actor: Actor): Promise<KeptRows> {
    const { rows: looks } = await sql<Look>`
      select pg_current_snapshot()::text as snapshot, ${timeline} as timeline`.execute(db)
    const rows = new KeptRows(shapeOf(this.#definition, actor))
    const ids = await readIds(db, this.#definition, actor)
    for (let start = 0; start < ids.length; start += BATCH) {
      for (const row of await readRows(db, this.#definition, actor, ids.slice(start, start + BATCH)))
        rows.set(row)
    }
    // Whatever changes while it is read was not seen by the snapshot, and is read again next time.
    this.#rows = rows
    this.#seen = firstOf(looks)
    return rows
  }
}

/** What a look sees: PostgreSQL's snapshot, and the history that its transactions are numbered in. */
interface Look {
  snapshot: string
  timeline: string
}

/**
 * Another one since a replica took over: what it lacked of the old one is gone, and its numbers are given again. The file
 * names of PostgreSQL's log begin with it.
 */
const timeline = sql`case when pg_is_in_recovery() then 'replica' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`

interface Changes {
  look: Look
  /** Something was forgotten that was not seen; or the database is another one, restored from an earlier day. */
  is_behind: boolean
  changed: string[]
}

/**
 * What was noted for an organisation since a look. Transactions beyond the current snapshot are of a database that this
 * one was restored from; they are not of this one's time.
 */
async function readChanges(db: Db, organisationId: string, since: Look): Promise<Changes> {
  const { rows } = await sql<Changes>`
    with look as (
      select ${since.snapshot}::pg_snapshot as since, pg_snapshot_xmin(${since.snapshot}::pg_snapshot) as first,
        pg_current_snapshot() as now, pg_snapshot_xmax(pg_current_snapshot()) as beyond, ${timeline} as timeline
    )
    select json_build_object('snapshot', look.now::text, 'timeline', look.timeline) as look,
      exists (select from search_changes_forgotten f
        where f.transaction_id >= look.first and f.transaction_id < look.beyond)
        or pg_snapshot_xmax(look.since) > look.beyond or look.timeline <> ${since.timeline} as is_behind,
      array(select distinct c.record_id::text from search_changes c
        where c.organisation_id = ${organisationId} and c.transaction_id >= look.first and c.transaction_id < look.beyond
          and not pg_visible_in_snapshot(c.transaction_id, look.since)
        limit ${MOST_CHANGES + 1}) as changed
    from look`.execute(db)
  return firstOf(rows)
}

function firstOf<T>([row]: T[]): T {
  if (row === undefined) throw new Error('a look has one row')
  return row
}

const KEPT_MS = 24 * 60 * 60_000

/**
 * Forgets which records changed more than a day ago, and up to which transaction that was: who has not looked since reads
 * everything again, so that nothing depends on when this runs. Transactions that are yet to come are of a database that this one
 * was restored from.
 *
 * @returns how much was forgotten
 */
export async function forgetChanges(db: Kysely<Tables>, now: Date): Promise<number> {
  const isOld = sql`changed_at < ${new Date(now.getTime() - KEPT_MS)}`
  for (let forgotten = 0; ;) {
    const piece = await forgetPiece(db, isOld)
    forgotten += piece
    if (piece < PIECE) return forgotten
  }
}

async function forgetPiece(db: Kysely<Tables>, isOld: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with gone as (
      delete from search_changes where ${somePiece('search_changes', isOld)} returning transaction_id
    ), latest as (
      select max(transaction_id) as id from gone where transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    ), noted as (
      update search_changes_forgotten f set transaction_id = latest.id from latest
      where f.transaction_id < latest.id
        or (latest.id is not null and f.transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))
    )
    select count(*) as forgotten from gone`.execute(db)
  return rows[0]?.forgotten ?? 0
}
