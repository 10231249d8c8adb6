import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { nameKey } from '../../kernel/names.ts'

/** A partner that an id or a name means: the one that stayed, where it was merged. */
export interface FoundPartner {
  id: string
  name: string
  /** It is known by the id, and not by the name alone. */
  isById: boolean
  /** Somebody has said what it is called. */
  isNamed: boolean
  /** The id, or the name, is that of a partner that was merged into it. */
  isMerged: boolean
}

const findMeant = statement<
  { organisationId: string; ids: string[]; keys: string[] },
  Omit<FoundPartner, 'id'> & { id: string; place: number }
>(
  ({ organisationId, ids, keys }) => sql`
    select wanted.place, kept.id, kept.name, kept.is_named as "isNamed", meant.id = wanted.id as "isById",
      meant.merged_into is not null as "isMerged"
    from unnest(${ids}::text[], ${keys}::text[]) with ordinality as wanted (id, key, place)
    cross join lateral (
      select p.id, p.merged_into from partners p
      where p.organisation_id = ${organisationId}::uuid and (p.id = wanted.id or (wanted.key <> '' and p.name_key = wanted.key))
      order by p.id = wanted.id desc, p.updated_at desc, p.id limit 1
    ) meant
    join partners kept on kept.organisation_id = ${organisationId}::uuid and kept.id = coalesce(meant.merged_into, meant.id)`,
)

/** The partners that ids and names mean, in their order: by id, else by name; null where nobody is meant. One statement. */
export async function findPartners(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  wanted: { id: string; name: string }[],
): Promise<(FoundPartner | null)[]> {
  if (wanted.length === 0) return []
  const ids = wanted.map(({ id }) => id)
  const keys = wanted.map(({ name }) => nameKey(name))
  const rows = await findMeant.rows(db, { organisationId, ids, keys })
  const byPlace = new Map(rows.map(({ place, ...found }) => [Number(place), found]))
  return wanted.map((_each, index) => byPlace.get(index + 1) ?? null)
}

/** Those of some ids that mean another partner by now, with its id. */
export async function findMerged(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('partners')
    .select(['id', 'merged_into'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', anyOf(ids, 'text'))
    .where('merged_into', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, merged_into: into }) => [id, into ?? id]))
}

const upsert = statement<{
  organisationId: string
  id: string
  name: string
  key: string
  mergedInto: string | null
  now: Date
}>(
  ({ organisationId, id, name, key, mergedInto, now }) => sql`
    insert into partners (organisation_id, id, name, name_key, merged_into, created_at, updated_at)
    values (${organisationId}::uuid, ${id}, ${name}, ${key}, ${mergedInto}, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (organisation_id, id) do update set name = excluded.name, name_key = excluded.name_key, updated_at = excluded.updated_at
    where not partners.is_named and partners.merged_into is null and excluded.merged_into is null`,
)

/** Keeps what a body tells of a partner; waited for with COMMIT. */
export function savePartner(
  trx: Transaction,
  { organisationId, now }: Actor,
  { id, name, mergedInto }: { id: string; name: string; mergedInto: string | null },
): void {
  writeUnawaited(trx, upsert.with({ organisationId, id, name, key: nameKey(name), mergedInto, now }))
}
