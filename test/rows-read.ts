import pg from 'pg'
import { vi } from 'vitest'
import type { Database } from '../src/db/open.ts'

/** A node of a plan as PostgreSQL tells it in JSON. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

interface Asked {
  text: string
  values: unknown[]
}

/**
 * How many rows of each table the statements of some work look at, whether or not they find them: what makes them slow where a table
 * is long, and the same on any machine. Each is done once more to see it, and taken back.
 *
 * @param settings of the server while it is done once more
 * @example expect((await rowsLookedAt(database, () => purgeEvents(db, now))).get('events')).toBeLessThan(100)
 */
export async function rowsLookedAt(
  database: Database,
  work: () => Promise<unknown>,
  settings: Record<string, string> = {},
): Promise<Map<string, number>> {
  const asked = await statementsOf(work)
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, true)', [name, value])
    const rows = new Map<string, number>()
    for (const { text, values } of asked) {
      const { rows: plans } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      )
      for (const { Plan } of plans.flatMap((plan) => plan['QUERY PLAN'])) addRowsOf(Plan, rows)
    }
    return rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The same of one table. */
export async function rowsRead(
  database: Database,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  return (await rowsLookedAt(database, work)).get(table) ?? 0
}

async function statementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return (spy.mock.calls as unknown[][]).flatMap(([query, values]) => {
      const asked = typeof query === 'string' ? { text: query, values } : (query as Partial<Asked>)
      const { text = '' } = asked
      return /^\s*(select|with|delete)\b/.test(text)
        ? [{ text, values: (asked.values ?? []) as unknown[] }]
        : []
    })
  } finally {
    spy.mockRestore()
  }
}

function addRowsOf(node: PlanNode, rows: Map<string, number>): void {
  const { 'Relation Name': table } = node
  if (table !== undefined && node['Node Type'].endsWith('Scan')) {
    const looked =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    rows.set(table, (rows.get(table) ?? 0) + looked * node['Actual Loops'])
  }
  for (const each of node.Plans ?? []) addRowsOf(each, rows)
}
