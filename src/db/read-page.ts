import type { SelectQueryBuilder } from 'kysely'
import { pageOf, type PageRequest } from '../kernel/page.ts'

/**
 * One page of what a query finds, as it orders it, and how many there are in all: two statements, so ask `inOneMoment`.
 *
 * @example
 * inOneMoment(db, (moment) => readPage(moment.selectFrom('jobs').selectAll().orderBy('id'), query, jobOf))
 */
export async function readPage<DB, TB extends keyof DB, Row, Doc>(
  found: SelectQueryBuilder<DB, TB, Row>,
  query: Partial<PageRequest>,
  toDoc: (row: Row) => Doc,
): Promise<{ docs: Doc[]; totalDocs: number; limit: number; offset: number }> {
  const { limit, offset } = pageOf(query)
  const rows = await found.limit(limit).offset(offset).execute()
  const { total } = await found
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { docs: rows.map((row) => toDoc(row as Row)), totalDocs: total, limit, offset }
}
