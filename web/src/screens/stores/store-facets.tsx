import type { Facet } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { FacetTerms } from '../../stock/facet-terms.tsx'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { listMessages } from '../../ui/list-messages.ts'
import { Find } from '../../ui/find.tsx'
import { NothingFound } from '../../ui/narrowed.tsx'
import { Segmented } from '../../ui/parts.tsx'
import { facetNames, storeFilters, type StoreFilters } from './filters.ts'
import { storeFilterMessages } from './filter-messages.ts'

interface Props {
  filters: StoreFilters
  facets: Facet[]
  change: ChangeFilters
}

/** Filters of the stores: by their present contents, and by the effect of the plan on them. */
export function StoreFacets({ filters, facets, change }: Props) {
  const m = useMessages(storeFilterMessages)
  const { query, set } = filters
  return (
    <div className="facets">
      <Find label={m.find} query={query} change={change} />
      <p className="quiet small">{m.hint}</p>
      <Segmented
        label={m.conflict}
        value={set.conflict === undefined ? 'all' : set.conflict === '1' ? 'with' : 'without'}
        options={{ all: m.all, with: m.with, without: m.without }}
        onChange={(next) => change({ conflict: { all: undefined, with: '1', without: '0' }[next] })}
      />
      <FacetTerms
        names={facetNames}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
        termName={(name, term) =>
          name === 'f:hasInventory' ? (term === 'true' ? m.full : m.empty) : undefined
        }
      />
      {countSet(filters) > 0 && <ClearFilters change={change} />}
    </div>
  )
}

/** Shows how many of all stores are left, the filters that are set, and the way back to all. */
export function StoresLeft({ filters, facets, change, count }: Props & { count: number }) {
  const m = useMessages(storeFilterMessages)
  const { query, set } = filters
  const ticked = facetNames.flatMap((name) => {
    const value = set[name]
    if (value === undefined) return []
    const terms = facets.find((each) => each.name === name)?.terms ?? []
    const called = value.split(',').map((id) => terms.find((term) => term.id === id)?.name ?? id)
    return name === 'f:hasInventory' ? (value === 'true' ? m.full : m.empty) : called.join(', ')
  })
  const said = [
    query && `“${query}”`,
    set.conflict === undefined ? '' : set.conflict === '1' ? m.with : m.without,
    ...ticked,
  ].filter(Boolean)
  return (
    <div className="note bar" role="status">
      <span>
        {say(m.left, { n: count })}: {said.join(' · ')}
      </span>
      <ClearFilters change={change} />
    </div>
  )
}

/** Says that the filters leave no store. */
export function NoneLeft() {
  const m = useMessages(storeFilterMessages)
  return <NothingFound title={m.nothing} hint={m.nothingHint} />
}

function ClearFilters({ change }: Pick<Props, 'change'>) {
  const m = useMessages(listMessages)
  return (
    <button
      type="button"
      className="button"
      onClick={() =>
        change(Object.fromEntries(['query', ...storeFilters.names].map((name) => [name, undefined])))
      }
    >
      {m.clear}
    </button>
  )
}
