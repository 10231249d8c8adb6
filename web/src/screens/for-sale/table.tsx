import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ShortRecord } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { grainOfOffer, offerFilters, type OfferFilters } from './filters.ts'
import { messages } from './messages.ts'
import { businessUnitsQuery } from '../../stock/queries.ts'

interface Props {
  rows: ShortRecord[]
  filters: OfferFilters
  open: string | undefined
  change: ChangeFilters
  onEnd: () => void
}

/** Offers as rows, sorted by the service; on a phone each in two lines. */
export function OfferTable({ rows, filters, open, change, onEnd }: Props) {
  const m = useMessages(messages)
  return (
    <DataTable
      list="offers"
      label={m.title}
      columns={useColumns(change)}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => change({ open: id })}
      isOpen={({ id }) => id === open}
      order={orderOf(filters, offerFilters.sortable, change)}
      compact={(row) => <Compact offer={row} onOpen={() => change({ open: row.id })} />}
    />
  )
}

/** Shows the weight left to sell, with a word where it is less than nothing. */
function Left({ offer: { position }, text }: { offer: ShortRecord; text: string }) {
  const m = useMessages(messages)
  if (position >= 0) return <span className="strong">{text}</span>
  return (
    <span className="sale-short">
      <span className="badge bad">{m.short}</span> {text}
    </span>
  )
}

function Compact({ offer, onOpen }: { offer: ShortRecord; onOpen: () => void }) {
  const commodityId = offer.commodity.commodity.id
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const left = say(m.leftOf, { t: formats.stock(offer.position) })
  return (
    <button type="button" className="compact-open" onClick={onOpen}>
      <span className="compact-words">
        <span className="strong">{offer.name}</span>
        <span className="quiet small">{grainOfOffer(offer)}</span>
      </span>
      <span className="num compact-end">
        <span>{formats.stockWeight(offer.yield.current)}</span>
        <span className="small">
          <Left offer={offer} text={left} />
        </span>
      </span>
    </button>
  )
}

function useColumns(change: ChangeFilters): Columns<ShortRecord> {
  const m = useMessages(messages)
  const formats = useFormats()
  const { data } = useQuery(businessUnitsQuery)
  return useMemo(() => {
    const units = new Map(data?.map(({ id, name }) => [id, name]))
    const written = ({ commodity }: ShortRecord, weight: number) => {
      const { cell, stock } = formats.of(commodity.commodity.id)
      return cell(stock(weight))
    }
    const figure = (id: string, header: string, of: (offer: ShortRecord) => number) => ({
      id,
      header,
      meta: { isNumber: true },
      cell: ({ row }: { row: { original: ShortRecord } }) => written(row.original, of(row.original)),
    })
    const columns: Columns<ShortRecord> = [
      {
        id: 'name',
        header: m.name,
        cell: ({ row: { original } }) => (
          <button type="button" className="cell-link sale-name" onClick={() => change({ open: original.id })}>
            {original.name}
          </button>
        ),
      },
      { id: 'grain', header: m.grain, cell: ({ row }) => grainOfOffer(row.original) },
      { id: 'harvestYear', header: m.year, cell: ({ row }) => row.original.harvestYear },
      figure('weight', m.there, (offer) => offer.yield.current),
      figure('sold', m.sold, (offer) => offer.soldWeight),
      figure('gone', m.gone, (offer) => offer.yield.sold),
      {
        id: 'left',
        header: m.left,
        meta: { isNumber: true, stays: true },
        cell: ({ row: { original } }) => (
          <Left offer={original} text={written(original, original.position)} />
        ),
      },
      {
        id: 'marks',
        header: m.marks,
        cell: ({ row: { original } }) => (
          <span className="quiet small">
            {[...original.storage.businessUnitIds.map((id) => units.get(id) ?? ''), ...original.tags]
              .filter(Boolean)
              .join(' · ')}
          </span>
        ),
      },
    ]
    return columns
  }, [m, formats, change, data])
}
