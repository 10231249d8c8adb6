import type { Database } from '../src/db/open.ts'
import { askedDuring, type Asked } from './asked.ts'

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

/**
 * How many rows of a table the statements of some work look at, whether or not they find them: what makes them slow where a table
 * is long, and the same on any machine. Each is done once more to see it, and taken back.
 *
 * @example expect(await rowsRead(database, 'events', () => purgeEvents(db, now))).toBeLessThan(100)
 */
export async function rowsRead(
  database: Database,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const asked = await statementsOf(database, table, work)
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    let rows = 0
    for (const { text, values } of asked) {
      const { rows: plans } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      )
      for (const { Plan } of plans.flatMap((plan) => plan['QUERY PLAN'])) rows += rowsOf(Plan, table)
    }
    return rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function statementsOf(
  { pool }: Database,
  table: string,
  work: () => Promise<unknown>,
): Promise<Asked[]> {
  const asked = await askedDuring(pool, work)
  return asked.filter(
    ({ text }) => new RegExp(`\\b${table}\\b`).test(text) && /^\s*(select|with|delete|update)\b/.test(text),
  )
}

function rowsOf(node: PlanNode, table: string): number {
  // A part of a table is read for the table.
  const isScan = node['Relation Name']?.replace(/_\d$/, '') === table && node['Node Type'].endsWith('Scan')
  const looked =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each, table), 0)
  return below + (isScan ? looked * node['Actual Loops'] : 0)
}
