import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ChargeStatementSummary } from '../../api/operations.ts'
import { moneyText } from '../../i18n/money-text.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { chargeFilters, type ChargeFilters } from './filters.ts'
import { messages } from './messages.ts'
import { useMonths } from './months.ts'

interface Props {
  rows: ChargeStatementSummary[]
  filters: ChargeFilters
  change: ChangeFilters
  onEnd: () => void
}

/** Statements as rows, sorted by the service; on a phone each in two lines. */
export function ChargeTable({ rows, filters, change, onEnd }: Props) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  return (
    <DataTable
      list="charges"
      label={m.title}
      columns={useColumns()}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/charges/$id', params: { id } })}
      order={orderOf(filters, chargeFilters.sortable, change)}
      compact={(row) => <Compact statement={row} />}
    />
  )
}

/** The sum of each currency, a line each. */
export function Amounts({ totals }: { totals: { currency: string; amount: string }[] }) {
  const language = useLanguage()
  return (
    <span className="charge-amounts">
      {totals.map(({ currency, amount }) => (
        <span key={currency}>{moneyText(amount, currency, language)}</span>
      ))}
    </span>
  )
}

/** The state of a statement, and of a closed one its number. */
export function ChargeStatus({
  statement,
}: {
  statement: Pick<ChargeStatementSummary, 'status' | 'statusName'>
}) {
  const { status, statusName } = statement
  return <span className={status === 'draft' ? 'badge grain' : 'badge'}>{statusName}</span>
}

function Months({ statement: { fromMonth, toMonth } }: { statement: ChargeStatementSummary }) {
  return useMonths().span(fromMonth, toMonth)
}

function Compact({ statement }: { statement: ChargeStatementSummary }) {
  const months = useMonths()
  const { id, owner, number, fromMonth, toMonth, totals } = statement
  return (
    <Link to="/charges/$id" params={{ id }} className="compact-open">
      <span className="compact-words">
        <span className="strong">{owner.name}</span>
        <span className="quiet small">
          {[number, months.span(fromMonth, toMonth)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <Amounts totals={totals} />
        <ChargeStatus statement={statement} />
      </span>
    </Link>
  )
}

function useColumns(): Columns<ChargeStatementSummary> {
  const m = useMessages(messages)
  return useMemo(() => {
    const columns: Columns<ChargeStatementSummary> = [
      {
        id: 'owner',
        header: m.owner,
        meta: { isPlace: true },
        cell: ({ row: { original } }) => (
          <Link to="/charges/$id" params={{ id: original.id }} className="charge-link">
            {original.owner.name}
          </Link>
        ),
      },
      {
        id: 'number',
        header: m.number,
        cell: ({ row: { original } }) => original.number || <ChargeStatus statement={original} />,
      },
      {
        id: 'fromMonth',
        header: m.months,
        cell: ({ row: { original } }) => <Months statement={original} />,
      },
      {
        id: 'amounts',
        header: m.amounts,
        meta: { isNumber: true, stays: true },
        cell: ({ row: { original } }) =>
          original.status === 'draft' ? (
            <span className="quiet small">{m.reckoned}</span>
          ) : (
            <Amounts totals={original.totals} />
          ),
      },
    ]
    return columns
  }, [m])
}
