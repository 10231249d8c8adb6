import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces, PIECE, somePiece } from '../../../db/delete-in-pieces.ts'
import type { Tables } from '../../../db/tables.ts'
import { inTransaction } from '../../../db/transaction.ts'

// Triggers note in `search_changes` which records changed, in the transaction that changes them. Once it is committed the note gets a number,
// the next of its organisation: so what somebody has seen is told by one number, whatever else is under way on the server.

/** Progress of a look: it has seen everything up to a number, and its token names the history. Number 0 is before the first. */
export interface Look {
  number: number
  token: string | null
}

export interface Changes {
  /** The look that includes these changes. */
  look: Look
  /** Something was forgotten that was not seen; or the history is another one, of a replica that took over or a copy. */
  isBehind: boolean
  /** The records, each once; one more than were asked for where there are more. */
  changed: string[]
  /** Count of those without a number yet: until they have one, each look reads them again. */
  unnumbered: number
}

/** Reads the latest number and token of an organisation's history. */
export async function readLook(db: Kysely<Tables>, organisationId: string): Promise<Look> {
  const head = await db
    .selectFrom('search_heads')
    .select(['number', 'token'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return head ?? { number: 0, token: null }
}

/** Reads the changes noted for an organisation since a look: so many records at most, and one to show that there are more. */
export async function readChanges(
  db: Kysely<Tables>,
  organisationId: string,
  { number, token }: Look,
  most: number,
): Promise<Changes> {
  const { rows } = await sql<Changes>`
    with mine as (select ${organisationId}::text as id),
    head as (select h.number, h.token from search_heads h join mine on h.organisation_id = mine.id),
    fresh as (
      (select c.record_id, true as is_numbered from search_changes c join mine on c.organisation_id = mine.id
        where c.number > ${number}::bigint limit ${most + 1})
      union all
      (select c.record_id, false from search_changes c join mine on c.organisation_id = mine.id
        where c.number is null limit ${most + 1})
    )
    select json_build_object('number', coalesce((select number from head), 0), 'token', (select token from head)) as look,
      not exists (select from search_changes c join mine on c.organisation_id = mine.id
        where c.number = greatest(${number}::bigint, 1) and (c.token = ${token}::uuid or ${number}::bigint = 0))
        and (${number}::bigint > 0 or exists (select from head where number > 0)) as "isBehind",
      (select count(*) from fresh where not is_numbered) as unnumbered,
      array(select distinct record_id::text from fresh limit ${most + 1}) as changed`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a look has one row')
  return row
}

/** Gives numbers to what an organisation has committed, each record once. Looks that come later see it by them. */
export async function numberChanges(db: Kysely<Tables>, organisationId: string): Promise<void> {
  const isOurs = sql<boolean>`organisation_id = ${organisationId} and number is null`
  const { rows: some } = await sql`select from search_changes where ${isOurs} limit 1`.execute(db)
  if (some.length === 0) return
  for (let taken = PIECE; taken === PIECE;) {
    taken = await inTransaction(db, async (trx) => {
      const head = await trx
        .insertInto('search_heads')
        .values({ organisation_id: organisationId, number: 0, token: null })
        .onConflict((conflict) =>
          conflict.column('organisation_id').doUpdateSet({ organisation_id: organisationId }),
        )
        .returning('number')
        .executeTakeFirstOrThrow()
      // Behind the head's lock, so that numbers become visible in their order.
      const { rows } = await sql<{ taken: number }>`
        with taken as (
          delete from search_changes where ${somePiece('search_changes', isOurs)} returning record_id
        ), once as (
          select record_id, row_number() over () as place from (select distinct record_id from taken) as each
        ), noted as (
          insert into search_changes (organisation_id, record_id, number, token)
          select ${organisationId}, record_id, ${head.number}::bigint + place, ${randomUUID()}::uuid from once
          returning number, token
        ), last as (select number, token from noted order by number desc limit 1),
        moved as (
          update search_heads set number = last.number, token = last.token from last
          where organisation_id = ${organisationId}
        )
        select count(*) as taken from taken`.execute(trx)
      return rows[0]?.taken ?? 0
    })
  }
}

/** Organisations whose changes are numbered in one turn; others have theirs next time. */
const MOST_ORGANISATIONS = 1000

/** Gives numbers to what was noted for anybody, so that no look reads the same twice for long. */
export async function numberAllChanges(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct organisation_id as id from search_changes where number is null limit ${MOST_ORGANISATIONS}`.execute(
    db,
  )
  for (const { id } of rows) await numberChanges(db, id)
}

const DAY_MS = 24 * 60 * 60_000
/** Of an organisation that is not searched, what is kept for its next search goes all the same: that reads everything. */
const LONGEST_DAYS = 30

/**
 * Forgets which records changed more than a day ago: who has not looked since reads everything again, so that nothing depends on when this
 * runs. The last of each organisation stays, since whoever has seen it has seen everything, and so does what its kept rows lack.
 */
export async function forgetChanges(db: Kysely<Tables>, now: Date): Promise<void> {
  const [old, oldest] = [1, LONGEST_DAYS].map((days) => new Date(now.getTime() - days * DAY_MS))
  const of = sql`organisation_id = search_changes.organisation_id`
  await deleteInPieces(
    db,
    'search_changes',
    sql`changed_at < ${old} and number < coalesce((select h.number from search_heads h where h.${of}), number + 1)
      and (changed_at < ${oldest} or not exists (select from kept_searches k where k.${of} and k.number <= search_changes.number))`,
  )
}
