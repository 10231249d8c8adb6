import type { Facet } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import type { ChangeFilters } from '../../stock/filters.ts'
import { Segmented } from '../../ui/parts.tsx'
import { stockFacetNames, type StockFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  filters: StockFilters
  facets: Facet[]
  change: ChangeFilters
}

/** Filters of the list, each with the number of records it would give. */
export function StockFacets({ filters, facets, change }: Props) {
  const m = useMessages(messages)
  return (
    <div className="facets">
      <Segmented
        label={m.place}
        value={(filters.set.place ?? 'store') as 'store' | 'field' | 'all'}
        options={{ store: m.store, field: m.field, all: m.all }}
        onChange={(place) => change({ place: place === 'store' ? undefined : place })}
      />
      <Segmented
        label={m.owned}
        value={(filters.set.owned ?? 'all') as 'all' | 'owned by' | 'stored by'}
        options={{ all: m.ownedBoth, 'owned by': m['owned by'], 'stored by': m['stored by'] }}
        onChange={(owned) => change({ owned: owned === 'all' ? undefined : owned })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={filters.set.empty === '1'}
          onChange={({ target }) => change({ empty: target.checked ? '1' : undefined })}
        />
        {m.alsoEmpty}
      </label>
      <FacetTerms names={stockFacetNames} labels={m} ticked={filters.set} facets={facets} change={change} />
      <ClearFacets names={stockFacetNames} ticked={filters.set} change={change} />
    </div>
  )
}
