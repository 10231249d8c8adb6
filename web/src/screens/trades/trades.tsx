import { Link } from '@tanstack/react-router'
import type { Facet } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { cropOfFilter } from '../../stock/only-crop.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { tradeFilters, type TradeFilters } from './filters.ts'
import { messages } from './messages.ts'
import { tradesTablePath, tradesQuery } from './queries.ts'
import { TradeTable } from './table.tsx'
import '../../stock/agreed.css'

/** The contracts under which grain is bought and sold. */
export function Trades() {
  const mayAdd = useMay('contracts:write')
  const { filters, change } = useFilters('/trades', tradeFilters)
  const crop = cropOfFilter(filters.set['f:commodity'])
  const m = useMessages(messages, crop)
  const formats = useFormats(crop)
  const { found, first, rows, onEnd } = usePages(tradesQuery(filters))
  const set = countSet(filters)
  const isEmpty = first?.totalDocs === 0 && set === 0
  const sumOf = (name: string) =>
    formats.stock(first?.aggregations.find((each) => each.name === name)?.sum ?? 0)
  const [agreed, moved, left] = [sumOf('weight'), sumOf('moved'), sumOf('left')]
  const total = {
    reference: m.total,
    weight: <span aria-label={m.agreed}>{agreed}</span>,
    moved: <span aria-label={m.moved}>{moved}</span>,
    left: say(m.leftWords, { t: left }),
  }
  const facets = <TradeFacets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <ListScreen
      title={m.title}
      sums={first && say(m.found, { n: first.totalDocs, t: agreed, left })}
      {...{ found, rows }}
      filters={{ set, choices: facets }}
      actions={
        <>
          <SaveTable path={tradesTablePath(filters)} name="trades" />
          {mayAdd && <NewTradeLink />}
        </>
      }
      none={isEmpty && <None mayAdd={mayAdd} />}
      nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
    >
      <TradeTable rows={rows} sums={[total]} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
  )
}

function NewTradeLink() {
  const m = useMessages(messages)
  return (
    <Link to="/trades/new" className="button primary">
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
      {mayAdd ? <NewTradeLink /> : <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
    </NothingYet>
  )
}

interface FacetsProps {
  filters: TradeFilters
  facets: Facet[]
  change: ChangeFilters
}

/** Filters of the list, each with the number of contracts it would give. */
function TradeFacets({ filters, facets, change }: FacetsProps) {
  const m = useMessages(messages)
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={tradeFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
      />
      <ClearFacets names={tradeFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}
