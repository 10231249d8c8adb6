import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { SearchDefinition } from '../definition.ts'
import { numberChanges, readChanges, readLook, type Look } from './changes.ts'
import {
  hasManyRows,
  readIds,
  readNames,
  readRows,
  shapeOf,
  type IndexDefinition,
  type Names,
} from './read-rows.ts'
import { IndexRows } from './rows.ts'
import { hasSnapshot, saveSnapshot, loadSnapshot } from './snapshot.ts'

/**
 * Of all organisations together, 200 to 400 bytes each, the more the less alike they are. Those that were asked longest ago go first, and are
 * back from the shelf soon.
 */
const MOST_ROWS = 500_000

/** By database, and in it by search and organisation; those asked last come last. */
const tablesOf = new WeakMap<Kysely<Tables>, Map<string, KeptTable<unknown>>>()

/** True if the rows of a search stay in memory. */
export function isIndexed<Doc>(definition: SearchDefinition<Doc>): definition is IndexDefinition<Doc> {
  return definition.kept !== undefined
}

/**
 * Answers a search from rows in memory.
 *
 * @param db not a transaction: what it has not committed yet is nobody else's to see
 * @param sortBy what the answer is sorted by; where rows have ids in the place of its names, `answer` is given the names
 */
export async function queryIndex<Doc, Answer>(
  db: Kysely<Tables>,
  definition: IndexDefinition<Doc>,
  actor: Actor,
  answer: (rows: IndexRows, names?: Names) => Answer,
  sortBy?: string,
): Promise<Answer> {
  if (db.isTransaction)
    throw new Error(`the search of ${definition.name} has rows in memory: not within a transaction`)
  const { table, tables, key } = tableOf(db, definition, actor)
  tables.delete(key)
  tables.set(key, table)
  const answered = await table.ask(db, actor, answer, sortBy)
  forgetOldest(tables, key)
  return answered
}

/**
 * True if it will be seconds until a search can be answered from memory, since its rows are read for the first time and are very many: after
 * an update, or a very large import. They are read beside.
 */
export async function isIndexAwaited<Doc>(
  db: Kysely<Tables>,
  definition: IndexDefinition<Doc>,
  actor: Actor,
): Promise<boolean> {
  return tableOf(db, definition, actor).table.isAwaited(db, actor)
}

function tableOf<Doc>(db: Kysely<Tables>, definition: IndexDefinition<Doc>, actor: Actor) {
  const tables = tablesOf.get(db) ?? new Map<string, KeptTable<unknown>>()
  tablesOf.set(db, tables)
  const key = `${definition.name} ${actor.organisationId}`
  // Made by the same definition: a search has one name.
  const table = tables.get(key) ?? new KeptTable(definition as IndexDefinition<unknown>)
  tables.set(key, table)
  return { table, tables, key }
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
/** From so many unnumbered changes on it pays to number them before the next look. */
const MANY_UNNUMBERED = 100
/** From so many rows on it takes long enough to read them that they are put on the shelf; and once more when so many have changed. */
export const MANY_ROWS = 1_000
/** So many are read again even where hardly more are there; of more, not as many as there are. */
const FEW_CHANGES = 5_000

/**
 * The rows of one search as one organisation sees them, which every question brings up to date first: it asks what was noted
 * in `search_changes` since the last look, and reads those rows again. So an answer is never behind, whichever process changed something.
 * What a process has not read yet it takes from the shelf, where the last one that put the rows together has left them.
 */
class KeptTable<Doc> {
  readonly #definition: IndexDefinition<Doc>
  #rows: IndexRows | undefined
  #seen: Look = { number: 0, token: null }
  #changedSinceShelved = 0
  #isReading = false
  /** One after the other, or an older look could overwrite what a newer one has read. */
  #turn: Promise<unknown> = Promise.resolve()
  /** A look that has not begun yet: whoever comes before it does may share it, and its moment is that of the last to come. */
  #nextLook: { by: Actor; rows: Promise<IndexRows> } | undefined

  constructor(definition: IndexDefinition<Doc>) {
    this.#definition = definition
  }

  get size(): number {
    return this.#rows?.size ?? 0
  }

  /** Calls `answer` with the rows as they are now. It must take what it needs at once: they change. */
  async ask<T>(db: Db, actor: Actor, answer: (rows: IndexRows, names?: Names) => T, sortBy = ''): Promise<T> {
    const rows = await this.#look(db, actor)
    const naming = this.#definition.kept.names?.[sortBy]
    if (!naming) return answer(rows)
    // In a turn of its own, since the rows must not change while the names are read.
    return this.#inTurn(async () => {
      const current = this.#rows ?? rows
      return answer(current, await readNames(db, naming, actor, current.idsSortedBy(sortBy)))
    })
  }

  /** True if very many rows have to be read before it can answer. Their reading is begun, if it has not been. */
  async isAwaited(db: Db, actor: Actor): Promise<boolean> {
    if (this.#rows) return false
    if (!this.#isReading) {
      if (await hasSnapshot(db, this.#definition, actor)) return false
      if (!(await hasManyRows(db, this.#definition, actor))) return false
      beside(this.#look(db, actor))
    }
    return !this.#rows
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  #look(db: Db, actor: Actor): Promise<IndexRows> {
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

  async #refresh(db: Db, actor: Actor): Promise<IndexRows> {
    const rows = this.#rows ?? (await this.#fromShelf(db, actor))
    if (!rows || rows.size === 0 || rows.isWorn) return this.#readAll(db, actor)
    const most = Math.max(FEW_CHANGES, rows.size)
    const { look, isBehind, changed, unnumbered } = await readChanges(
      db,
      actor.organisationId,
      this.#seen,
      most,
    )
    if (unnumbered > MANY_UNNUMBERED) beside(numberChanges(db, actor.organisationId))
    if (isBehind || changed.length > most) return this.#readAll(db, actor)
    const stale = [...new Set([...changed, ...rows.idsNotHolding(actor.now.getTime())])]
    for (let start = 0; start < stale.length; start += BATCH) {
      const some = stale.slice(start, start + BATCH)
      const read = await readRows(db, this.#definition, actor, some)
      const seen = new Set(read.map(([id]) => id))
      for (const row of read) rows.set(row)
      for (const id of some) if (!seen.has(id)) rows.remove(id)
    }
    this.#seen = look
    this.#changedSinceShelved += stale.length
    if (this.#changedSinceShelved > Math.max(MANY_ROWS, rows.size / 10)) this.#shelve(db, actor, rows)
    return rows
  }

  async #fromShelf(db: Db, actor: Actor): Promise<IndexRows | undefined> {
    const shelved = await loadSnapshot(db, this.#definition, actor)
    if (!shelved) return undefined
    this.#seen = shelved.look
    return (this.#rows = shelved.rows)
  }

  async #readAll(db: Db, actor: Actor): Promise<IndexRows> {
    this.#isReading = true
    try {
      return await this.#readRows(db, actor)
    } finally {
      this.#isReading = false
    }
  }

  async #readRows(db: Db, actor: Actor): Promise<IndexRows> {
    // Or the next look would find them, and read everything again.
    await numberChanges(db, actor.organisationId)
    const look = await readLook(db, actor.organisationId)
    const rows = new IndexRows(shapeOf(this.#definition, actor))
    const ids = await readIds(db, this.#definition, actor)
    for (let start = 0; start < ids.length; start += BATCH) {
      for (const row of await readRows(db, this.#definition, actor, ids.slice(start, start + BATCH)))
        rows.set(row)
    }
    // Whatever changes while it is read was noted after this look, and is read again next time.
    this.#rows = rows
    this.#seen = look
    if (rows.size >= MANY_ROWS) this.#shelve(db, actor, rows)
    return rows
  }

  #shelve(db: Db, actor: Actor, rows: IndexRows): void {
    this.#changedSinceShelved = 0
    // Packed at once: by the next turn the rows may have changed.
    beside(saveSnapshot(db, this.#definition, actor, { look: this.#seen, packed: rows.pack() }))
  }
}

/** Lets work that only spares others effort go on beside the answer. A failure has no consequence. */
function beside(work: Promise<unknown>): void {
  void work.catch(() => undefined)
}
