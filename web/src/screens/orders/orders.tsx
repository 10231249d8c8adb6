import { Link } from '@tanstack/react-router'
import type { Facet } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import '../../stock/agreed.css'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { cropOfFilter } from '../../stock/only-crop.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { orderFilters, type OrderFilters } from './filters.ts'
import { messages } from './messages.ts'
import { ordersTablePath, ordersQuery } from './queries.ts'
import { OrderTable } from './table.tsx'

/** The orders: what is to move when, and what is left of it. */
export function Orders() {
  const mayAdd = useMay('contracts:write')
  const { filters, change } = useFilters('/orders', orderFilters)
  const crop = cropOfFilter(filters.set['f:commodity'])
  const m = useMessages(messages, crop)
  const formats = useFormats(crop)
  const { found, first, rows, onEnd } = usePages(ordersQuery(filters))
  const set = countSet(filters)
  const isEmpty = first?.totalDocs === 0 && set === 0
  const sumOf = (name: string) => first?.aggregations.find((each) => each.name === name)?.sum ?? 0
  // Orders that count lorries alone have no weight to add up.
  const hasWeight = sumOf('weight') > 0
  const left = formats.stock(sumOf('left'))
  const total = {
    reference: m.total,
    ordered: hasWeight && say(m.weightWords, { t: formats.stock(sumOf('weight')) }),
    left: hasWeight && say(m.leftWords, { t: left }),
  }
  const facets = <OrderFacets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <ListScreen
      title={m.title}
      sums={first && say(hasWeight ? m.found : m.foundLoads, { n: first.totalDocs, left })}
      {...{ found, rows }}
      filters={{ set, choices: facets }}
      actions={
        <>
          <SaveTable path={ordersTablePath(filters)} name="orders" />
          {mayAdd && <NewOrderLink />}
        </>
      }
      none={isEmpty && <None mayAdd={mayAdd} />}
      nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
    >
      <OrderTable rows={rows} sums={[total]} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
  )
}

function NewOrderLink() {
  const m = useMessages(messages)
  return (
    <Link to="/orders/new" search={{}} className="button primary">
      <Icon name="plus" />
      {m.add}
    </Link>
  )
}

/** Explains, while there is no order, what one is for, and how to get it. */
function None({ mayAdd }: { mayAdd: boolean }) {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return (
    <NothingYet icon="lorry" title={m.none} hint={m.noneHint}>
      {mayAdd ? <NewOrderLink /> : <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
    </NothingYet>
  )
}

interface FacetsProps {
  filters: OrderFilters
  facets: Facet[]
  change: ChangeFilters
}

/** Filters of the list, each with the number of orders it would give. */
function OrderFacets({ filters, facets, change }: FacetsProps) {
  const m = useMessages(messages)
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={orderFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
      />
      <ClearFacets names={orderFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}
