import { useMemo } from 'react'
import type { Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import type { Sum } from '../../ui/compact-rows.tsx'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { Tick } from '../../ui/tick.tsx'
import { movementFilters, type MovementFilters } from './filters.ts'
import { messages } from './messages.ts'
import { Place, placeName, Status, Weighed } from './shown.tsx'

interface Props {
  rows: Movement[]
  /** Sums of all that the filters leave. */
  sums: Sum[]
  filters: MovementFilters
  /** The row that is open. */
  opened: string | undefined
  change: ChangeFilters
  chosen: ReadonlySet<number>
  choose: (ids: Set<number>) => void
  onEnd: () => void
}

/** Movements as rows, sorted by the service; on a phone each in two lines. */
export function MovementTable({ rows, sums, filters, opened, change, chosen, choose, onEnd }: Props) {
  const m = useMessages(messages)
  const columns = useColumns({ rows, change, chosen, choose })
  const open = ({ id }: Movement) => change({ open: String(id) })
  return (
    <DataTable
      list="movements"
      label={m.movements}
      columns={columns}
      rows={rows}
      sums={sums}
      onEnd={onEnd}
      onOpen={open}
      isOpen={({ id }) => String(id) === opened}
      order={orderOf(filters, movementFilters.sortable, change)}
      compact={(row) => <Compact row={row} onOpen={() => open(row)} />}
    />
  )
}

function Compact({ row, onOpen }: { row: Movement; onOpen: () => void }) {
  const formats = useFormats()
  const { source, destination } = row.inventory.storage
  const known = [
    row.inventory.commodity.commodity.name,
    formats.moment(row.movementDateISO),
    row.driver.vehicleRegistration,
  ]
  return (
    <button type="button" className="compact-open" onClick={onOpen}>
      <span className="compact-words">
        <span className="strong">
          {placeName(source)} → {placeName(destination)}
        </span>
        <span className="quiet small">{known.filter(Boolean).join(' · ')}</span>
      </span>
      <span className="num compact-end">
        <Weighed movement={row} unit={` ${formats.scaleUnit}`} />
        {(row.actionsRequired.outstanding > 0 || row.status === 'deleted') && <Status movement={row} />}
      </span>
    </button>
  )
}

function useColumns({
  rows,
  change,
  chosen,
  choose,
}: Omit<Props, 'onEnd' | 'filters' | 'opened' | 'sums'>): Columns<Movement> {
  const m = useMessages(messages)
  const words = useWordColumns(rows.some(({ contractReference }) => contractReference !== ''))
  return useMemo(() => {
    const toggle = (id: number) => {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      choose(next)
    }
    const isAll = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
    const first: Columns<Movement> = [
      {
        id: 'choose',
        header: () => (
          <Tick
            label={m.chooseAll}
            isTicked={isAll}
            onTick={() => choose(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
          />
        ),
        cell: ({ row: { original } }) => (
          <Tick
            label={say(m.choose, { what: original.documentNumber || original.uid })}
            isTicked={chosen.has(original.id)}
            onTick={() => toggle(original.id)}
          />
        ),
      },
      {
        id: 'id',
        header: m.number,
        cell: ({ row: { original } }) => (
          <button type="button" className="cell-link" onClick={() => change({ open: String(original.id) })}>
            {original.documentNumber || original.uid}
          </button>
        ),
      },
    ]
    return [...first, ...words]
  }, [m, words, rows, chosen, choose, change])
}

/** The columns that only say something. */
function useWordColumns(hasContracts: boolean): Columns<Movement> {
  const m = useMessages(messages)
  const formats = useFormats()
  return useMemo(() => {
    const columns: Columns<Movement> = [
      {
        id: 'movementDateISO',
        header: m.date,
        cell: ({ row }) => formats.moment(row.original.movementDateISO),
      },
      {
        id: 'from',
        header: m.from,
        meta: { isPlace: true },
        cell: ({ row }) => <Place side={row.original.inventory.storage.source} />,
      },
      {
        id: 'to',
        header: m.to,
        meta: { isPlace: true },
        cell: ({ row }) => <Place side={row.original.inventory.storage.destination} />,
      },
      { id: 'grain', header: m.grain, cell: ({ row }) => row.original.inventory.commodity.commodity.name },
      {
        id: 'weight',
        header: m.weight,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => <Weighed movement={row.original} />,
      },
      {
        id: 'vehicle',
        header: m.vehicle,
        cell: ({ row }) => <span className="plate">{row.original.driver.vehicleRegistration}</span>,
      },
      { id: 'status', header: m.status, cell: ({ row }) => <Status movement={row.original} /> },
    ]
    const contract: Columns<Movement> = [
      { id: 'contract', header: m.contract, cell: ({ row }) => row.original.contractReference },
    ]
    return hasContracts ? [...columns, ...contract] : columns
  }, [m, formats, hasContracts])
}
