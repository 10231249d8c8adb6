import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { SearchDefinition } from '../definition.ts'
import type { KeptDefinition } from './read-rows.ts'
import type { KeptRows } from './rows.ts'
import { KeptTable } from './table.ts'

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
