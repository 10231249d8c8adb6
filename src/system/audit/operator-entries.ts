import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { writeAudit, writeAuditAlone, type AuditEntry } from '../../http/write/audit.ts'
import { auditable } from '../../http/write/audit-kinds.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import type { NamedDeed } from '../../words/audit-deeds.ts'
import { emailOf } from '../access/users.ts'

interface OperatorDeed {
  deed: NamedDeed & `operator.${string}`
  now: Date
  /** The organisations in whose logs it stands; the installation's where there is none. */
  organisationIds?: string[]
  subjectKind: string
  subjectId: string
  after?: unknown
}

/** Writes into the audit log what was done at the command line, in the transaction that does it. */
export function auditOperator(trx: Transaction, told: OperatorDeed): void {
  writeAudit(trx, operatorEntries(told))
}

/** The subject of what concerns the installation, and no one thing in it. */
export const OF_THE_INSTALLATION = { subjectKind: 'installation', subjectId: '' }

/** Writes the same of what has no transaction, such as a backup. */
export async function auditOperatorAlone(db: Kysely<Tables>, told: OperatorDeed): Promise<void> {
  await writeAuditAlone(db, operatorEntries(told))
}

function operatorEntries(told: OperatorDeed): AuditEntry[] {
  const { organisationIds = [] } = told
  const whose = organisationIds.length > 0 ? organisationIds : [NIL_ID]
  return whose.map((organisationId) => ({
    organisationId,
    at: told.now.toISOString(),
    actor: 'operator',
    actorId: null,
    actorName: '',
    address: '',
    userAgent: '',
    requestId: '',
    category: 'operator',
    deed: told.deed,
    subjectKind: told.subjectKind,
    subjectId: told.subjectId,
    outcome: 'done',
    before: null,
    after: auditable(told.after),
  }))
}

/** As `auditOperator`, of an account: it stands in the logs of all organisations that somebody belongs to. */
export async function auditOperatorOnAccount(
  trx: Transaction,
  { email, ...told }: Pick<OperatorDeed, 'deed' | 'now' | 'after'> & { email: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; organisationId: string | null }>`
    select u.id, m.organisation_id as "organisationId" from users u left join memberships m on m.user_id = u.id
    where u.email = ${emailOf(email)}`.execute(trx)
  const organisationIds = rows.flatMap(({ organisationId }) => organisationId ?? [])
  auditOperator(trx, { ...told, organisationIds, subjectKind: 'users', subjectId: rows[0]?.id ?? '' })
}
