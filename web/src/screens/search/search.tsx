import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ask, requestOf } from '../../api/client.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { download } from '../../ui/download.ts'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { askedOf, stockFiltersOf, type StockFilters } from './filters.ts'
import { messages } from './messages.ts'
import './search.css'
import { StockFacets } from './stock-facets.tsx'
import { StockTable } from './stock-table.tsx'

const PAGE = 200

function stockQuery(filters: StockFilters) {
  const query = askedOf(filters)
  return {
    queryKey: ['records', query],
    meta: { kept: true },
    initialPageParam: 0,
    queryFn: ({ pageParam }: { pageParam: number }) =>
      ask('GET /api/inventory/records', { query: { ...query, limit: PAGE, offset: pageParam } }),
    getNextPageParam: ({ offset, docs, totalDocs }: { offset: number; docs: unknown[]; totalDocs: number }) =>
      offset + docs.length < totalDocs ? offset + PAGE : undefined,
  }
}

/** Stock wherever it lies: found by what it is, whose and where. */
export function Search() {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const search = useSearch({ from: '/stock' })
  const filters = useMemo(() => stockFiltersOf(search), [search])
  const change = useChange()
  const found = useInfiniteQuery({ ...stockQuery(filters), placeholderData: keepPreviousData })
  const { fetchNextPage, hasNextPage, isFetching } = found
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])
  const rows = useMemo(() => found.data?.pages.flatMap(({ docs }) => docs) ?? [], [found.data])
  const first = found.data?.pages[0]
  const weight = first?.custom.commodities.reduce((sum, { commodity }) => sum + commodity.totalWeight, 0) ?? 0
  const csv = requestOf('GET /api/inventory/records', { query: { ...askedOf(filters), format: 'csv' } }).path
  const facets = <StockFacets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.stock}</h1>
          <p className="quiet">
            {first ? say(m.found, { n: first.totalDocs, t: formats.tonnes(weight) }) : ' '}
          </p>
        </div>
        <div className="bar">
          <FilterSheet count={Object.keys(search).length}>{facets}</FilterSheet>
          <button
            type="button"
            className="button"
            disabled={!isOnline}
            onClick={() => void download(csv, 'stock.csv')}
          >
            {m.csv}
          </button>
        </div>
      </header>
      <OfflineLine readAt={found.dataUpdatedAt} />
      {found.error && !found.data ? (
        <Failed error={found.error} again={() => void found.refetch()} />
      ) : (
        <div className="narrowed">
          <aside className="panel pad narrow-by" aria-label={m.place}>
            {facets}
          </aside>
          {!found.data && <Skeleton rows={4} />}
          {found.data && rows.length === 0 && (
            <div className="panel nothing">
              <h2>{m.nothing}</h2>
              <p className="quiet">{m.nothingHint}</p>
              <Link to="/weighbridge" search={{}} className="button">
                {m.toWeighbridge}
              </Link>
            </div>
          )}
          {rows.length > 0 && <StockTable rows={rows} filters={filters} change={change} onEnd={onEnd} />}
        </div>
      )}
    </>
  )
}

/** Changes the address: what is undefined is taken out of it. */
function useChange() {
  const navigate = useNavigate({ from: '/stock' })
  return useCallback(
    (part: Record<string, string | undefined>) =>
      void navigate({
        search: (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...part }).flatMap(([name, value]) =>
              value === undefined ? [] : [[name, value]],
            ),
          ),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}
