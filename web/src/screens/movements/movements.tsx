import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useMay } from '../../api/session.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { download } from '../../ui/download.ts'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { Bulk } from './bulk.tsx'
import { Facets, type FacetsProps } from './facets.tsx'
import { countSet, filtersOf } from './filters.ts'
import { messages } from './messages.ts'
import './movements.css'
import { Panel } from './panel.tsx'
import { csvPath, movementsQuery } from './queries.ts'
import { Removed, type RemovedMovement } from './removed.tsx'
import { MovementTable } from './table.tsx'

const nobody: ReadonlySet<number> = new Set()

/** Every movement: found, opened, completed, copied, changed, and taken back. */
export function Movements() {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const mayWrite = useMay('movements:write')
  const search = useSearch({ from: '/movements' })
  const filters = useMemo(() => filtersOf(search), [search])
  const change = useChange()
  const [chosen, choose] = useState<ReadonlySet<number>>(nobody)
  const [removed, setRemoved] = useState<RemovedMovement>()
  const { found, rows, total, onEnd } = useFound(filters)
  const close = () => change({ open: undefined })
  const picked = rows.filter(({ id }) => chosen.has(id))
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.movements}</h1>
          <p className="quiet">
            {total === undefined
              ? ' '
              : say(m.count, { n: total }).replace(String(total), formats.whole(total))}
          </p>
        </div>
        <div className="bar">
          <FilterSheet count={countSet(filters)}>
            <Facets filters={filters} change={change} />
          </FilterSheet>
          <button
            type="button"
            className="button"
            disabled={!isOnline}
            onClick={() => void download(csvPath(filters), 'movements.csv')}
          >
            {m.csv}
          </button>
        </div>
      </header>
      <OfflineLine readAt={found.dataUpdatedAt} />
      {removed && <Removed removed={removed} onDone={() => setRemoved(undefined)} />}
      {mayWrite && <Bulk picked={picked} onDone={() => choose(nobody)} />}
      {found.error && !found.data ? (
        <Failed error={found.error} again={() => void found.refetch()} />
      ) : (
        <div className="narrowed">
          <aside className="panel pad narrow-by" aria-label={m.filters}>
            <Facets filters={filters} change={change} />
          </aside>
          {!found.data && <Skeleton rows={4} />}
          {found.data && rows.length === 0 && <Nothing isFiltered={countSet(filters) > 0} />}
          {rows.length > 0 && <MovementTable {...{ rows, filters, change, chosen, choose, onEnd }} />}
        </div>
      )}
      {filters.open !== undefined && (
        <Panel
          key={filters.open}
          id={filters.open}
          onClose={close}
          onRemoved={(what) => {
            setRemoved(what)
            close()
          }}
        />
      )}
    </>
  )
}

/** The movements so far, and more of them when their end comes into view. */
function useFound(filters: ReturnType<typeof filtersOf>) {
  const found = useInfiniteQuery({ ...movementsQuery(filters), placeholderData: keepPreviousData })
  const rows = useMemo(() => found.data?.pages.flatMap(({ docs }) => docs) ?? [], [found.data])
  const total = found.data?.pages[0]?.totalDocs
  const { fetchNextPage, hasNextPage, isFetching } = found
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])
  return { found, rows, total, onEnd }
}

/** Changes the address: what is undefined is taken out of it. */
function useChange(): FacetsProps['change'] {
  const navigate = useNavigate({ from: '/movements' })
  return useCallback(
    (part) =>
      void navigate({
        search: (before) => {
          const next = Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined)
          return Object.fromEntries(next) as Record<string, string>
        },
        replace: !('open' in part),
        resetScroll: false,
      }),
    [navigate],
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const m = useMessages(messages)
  return (
    <div className="panel nothing">
      <h2>{isFiltered ? m.empty : m.none}</h2>
      <p className="quiet">{m.emptyHint}</p>
      <Link to="/weighbridge" search={{}} className="button">
        {m.toWeighbridge}
      </Link>
    </div>
  )
}
