import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { isPermitted } from '../../kernel/permissions.ts'
import { UNUSED_AFTER_DAYS } from './key-uses.ts'

const MOST_SHOWN = 5

/** API keys that nobody has used for 90 days, and how many those are. */
export interface UnusedKeys {
  count: number
  /** The first few, that of the longest ago first; an empty moment was never. */
  first: { id: string; name: string; lastUsedAtUTC: string }[]
}

/** Finds the API keys of the caller's organisation that may not be needed, for those who may revoke them; none for others. */
export async function findUnusedKeys(db: Kysely<Tables>, actor: Actor): Promise<UnusedKeys> {
  if (!isPermitted(actor, 'keys:write')) return { count: 0, first: [] }
  const { organisationId, now } = actor
  const since = new Date(now.getTime() - UNUSED_AFTER_DAYS * 86_400_000)
  const { rows } = await sql<{ id: string; name: string; last_used_at: Date | null; found: number }>`
    select id, name, last_used_at, count(*) over () as found from api_keys
    where organisation_id = ${organisationId} and revoked_at is null and (expires_at is null or expires_at > ${now})
      and coalesce(last_used_at, created_at) < ${since}
    order by coalesce(last_used_at, created_at), id limit ${MOST_SHOWN}`.execute(db)
  return {
    count: Number(rows[0]?.found ?? 0),
    first: rows.map(({ id, name, last_used_at }) => ({
      id,
      name,
      lastUsedAtUTC: last_used_at?.toISOString() ?? '',
    })),
  }
}
