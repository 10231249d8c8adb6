import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { HarvestLoad, HarvestPlan } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { LoadsList } from '../../stock/loads-list.tsx'
import { isAhead } from '../../stock/timeline.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { planMessages } from './plan-messages.ts'
import { loadsQuery } from './queries.ts'

/** The loads of a plan; one opens among the movements, where it is corrected or taken back. */
export function HarvestLoads({ plan }: { plan: HarvestPlan }) {
  const words = useMessages(planMessages)
  const found = useInfiniteQuery(loadsQuery(plan.id))
  const rows = useMemo(() => found.data?.pages.flat(), [found.data])
  return (
    <LoadsList
      {...{ words, found, rows }}
      columns={useColumns()}
      movementIdOf={({ movementId }) => movementId}
      compact={(load) => <Compact load={load} />}
    />
  )
}

function Net({ load, unit = '' }: { load: HarvestLoad; unit?: string }) {
  const m = useMessages(planMessages)
  const formats = useFormats()
  const { weight } = load.weightNet
  return (
    <>
      {isAhead(load.dateISO) && <span className="badge plan">{m.ahead}</span>}{' '}
      {weight ? (
        <span className="strong">
          {formats.weighed(weight)}
          {unit}
        </span>
      ) : (
        <span className="quiet">{m.notWeighed}</span>
      )}
    </>
  )
}

function useTo(): (load: HarvestLoad) => string {
  const m = useMessages(planMessages)
  return ({ storageName, substorageName }) =>
    [storageName, substorageName].filter(Boolean).join(', ') || m.sold
}

function Compact({ load }: { load: HarvestLoad }) {
  const formats = useFormats()
  const to = useTo()
  return (
    <Link to="/movements" search={{ open: String(load.movementId) }} className="compact-open">
      <span className="compact-words">
        <span className="strong">
          {load.fieldName} → {to(load)}
        </span>
        <span className="quiet small">
          {[formats.moment(load.dateISO), load.driverRegistration || load.driverName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span>
          <Net load={load} unit={` ${formats.scaleUnit}`} />
        </span>
        {load.moisture !== null && <span className="quiet small">{formats.figure(load.moisture)} %</span>}
      </span>
    </Link>
  )
}

function useColumns(): Columns<HarvestLoad> {
  const m = useMessages(planMessages)
  const formats = useFormats()
  const to = useTo()
  return useMemo(
    () => [
      {
        id: 'date',
        header: m.date,
        cell: ({ row: { original } }) => (
          <Link to="/movements" search={{ open: String(original.movementId) }} className="plan-link">
            {formats.moment(original.dateISO)}
          </Link>
        ),
      },
      { id: 'from', header: m.from, cell: ({ row }) => row.original.fieldName },
      { id: 'to', header: m.to, cell: ({ row }) => to(row.original) },
      {
        id: 'vehicle',
        header: m.vehicle,
        cell: ({ row }) => <span className="plate">{row.original.driverRegistration}</span>,
      },
      { id: 'driver', header: m.driver, cell: ({ row }) => row.original.driverName },
      {
        id: 'moisture',
        header: m.loadMoisture,
        meta: { isNumber: true },
        cell: ({ row: { original } }) => original.moisture !== null && formats.figure(original.moisture),
      },
      {
        id: 'net',
        header: m.net,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => <Net load={row.original} />,
      },
    ],
    [m, formats, to],
  )
}
