import type { AuditLogEntry } from '../../api/operations.ts'
import { isDay } from '../../i18n/days.ts'
import { roleMessages } from '../../frame/role-messages.ts'
import { useFormats } from '../../i18n/format.ts'
import type { Formats } from '../../i18n/make-formats.ts'
import { useMessages } from '../../i18n/messages.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { auditMessages } from './audit-messages.ts'

type Value = AuditLogEntry['changes'][number]['before']

/** The change that an entry made, field by field, and from where; behind a fold the entry as its hash covers it. */
export function EntryDetails({ entry }: { entry: AuditLogEntry }) {
  const m = useMessages(auditMessages)
  const { before, after, address } = entry
  return (
    <div className="stack tight audit-entry">
      <Changes changes={entry.changes} />
      <FactList
        className="small break audit-facts"
        facts={[
          [m.where, address],
          [m.program, entry.userAgent],
        ]}
      />
      <details>
        <summary className="small">{m.raw}</summary>
        <FactList
          className="small break audit-facts"
          facts={[
            [m.atUTC, entry.atUTC],
            [m.request, entry.requestId],
            [m.deed, entry.deed],
            [m.subject, [entry.subjectKind, entry.subjectId].filter(Boolean).join(' ')],
            [m.place, String(entry.sequence)],
            [m.hash, entry.hash],
          ]}
        />
        <pre className="small break">{JSON.stringify({ before, after }, null, 2)}</pre>
      </details>
    </div>
  )
}

function Changes({ changes }: Pick<AuditLogEntry, 'changes'>) {
  const m = useMessages(auditMessages)
  const formats = useFormats()
  const roles: Record<string, string> = useMessages(roleMessages)
  if (changes.length === 0) return null
  return (
    <div className="scrolls">
      <table className="table small">
        <caption className="hidden">{m.details}</caption>
        <thead>
          <tr>
            <th>{m.field}</th>
            <th>{m.before}</th>
            <th>{m.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, fieldName, before, after }) => (
            <tr key={field}>
              <th scope="row">{fieldName}</th>
              <td className="break">{textOf(before, m, formats, field === 'role' ? roles : {})}</td>
              <td className="break">{textOf(after, m, formats, field === 'role' ? roles : {})}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/**
 * Moments and days as the organisation has them, figures and answers as the reader writes them.
 *
 * @param names what values of this field are called
 */
function textOf(
  value: Value,
  m: { yes: string; no: string },
  formats: Formats,
  names: Record<string, string>,
): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? m.yes : m.no
  if (typeof value === 'number') return formats.figure(value)
  if (INSTANT.test(value)) return formats.datedMoment(value)
  return isDay(value) ? formats.day(value) : (names[value] ?? value)
}
