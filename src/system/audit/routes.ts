import { read, type Operation } from '../../http/operation.ts'
import { auditTable, searchAudit } from './queries.ts'
import { AuditPage, AuditQuery } from './schema.ts'

/** The audit log of an organisation (rules.md §16). */
export const auditOperations: Operation[] = [
  read(
    {
      path: '/audit',
      title: 'Search the audit log',
      description:
        'Who did what in your organisation, when, from where, to what, and what changed by it: sign-ins, also those that were refused, people, keys, settings, files, papers, exports, imports, closings and every ' +
        'change of stock. The newest first, a page at a time behind `next`. Entries are chained by their hashes, so that `granary audit verify` shows what was changed or taken away. They are kept for as ' +
        'long as the organisation says (`auditYears`).',
      permission: 'audit:read',
      needsStepUpToExport: true,
      query: AuditQuery,
      result: AuditPage,
      isInTheirLanguage: true,
      table: (db, actor, { query }) => auditTable(db, actor, query),
    },
    (db, actor, { query }) => searchAudit(db, actor, query),
  ),
]
