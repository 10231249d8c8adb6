import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Facet } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useChangeFilters, type ChangeFilters } from '../../stock/change-filters.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { download } from '../../ui/download.ts'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Narrowed, NothingFound } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { Failed } from '../../ui/parts.tsx'
import './contracts.css'
import { contractFiltersOf, facetNames, type ContractFilters } from './filters.ts'
import { messages } from './messages.ts'
import { contractsQuery, csvPath } from './queries.ts'
import { ContractTable } from './table.tsx'

/** The contracts under which grain is stored here, and those under which others store ours. */
export function Contracts() {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const mayAdd = useMay('contracts:write')
  const search = useSearch({ from: '/contracts' })
  const filters = useMemo(() => contractFiltersOf(search), [search])
  const change = useChangeFilters('/contracts')
  const { found, first, rows, onEnd } = usePages(contractsQuery(filters))
  const isNarrowed = filters.query !== '' || Object.keys(filters.facets).length > 0
  const isEmpty = first?.totalDocs === 0 && !isNarrowed
  const agreed = first?.aggregations.find(({ name }) => name === 'weight')?.sum ?? 0
  const facets = <ContractFacets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">
            {first
              ? say(m.found, { n: first.totalDocs, t: formats.tonnes(agreed) }).replace(
                  String(first.totalDocs),
                  formats.whole(first.totalDocs),
                )
              : ' '}
          </p>
        </div>
        {!isEmpty && (
          <div className="bar">
            <FilterSheet count={Object.keys(filters.facets).length}>{facets}</FilterSheet>
            <button
              type="button"
              className="button"
              disabled={!isOnline}
              onClick={() => void download(csvPath(filters), 'contracts.csv')}
            >
              {m.csv}
            </button>
            {mayAdd && <NewContractLink />}
          </div>
        )}
      </header>
      <OfflineLine readAt={found.dataUpdatedAt} />
      {found.error && !found.data ? (
        <Failed error={found.error} again={() => void found.refetch()} />
      ) : isEmpty ? (
        <None mayAdd={mayAdd} />
      ) : (
        <Narrowed
          label={m.status}
          by={facets}
          count={found.data && rows.length}
          nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
        >
          <ContractTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
        </Narrowed>
      )}
    </>
  )
}

function NewContractLink() {
  const m = useMessages(messages)
  return (
    <Link to="/contracts/new" className="button primary">
      <Icon name="plus" />
      {m.add}
    </Link>
  )
}

/** Where there is no contract yet: what one is for, and how to get it. */
function None({ mayAdd }: { mayAdd: boolean }) {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return (
    <div className="panel nothing">
      <Icon name="contract" size={40} />
      <h2>{m.none}</h2>
      <p className="quiet readable">{m.noneHint}</p>
      {mayAdd ? <NewContractLink /> : <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
    </div>
  )
}

interface FacetsProps {
  filters: ContractFilters
  facets: Facet[]
  change: ChangeFilters
}

/** What the list is narrowed by, each with what one would get. */
function ContractFacets({ filters, facets, change }: FacetsProps) {
  const m = useMessages(messages)
  const statusNames: Record<string, string> = m
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={facetNames}
        labels={m}
        ticked={filters.facets}
        facets={facets}
        change={change}
        termName={(name, id) => (name === 'status' ? statusNames[id] : undefined)}
      />
      <ClearFacets names={facetNames} ticked={filters.facets} change={change} />
    </div>
  )
}
