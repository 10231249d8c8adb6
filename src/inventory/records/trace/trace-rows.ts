import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { isVisibleTo } from '../rows.ts'

/** What a trace tells of facts and records, as far as the caller may see them; names are those of its own rows. */

/** A movement, an adjustment, or a change of a record by which stock came without a movement. */
export interface TracedFact {
  id: number
  is_movement: boolean
  effective_at: Date
  /** The sender of an intake, or the owner of stock that came without a movement. */
  sender_name: string
  receiver_name: string
  variety: string
  grade_id: number | null
}

export interface TracedRecord {
  id: string
  owner_id: string
  owner_name: string
  storage_id: string | null
  storage_name: string
  bay_id: number | null
  bay_name: string
  variety: string
  grade_id: number | null
}

type Db = Kysely<Tables>

/** Facts by their numbers; what the caller may not see is missing. */
export async function findTracedFacts(db: Db, actor: Actor, ids: number[]): Promise<Map<number, TracedFact>> {
  const { rows } = await sql<TracedFact>`
    select m.id, true as is_movement, m.effective_at, coalesce(m.sender_name, '') as sender_name,
      coalesce(m.receiver_name, '') as receiver_name, m.variety, m.grade_id
    from movements m join records r on r.id = m.record_id
    where m.id = any(${ids}::bigint[]) and ${isVisibleTo(actor)}
    union all
    select a.id, false, a.effective_at, '', '', '', null
    from adjustments a join records r on r.id = a.record_id
    where a.id = any(${ids}::bigint[]) and ${isVisibleTo(actor)}
    union all
    select c.id, false, c.effective_at, r.owner_name, '',
      coalesce(c.details #>> '{description,variety}', ''), (c.details #>> '{description,gradeId}')::int
    from record_changes c join records r on r.id = c.record_id
    where c.id = any(${ids}::bigint[]) and ${isVisibleTo(actor)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records, plantings among them, by their ids; what the caller may not see is missing. */
export async function findTracedRecords(
  db: Db,
  actor: Actor,
  ids: string[],
): Promise<Map<string, TracedRecord>> {
  const { rows } = await sql<TracedRecord>`
    select r.id, r.owner_id, r.owner_name, r.storage_id, coalesce(s.name, '') as storage_name, r.bay_id,
      coalesce(bays.name, '') as bay_name, r.variety, r.grade_id
    from records r left join storages s on s.id = r.storage_id left join bays on bays.id = r.bay_id
    where r.id = any(${ids}::uuid[]) and ${isVisibleTo(actor)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
