import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { AuditLogEntry, AuditPage } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { DayField } from '../../ui/day-field.tsx'
import { download } from '../../ui/download.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Find } from '../../ui/find.tsx'
import { Choice, Failed, Skeleton } from '../../ui/parts.tsx'
import { auditKinds, auditMessages } from './audit-messages.ts'
import { changedFields } from './changed-fields.ts'

const PAGE = 50

/** Narrows the log; an empty text narrows nothing. */
interface Wanted {
  query: string
  category: AuditLogEntry['category'] | ''
  outcome: 'refused' | ''
  from: string
  to: string
}
const EVERYTHING: Wanted = { query: '', category: '', outcome: '', from: '', to: '' }

/** The query of a search, without what narrows nothing. */
function queryOf(wanted: Wanted) {
  const { query, category, outcome, from, to } = wanted
  return {
    ...(query !== '' && { query }),
    ...(category !== '' && { category }),
    ...(outcome !== '' && { outcome }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  }
}

/** The audit log of the organisation: who did what, narrowed as somebody wants it. */
export function AuditLog() {
  const m = useMessages(auditMessages)
  const [wanted, want] = useState(EVERYTHING)
  const change = useCallback((part: Partial<Wanted>) => want((before) => ({ ...before, ...part })), [])
  const found = useInfiniteQuery({
    queryKey: ['audit', wanted],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ask('GET /api/system/audit', {
        query: { ...queryOf(wanted), limit: PAGE, ...(pageParam !== '' && { next: pageParam }) },
      }),
    getNextPageParam: ({ next }: AuditPage) => next || undefined,
  })
  const { data, error, refetch } = found
  const entries = data?.pages.flatMap(({ docs }) => docs) ?? []
  const head = data?.pages[0]?.head ?? ''
  return (
    <section className="panel pad stack" aria-labelledby="audit">
      <h2 id="audit">{m.title}</h2>
      <p className="quiet small">{m.hint}</p>
      <Narrowing wanted={wanted} change={change} />
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && entries.length === 0 && <p className="quiet">{m.none}</p>}
      <ul className="lines">
        {entries.map((entry) => (
          <li key={entry.sequence}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      <div className="bar">
        {found.hasNextPage && (
          <button
            type="button"
            className="button"
            disabled={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {m.more}
          </button>
        )}
        <SaveTable wanted={wanted} />
      </div>
      {head !== '' && (
        <p className="quiet small break">
          {m.head} {head}
        </p>
      )}
    </section>
  )
}

function SaveTable({ wanted }: { wanted: Wanted }) {
  const m = useMessages(auditMessages)
  const refusal = useRefusal()
  const [failed, setFailed] = useState<unknown>()
  const parameters = new URLSearchParams({ ...queryOf(wanted), format: 'csv' })
  const save = () => download(`/api/system/audit?${parameters.toString()}`, 'audit.csv').catch(setFailed)
  return (
    <>
      <button type="button" className="button" onClick={() => void save()}>
        {m.csv}
      </button>
      {failed !== undefined && (
        <p className="note bad" role="alert">
          {refusal(failed)}
        </p>
      )}
    </>
  )
}

function Narrowing({ wanted, change }: { wanted: Wanted; change: (part: Partial<Wanted>) => void }) {
  const m = useMessages(auditMessages)
  const kinds = useMessages(auditKinds)
  const find = useCallback(({ query = '' }: { query: string | undefined }) => change({ query }), [change])
  return (
    <>
      <Find label={m.find} query={wanted.query} change={find} />
      <div className="two">
        <Choice
          label={m.category}
          value={wanted.category}
          onChange={(category) => change({ category: category as Wanted['category'] })}
        >
          <option value="">{m.all}</option>
          {Object.entries<string>(kinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label={m.outcome}
          value={wanted.outcome}
          onChange={(outcome) => change({ outcome: outcome as Wanted['outcome'] })}
        >
          <option value="">{m.all}</option>
          <option value="refused">{m.refusedOnly}</option>
        </Choice>
        <DayField label={m.from} value={wanted.from} onChange={(from) => change({ from })} />
        <DayField label={m.to} value={wanted.to} onChange={(to) => change({ to })} />
      </div>
    </>
  )
}

/** An entry: when, who and what; opened, from where, and what changed. */
function Entry({ entry }: { entry: AuditLogEntry }) {
  const m = useMessages(auditMessages)
  const formats = useFormats()
  const { atUTC, actor, actorName, address, outcome, deedName } = entry
  const kindOf = { person: '', key: m.key, operator: m.operator, nobody: m.nobody }[actor]
  const who = [actorName, kindOf].filter(Boolean).join(', ')
  return (
    <details>
      <summary>
        <span className="strong">{deedName}</span>
        {outcome === 'refused' && <span className="badge bad">{m.refused}</span>}
        <br />
        <span className="quiet small break">
          {[formats.moment(atUTC), who, address].filter(Boolean).join(' · ')}
        </span>
      </summary>
      <Changes entry={entry} />
      <FactList
        className="small break"
        facts={[
          [m.subject, [entry.subjectKind, entry.subjectId].filter(Boolean).join(' ')],
          [m.where, address],
          [m.program, entry.userAgent],
          [m.request, entry.requestId],
          [m.deed, entry.deed],
          [m.place, String(entry.sequence)],
          [m.hash, entry.hash],
        ]}
      />
    </details>
  )
}

function Changes({ entry }: { entry: AuditLogEntry }) {
  const m = useMessages(auditMessages)
  const fields = changedFields(entry.before, entry.after)
  if (fields.length === 0) return null
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
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="break">{before}</td>
              <td className="break">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
