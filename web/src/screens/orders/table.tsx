import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Order } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import type { Sum } from '../../ui/compact-rows.tsx'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { grainOfOrder, LeftOfOrder, OrderBar, OrderLines, OrderStatus, useOrderWords } from './amount.tsx'
import { orderFilters, type OrderFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  rows: Order[]
  sums: Sum[]
  filters: OrderFilters
  change: ChangeFilters
  onEnd: () => void
}

/** Orders as rows, sorted by the service, with totals of all that is found; on a phone each in two lines. */
export function OrderTable({ rows, sums, filters, change, onEnd }: Props) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  return (
    <DataTable
      list="orders"
      label={m.title}
      columns={useColumns()}
      rows={rows}
      sums={sums}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/orders/$id', params: { id } })}
      order={orderOf(filters, orderFilters.sortable, change)}
      compact={(row) => <CompactOrder order={row} />}
    />
  )
}

/** An order in a few short lines: what and with whom, and what is left. */
function CompactOrder({ order }: { order: Order }) {
  const m = useMessages(messages)
  const { days } = useOrderWords(order)
  const { id, status, name, kind, partner, commodity } = order
  return (
    <Link to="/orders/$id" params={{ id }} className="compact-open trade-open">
      <span className="compact-words">
        <span className="strong">{name}</span>
        {name !== partner.name && <span className="small">{partner.name}</span>}
        <span className="quiet small">{[m[kind], commodity.name, days].join(' · ')}</span>
      </span>
      <span className="num compact-end">
        {status === 'open' ? (
          <>
            <span className="small">
              <LeftOfOrder order={order} />
            </span>
            <OrderBar order={order} />
          </>
        ) : (
          <OrderStatus status={status} />
        )}
      </span>
    </Link>
  )
}

function useColumns(): Columns<Order> {
  const m = useMessages(messages)
  return useMemo(
    () => [
      {
        id: 'reference',
        header: m.reference,
        cell: ({ row: { original } }) => (
          <>
            <Link to="/orders/$id" params={{ id: original.id }} className="trade-link">
              {original.name}
            </Link>{' '}
            <span className="quiet small">{m[original.kind]}</span>
          </>
        ),
      },
      {
        id: 'partner',
        header: m.partner,
        meta: { isPlace: true },
        cell: ({ row }) => row.original.partner.name,
      },
      {
        id: 'grain',
        header: m.grain,
        meta: { isPlace: true },
        cell: ({ row: { original } }) => (
          <span className="trade-grain">
            <i className="trade-dot" style={{ background: colourOf(original.commodity.id) }} />
            {grainOfOrder(original)}
          </span>
        ),
      },
      { id: 'days', header: m.days, cell: ({ row }) => <Days order={row.original} /> },
      {
        id: 'ordered',
        header: m.ordered,
        meta: { isNumber: true },
        cell: ({ row }) => <Ordered order={row.original} />,
      },
      {
        id: 'left',
        header: m.left,
        meta: { isNumber: true, stays: true },
        cell: ({ row: { original } }) =>
          original.status === 'open' ? <Left order={original} /> : <OrderStatus status={original.status} />,
      },
    ],
    [m],
  )
}

const Days = ({ order }: { order: Order }) => useOrderWords(order).days
const Ordered = ({ order }: { order: Order }) => <OrderLines words={useOrderWords(order).ordered} />

/** A bar above one line; two lines say it without. */
function Left({ order }: { order: Order }) {
  const { left, isOver } = useOrderWords(order)
  return (
    <span className="trade-left">
      {left.length === 1 && <OrderBar order={order} />}
      <OrderLines words={left} isOver={isOver} />
    </span>
  )
}
