import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StorageContract } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { contractFilters, type ContractFilters } from './filters.ts'
import { messages } from './messages.ts'
import { ContractStatus, Left, UsageBar } from './usage.tsx'

interface Props {
  rows: StorageContract[]
  filters: ContractFilters
  change: ChangeFilters
  onEnd: () => void
}

const grainOf = ({ inventory: { commodity } }: StorageContract) =>
  [commodity.commodity.name, commodity.type.name, commodity.grade.name].filter(Boolean).join(' · ')

/** Contracts as rows, sorted by the service; on a phone each in two lines. */
export function ContractTable({ rows, filters, change, onEnd }: Props) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const columns = useColumns()
  return (
    <DataTable
      list="contracts"
      label={m.title}
      columns={columns}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => void navigate({ to: '/contracts/$id', params: { id }, search: {} })}
      order={orderOf(filters, contractFilters.sortable, change)}
      compact={(row) => <Compact contract={row} />}
    />
  )
}

function Compact({ contract }: { contract: StorageContract }) {
  const { id, details, owner, inventory, usage } = contract
  const commodityId = inventory.commodity.commodity.id
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const amounts = { used: formats.stock(usage.used), agreed: formats.stock(inventory.weight) }
  return (
    <Link to="/contracts/$id" params={{ id }} search={{}} className="compact-open contract-open">
      <span className="compact-words">
        <span className="strong">{details.reference || owner.name}</span>
        <span className="quiet small">
          {[details.reference && owner.name, inventory.commodity.commodity.name].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span className="small">{say(m.inOf, amounts)}</span>
        <UsageBar contract={contract} />
        {usage.exceeded > 0 && (
          <span className="small">
            <Left contract={contract} />
          </span>
        )}
      </span>
    </Link>
  )
}

function useColumns(): Columns<StorageContract> {
  const m = useMessages(messages)
  const formats = useFormats()
  const { organisation } = useMe()
  return useMemo(() => {
    const day = (instant: string) => formats.day(formats.dayOf(instant)).replace(/^[^\s\d]+,? /, '')
    const columns: Columns<StorageContract> = [
      {
        id: 'reference',
        header: m.reference,
        cell: ({ row: { original } }) => (
          <Link to="/contracts/$id" params={{ id: original.id }} search={{}} className="contract-link">
            {original.details.reference || original.owner.name}
          </Link>
        ),
      },
      {
        id: 'ownerOrganisationName',
        header: m.owner,
        cell: ({ row: { original } }) => (
          <>
            {original.owner.name}
            {original.storer.id !== organisation.id && (
              <span className="quiet small"> {say(m.storedBy, { storer: original.storer.name })}</span>
            )}
          </>
        ),
      },
      {
        id: 'grain',
        header: m.grain,
        cell: ({ row: { original } }) => (
          <span className="contract-grain">
            <i
              className="contract-dot"
              style={{ background: colourOf(original.inventory.commodity.commodity.id) }}
            />
            {grainOf(original)}
          </span>
        ),
      },
      { id: 'startDateUTC', header: m.from, cell: ({ row }) => day(row.original.details.startDateUTC) },
      {
        id: 'endDateUTC',
        header: m.until,
        cell: ({ row: { original } }) => (
          <>
            {original.details.endDateUTC === null ? (
              <span className="quiet">{m.noEnd}</span>
            ) : (
              day(original.details.endDateUTC)
            )}{' '}
            {original.status !== 'active' && <ContractStatus status={original.status} />}
          </>
        ),
      },
      {
        id: 'weight',
        header: m.amount,
        cell: ({ row: { original } }) => <Amount contract={original} />,
      },
    ]
    return columns
  }, [m, formats, organisation.id])
}

function Amount({ contract }: { contract: StorageContract }) {
  const { usage, inventory } = contract
  const commodityId = inventory.commodity.commodity.id
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const amounts = { used: formats.stock(usage.used), agreed: formats.stock(inventory.weight) }
  return (
    <span className="contract-amount">
      <UsageBar contract={contract} />
      <span className="bar apart small">
        <span>{say(m.inOf, amounts)}</span>
        <Left contract={contract} />
      </span>
    </span>
  )
}
