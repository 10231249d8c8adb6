import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Position, StorageLocation } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { StorageForm } from '../../forms/storage.tsx'
import { Gone } from '../../frame/frame.tsx'
import { isGone, NotRead } from '../../frame/not-read.tsx'
import { useFormats } from '../../i18n/format.ts'
import type { Formats } from '../../i18n/make-formats.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { PlaceWords } from '../../place/found-place.tsx'
import { baysOf, cropOf, type Bay } from '../../stock/bays.ts'
import { figuresOf } from '../../stock/figures.ts'
import { stockTotalOf } from '../../stock/sums.ts'
import { positionQuery, storageQuery } from '../../stock/queries.ts'
import { stockMessages } from '../../stock/stock-messages.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { Icon } from '../../ui/icons.tsx'
import { AddBay } from './add-bay.tsx'
import { AllCapacities } from './all-capacities.tsx'
import { BayPage } from './bay-page.tsx'
import { capacityMessages } from './capacity-messages.ts'
import { messages } from './messages.ts'
import { storePageMessages } from './store-messages.ts'
import './stores.css'
import './store.css'

const route = getRouteApi('/stores/$id')

/** A store, and one of its bays in full. */
export function Store() {
  const m = useMessages(storePageMessages)
  const { id } = route.useParams()
  const store = useQuery(storageQuery(id))
  const position = useQuery(positionQuery())
  const error = store.error ?? position.error
  if (isGone(error)) return <Gone />
  const again = () => Promise.all([store.refetch(), position.refetch()])
  if (!store.data || !position.data) return <NotRead title={m.back} error={error} again={again} rows={3} />
  return (
    <>
      <Shown store={store.data.result} etag={store.data.etag} position={position.data} />
    </>
  )
}

interface ShownProps {
  store: StorageLocation
  etag: string | undefined
  position: Position
}

function Shown({ store, etag, position }: ShownProps) {
  const m = useMessages(storePageMessages)
  const words = useMessages(messages)
  const { organisation } = useMe()
  const isOurs = store.organisationId === organisation.id
  const mayChange = useMay('storage:write') && isOurs
  const [opened, open] = useState<'bay' | 'edit' | 'capacities'>()
  const close = () => open(undefined)
  const { bay: asked } = route.useSearch()
  const bays = baysOf([store], position)
  const bay = bays.find(({ bayId }) => bayId === asked) ?? bays[0]
  const shape = store.substorage.find(({ id }) => id === bay?.bayId)
  const weight = stockTotalOf(figuresOf(bays))
  const units = store.businessUnits.map(({ name }) => name)
  const formats = useFormats(cropOf(bays))
  const stock = shortStock(formats, weight)
  return (
    <>
      <header className="top">
        <div>
          <Link to="/stores" className="back">
            <Icon name="left" size={18} />
            {m.back}
          </Link>
          <h1>{store.name}</h1>
          <p className="quiet">{[stock, say(words.bays, { n: bays.length }), ...units].join(' · ')}</p>
          {isOurs && <PlaceWords location={store.location} />}
        </div>
        {mayChange && <Actions hasBays={bays.length > 0} open={open} />}
      </header>
      {!isOurs && <div className="note">{m.notOurs}</div>}
      {bays.length > 1 && <BayTabs bays={bays} current={bay} />}
      {bay && shape ? (
        <BayPage
          key={bay.key}
          bay={bay}
          shape={shape}
          etag={etag}
          lines={position.lines.filter(
            ({ storageId, substorageId }) => storageId === bay.storeId && substorageId === bay.bayId,
          )}
          isOurs={isOurs}
        />
      ) : (
        <div className="panel nothing">
          <h2>{m.noBays}</h2>
          <p className="quiet">{m.noBaysHint}</p>
        </div>
      )}
      {opened === 'bay' && <AddBay store={store} etag={etag} onClose={close} />}
      {opened === 'capacities' && <AllCapacities store={store} etag={etag} onClose={close} />}
      {opened === 'edit' && <StorageForm type="store" known={{ storage: store, etag }} onClose={close} />}
    </>
  )
}

interface ActionsProps {
  hasBays: boolean
  open: (form: 'bay' | 'edit' | 'capacities') => void
}

const shortStock = (formats: Formats, weight: number) => `${formats.shortStock(weight)} ${formats.stockUnit}`

/** Offers the changes that a manager of the store may make to it. */
function Actions({ hasBays, open }: ActionsProps) {
  const m = useMessages(storePageMessages)
  const words = useMessages(capacityMessages)
  return (
    <div className="bar">
      <button type="button" className="button" onClick={() => open('edit')}>
        <Icon name="pencil" />
        {m.edit}
      </button>
      {hasBays && (
        <button type="button" className="button" onClick={() => open('capacities')}>
          {words.all}
        </button>
      )}
      <button type="button" className={hasBays ? 'button' : 'button primary'} onClick={() => open('bay')}>
        <Icon name="plus" />
        {m.addBay}
      </button>
    </div>
  )
}

/** The bays of the store, to go from one to the next. */
function BayTabs({ bays, current }: { bays: Bay[]; current: Bay | undefined }) {
  const m = useMessages(storePageMessages)
  const words = useMessages(stockMessages)
  const formats = useFormats()
  const list = useRef<HTMLUListElement>(null)
  // On a phone the tabs are wider than the page: the one that is shown is brought into view.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-current]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current?.key])
  return (
    <nav className="bay-nav" aria-label={m.bays}>
      <ul className="bay-tabs" ref={list}>
        {bays.map((bay) => (
          <li key={bay.key}>
            <Link
              to="/stores/$id"
              params={{ id: bay.storeId }}
              search={{ bay: bay.bayId }}
              replace
              className={bay.conflict ? 'bay-tab wrong' : 'bay-tab'}
              aria-current={bay.key === current?.key ? 'page' : undefined}
            >
              <BayPicture fill={bay.fill} drawn={bay.drawn} commodityId={bay.commodityId} small />
              <span>
                <b>{bay.name}</b>
                <span className="quiet small">
                  {bay.grain
                    ? [bay.grain, shortStock(formats.of(bay.cropId), bay.weight)].join(' · ')
                    : words.empty}
                </span>
              </span>
              {bay.conflict && <Icon name="warn" size={18} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
