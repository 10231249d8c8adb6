import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { AuditEntry } from '../../http/write/audit.ts'
import type { AuditKind } from '../../words/audit-deeds.ts'
import type { ChainedEntry } from './chain-hash.ts'

/** The columns of an entry, as they are read. */
export const auditColumns = [
  'organisation_id',
  'sequence',
  'at',
  'actor',
  'actor_id',
  'actor_name',
  'address',
  'user_agent',
  'request_id',
  'category',
  'deed',
  'subject_kind',
  'subject_id',
  'outcome',
  'before',
  'after',
] as const

export type AuditRow = Pick<Selectable<Tables['audit_entries']>, (typeof auditColumns)[number]>

/** An entry as it was hashed, from its row. */
export function entryOf(row: AuditRow): ChainedEntry {
  return {
    organisationId: row.organisation_id,
    sequence: row.sequence,
    at: row.at.toISOString(),
    // Its check lets in no other.
    actor: row.actor as AuditEntry['actor'],
    actorId: row.actor_id,
    actorName: row.actor_name,
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
    category: row.category as AuditKind,
    deed: row.deed,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    outcome: row.outcome as AuditEntry['outcome'],
    before: row.before,
    after: row.after,
  }
}

/** The row of an entry. */
export function rowOfEntry(entry: ChainedEntry, hash: Buffer) {
  return {
    organisation_id: entry.organisationId,
    sequence: entry.sequence,
    at: entry.at,
    actor: entry.actor,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    address: entry.address,
    user_agent: entry.userAgent,
    request_id: entry.requestId,
    category: entry.category,
    deed: entry.deed,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    outcome: entry.outcome,
    before: entry.before,
    after: entry.after,
    hash: `\\x${hash.toString('hex')}`,
  }
}
