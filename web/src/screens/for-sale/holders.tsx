import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay, useMe } from '../../api/session.ts'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { FacetTerms } from '../../stock/facet-terms.tsx'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { GrainFields } from '../../stock/grain-fields.tsx'
import { catalogueQuery } from '../../stock/queries.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound } from '../../ui/narrowed.tsx'
import { holderFilters, holdersAsked, type HolderFilters } from './filters.ts'
import './for-sale.css'
import { holderMessages } from './holder-messages.ts'
import { HolderTable } from './holder-table.tsx'
import { offerMessages } from '../../forms/offer-messages.ts'
import { holdersQuery, writableQuery } from './queries.ts'

/** Lists who has a grain now and who had it, as far as the service lets the reader know. */
export function Holders() {
  const m = useMessages(holderMessages)
  const words = useMessages(offerMessages)
  const formats = useFormats()
  const { organisation, userId } = useMe()
  const mayWrite = useMay('conversations:write')
  const { filters: narrowed, change } = useFilters('/for-sale/holders', holderFilters)
  const filters = holdersAsked(narrowed)
  const found = useQuery({ ...holdersQuery(filters), placeholderData: keepPreviousData })
  const { data } = found
  const writable = useQuery({ ...writableQuery(userId), enabled: mayWrite })
  const catalogue = useQuery(catalogueQuery(organisation.countryISO))
  const commodity = catalogue.data
    ?.flatMap(({ items }) => items)
    .find(({ id }) => String(id) === filters.grain.split('.')[0])
  const have = data?.holders.filter(({ hasSome }) => hasSome).length ?? 0
  return (
    <ListScreen
      back={
        <Link to="/for-sale" search={{}} className="back">
          <Icon name="left" size={18} />
          {words.back}
        </Link>
      }
      title={m.title}
      sums={data && say(m.found, { n: have, all: formats.whole(data.holders.length) })}
      found={found}
      rows={data?.holders ?? []}
      filters={{
        set: countSet(narrowed),
        choices: <HolderFacets filters={filters} facets={data?.facets ?? []} change={change} />,
      }}
      nothing={<NothingFound title={m.nobody} hint={m.nobodyHint} />}
    >
      <HolderTable
        holders={data?.holders ?? []}
        grain={filters.grain}
        commodityName={commodity?.name}
        writable={new Set(writable.data)}
      />
    </ListScreen>
  )
}

interface FacetsProps {
  filters: HolderFilters
  facets: Parameters<typeof FacetTerms>[0]['facets']
  change: ChangeFilters
}

function HolderFacets({ filters, facets, change }: FacetsProps) {
  const m = useMessages(holderMessages)
  return (
    <div className="facets sale-holders">
      <GrainFields
        value={filters}
        onChange={({ grain, grade }) => change({ grain, grade: grade === '0' ? undefined : grade })}
        labels={{ grain: m.grain, choose: m.anyGrain, grade: m.grade, noGrade: m.anyGrade }}
        allTypes={m.allTypes}
      />
      <FacetTerms
        names={['f:regionISO']}
        labels={{ 'f:regionISO': m.region }}
        ticked={filters.regions === undefined ? {} : { 'f:regionISO': filters.regions }}
        facets={facets}
        change={(part) => change({ region: part['f:regionISO'] })}
      />
    </div>
  )
}
