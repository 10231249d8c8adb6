import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ShortRecord } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { stockFilters, type StockFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  rows: ShortRecord[]
  filters: StockFilters
  change: ChangeFilters
  onEnd: () => void
}

const placeOf = ({ storage }: ShortRecord) => storage.description || storage.name
const grainOf = ({ commodity }: ShortRecord) =>
  [commodity.commodity.name, commodity.grade.name].filter(Boolean).join(' · ')

/** Heaps as rows, sorted by the service; on a phone each in two lines. */
export function StockTable({ rows, filters, change, onEnd }: Props) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const columns = useColumns()
  return (
    <DataTable
      list="stock"
      label={m.stock}
      columns={columns}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/stock/$id', params: { id }, search: {} })}
      order={orderOf(filters, stockFilters.sortable, change)}
      compact={(row) => <Compact row={row} />}
    />
  )
}

function Compact({ row }: { row: ShortRecord }) {
  const m = useMessages(messages)
  const formats = useFormats(row.commodity.commodity.id)
  return (
    <Link to="/stock/$id" params={{ id: row.id }} search={{}} className="compact-open">
      <span className="compact-words">
        <span className="strong">{row.name}</span>
        <span className="quiet small">{[grainOf(row), placeOf(row)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="num compact-end">
        <span className="strong">
          {row.yield.current === 0 ? m.empty : formats.stockWeight(row.yield.current)}
        </span>
        {!row.owned && <span className="badge grain">{row.organisationName}</span>}
      </span>
    </Link>
  )
}

function useColumns(): Columns<ShortRecord> {
  const m = useMessages(messages)
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'name',
        header: m.name,
        cell: ({ row: { original } }) => (
          <Link to="/stock/$id" params={{ id: original.id }} search={{}} className="heap-link">
            <i className="heap-dot" style={{ background: colourOf(original.commodity.commodity.id) }} />
            {original.name}
          </Link>
        ),
      },
      { id: 'grain', header: m.grain, cell: ({ row }) => grainOf(row.original) },
      { id: 'storageName', header: m.where, cell: ({ row }) => placeOf(row.original) },
      { id: 'harvestYear', header: m.year, cell: ({ row }) => row.original.harvestYear },
      { id: 'organisationName', header: m.owner, cell: ({ row }) => row.original.organisationName },
      {
        id: 'weight',
        header: m.weight,
        meta: { isNumber: true, stays: true },
        cell: ({ row: { original } }) => {
          const { cell, stock } = formats.of(original.commodity.commodity.id)
          return <span className="strong">{cell(stock(original.yield.current))}</span>
        },
      },
    ],
    [m, formats],
  )
}
