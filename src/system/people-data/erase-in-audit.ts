import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { writeAudit } from '../../http/write/audit.ts'
import { auditColumns, entryOf, type AuditRow } from '../audit/entry-rows.ts'
import { digestOfEntry, ERASURE_DEED, VOUCHED_AT_ONCE } from '../audit/erased-entries.ts'
import { addressReplaced, namesReplaced } from './erase-in-tables.ts'
import type { Erasure } from './erasure.ts'

/**
 * Writes a person's pseudonym into the entries of all audit logs by or about them, without the addresses and programs that they came with. The
 * entries keep their hashes, and new ones vouch for what they say now. Answers how many changed.
 */
export async function eraseInAudit(trx: Transaction, erasure: Erasure): Promise<number> {
  const { userId, name, pseudonym, isOnlyOfName } = erasure
  await sql`set local granary.audit_erasure = 'on'`.execute(trx)
  const isTheirs = sql`(actor_id is not distinct from ${userId}::uuid)`
  const isAboutThem = sql`(${isTheirs} or position(${userId} in subject_id) > 0)`
  const json = (column: string) =>
    sql`(${namesReplaced(erasure, addressReplaced(erasure, sql`${sql.ref(column)}::text`), isAboutThem)})::jsonb`
  const after = {
    actor_name: sql`case when ${isTheirs} or (actor_name = ${name} and ${isOnlyOfName}::boolean) then ${pseudonym} else actor_name end`,
    subject_id: addressReplaced(erasure, sql`subject_id`),
    before: json('before'),
    after: json('after'),
  }
  const columns = sql.join(auditColumns.map((column) => sql.ref(column)))
  const { rows } = await sql<AuditRow>`
    update audit_entries set erasure_id = ${erasure.id}, actor_name = ${after.actor_name}, subject_id = ${after.subject_id},
      before = ${after.before}, after = ${after.after},
      address = case when ${isTheirs} then '' else address end, user_agent = case when ${isTheirs} then '' else user_agent end
    where ${isTheirs} or actor_name is distinct from ${after.actor_name} or subject_id is distinct from ${after.subject_id}
      or before is distinct from ${after.before} or after is distinct from ${after.after}
    returning ${columns}`.execute(trx)
  for (const [organisationId, entries] of Map.groupBy(rows, (row) => row.organisation_id))
    vouch(trx, erasure, organisationId, entries)
  return rows.length
}

/** Writes the entries of an erasure into one log, each with the digests of entries that changed. */
function vouch(
  trx: Transaction,
  { id, userId, now, isByOperator }: Erasure,
  organisationId: string,
  rows: AuditRow[],
): void {
  const sorted = rows.toSorted((a, b) => a.sequence - b.sequence)
  for (let first = 0; first < sorted.length; first += VOUCHED_AT_ONCE) {
    const some = sorted.slice(first, first + VOUCHED_AT_ONCE)
    const erased = Object.fromEntries(some.map((row) => [row.sequence, digestOfEntry(entryOf(row))]))
    writeAudit(trx, [
      {
        organisationId,
        at: now.toISOString(),
        // Whoever signed in to do it has an entry of their own, which is not vouched for by one that their own erasure changes.
        actor: isByOperator ? 'operator' : 'nobody',
        actorId: null,
        actorName: '',
        address: '',
        userAgent: '',
        requestId: '',
        category: isByOperator ? 'operator' : 'people',
        deed: ERASURE_DEED,
        subjectKind: 'users',
        subjectId: userId,
        outcome: 'done',
        before: null,
        after: { erasureId: id, erased },
      },
    ])
  }
}
