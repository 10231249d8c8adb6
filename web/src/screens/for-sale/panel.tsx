import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FullRecord } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { recordQuery } from '../../stock/queries.ts'
import { StockLink } from '../../stock/stock-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { EditOffer } from '../../forms/edit-offer.tsx'
import { offerMessages } from '../../forms/offer-messages.ts'
import { inStoresQuery } from './queries.ts'

interface Props {
  id: string
  onClose: () => void
}

/** One offer beside the list: its figures to the gram, what lies in stores of the same grain, and how to change it. */
export function OfferPanel({ id, onClose }: Props) {
  const m = useMessages(offerMessages)
  const { data, error, refetch } = useQuery(recordQuery(id))
  return (
    <Dialog title={data?.result.name ?? m.offer} onClose={onClose} isSide>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && (
        <>
          <Figures record={data.result} />
          <InStores record={data.result} />
          <div>
            <StockLink recordId={id}>{m.seeStock}</StockLink>
          </div>
          <Change record={data.result} etag={data.etag} />
        </>
      )}
    </Dialog>
  )
}

/** From what was entered to what is left to sell. */
function Figures({ record }: { record: FullRecord }) {
  const m = useMessages(offerMessages)
  const formats = useFormats(record.commodity.commodity.id)
  const { position, soldWeight, tags, storage, commodity, harvestYear } = record
  const { current, initial, sold } = record.yield
  const stock = (value: number) => `${formats.exactStock(value)} ${formats.stockUnit}`
  const units = storage.businessUnits.map(({ name }) => name)
  const grain = [commodity.commodity.name, commodity.type.name, commodity.grade.name, commodity.variety]
  const facts: [name: string, value: string, isShort?: boolean][] = [
    [m.entered, stock(initial)],
    [m.sold, stock(soldWeight)],
    [m.there, stock(current)],
    [m.gone, stock(sold)],
    [m.toLeave, stock(Math.round((current - position) * 1000) / 1000)],
    [m.left, stock(position), position < 0],
    ...(tags.length > 0 ? [[m.tags, tags.join(', ')] as [string, string]] : []),
    ...(units.length > 0 ? [[m.units, units.join(', ')] as [string, string]] : []),
  ]
  return (
    <>
      <p className="quiet">{[...grain, harvestYear].filter(Boolean).join(' · ')}</p>
      <dl className="facts">
        {facts.map(([name, value, isShort = false]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isShort ? 'sale-short' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function InStores({ record }: { record: FullRecord }) {
  const m = useMessages(offerMessages)
  const formats = useFormats(record.commodity.commodity.id)
  const { data } = useQuery(inStoresQuery(record))
  if (data === undefined) return null
  const { commodity } = record.commodity
  const search = {
    owned: 'owned by',
    'f:commodity': String(commodity.id),
    'f:harvestYear': record.harvestYear,
  }
  return (
    <p className="bar apart">
      <span>
        {say(m.inStores, { grain: commodity.name, year: record.harvestYear })}:{' '}
        <b className="num">
          {formats.exactStock(data)} {formats.stockUnit}
        </b>
      </span>
      <Link to="/stock" search={search} className="text-link">
        {m.seeStores}
      </Link>
    </p>
  )
}

interface ChangeProps {
  record: FullRecord
  etag: string | undefined
}

function Change({ record, etag }: ChangeProps) {
  const m = useMessages(offerMessages)
  const isOnline = useOnline()
  const mayChange = useMay('records:write') && record.source === 'trade' && record.owned
  const [isOpen, open] = useState(false)
  const [said, tell] = useState<string>()
  if (!mayChange) return null
  if (isOpen)
    return (
      <EditOffer
        record={record}
        etag={etag}
        onDone={(message) => {
          tell(message)
          open(false)
        }}
        onCancel={() => open(false)}
      />
    )
  return (
    <>
      {said !== undefined && (
        <div className="note good" role="status">
          {[m.saved, said].filter(Boolean).join(' ')}
        </div>
      )}
      <div className="bar">
        <button type="button" className="button primary" disabled={!isOnline} onClick={() => open(true)}>
          {m.change}
        </button>
      </div>
    </>
  )
}
