import { Link } from '@tanstack/react-router'
import { ask, requestOf } from '../../api/client.ts'
import { SaveTable, type TableFormat } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { countSet } from '../../stock/filters.ts'
import { onlyCrop } from '../../stock/only-crop.ts'
import { SavedViews } from '../../stock/saved-views.tsx'
import { useFilters } from '../../stock/use-filters.ts'
import { NothingFound } from '../../ui/narrowed.tsx'
import { pagesOf, usePages } from '../../ui/pages.ts'
import { stockAsked, stockFilters, type StockFilters } from './filters.ts'
import { messages } from './messages.ts'
import './search.css'
import { StockFacets } from './stock-facets.tsx'
import { StockTable } from './stock-table.tsx'

const PAGE = 200

function stockQuery(filters: StockFilters) {
  const query = stockAsked(filters)
  return pagesOf(['records', query], (offset) =>
    ask('GET /api/inventory/records', { query: { ...query, limit: PAGE, offset, wait: false } }),
  )
}

/** Sums and facets of very many records are counted while their first page is shown. */
const COUNTED_AGAIN_MS = 2000

/** Stock wherever it lies: found by what it is, whose and where. */
export function Search() {
  const { search, filters, change } = useFilters('/stock', stockFilters)
  const { found, first, rows, onEnd } = usePages({
    ...stockQuery(filters),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.isCounting ? COUNTED_AGAIN_MS : false),
  })
  const commodityId = onlyCrop(first?.custom.commodities.map(({ commodity }) => commodity.id) ?? [])
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const weight = first?.custom.commodities.reduce((sum, { commodity }) => sum + commodity.totalWeight, 0) ?? 0
  const tablePath = (format: TableFormat) =>
    requestOf('GET /api/inventory/records', { query: { ...stockAsked(filters), format } }).path
  const facets = <StockFacets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <ListScreen
      title={m.stock}
      sums={
        first &&
        say(first.isCounting ? m.counting : m.found, { n: first.totalDocs, t: formats.stock(weight) })
      }
      {...{ found, rows }}
      filters={{ set: countSet(filters), choices: facets }}
      actions={
        <>
          <SavedViews screen="/stock" search={search} />
          <SaveTable path={tablePath} name="stock" />
        </>
      }
      nothing={
        <NothingFound title={m.nothing} hint={m.nothingHint}>
          <Link to="/weighbridge" search={{}} className="button">
            {m.toWeighbridge}
          </Link>
        </NothingFound>
      }
    >
      <StockTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
  )
}
