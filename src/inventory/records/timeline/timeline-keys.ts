import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { countsInForce, countsTakenBack } from '../../ledger/ledger.ts'

/** What an entry of a timeline is told from; of one fact they come in this order. */
export const entryKinds = ['began', 'correction', 'movement', 'count', 'sample', 'change'] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry of a timeline, before anything is read of it. */
export interface TimelineKey {
  recordId: string
  kind: EntryKind
  /** The number of its fact; 0 of a beginning that no fact tells. */
  id: number
  /** When it happened; null of a beginning, which comes first whatever was entered for a time before it. */
  at: Date | null
}

/** A stretch of each of several timelines, and how long the whole timelines are. */
export interface TimelinePage {
  keys: TimelineKey[]
  total: Map<string, number>
}

const kindOf = (kind: EntryKind) => sql.lit(entryKinds.indexOf(kind))

/**
 * The keys of the timelines of records, oldest first: of each the newest `limit`, after the newest `offset` of them were passed over.
 * One statement, however long they are.
 */
export async function timelineKeys(
  db: Kysely<Tables>,
  recordIds: string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<TimelinePage> {
  const { rows } = await sql<{ record_id: string; kind: number; id: number; at: Date | null; total: number }>`
    select told.record_id, page.kind, page.id, case when isfinite(page.at) then page.at end as at, told.total
    from (
      select r.id as record_id, (select count(*) from (${keysOf()}) keys) as total
      from records r where r.id = any(${recordIds}::uuid[])
    ) told
    left join lateral (
      select * from (${keysOf(sql`told.record_id`)}) keys order by at desc, id desc, kind desc limit ${limit} offset ${offset}
    ) page on true
    order by told.record_id, page.at, page.id, page.kind`.execute(db)
  return {
    keys: rows.flatMap(({ record_id: recordId, kind, id, at }) => {
      const said = entryKinds[kind]
      return said === undefined ? [] : [{ recordId, kind: said, id, at }]
    }),
    total: new Map(rows.map((row) => [row.record_id, row.total])),
  }

  function keysOf(recordId = sql`r.id`) {
    return sql`
      select ${kindOf('movement')} as kind, m.id, m.effective_at as at from movements m
      where ${recordId} in (m.record_id, m.source_record_id, m.destination_record_id)
      union all
      select ${kindOf('correction')}, m.id, m.effective_at from movements m
      where m.source_record_id = ${recordId} and m.adjustment_grams <> 0 and m.adjustment_reason_id is not null
      union all
      select ${kindOf('count')}, c.fact_id, c.effective_at from ${countsInForce(recordIds)} c
      where c.record_id = ${recordId} and (c.difference_grams <> 0 or exists (select from adjustments a where a.id = c.fact_id))
      union all
      select ${kindOf('count')}, c.fact_id, c.effective_at from ${countsTakenBack(recordIds)} c
      where c.record_id = ${recordId} and c.difference_grams <> 0
      union all
      select ${kindOf('sample')}, s.id, coalesce(m.effective_at, s.recorded_at) from samples s left join movements m on m.id = s.movement_id
      where s.record_id = ${recordId} and (m.id is null or (m.status <> 'deleted' and m.destination_record_id = s.record_id))
      union all
      select ${kindOf('change')}, c.id, case when c.type = 'created' then '-infinity' else c.effective_at end from record_changes c
      where c.record_id = ${recordId} and c.message <> '' and not c.details ? 'sourceMovementId'
      union all
      select ${kindOf('began')}, 0, '-infinity' from (select ${recordId} as id) begun
      where not exists (select from record_changes c where c.record_id = begun.id and c.type = 'created' and c.message <> ''
        and not c.details ? 'sourceMovementId')`
  }
}
