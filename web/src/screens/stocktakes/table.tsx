import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StocktakeSummary } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { stocktakeFilters, type StocktakeFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  rows: StocktakeSummary[]
  filters: StocktakeFilters
  change: ChangeFilters
  onEnd: () => void
}

/** Sessions as rows, sorted by the service; on a phone each in two lines. */
export function StocktakeTable({ rows, filters, change, onEnd }: Props) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  return (
    <DataTable
      list="stocktakes"
      label={m.title}
      columns={useColumns()}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/stocktakes/$id', params: { id } })}
      order={orderOf(filters, stocktakeFilters.sortable, change)}
      compact={(row) => <Compact session={row} />}
    />
  )
}

/** Shows whether a session is open, approved or cancelled. */
export function StocktakeStatus({ status }: Pick<StocktakeSummary, 'status'>) {
  const m = useMessages(messages)
  const tone = { open: 'grain', approved: 'good', cancelled: '' }[status]
  return <span className={`badge ${tone}`}>{m[status]}</span>
}

/** Bays that need nothing more, of all of them. */
export const readyOf = ({ counted, leftOut }: StocktakeSummary['totals']): number => counted + leftOut

function LineVariance({ variance }: { variance: number | null }) {
  const m = useMessages(messages)
  const formats = useFormats()
  if (variance === null) return <span className="quiet">{m.hidden}</span>
  return <>{`${formats.signedStock(variance)} ${formats.stockUnit}`}</>
}

function Compact({ session }: { session: StocktakeSummary }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { id, name, status, cutOffUTC, totals } = session
  return (
    <Link to="/stocktakes/$id" params={{ id }} className="compact-open">
      <span className="compact-words">
        <span className="strong">{name}</span>
        <span className="quiet small">
          {[
            formats.moment(cutOffUTC),
            `${m.counted} ${say(m.countedOf, { n: readyOf(totals), all: totals.lines })}`,
          ].join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span>
          <LineVariance variance={totals.variance} />
        </span>
        <span className="small">
          <StocktakeStatus status={status} />
        </span>
      </span>
    </Link>
  )
}

function useColumns(): Columns<StocktakeSummary> {
  const m = useMessages(messages)
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'name',
        header: m.name,
        cell: ({ row: { original } }) => (
          <Link to="/stocktakes/$id" params={{ id: original.id }} className="view-link">
            {original.name}
          </Link>
        ),
      },
      { id: 'status', header: m.status, cell: ({ row }) => <StocktakeStatus status={row.original.status} /> },
      { id: 'cutOffUTC', header: m.cutOff, cell: ({ row }) => formats.moment(row.original.cutOffUTC) },
      {
        id: 'counted',
        header: m.counted,
        meta: { isNumber: true },
        cell: ({ row: { original } }) =>
          say(m.countedOf, { n: readyOf(original.totals), all: original.totals.lines }),
      },
      {
        id: 'variance',
        header: m.variance,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => <LineVariance variance={row.original.totals.variance} />,
      },
    ],
    [m, formats],
  )
}
