import { sql, type Kysely } from 'kysely'
import { deleteInPieces, PIECE } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'

const KEPT_DAYS = 90

/** Events are kept for as long as any listener may reasonably be away. */
export async function purgeEvents(db: Kysely<Tables>, now: Date): Promise<void> {
  const isOld = sql<boolean>`occurred_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`
  await purgeFromTheFirst(db, isOld)
  await deleteInPieces(db, 'personal_events', isOld)
}

/**
 * Events are numbered as they happen, so the old ones are the first of them: no index of when they happened is needed, which every
 * command would have to write, and those that are not old are not read. Goes on until a whole piece has nothing that is old; what a
 * clock that was ahead has put behind more than that is forgotten once the clock's own events are old.
 */
async function purgeFromTheFirst(db: Kysely<Tables>, isOld: ReturnType<typeof sql<boolean>>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ last: number | null; forgotten: number }>`
      with piece as materialized (
        select id, occurred_at from events where id > ${after} order by id limit ${PIECE}::integer
      ), old as materialized (
        select id from events where id in (select id from piece where ${isOld}) for update skip locked
      ), gone as (
        delete from events where id in (select id from old) returning id
      )
      select (select max(id) from piece) as last, (select count(*) from gone) as forgotten`.execute(db)
    const { last = null, forgotten = 0 } = rows[0] ?? {}
    if (last === null || forgotten === 0) return
    after = last
  }
}
