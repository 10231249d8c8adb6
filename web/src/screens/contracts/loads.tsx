import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StorageContract } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { LoadsList } from '../../stock/loads-list.tsx'
import { lorriesOf, type Lorry } from '../../stock/lorries.ts'
import { isAhead } from '../../stock/timeline.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { contractMessages } from './contract-messages.ts'
import { contractLoadsQuery } from './queries.ts'

/** Lists the loads that came in, were moved or went out under a contract; each opens among the movements. */
export function ContractLoads({ contract }: { contract: StorageContract }) {
  const words = useMessages(contractMessages)
  const found = useInfiniteQuery(contractLoadsQuery(contract.id))
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

const placesOf = ({ parts }: Lorry, side: 'source' | 'destination') =>
  [
    ...new Set(
      parts.map(({ inventory: { storage } }) => {
        const { name, substorageName, organisationName } = storage[side]
        return [name, substorageName].filter(Boolean).join(' · ') || organisationName
      }),
    ),
  ].join(', ')
const between = (lorry: Lorry) => `${placesOf(lorry, 'source')} → ${placesOf(lorry, 'destination')}`

function Net({ lorry: { first, weighedNet }, unit = '' }: { lorry: Lorry; unit?: string }) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  if (weighedNet === undefined) return <span className="quiet">{m.notWeighed}</span>
  return (
    <>
      {isAhead(first.movementDateISO) && <span className="badge plan">{m.planned}</span>}{' '}
      <span className="strong">
        {formats.weighed(weighedNet)}
        {unit}
      </span>
    </>
  )
}

function Compact({ lorry }: { lorry: Lorry }) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  const { first, weighedNet, afterDrying } = lorry
  const isDried = afterDrying !== undefined && afterDrying !== weighedNet
  return (
    <Link to="/movements" search={{ open: String(first.id) }} className="compact-open contract-open">
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
          <Net lorry={lorry} unit={` ${formats.scaleUnit}`} />
        </span>
        {isDried && (
          <span className="quiet small">{say(m.afterDryingIs, { kg: formats.weighed(afterDrying) })}</span>
        )}
        {first.drying && (
          <span className="quiet small">{formats.figure(first.drying.measuredMoisturePercentage)} %</span>
        )}
      </span>
    </Link>
  )
}

function useColumns(): Columns<Lorry> {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'number',
        header: m.number,
        cell: ({ row: { original } }) => (
          <Link to="/movements" search={{ open: String(original.first.id) }} className="contract-link">
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
        id: 'moisture',
        header: m.moisture,
        meta: { isNumber: true },
        cell: ({ row: { original } }) =>
          original.first.drying && formats.figure(original.first.drying.measuredMoisturePercentage),
      },
      {
        id: 'net',
        header: m.net,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => <Net lorry={row.original} />,
      },
      {
        id: 'afterDrying',
        header: m.afterDrying,
        meta: { isNumber: true },
        cell: ({ row: { original } }) =>
          original.afterDrying !== undefined && formats.weighed(original.afterDrying),
      },
    ],
    [m, formats],
  )
}
