import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Trade } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { agreedName } from '../../stock/agreed-name.ts'
import { MovedBar } from '../../stock/moved-bar.tsx'
import { colourOf } from '../../ui/bay-picture.tsx'
import type { Sum } from '../../ui/compact-rows.tsx'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { grainOfTrade, LeftWords, TradeStatus } from './amount.tsx'
import { tradeFilters, type TradeFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  rows: Trade[]
  sums: Sum[]
  filters: TradeFilters
  change: ChangeFilters
  onEnd: () => void
}

/** Contracts as rows, sorted by the service, with totals of all that is found; on a phone each in two lines. */
export function TradeTable({ rows, sums, filters, change, onEnd }: Props) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  return (
    <DataTable
      list="trades"
      label={m.title}
      columns={useColumns()}
      rows={rows}
      sums={sums}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/trades/$id', params: { id } })}
      order={orderOf(filters, tradeFilters.sortable, change)}
      compact={(row) => <Compact trade={row} />}
    />
  )
}

function Compact({ trade }: { trade: Trade }) {
  const { id, kind, status, partner, commodity, weight, usage } = trade
  const name = agreedName(trade)
  const commodityId = commodity.commodity.id
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const amounts = { moved: formats.stock(usage.moved), agreed: formats.stock(weight) }
  return (
    <Link to="/trades/$id" params={{ id }} className="compact-open trade-open">
      <span className="compact-words">
        <span className="strong">{name}</span>
        <span className="quiet small">
          {[m[kind], name !== partner.name && partner.name, commodity.commodity.name]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span className="small">{say(m.movedOf, amounts)}</span>
        {status === 'confirmed' ? <MovedBar {...usage} weight={weight} /> : <TradeStatus status={status} />}
      </span>
    </Link>
  )
}

function useColumns(): Columns<Trade> {
  const m = useMessages(messages)
  const formats = useFormats()
  return useMemo(() => {
    const figure = ({ commodity }: Trade, kilograms: number) => {
      const own = formats.of(commodity.commodity.id)
      return own.cell(own.stock(kilograms))
    }
    const columns: Columns<Trade> = [
      {
        id: 'reference',
        header: m.reference,
        cell: ({ row: { original } }) => (
          <>
            <Link to="/trades/$id" params={{ id: original.id }} className="trade-link">
              {agreedName(original)}
            </Link>
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
            <i className="trade-dot" style={{ background: colourOf(original.commodity.commodity.id) }} />
            {[grainOfTrade(original), original.harvestYear].filter(Boolean).join(' · ')}
          </span>
        ),
      },
      {
        id: 'weight',
        header: m.agreed,
        meta: { isNumber: true },
        cell: ({ row: { original } }) => figure(original, original.weight),
      },
      {
        id: 'left',
        header: m.left,
        meta: { isNumber: true, stays: true },
        cell: ({ row: { original } }) => <Left trade={original} />,
      },
    ]
    return columns
  }, [m, formats])
}

/** Shows the rest with its bar, or the state of a contract under which nothing more moves. */
function Left({ trade: { status, commodity, weight, usage } }: { trade: Trade }) {
  if (status !== 'confirmed') return <TradeStatus status={status} />
  return (
    <span className="trade-left">
      <LeftWords {...usage} commodityId={commodity.commodity.id} />
      <MovedBar {...usage} weight={weight} />
    </span>
  )
}
