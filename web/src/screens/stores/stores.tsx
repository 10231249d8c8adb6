import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useMay, useMe } from '../../api/session.ts'
import { storageMessages } from '../../forms/storage-messages.ts'
import { StorageForm } from '../../forms/storage.tsx'
import { BusinessUnits } from '../../frame/business-units.tsx'
import { MoreActions } from '../../frame/more-actions.tsx'
import { endOfDay, type Day } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { baysOf } from '../../stock/bays.ts'
import { withoutConflicts } from '../../stock/figures.ts'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { positionQuery, storesFound } from '../../stock/queries.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Failed, Segmented, Skeleton } from '../../ui/parts.tsx'
import { BayCards } from './bay-cards.tsx'
import { BayTable } from './bay-table.tsx'
import { storeFilters, storesAsked, type StoreFilters } from './filters.ts'
import { messages } from './messages.ts'
import { NoStores } from './no-stores.tsx'
import { ShownBays } from './shown-bays.tsx'
import { NoneLeft, StoreFacets, StoresLeft } from './store-facets.tsx'
import './stores.css'
import { WhenBar } from './when-bar.tsx'

const route = getRouteApi('/stores')
const SETTLES_MS = 120

/** Every bay, as it lies now or at the close of a day. */
export function Stores() {
  const m = useMessages(messages)
  const formats = useFormats()
  const { at } = route.useSearch()
  const { filters, change: narrow } = useFilters('/stores', storeFilters)
  const { day, change, view, show } = useAddress(narrow)
  const navigate = useNavigate()
  const [isAdding, add] = useState(false)
  const { timeZone } = useMe().organisation
  const moment = at && endOfDay(at, timeZone).toISOString()
  const today = formats.today()
  const isAhead = day >= today
  const isNarrowed = countSet(filters) > 0
  const { list, position, bays, error, again } = useBays(filters, moment, isAhead)
  const facets = list.data?.facets ?? []
  return (
    <>
      <header className="top">
        <Heading at={at} today={today} />
        <Actions
          hasBays={bays !== undefined && bays.length > 0}
          hasStores={isNarrowed || (list.data?.totalDocs ?? 0) > 0}
          at={moment}
          onAdd={() => add(true)}
          filters={
            <FilterSheet count={countSet(filters)} isAlways>
              <StoreFacets {...{ filters, facets }} change={narrow} />
            </FilterSheet>
          }
        >
          <Segmented
            label={m.view}
            value={view}
            options={{ pictures: m.pictures, table: m.table }}
            onChange={show}
          />
        </Actions>
      </header>
      <WhenBar day={day} isNow={at === undefined && day === today} onChange={change} />
      {isNarrowed && list.data && (
        <StoresLeft {...{ filters, facets }} change={narrow} count={list.data.totalDocs} />
      )}
      {error && !bays ? (
        <Failed error={error} again={again} />
      ) : !bays ? (
        <Skeleton rows={4} />
      ) : bays.length === 0 && isNarrowed ? (
        <NoneLeft />
      ) : bays.length === 0 ? (
        <NoStores onAdd={() => add(true)} />
      ) : (
        <ShownBays bays={bays} isAhead={isAhead} isOld={position.isPlaceholderData || list.isPlaceholderData}>
          {view === 'table' ? <BayTable bays={bays} /> : <BayCards bays={bays} />}
        </ShownBays>
      )}
      {isAdding && (
        <StorageForm
          type="store"
          onMade={(id) => navigate({ to: '/stores/$id', params: { id } })}
          onClose={() => add(false)}
        />
      )}
    </>
  )
}

/** Which moment the bays are shown at. */
function Heading({ at, today }: { at: Day | undefined; today: Day }) {
  const m = useMessages(messages)
  const formats = useFormats()
  return (
    <div>
      <h1>{m.title}</h1>
      <p className="quiet">
        {at ? say(m.close, { day: formats.day(at) }) : m.now}{' '}
        {at && at > today && <span className="badge plan">{m.planned}</span>}
      </p>
    </div>
  )
}

/** The bays of the stores that the filters leave, filled by the position at a moment. */
function useBays(filters: StoreFilters, moment: string | undefined, isAhead: boolean) {
  const list = useQuery({ ...storesFound(storesAsked(filters)), placeholderData: keepPreviousData })
  const position = useQuery({ ...positionQuery(moment), placeholderData: keepPreviousData })
  const all = list.data && position.data && baysOf(list.data.docs, position.data)
  return {
    list,
    position,
    bays: all && (isAhead ? all : withoutConflicts(all)),
    error: list.error ?? position.error,
    again: () => void Promise.all([list.refetch(), position.refetch()]),
  }
}

interface ActionsProps {
  hasBays: boolean
  hasStores: boolean
  at: string | undefined
  onAdd: () => void
  filters: ReactNode
  children: ReactNode
}

/** Offers the actions on the stores, and the ways to show them. */
function Actions({ hasBays, hasStores, at, onAdd, filters, children }: ActionsProps) {
  const words = useMessages(storageMessages)
  const mayAdd = useMay('storage:write')
  return (
    <div className="bar">
      {hasStores && (
        <MoreActions>
          {hasBays && <CountSheet at={at} />}
          <BusinessUnits type="store" />
        </MoreActions>
      )}
      {hasStores && filters}
      {mayAdd && hasStores && (
        <button type="button" className="button" onClick={onAdd}>
          <Icon name="plus" />
          {words.addStore}
        </button>
      )}
      {hasStores && children}
    </div>
  )
}

/** The bays to walk along with, with what should lie in each. */
function CountSheet({ at }: { at: string | undefined }) {
  const query = at === undefined ? {} : { query: { at } }
  return <Papers papers={[printable('countSheet', 'GET /api/inventory/position/count-sheet.pdf', query)]} />
}

type View = 'pictures' | 'table'

/** The day, the view and the filters, which the address holds. What the slider passes over on its way is not asked for. */
function useAddress(narrow: ChangeFilters) {
  const { at, view = 'pictures' }: { at?: Day; view?: View } = route.useSearch()
  const { today: todayOf, addDays } = useFormats()
  const [moved, move] = useState({ from: at, to: at })
  // Where the slider is on its way to; once the address has another day, that counts.
  const slid = moved.from === at ? moved.to : at
  useEffect(() => {
    if (slid === at) return
    const timer = setTimeout(() => {
      narrow({ at: slid })
    }, SETTLES_MS)
    return () => clearTimeout(timer)
  }, [slid, at, narrow])
  const today = todayOf()
  const day = slid ?? today
  const change = (next: Day | undefined) => move({ from: at, to: next === today ? undefined : next })
  const show = (next: View) => narrow({ view: next === 'table' ? next : undefined })
  useKeys({
    ArrowLeft: () => change(addDays(day, -7)),
    ArrowRight: () => change(addDays(day, 7)),
    'Shift+ArrowLeft': () => change(addDays(day, -1)),
    'Shift+ArrowRight': () => change(addDays(day, 1)),
    t: () => change(undefined),
    v: () => show(view === 'table' ? 'pictures' : 'table'),
  })
  return { day, change, view, show }
}
