import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Facet, StocktakeSummary } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { say, useMessages } from '../../i18n/messages.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { stocktakeFilters, type StocktakeFilters } from './filters.ts'
import { messages } from './messages.ts'
import { stocktakeQuery } from '../../stock/stocktake-query.ts'
import { stocktakesTablePath, stocktakesQuery } from './queries.ts'
import { StocktakeTable } from './table.tsx'

/** Lists the sessions: those that are open, approved and cancelled. */
export function Stocktakes() {
  const m = useMessages(messages)
  const mayAdd = useMay('stocktakes:write')
  const { filters, change } = useFilters('/stocktakes', stocktakeFilters)
  const { found, first, rows, onEnd } = usePages(stocktakesQuery(filters))
  useOpenOnes(rows)
  const set = countSet(filters)
  const isEmpty = first?.totalDocs === 0 && set === 0
  const facets = <Facets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <ListScreen
      title={m.title}
      sums={first && say(m.found, { n: first.totalDocs })}
      {...{ found, rows }}
      filters={{ set, choices: facets }}
      actions={
        <>
          <SaveTable path={stocktakesTablePath(filters)} name="stocktakes" />
          {mayAdd && <NewLink />}
        </>
      }
      none={isEmpty && <None mayAdd={mayAdd} />}
      nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
    >
      <StocktakeTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
  )
}

/** Reads the sessions that are open before anybody opens one: whoever counts may have no network by then. */
function useOpenOnes(rows: StocktakeSummary[]) {
  const queries = useQueryClient()
  const open = rows.flatMap(({ id, status }) => (status === 'open' ? [id] : [])).join(' ')
  useEffect(() => {
    for (const id of open.split(' ').filter(Boolean)) void queries.prefetchQuery(stocktakeQuery(id))
  }, [open, queries])
}

function NewLink() {
  const m = useMessages(messages)
  return (
    <Link to="/stocktakes/new" className="button primary">
      <Icon name="plus" />
      {m.add}
    </Link>
  )
}

/** Explains, while there is no session, what one is for. */
function None({ mayAdd }: { mayAdd: boolean }) {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return (
    <NothingYet icon="tally" title={m.none} hint={m.noneHint}>
      {mayAdd ? <NewLink /> : <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
    </NothingYet>
  )
}

function Facets(props: { filters: StocktakeFilters; facets: Facet[]; change: ChangeFilters }) {
  const { filters, facets, change } = props
  const m = useMessages(messages)
  const names: Record<string, string> = { open: m.open, approved: m.approved, cancelled: m.cancelled }
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={stocktakeFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
        termName={(_name, id) => names[id]}
      />
      <ClearFacets names={stocktakeFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}
