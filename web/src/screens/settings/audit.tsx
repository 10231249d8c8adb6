import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ask } from '../../api/client.ts'
import type { AuditLogEntry, AuditPage } from '../../api/operations.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Find } from '../../ui/find.tsx'
import { Choice, Failed, Skeleton } from '../../ui/parts.tsx'
import { auditKinds, auditMessages } from './audit-messages.ts'
import { EntryDetails } from './audit-entry.tsx'

const PAGE = 50
const route = getRouteApi('/settings/$part')

/** Narrows the log; an empty text narrows nothing. */
interface Wanted {
  query: string
  category: AuditLogEntry['category'] | ''
  outcome: 'refused' | ''
  from: string
  to: string
}

/** Reads what the address narrows the log by, so that a link and a reload keep it. */
function wantedOf({
  query = '',
  category,
  outcome,
  from = '',
  to = '',
}: Record<string, string | undefined>): Wanted {
  const kind = Object.keys(auditKinds.en).find((each) => each === category)
  return {
    query,
    category: (kind ?? '') as Wanted['category'],
    outcome: outcome === 'refused' ? outcome : '',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
  }
}

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
  const search = route.useSearch()
  const navigate = useNavigate()
  const wanted = useMemo(() => wantedOf(search), [search])
  const change = useCallback(
    (part: Partial<Wanted>) =>
      void navigate({
        to: '/settings/$part',
        params: { part: 'audit' },
        search: (before) => queryOf({ ...wantedOf(before), ...part }),
        replace: true,
      }),
    [navigate],
  )
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
      <ul className="lines audit-lines">
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
        <SaveTable
          path={(format) =>
            `/api/system/audit?${new URLSearchParams({ ...queryOf(wanted), format }).toString()}`
          }
          name="audit"
        />
      </div>
      {head !== '' && (
        <p className="quiet small break">
          {m.head} {head}
        </p>
      )}
    </section>
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
  const { atUTC, actor, actorName, address, outcome, deedName, subjectName } = entry
  const kindOf = { person: '', key: m.key, operator: m.operator, nobody: m.nobody }[actor]
  const who = [actorName, kindOf].filter(Boolean).join(', ')
  return (
    <details>
      <summary>
        <span className="strong">{[deedName, subjectName].filter(Boolean).join(': ')}</span>{' '}
        {outcome === 'refused' && <span className="badge bad">{m.refused}</span>}
        <br />
        <span className="quiet small break">
          {[formats.moment(atUTC), who, address].filter(Boolean).join(' · ')}
        </span>
      </summary>
      <EntryDetails entry={entry} />
    </details>
  )
}
