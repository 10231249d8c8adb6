import { Link } from '@tanstack/react-router'
import type { Facet } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { say, useMessages } from '../../i18n/messages.ts'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { useFilters } from '../../stock/use-filters.ts'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { settlementFilters, type SettlementFilters } from './filters.ts'
import { messages } from './messages.ts'
import { settlementsTablePath, settlementsQuery } from './queries.ts'
import './settlements.css'
import { SettlementTable } from './table.tsx'

/** Lists the buyers' accounts of what they received, statement by statement. */
export function Settlements() {
  const m = useMessages(messages)
  const mayAdd = useMay('contracts:write')
  const { filters, change } = useFilters('/settlements', settlementFilters)
  const { found, first, rows, onEnd } = usePages(settlementsQuery(filters))
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
          <SaveTable path={settlementsTablePath(filters)} name="settlements" />
          {mayAdd && <NewLink />}
        </>
      }
      none={isEmpty && <None mayAdd={mayAdd} />}
      nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
    >
      <SettlementTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
  )
}

function NewLink() {
  const m = useMessages(messages)
  return (
    <Link to="/settlements/new" className="button primary">
      <Icon name="plus" />
      {m.add}
    </Link>
  )
}

/** Explains, while there is no statement, what one is for, and how to get it. */
function None({ mayAdd }: { mayAdd: boolean }) {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return (
    <NothingYet icon="check" title={m.none} hint={m.noneHint}>
      {mayAdd ? <NewLink /> : <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
    </NothingYet>
  )
}

/** Filters of the list, each with the number of statements it would give. */
function Facets(props: { filters: SettlementFilters; facets: Facet[]; change: ChangeFilters }) {
  const { filters, facets, change } = props
  const m = useMessages(messages)
  const statusNames: Record<string, string> = { open: m.open, closed: m.closed }
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={settlementFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
        termName={(name, id) => (name === 'status' ? statusNames[id] : undefined)}
      />
      <ClearFacets names={settlementFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}
