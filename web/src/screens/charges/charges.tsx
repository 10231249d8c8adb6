import { Link } from '@tanstack/react-router'
import type { Facet } from '../../api/operations.ts'
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
import './charges.css'
import { chargeFilters, type ChargeFilters } from './filters.ts'
import { messages } from './messages.ts'
import { chargesTablePath, chargesQuery } from './queries.ts'
import { ChargeTable } from './table.tsx'

/** Statements of charges, for grain that is stored for others. */
export function Charges() {
  const m = useMessages(messages)
  const mayAdd = useMay('contracts:write')
  const { filters, change } = useFilters('/charges', chargeFilters)
  const { found, first, rows, onEnd } = usePages(chargesQuery(filters))
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
          <TariffsLink />
          <SaveTable path={chargesTablePath(filters)} name="charges" />
          {mayAdd && <NewLink />}
        </>
      }
      none={isEmpty && <None mayAdd={mayAdd} />}
      nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
    >
      <ChargeTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
  )
}

function TariffsLink() {
  const m = useMessages(messages)
  return (
    <Link to="/charges/tariffs" search={{}} className="button">
      {m.tariffs}
    </Link>
  )
}

function NewLink() {
  const m = useMessages(messages)
  return (
    <Link to="/charges/new" className="button primary">
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
    <NothingYet icon="paper" title={m.none} hint={m.noneHint}>
      {mayAdd ? (
        <>
          <TariffsLink />
          <NewLink />
        </>
      ) : (
        <p>{say(m.mayNot, { organisation: organisation.name })}</p>
      )}
    </NothingYet>
  )
}

/** Filters of the list, each with the number of statements it would give. */
function Facets(props: { filters: ChargeFilters; facets: Facet[]; change: ChangeFilters }) {
  const { filters, facets, change } = props
  const m = useMessages(messages)
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={chargeFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
      />
      <ClearFacets names={chargeFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}
