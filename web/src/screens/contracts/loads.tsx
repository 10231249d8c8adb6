import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Movement, StorageContract } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { LoadsList } from '../../stock/loads-list.tsx'
import { isAhead } from '../../stock/timeline.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { contractMessages } from './contract-messages.ts'
import { loadsQuery } from './queries.ts'

/** What came in, was moved or went out under a contract; a load opens among the movements. */
export function Loads({ contract }: { contract: StorageContract }) {
  const words = useMessages(contractMessages)
  const found = useInfiniteQuery(loadsQuery(contract.id))
  const rows = useMemo(() => found.data?.pages.flatMap(({ docs }) => docs), [found.data])
  return (
    <LoadsList
      {...{ words, found, rows }}
      columns={useColumns()}
      movementIdOf={({ id }) => id}
      compact={(load) => <Compact load={load} />}
    />
  )
}

const between = ({ inventory: { storage } }: Movement) =>
  [storage.source, storage.destination].map((place) => place.name || place.organisationName).join(' → ')

/** Kilograms that count under the contract: what is left after drying, else what was weighed; undefined of what nobody weighed. */
const counted = ({ drying, inventory }: Movement) =>
  (drying?.netWeight ?? inventory.commodity.weight.weight) || undefined

function Net({ load, unit = '' }: { load: Movement; unit?: string }) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  const net = counted(load)
  if (net === undefined) return <span className="quiet">{m.notWeighed}</span>
  return (
    <>
      {isAhead(load.movementDateISO) && <span className="badge plan">{m.planned}</span>}{' '}
      <span className="strong">
        {formats.tonnes(net)}
        {unit}
      </span>
    </>
  )
}

function Compact({ load }: { load: Movement }) {
  const formats = useFormats()
  return (
    <Link to="/movements" search={{ open: String(load.id) }} className="compact-open contract-open">
      <span className="compact-words">
        <span className="strong">{between(load)}</span>
        <span className="quiet small">
          {[formats.moment(load.movementDateISO), load.driver.vehicleRegistration]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span>
          <Net load={load} unit=" t" />
        </span>
        {load.drying && (
          <span className="quiet small">{formats.figure(load.drying.measuredMoisturePercentage)} %</span>
        )}
      </span>
    </Link>
  )
}

function useColumns(): Columns<Movement> {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'number',
        header: m.number,
        cell: ({ row: { original } }) => (
          <Link to="/movements" search={{ open: String(original.id) }} className="contract-link">
            {original.uid}
          </Link>
        ),
      },
      { id: 'date', header: m.date, cell: ({ row }) => formats.moment(row.original.movementDateISO) },
      { id: 'between', header: m.fromTo, cell: ({ row }) => between(row.original) },
      {
        id: 'vehicle',
        header: m.vehicle,
        cell: ({ row }) => <span className="plate">{row.original.driver.vehicleRegistration}</span>,
      },
      {
        id: 'moisture',
        header: m.moisture,
        meta: { isNumber: true },
        cell: ({ row: { original } }) =>
          original.drying && formats.figure(original.drying.measuredMoisturePercentage),
      },
      {
        id: 'net',
        header: m.net,
        meta: { isNumber: true },
        cell: ({ row }) => <Net load={row.original} />,
      },
    ],
    [m, formats],
  )
}
