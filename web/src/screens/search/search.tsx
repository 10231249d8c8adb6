import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ask, requestOf } from '../../api/client.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useChangeFilters } from '../../stock/change-filters.ts'
import { download } from '../../ui/download.ts'
import { SavedViews } from '../../stock/saved-views.tsx'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Narrowed, NothingFound } from '../../ui/narrowed.tsx'
import { pagesOf, usePages } from '../../ui/pages.ts'
import { Failed } from '../../ui/parts.tsx'
import { askedOf, stockFiltersOf, type StockFilters } from './filters.ts'
import { messages } from './messages.ts'
import './search.css'
import { StockFacets } from './stock-facets.tsx'
import { StockTable } from './stock-table.tsx'

const PAGE = 200

function stockQuery(filters: StockFilters) {
  const query = askedOf(filters)
  return pagesOf(['records', query], (offset) =>
    ask('GET /api/inventory/records', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Stock wherever it lies: found by what it is, whose and where. */
export function Search() {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const search = useSearch({ from: '/stock' })
  const filters = useMemo(() => stockFiltersOf(search), [search])
  const change = useChangeFilters('/stock')
  const { found, first, rows, onEnd } = usePages(stockQuery(filters))
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
          <SavedViews screen="/stock" search={search} />
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
        <Narrowed
          label={m.place}
          by={facets}
          count={found.data && rows.length}
          nothing={
            <NothingFound title={m.nothing} hint={m.nothingHint}>
              <Link to="/weighbridge" search={{}} className="button">
                {m.toWeighbridge}
              </Link>
            </NothingFound>
          }
        >
          <StockTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
        </Narrowed>
      )}
    </>
  )
}
