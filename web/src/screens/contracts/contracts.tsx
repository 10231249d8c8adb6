import { Link } from '@tanstack/react-router'
import type { Facet } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { cropOfFilter } from '../../stock/only-crop.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import './contracts.css'
import { contractFilters, type ContractFilters } from './filters.ts'
import { messages } from './messages.ts'
import { contractsQuery, contractsTablePath } from './queries.ts'
import { ContractTable } from './table.tsx'

/** The contracts under which grain is stored here, and those under which others store ours. */
export function Contracts() {
  const mayAdd = useMay('contracts:write')
  const { filters, change } = useFilters('/contracts', contractFilters)
  const crop = cropOfFilter(filters.set['f:commodity'])
  const m = useMessages(messages, crop)
  const formats = useFormats(crop)
  const { found, first, rows, onEnd } = usePages(contractsQuery(filters))
  const set = countSet(filters)
  const isEmpty = first?.totalDocs === 0 && set === 0
  const agreed = first?.aggregations.find(({ name }) => name === 'weight')?.sum ?? 0
  const facets = <ContractFacets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <ListScreen
      title={m.title}
      sums={first && say(m.found, { n: first.totalDocs, t: formats.stock(agreed) })}
      {...{ found, rows }}
      filters={{ set, choices: facets }}
      actions={
        <>
          <SaveTable path={contractsTablePath(filters)} name="contracts" />
          {mayAdd && <NewContractLink />}
        </>
      }
      none={isEmpty && <None mayAdd={mayAdd} />}
      nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
    >
      <ContractTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
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

/** Explains, while there is no contract, what one is for, and how to get it. */
function None({ mayAdd }: { mayAdd: boolean }) {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return (
    <NothingYet icon="contract" title={m.none} hint={m.noneHint}>
      {mayAdd ? <NewContractLink /> : <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
    </NothingYet>
  )
}

interface FacetsProps {
  filters: ContractFilters
  facets: Facet[]
  change: ChangeFilters
}

/** Filters of the list, each with the number of contracts it would give. */
function ContractFacets({ filters, facets, change }: FacetsProps) {
  const m = useMessages(messages)
  const statusNames: Record<string, string> = m
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={contractFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
        termName={(name, id) => (name === 'status' ? statusNames[id] : undefined)}
      />
      <ClearFacets names={contractFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}
