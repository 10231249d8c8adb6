import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { Bay } from '../../stock/bays.ts'
import { ConflictBadge } from '../../stock/conflict-badge.tsx'
import { stockMessages } from '../../stock/stock-messages.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { messages } from './messages.ts'

/** The bays as a table; a press on a column sorts by it. */
export function BayTable({ bays }: { bays: Bay[] }) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const columns = useColumns()
  return (
    <DataTable
      list="stores"
      label={m.title}
      columns={columns}
      rows={bays}
      compact={(bay) => <CompactBay bay={bay} />}
      onOpen={({ storeId, bayId }) =>
        void navigate({ to: '/stores/$id', params: { id: storeId }, search: { bay: bayId } })
      }
    />
  )
}

function BayName({ bay }: { bay: Bay }) {
  return (
    <Link
      to="/stores/$id"
      params={{ id: bay.storeId }}
      search={{ bay: bay.bayId }}
      className="plain-link strong"
    >
      {bay.name}
    </Link>
  )
}

function Contents({ bay: { grain, detail } }: { bay: Bay }) {
  const m = useMessages(stockMessages)
  return (
    <>
      {grain || <span className="quiet">{m.empty}</span>} <span className="quiet">{detail}</span>
    </>
  )
}

/** A weight in the unit of its column, or with its own. */
function Weight({ bay, of }: { bay: Bay; of: 'weight' | 'capacity' | 'roomLeft' }) {
  const formats = useFormats(bay.cropId)
  const weight = bay[of]
  if (weight === undefined) return '–'
  return formats.cell(of === 'capacity' ? formats.plainStock(weight) : formats.stock(weight))
}

function useColumns(): Columns<Bay> {
  const m = useMessages(messages)
  return useMemo(() => {
    const isNumber = { isNumber: true }
    const columns: Columns<Bay> = [
      { id: 'store', header: m.store, accessorFn: ({ store }) => store, sortFn: 'basic' },
      {
        id: 'bay',
        header: m.bay,
        accessorFn: ({ name }) => name,
        sortFn: 'basic',
        cell: ({ row }) => <BayName bay={row.original} />,
      },
      {
        id: 'contents',
        header: m.contents,
        accessorFn: ({ grain }) => grain,
        sortFn: 'basic',
        cell: ({ row }) => <Contents bay={row.original} />,
      },
      { id: 'owner', header: m.owner, accessorFn: ({ owner }) => owner, sortFn: 'basic' },
      {
        id: 'weight',
        header: m.weight,
        accessorFn: ({ weight }) => weight,
        sortFn: 'basic',
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => (
          <b>
            <Weight bay={row.original} of="weight" />
          </b>
        ),
      },
      {
        id: 'capacity',
        header: m.capacity,
        accessorFn: ({ capacity }) => capacity ?? -1,
        sortFn: 'basic',
        meta: isNumber,
        cell: ({ row }) => <Weight bay={row.original} of="capacity" />,
      },
      {
        id: 'room',
        header: m.roomT,
        accessorFn: ({ roomLeft }) => roomLeft ?? -Infinity,
        sortFn: 'basic',
        meta: isNumber,
        cell: ({ row }) => <Weight bay={row.original} of="roomLeft" />,
      },
      {
        id: 'filled',
        header: m.filled,
        accessorFn: ({ fill }) => fill ?? -1,
        sortFn: 'basic',
        cell: ({ row: { original } }) => <Filled bay={original} />,
      },
      {
        id: 'conflict',
        header: m.conflict,
        accessorFn: ({ conflict }) => conflict?.on ?? '',
        sortFn: 'basic',
        cell: ({ row: { original } }) =>
          original.conflict && (
            <ConflictBadge conflict={original.conflict} commodityId={original.cropId} isShort />
          ),
      },
    ]
    return columns
  }, [m])
}

function Filled({ bay: { fill, commodityId } }: { bay: Bay }) {
  const formats = useFormats()
  if (fill === undefined) return '–'
  return (
    <div className="bar bay-filled">
      <div className="meter" aria-hidden="true">
        <i style={{ width: `${Math.min(100, fill * 100)}%`, background: colourOf(commodityId) }} />
      </div>
      <span>{formats.percent(Math.round(fill * 100))}</span>
    </div>
  )
}

function CompactBay({ bay }: { bay: Bay }) {
  const m = useMessages(stockMessages)
  const formats = useFormats(bay.cropId)
  return (
    <>
      <span>
        <span>
          <BayName bay={bay} /> {bay.grain || m.empty}
        </span>
        {bay.conflict ? (
          <ConflictBadge conflict={bay.conflict} commodityId={bay.cropId} isShort />
        ) : (
          <span className="quiet small">{bay.store}</span>
        )}
      </span>
      <span className="num">
        <b>{formats.stockWeight(bay.weight)}</b>
        <span className="quiet small">
          {bay.fill === undefined ? m.noLimit : formats.percent(Math.round(bay.fill * 100))}
        </span>
      </span>
    </>
  )
}
