import type { Facet } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { filterMessages } from '../../ui/filter-messages.ts'
import { Segmented } from '../../ui/parts.tsx'
import { Terms } from '../../ui/terms.tsx'
import { facetNames, type StockFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  filters: StockFilters
  facets: Facet[]
  change: (part: Record<string, string | undefined>) => void
}

const MOST_TERMS = 12

/** What the list is narrowed by, each with what one would get. */
export function StockFacets({ filters, facets, change }: Props) {
  const m = useMessages(messages)
  const words = useMessages(filterMessages)
  const shown = facetNames.flatMap((name) => {
    const facet = facets.find((each) => each.name === name)
    const value = filters.facets[name]
    const ticked = new Set(value?.split(','))
    const all = facet?.terms.filter(({ id, hits }) => Number(hits) > 0 || ticked.has(id)) ?? []
    const terms = all.filter(({ id }, index) => index < MOST_TERMS || ticked.has(id))
    return terms.length > 1 || value !== undefined ? [{ name, value, terms }] : []
  })
  const isSet = Object.keys(filters.facets).length > 0
  return (
    <div className="facets">
      <Segmented
        label={m.place}
        value={filters.place}
        options={{ store: m.store, field: m.field, all: m.all }}
        onChange={(place) => change({ place: place === 'store' ? undefined : place })}
      />
      <Segmented
        label={m.owned}
        value={filters.owned}
        options={{ all: m.ownedBoth, 'owned by': m['owned by'], 'stored by': m['stored by'] }}
        onChange={(owned) => change({ owned: owned === 'all' ? undefined : owned })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={filters.isEmptyShown}
          onChange={({ target }) => change({ empty: target.checked ? '1' : undefined })}
        />
        {m.alsoEmpty}
      </label>
      {shown.map(({ name, value, terms }) => (
        <Terms
          key={name}
          label={m[name]}
          value={value}
          terms={terms.map((term) => ({ id: term.id, name: term.name, hits: Number(term.hits) }))}
          onChange={(next) => change({ [name]: next })}
        />
      ))}
      {isSet && (
        <button
          type="button"
          className="button"
          onClick={() => change(Object.fromEntries(facetNames.map((name) => [name, undefined])))}
        >
          {words.clear}
        </button>
      )}
    </div>
  )
}
