import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Facet } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { download } from '../../ui/download.ts'
import { filterMessages } from '../../ui/filter-messages.ts'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { Terms } from '../../ui/terms.tsx'
import './contracts.css'
import { contractFiltersOf, facetNames, type ContractFilters } from './filters.ts'
import { messages } from './messages.ts'
import { contractsQuery, csvPath } from './queries.ts'
import { ContractTable } from './table.tsx'

type Change = (part: Record<string, string | undefined>) => void

/** The contracts under which grain is stored here, and those under which others store ours. */
export function Contracts() {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const mayAdd = useMay('contracts:write')
  const search = useSearch({ from: '/contracts' })
  const filters = useMemo(() => contractFiltersOf(search), [search])
  const change = useChange()
  const { found, rows, onEnd } = useFound(filters)
  const first = found.data?.pages[0]
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
        <div className="narrowed">
          <aside className="panel pad narrow-by" aria-label={m.status}>
            {facets}
          </aside>
          {!found.data && <Skeleton rows={4} />}
          {found.data && rows.length === 0 && (
            <div className="panel nothing">
              <h2>{m.nothing}</h2>
              <p className="quiet">{m.nothingHint}</p>
            </div>
          )}
          {rows.length > 0 && <ContractTable rows={rows} filters={filters} change={change} onEnd={onEnd} />}
        </div>
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

function useFound(filters: ContractFilters) {
  const found = useInfiniteQuery({ ...contractsQuery(filters), placeholderData: keepPreviousData })
  const rows = useMemo(() => found.data?.pages.flatMap(({ docs }) => docs) ?? [], [found.data])
  const { fetchNextPage, hasNextPage, isFetching } = found
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])
  return { found, rows, onEnd }
}

/** Changes the address: what is undefined or empty is taken out of it. */
function useChange(): Change {
  const navigate = useNavigate({ from: '/contracts' })
  return useCallback(
    (part) =>
      void navigate({
        search: (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...part }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
          ),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

interface FacetsProps {
  filters: ContractFilters
  facets: Facet[]
  change: Change
}

const MOST_TERMS = 12
const ASKED_AFTER_MS = 300

/** What the list is narrowed by, each with what one would get. */
function ContractFacets({ filters, facets, change }: FacetsProps) {
  const m = useMessages(messages)
  const words = useMessages(filterMessages)
  const statusNames: Record<string, string> = m
  const shown = facetNames.flatMap((name) => {
    const value = filters.facets[name]
    const ticked = new Set(value?.split(','))
    const all = facets.find((each) => each.name === name)?.terms ?? []
    const terms = all
      .filter(({ id, hits }) => Number(hits) > 0 || ticked.has(id))
      .filter(({ id }, index) => index < MOST_TERMS || ticked.has(id))
    return terms.length > 1 || value !== undefined ? [{ name, value, terms }] : []
  })
  return (
    <div className="facets">
      <Find query={filters.query} change={change} />
      {shown.map(({ name, value, terms }) => (
        <Terms
          key={name}
          label={m[name]}
          value={value}
          terms={terms.map((term) => ({
            id: term.id,
            name: (name === 'status' && statusNames[term.id]) || term.name,
            hits: Number(term.hits),
          }))}
          onChange={(next) => change({ [name]: next })}
        />
      ))}
      {Object.keys(filters.facets).length > 0 && (
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

/** Part of a reference or name; asked for when nobody has typed for a moment. */
function Find({ query, change }: { query: string; change: Change }) {
  const m = useMessages(messages)
  const [typed, type] = useState(query)
  useEffect(() => {
    if (typed.trim() === query) return
    const timer = setTimeout(() => change({ query: typed.trim() || undefined }), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, query, change])
  return <TextField label={m.find} value={typed} onChange={type} />
}
