import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { closed } from '../http/validate/schema.ts'
import { pageOf } from '../kernel/page.ts'

/** The history of something that is agreed, a contract or an order: what was said otherwise, when, by whom and why. */

export const ChangedFields = Type.Array(
  closed({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }),
)
type ChangedField = Static<typeof ChangedFields>[number]

/** Fields of a change beside its status. */
export const changeFields = {
  changed: ChangedFields,
  reason: Type.String(),
  byName: Type.String(),
  atUTC: Type.String(),
}

const histories = {
  trade: { changes: sql.table('trade_changes'), id: sql.ref('trade_id') },
  order: { changes: sql.table('order_changes'), id: sql.ref('order_id') },
}
type Subject = keyof typeof histories

/** Lists the fields that differ between two states, each as it was and as it is. */
export function fieldsThatDiffer(was: Record<string, unknown>, is: Record<string, unknown>): ChangedField[] {
  return Object.keys(is).flatMap((field) =>
    isDeepStrictEqual(was[field], is[field]) ? [] : [{ field, before: was[field], after: is[field] }],
  )
}

/** Keeps a change in the history of its subject; `status` is null where that stayed. */
export async function noteChangeOf(
  trx: Transaction,
  { organisationId, userId, userName, now }: Actor,
  of: Subject,
  {
    id,
    status,
    changed,
    reason,
  }: { id: string; status: string | null; changed: ChangedField[]; reason: string },
): Promise<void> {
  const { changes, id: subject } = histories[of]
  await sql`
    insert into ${changes} (organisation_id, ${subject}, status, changed, reason, recorded_by, recorded_by_name, recorded_at)
    values (${organisationId}, ${id}, ${status}, ${JSON.stringify(changed)}, ${reason}, ${userId}, ${userName}, ${now})`.execute(
    trx,
  )
}

interface Row<Status> {
  status: Status | null
  changed: ChangedField[]
  reason: string
  by_name: string
  at: Date
}

/** A page of the history of one subject of the caller's, the latest change first. Call it within one moment, once the subject is found. */
export async function changesOfSubject<Status extends string>(
  moment: Kysely<Tables>,
  { organisationId }: Actor,
  of: Subject,
  { id, ...query }: { id: string; limit?: number; offset?: number },
) {
  const { limit, offset } = pageOf(query)
  const { changes, id: subject } = histories[of]
  const its = sql`organisation_id = ${organisationId} and ${subject} = ${id}`
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${changes} where ${its}`.execute(moment)
  const { rows } = await sql<Row<Status>>`
    select status, changed, reason, recorded_by_name as by_name, recorded_at as at from ${changes}
    where ${its} order by id desc limit ${limit} offset ${offset}`.execute(moment)
  const docs = rows.map(({ status, changed, reason, by_name: byName, at }) => ({
    status,
    changed,
    reason,
    byName,
    atUTC: at.toISOString(),
  }))
  return { docs, totalDocs: counted[0]?.count ?? 0, limit, offset }
}
