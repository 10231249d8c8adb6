import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormats } from '../i18n/format.ts'
import { useMessages } from '../i18n/messages.ts'
import { LoadsList } from './loads-list.tsx'
import { lorriesOf, type Lorry } from './lorries.ts'
import { isAhead } from './timeline.ts'
import type { Columns } from '../ui/data-table.tsx'
import { namedLoadsMessages } from './named-loads-messages.ts'
import { namedLoadsQuery } from './named-loads-query.ts'
import './agreed.css'

/** Lists the loads that name a contract or an order; each opens among the movements. */
export function NamedLoads({ of, id }: { of: 'tradeId' | 'orderId'; id: string }) {
  const m = useMessages(namedLoadsMessages)
  const words = of === 'orderId' ? { ...m, noLoads: m.noLoadsOfOrder } : m
  const found = useInfiniteQuery(namedLoadsQuery(of, id))
  const rows = useMemo(
    () => found.data && lorriesOf(found.data.pages.flatMap(({ docs }) => docs)),
    [found.data],
  )
  return (
    <LoadsList
      {...{ words, found, rows }}
      columns={useColumns()}
      movementIdOf={({ first }) => first.id}
      compact={(lorry) => <Compact lorry={lorry} />}
    />
  )
}

function between({ first: { inventory } }: Lorry): string {
  const { source, destination } = inventory.storage
  return [source, destination]
    .map(
      ({ name, substorageName, organisationName }) =>
        [name, substorageName].filter(Boolean).join(' · ') || organisationName,
    )
    .join(' → ')
}

function Net({ lorry: { first, weighedNet } }: { lorry: Lorry }) {
  const m = useMessages(namedLoadsMessages)
  const formats = useFormats()
  if (weighedNet === undefined) return <span className="quiet">{m.notWeighed}</span>
  return (
    <>
      {isAhead(first.movementDateISO) && <span className="badge plan">{m.planned}</span>}{' '}
      <span className="strong">{formats.weighed(weighedNet)}</span>
    </>
  )
}

function Compact({ lorry }: { lorry: Lorry }) {
  const formats = useFormats()
  const { first } = lorry
  return (
    <Link to="/movements" search={{ open: String(first.id) }} className="compact-open trade-open">
      <span className="compact-words">
        <span className="strong">{between(lorry)}</span>
        <span className="quiet small">
          {[formats.moment(first.movementDateISO), first.driver.vehicleRegistration]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span>
          <Net lorry={lorry} /> {lorry.weighedNet !== undefined && formats.scaleUnit}
        </span>
      </span>
    </Link>
  )
}

function useColumns(): Columns<Lorry> {
  const m = useMessages(namedLoadsMessages)
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'number',
        header: m.number,
        cell: ({ row: { original } }) => (
          <Link to="/movements" search={{ open: String(original.first.id) }} className="trade-link">
            {original.first.documentNumber || original.first.uid}
          </Link>
        ),
      },
      { id: 'date', header: m.date, cell: ({ row }) => formats.moment(row.original.first.movementDateISO) },
      { id: 'between', header: m.fromTo, cell: ({ row }) => between(row.original) },
      {
        id: 'vehicle',
        header: m.vehicle,
        cell: ({ row }) => <span className="plate">{row.original.first.driver.vehicleRegistration}</span>,
      },
      {
        id: 'net',
        header: m.net,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => <Net lorry={row.original} />,
      },
    ],
    [m, formats],
  )
}
