import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SettlementSummary } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { settlementFilters, type SettlementFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  rows: SettlementSummary[]
  filters: SettlementFilters
  change: ChangeFilters
  onEnd: () => void
}

/** Statements as rows, sorted by the service; on a phone each in two lines. */
export function SettlementTable({ rows, filters, change, onEnd }: Props) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  return (
    <DataTable
      list="settlements"
      label={m.title}
      columns={useColumns()}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/settlements/$id', params: { id } })}
      order={orderOf(filters, settlementFilters.sortable, change)}
      compact={(row) => <Compact settlement={row} />}
    />
  )
}

function Standing({ settlement: { status, totals } }: { settlement: SettlementSummary }) {
  const m = useMessages(messages)
  if (status === 'closed') return <span className="badge">{m.closed}</span>
  return totals.undecided > 0 ? (
    <span className="badge grain">{say(m.toDecide, { n: totals.undecided })}</span>
  ) : (
    <span className="quiet">{m.decided}</span>
  )
}

function Compact({ settlement }: { settlement: SettlementSummary }) {
  const formats = useFormats()
  const { id, buyer, reference, date, totals } = settlement
  return (
    <Link to="/settlements/$id" params={{ id }} className="compact-open">
      <span className="compact-words">
        <span className="strong">{buyer.name}</span>
        <span className="quiet small">{[reference, formats.day(date)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="num compact-end">
        <span>
          {formats.signedStock(totals.difference.weight)} {formats.stockUnit}
        </span>
        <span className="small">
          <Standing settlement={settlement} />
        </span>
      </span>
    </Link>
  )
}

function useColumns(): Columns<SettlementSummary> {
  const m = useMessages(messages)
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'buyer',
        header: m.buyer,
        cell: ({ row: { original } }) => (
          <Link to="/settlements/$id" params={{ id: original.id }} className="settlement-link">
            {original.buyer.name}
          </Link>
        ),
      },
      { id: 'reference', header: m.reference, cell: ({ row }) => row.original.reference },
      { id: 'date', header: m.date, cell: ({ row }) => formats.day(row.original.date) },
      {
        id: 'theirs',
        header: m.theirs,
        meta: { isNumber: true },
        cell: ({ row }) => formats.stock(row.original.totals.theirs),
      },
      {
        id: 'ours',
        header: m.ours,
        meta: { isNumber: true },
        cell: ({ row }) => formats.stock(row.original.totals.ours),
      },
      {
        id: 'difference',
        header: m.difference,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) =>
          `${formats.signedStock(row.original.totals.difference.weight)} ${formats.stockUnit}`,
      },
      { id: 'undecided', header: m.undecided, cell: ({ row }) => <Standing settlement={row.original} /> },
    ],
    [m, formats],
  )
}
