import type { Kysely } from 'kysely'
import { rowsById } from '../../db/rows-by-id.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { isId } from '../../kernel/ids.ts'
import { isVisibleTo } from './rows.ts'

/** Those of the ids by which the caller sees no record, each once, in their order. */
export async function missingRecords(db: Kysely<Tables>, actor: Actor, ids: string[]): Promise<string[]> {
  const possible = ids.filter(isId)
  const rows =
    possible.length === 0
      ? []
      : await db
          .selectFrom(rowsById('records', possible).as('r'))
          .select('r.id')
          .where(isVisibleTo(actor))
          .execute()
  const seen = new Set<string>(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !seen.has(id))
}
