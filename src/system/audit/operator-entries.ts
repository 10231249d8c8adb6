import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { writeAudit, type AuditEntry } from '../../http/write/audit.ts'
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
  const { organisationIds = [] } = told
  const whose = organisationIds.length > 0 ? organisationIds : [NIL_ID]
  writeAudit(
    trx,
    whose.map((organisationId): AuditEntry => ({
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
    })),
  )
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
