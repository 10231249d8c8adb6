import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Facet, Tariff } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { ClearFacets, FacetTerms } from '../../stock/facet-terms.tsx'
import { countSet, orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { useRateWords } from '../../stock/rate-words.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { Find } from '../../ui/find.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import './charges.css'
import { tariffFilters, type TariffFilters } from './filters.ts'
import { tariffsTablePath, tariffsQuery } from './queries.ts'
import { tariffMessages } from './tariff-messages.ts'

/** Tariffs: what storing costs, for whom and since when. */
export function Tariffs() {
  const m = useMessages(tariffMessages)
  const mayAdd = useMay('contracts:write')
  const { organisation } = useMe()
  const { filters, change } = useFilters('/charges/tariffs', tariffFilters)
  const { found, first, rows, onEnd } = usePages(tariffsQuery(filters))
  const set = countSet(filters)
  const isEmpty = first?.totalDocs === 0 && set === 0
  const facets = <Facets filters={filters} facets={first?.facets ?? []} change={change} />
  const none = (
    <NothingYet icon="paper" title={m.none} hint={m.noneHint}>
      {mayAdd ? <NewTariffLink /> : <p>{say(m.mayNot, { organisation: organisation.name })}</p>}
    </NothingYet>
  )
  return (
    <ListScreen
      title={m.title}
      sums={first && say(m.found, { n: first.totalDocs })}
      {...{ found, rows }}
      filters={{ set, choices: facets }}
      actions={
        <>
          <SaveTable path={tariffsTablePath(filters)} name="tariffs" />
          {mayAdd && <NewTariffLink />}
        </>
      }
      none={isEmpty && none}
      nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
    >
      <TariffTable rows={rows} filters={filters} change={change} onEnd={onEnd} />
    </ListScreen>
  )
}

function NewTariffLink() {
  const m = useMessages(tariffMessages)
  return (
    <Link to="/charges/tariffs/new" search={{}} className="button primary">
      <Icon name="plus" />
      {m.add}
    </Link>
  )
}

interface TableProps {
  rows: Tariff[]
  filters: TariffFilters
  change: ChangeFilters
  onEnd: () => void
}

function TariffTable({ rows, filters, change, onEnd }: TableProps) {
  const m = useMessages(tariffMessages)
  const navigate = useNavigate()
  return (
    <DataTable
      list="tariffs"
      label={m.title}
      columns={useColumns()}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/charges/tariffs/$id', params: { id } })}
      order={orderOf(filters, tariffFilters.sortable, change)}
      compact={(row) => <Compact tariff={row} />}
    />
  )
}

/** Names whom a tariff is for: everybody, a partner, or a storage contract of one. */
export function useSubject() {
  const m = useMessages(tariffMessages)
  return ({ scope, partner, storageContract }: Tariff) =>
    scope === 'everybody'
      ? m.everybody
      : [partner.name, scope === 'contract' && (storageContract.reference || m.contract)]
          .filter(Boolean)
          .join(' · ')
}

/** Writes the days of a tariff. */
export function useTariffDays() {
  const m = useMessages(tariffMessages)
  const formats = useFormats()
  return ({ fromISO, toISO }: Tariff) =>
    toISO === null
      ? say(m.since, { day: formats.day(fromISO) })
      : say(m.fromTo, { from: formats.day(fromISO), to: formats.day(toISO) })
}

function Compact({ tariff }: { tariff: Tariff }) {
  const subject = useSubject()
  const days = useTariffDays()
  const words = useRateWords()
  return (
    <Link to="/charges/tariffs/$id" params={{ id: tariff.id }} className="compact-open">
      <span className="compact-words">
        <span className="strong">{subject(tariff)}</span>
        <span className="quiet small">{days(tariff)}</span>
      </span>
      <span className="compact-end small">{words(tariff)[0]?.join(' ')}</span>
    </Link>
  )
}

function Subject({ tariff }: { tariff: Tariff }) {
  const subject = useSubject()
  return (
    <Link to="/charges/tariffs/$id" params={{ id: tariff.id }} className="charge-link">
      {subject(tariff)}
    </Link>
  )
}

function Days({ tariff }: { tariff: Tariff }) {
  return useTariffDays()(tariff)
}

function Rates({ tariff }: { tariff: Tariff }) {
  const words = useRateWords()
  return (
    <span className="small tariff-words">
      {words(tariff)
        .map(([name, said]) => `${name} ${said}`)
        .join(' · ')}
    </span>
  )
}

function useColumns(): Columns<Tariff> {
  const m = useMessages(tariffMessages)
  return useMemo(() => {
    const columns: Columns<Tariff> = [
      {
        id: 'partner',
        header: m.scope,
        meta: { isPlace: true },
        cell: ({ row }) => <Subject tariff={row.original} />,
      },
      { id: 'from', header: m.from, cell: ({ row }) => <Days tariff={row.original} /> },
      {
        id: 'rates',
        header: m.rates,
        meta: { isPlace: true },
        cell: ({ row }) => <Rates tariff={row.original} />,
      },
    ]
    return columns
  }, [m])
}

function Facets(props: { filters: TariffFilters; facets: Facet[]; change: ChangeFilters }) {
  const { filters, facets, change } = props
  const m = useMessages(tariffMessages)
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <FacetTerms
        names={tariffFilters.names}
        labels={m}
        ticked={filters.set}
        facets={facets}
        change={change}
      />
      <ClearFacets names={tariffFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}
