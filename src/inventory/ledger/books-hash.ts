import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * A SHA-256, in hexadecimal, over all that an organisation's ledger says of the time before a moment: what moved when between which sides, netted,
 * so that what was taken back and posted again alike is the same. It is another one as soon as a figure differs. One row of each day is read.
 */
export async function booksHash(db: Kysely<Tables>, storerId: string, before: Date): Promise<string> {
  const side = (one: 'source' | 'destination', other: 'source' | 'destination') => sql`
    case when reverses is null then coalesce(${sql.ref(`${one}_record_id`)}::text, ${sql.ref(`${one}_outside`)})
      else coalesce(${sql.ref(`${other}_record_id`)}::text, ${sql.ref(`${other}_outside`)}) end`
  const { rows } = await sql<{ day: string; hash: string }>`
    with netted as (
      select (extract(epoch from effective_at) * 1000)::bigint as at, fact_id, ${side('source', 'destination')} as source,
        ${side('destination', 'source')} as destination, coalesce(planting_id::text, '') as planting, sold,
        sum(case when reverses is null then grams else -grams end)::bigint as grams
      from ledger_entries where storer_id = ${storerId} and effective_at < ${before}
      group by 1, 2, 3, 4, 5, 6
    ), lines as (
      select at / 86400000 as day, concat_ws('|', at, fact_id, source, destination, planting, sold, grams) collate "C" as line
      from netted where grams <> 0
    )
    select day::text, encode(sha256(convert_to(string_agg(line, E'\n' order by line), 'UTF8')), 'hex') as hash
    from lines group by day order by lines.day`.execute(db)
  const hash = createHash('sha256')
  for (const row of rows) hash.update(`${row.day} ${row.hash}\n`)
  return hash.digest('hex')
}
