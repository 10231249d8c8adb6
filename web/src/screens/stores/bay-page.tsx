import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Position, StorageLocation } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { Count, Empty } from '../../forms/count.tsx'
import type { Lot } from '../../forms/lots.tsx'
import { HeapDialog } from '../../forms/heap.tsx'
import { Move } from '../../forms/move.tsx'
import { Papers, printable } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Bay } from '../../stock/bays.ts'
import { ConflictBadge, ConflictLoads } from '../../stock/conflict-badge.tsx'
import { StockLink } from '../../stock/stock-link.tsx'
import { stockMessages } from '../../stock/stock-messages.ts'
import { Besides } from '../../ui/besides.tsx'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { BayChecks } from './checks.tsx'
import { BayHolds } from './holds.tsx'
import { Capacities } from './capacities.tsx'
import { Counts } from './counts.tsx'
import { StoreNotes } from './notes.tsx'
import { ReservedHere } from './reserved-here.tsx'
import { BayPlan } from './plan.tsx'
import { storePageMessages } from './store-messages.ts'

type Line = Position['lines'][number]

interface Props {
  bay: Bay
  shape: StorageLocation['substorage'][number]
  etag: string | undefined
  lines: Line[]
  isOurs: boolean
}

/** One bay: what lies there, what is planned, and what is known of it. */
export function BayPage({ bay, shape, etag, lines, isOurs }: Props) {
  return (
    <div className="bay-page">
      <div className="stack">
        <Contents bay={bay} lines={lines} isOurs={isOurs} />
        <BayHolds bay={bay} parcels={parcelsOf(lines)} isOurs={isOurs} />
        <ReservedHere bayId={bay.bayId} commodityId={bay.cropId} isOurs={isOurs} />
        <BayPlan bay={bay} />
      </div>
      <div className="stack">
        <Capacities bay={bay} shape={shape} etag={etag} isOurs={isOurs} />
        <Counts recordId={bay.recordId} commodityId={bay.commodityId} />
        <BayChecks bay={bay} isOurs={isOurs} />
        <StoreNotes bay={bay} isOurs={isOurs} />
        {isOurs && <Recall bay={bay} />}
      </div>
    </div>
  )
}

const parcelsOf = (lines: Line[]) =>
  lines.map(({ recordId, commodity, ownerName }) => ({
    recordId,
    name: `${commodity.name} · ${ownerName}`,
  }))

/** Everything that touched the bay, as a sheet to telephone by. */
function Recall({ bay: { storeId, bayId } }: { bay: Bay }) {
  const asked = { path: { id: storeId }, query: { substorageId: bayId } }
  return <Papers papers={[printable('recall', 'GET /api/inventory/storage/{id}/recall.pdf', asked)]} />
}

function Contents({ bay, lines, isOurs }: Pick<Props, 'bay' | 'lines' | 'isOurs'>) {
  const m = useMessages(storePageMessages)
  const formats = useFormats()
  const lots = lines.toSorted((a, b) => b.weight - a.weight)
  return (
    <section className="panel contents" aria-label={m.lies}>
      <div className="bar apart">
        <h2>{bay.name}</h2>
        {bay.fill !== undefined && (
          <span className="strong quiet">{formats.percent(Math.round(bay.fill * 100))}</span>
        )}
      </div>
      <BayPicture fill={bay.fill} drawn={bay.drawn} commodityId={bay.commodityId} />
      {lots.length === 0 && <p className="quiet">{m.emptyHint}</p>}
      {lots.map((line) => (
        <LotLine key={line.recordId} line={line} />
      ))}
      <div className="bar bay-foot">
        <RoomLeft bay={bay} />
        {bay.conflict && <ConflictBadge conflict={bay.conflict} commodityId={bay.cropId} />}
        {bay.conflict && <ConflictLoads conflict={bay.conflict} />}
      </div>
      <Actions bay={bay} lots={lots} isOurs={isOurs} />
      <Measured bay={bay} recordId={lots[0]?.recordId} />
    </section>
  )
}

function LotLine({ line }: { line: Line }) {
  const m = useMessages(storePageMessages)
  const formats = useFormats(line.commodity.id)
  const detail = [line.variety, line.grade.name, say(m.harvest, { year: line.harvestYear })]
  return (
    <div className="bay-words">
      <div>
        <div className="bay-grain">{line.commodity.name}</div>
        <div className="quiet small">{detail.filter(Boolean).join(' · ')}</div>
        <StockLink recordId={line.recordId}>{m.explain}</StockLink>
      </div>
      <div className="num">
        <div className="bay-weight">
          {formats.exactStock(line.weight)} {formats.stockUnit}
        </div>
        <Besides weight={line.weight} commodityId={line.commodity.id} />
        <span className={line.owned ? 'quiet small' : 'badge grain'}>{line.ownerName}</span>
      </div>
    </div>
  )
}

function RoomLeft({ bay: { roomLeft: room, grain, cropId } }: { bay: Bay }) {
  const m = useMessages(storePageMessages, cropId)
  const words = useMessages(stockMessages)
  const formats = useFormats(cropId)
  if (room === undefined)
    return <span className="badge">{grain ? say(words.noLimitOf, { grain }) : words.noLimit}</span>
  const t = formats.stock(Math.abs(room))
  return room < 0 ? (
    <span className="badge bad">{say(m.over, { t })}</span>
  ) : (
    <span className="badge">{say(m.room, { t })}</span>
  )
}

/** Estimate of the contents of the bay by its form and lengths; nothing is changed by it. */
function Measured({ bay, recordId }: { bay: Bay; recordId: string | undefined }) {
  const m = useMessages(storePageMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        {m.howMuch}
      </button>
      {isOpen && (
        <HeapDialog
          name={bay.name}
          place={bay.key}
          recordId={recordId}
          commodityId={bay.cropId}
          onClose={() => open(false)}
        />
      )}
    </>
  )
}

type Act = 'count' | 'move' | 'empty'

/** Offers the actions on the stock; none without a network, since others may act on it meanwhile. */
function Actions({ bay, lots: lines, isOurs }: { bay: Bay; lots: Line[]; isOurs: boolean }) {
  const m = useMessages(storePageMessages)
  const { organisation } = useMe()
  const mayMove = useMay('movements:write') && isOurs
  const mayCount = useMay('adjustments:write') && isOurs
  const isOffline = !useOnline()
  const [act, begin] = useState<Act>()
  const end = () => begin(undefined)
  if (!mayMove && !mayCount)
    return isOurs ? <p className="quiet small">{say(m.mayNot, { organisation: organisation.name })}</p> : null
  if (lines.length === 0) return null
  const lots: Lot[] = lines.map(({ recordId, weight, commodity, ownerName }) => ({
    recordId,
    weight,
    name: `${commodity.name} · ${ownerName}`,
    commodityId: commodity.id,
  }))
  return (
    <div className="bar">
      {mayMove && (
        <button type="button" className="button primary" disabled={isOffline} onClick={() => begin('move')}>
          {m.move}
        </button>
      )}
      {mayMove && (
        <Link
          to="/blend"
          search={{ from: lots.map(({ recordId }) => recordId).join(',') }}
          className="button"
        >
          {m.blend}
        </Link>
      )}
      {mayCount && (
        <>
          <button type="button" className="button" disabled={isOffline} onClick={() => begin('count')}>
            {m.count}
          </button>
          <button type="button" className="button" disabled={isOffline} onClick={() => begin('empty')}>
            {m.empty}
          </button>
        </>
      )}
      {act === 'move' && <Move name={bay.name} from={bay.key} lots={lots} onClose={end} />}
      {act === 'count' && <Count name={bay.name} lots={lots} onClose={end} />}
      {act === 'empty' && <Empty name={bay.name} lots={lots} onClose={end} />}
    </div>
  )
}
