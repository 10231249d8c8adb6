import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { Facet } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { onlyCrop } from '../../stock/only-crop.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { offerFilters, offersSaying, type OfferFilters } from './filters.ts'
import './for-sale.css'
import { messages } from './messages.ts'
import { OfferPanel } from './panel.tsx'
import { offersTablePath, offersQuery } from './queries.ts'
import { OfferTable } from './table.tsx'

/** Stock of one's own for sale that lies in no place: what there is, what is sold of it, and what is left to sell. */
export function ForSale() {
  const mayAdd = useMay('records:write')
  const { filters, change, search } = useFilters('/for-sale', offerFilters)
  const { found, first, rows, sums, onEnd } = useOffers(filters)
  const m = useMessages(messages, sums?.cropId)
  const formats = useFormats(sums?.cropId)
  const set = countSet(filters)
  const isEmpty = first?.totalDocs === 0 && set === 0
  const opened = search['open']
  const facets = <OfferFacets filters={filters} facets={first?.facets ?? []} change={change} />
  return (
    <>
      <ListScreen
        title={m.title}
        sums={
          sums && !isEmpty
            ? say(m.found, { n: sums.n, t: formats.stock(sums.kg), sold: formats.stock(sums.sold) })
            : undefined
        }
        {...{ found, rows }}
        filters={{ set, choices: facets }}
        actions={
          <>
            <HoldersLink />
            {filters.query === '' && <SaveTable path={offersTablePath(filters)} name="for-sale" />}
            {mayAdd && <NewLink />}
          </>
        }
        none={isEmpty && <None mayAdd={mayAdd} />}
        nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
      >
        <OfferTable rows={rows} filters={filters} open={opened} change={change} onEnd={onEnd} />
      </ListScreen>
      {opened !== undefined && (
        <OfferPanel key={opened} id={opened} onClose={() => change({ open: undefined })} />
      )}
    </>
  )
}

/** The offers that the filters leave, and what they come to. Where a text is sought, all are read. */
function useOffers(filters: OfferFilters) {
  const { found, first, rows: all, onEnd } = usePages(offersQuery(filters))
  const { query } = filters
  const rows = useMemo(() => offersSaying(all, query), [all, query])
  useEffect(() => {
    if (query !== '') onEnd()
  }, [query, onEnd, all.length])
  const figures =
    query === ''
      ? first?.custom.commodities.map(
          ({ commodity }) => [commodity.totalWeight, commodity.soldWeight, commodity.id] as const,
        )
      : rows.map((offer) => [offer.yield.current, offer.soldWeight, offer.commodity.commodity.id] as const)
  const sums = first &&
    figures && {
      n: query === '' ? first.totalDocs : rows.length,
      kg: figures.reduce((sum, [there]) => sum + there, 0),
      sold: figures.reduce((sum, [, sold]) => sum + sold, 0),
      cropId: onlyCrop(figures.map(([, , commodityId]) => commodityId)),
    }
  return { found, first, rows, sums, onEnd }
}

interface FacetsProps {
  filters: OfferFilters
  facets: Facet[]
  change: ChangeFilters
}

/** Filters of the list, each with the number of offers it would give. */
function OfferFacets({ filters, facets, change }: FacetsProps) {
  const m = useMessages(messages)
  const termNames: Partial<Record<string, Record<string, string>>> = {
    'f:status': { active: m.active, empty: m.empty },
    'f:commodityGrade': { 0: m.noGrade },
  }
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={offerFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
        termName={(name, id) => termNames[name]?.[id]}
      />
      <ClearFacets names={offerFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}

function NewLink() {
  const m = useMessages(messages)
  return (
    <Link to="/for-sale/new" className="button primary">
      <Icon name="plus" />
      {m.add}
    </Link>
  )
}

function HoldersLink() {
  const m = useMessages(messages)
  return (
    <Link to="/for-sale/holders" search={{}} className="button">
      {m.who}
    </Link>
  )
}

/** Explains, while nothing is for sale, what an offer is for, and how to enter one. */
function None({ mayAdd }: { mayAdd: boolean }) {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return (
    <NothingYet icon="tag" title={m.none} hint={m.noneHint}>
      {!mayAdd && <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
      <div className="bar">
        {mayAdd && <NewLink />}
        <HoldersLink />
      </div>
    </NothingYet>
  )
}
