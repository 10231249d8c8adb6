import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import type { Position } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { endOfDay, type Day } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { baysOf, type Bay } from '../../stock/bays.ts'
import { figuresOf, withoutConflicts } from '../../stock/figures.ts'
import { positionQuery, storesQuery } from '../../stock/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Failed, Segmented, Skeleton } from '../../ui/parts.tsx'
import { AddStore } from './add-store.tsx'
import { BayCards } from './bay-cards.tsx'
import { BayTable } from './bay-table.tsx'
import { messages } from './messages.ts'
import { NoStores } from './no-stores.tsx'
import './stores.css'
import { WhenBar } from './when-bar.tsx'

const route = getRouteApi('/stores')
const SETTLES_MS = 120

/** Every bay, as it lies now or at the close of a day. */
export function Stores() {
  const m = useMessages(messages)
  const formats = useFormats()
  const mayAdd = useMay('storage:write')
  const { at } = route.useSearch()
  const { day, change, view, show } = useAddress()
  const [isAdding, add] = useState(false)
  const { timeZone } = useMe().organisation
  const list = useQuery(storesQuery)
  const position = useQuery({
    ...positionQuery(at && endOfDay(at, timeZone).toISOString()),
    placeholderData: keepPreviousData,
  })
  const today = formats.today()
  const isAhead = day >= today
  const error = list.error ?? position.error
  const all = list.data && position.data && baysOf(list.data, position.data)
  const bays = all && (isAhead ? all : withoutConflicts(all))
  const again = () => void Promise.all([list.refetch(), position.refetch()])
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">
            {at ? say(m.close, { day: formats.day(at) }) : m.now}{' '}
            {at && at > today && <span className="badge plan">{m.planned}</span>}
          </p>
        </div>
        <div className="bar">
          {mayAdd && list.data && list.data.length > 0 && (
            <button type="button" className="button" onClick={() => add(true)}>
              <Icon name="plus" />
              {m.addStore}
            </button>
          )}
          <Segmented
            label={m.view}
            value={view}
            options={{ pictures: m.pictures, table: m.table }}
            onChange={show}
          />
        </div>
      </header>
      <OfflineLine readAt={Math.min(list.dataUpdatedAt, position.dataUpdatedAt)} />
      <WhenBar day={day} isNow={at === undefined && day === today} onChange={change} />
      {error && !bays ? (
        <Failed error={error} again={again} />
      ) : !bays || !position.data ? (
        <Skeleton rows={4} />
      ) : bays.length === 0 ? (
        <NoStores onAdd={() => add(true)} />
      ) : (
        <Shown bays={bays} totals={position.data.totals} isAhead={isAhead} isOld={position.isPlaceholderData}>
          {view === 'table' ? <BayTable bays={bays} /> : <BayCards bays={bays} />}
        </Shown>
      )}
      {isAdding && <AddStore onClose={() => add(false)} />}
    </>
  )
}

type View = 'pictures' | 'table'

const searchOf = (at: Day | undefined, view: View) => ({
  ...(at !== undefined && { at }),
  ...(view === 'table' && { view }),
})

/** The day and the view, which the address holds. What the slider passes over on its way is not asked for. */
function useAddress() {
  const { at, view = 'pictures' }: { at?: Day; view?: View } = route.useSearch()
  const navigate = useNavigate()
  const { today: todayOf, addDays } = useFormats()
  const [moved, move] = useState({ from: at, to: at })
  // Where the slider is on its way to; once the address has another day, that counts.
  const slid = moved.from === at ? moved.to : at
  useEffect(() => {
    if (slid === at) return
    const timer = setTimeout(() => {
      void navigate({ to: '/stores', search: searchOf(slid, view), replace: true })
    }, SETTLES_MS)
    return () => clearTimeout(timer)
  }, [slid, at, view, navigate])
  const today = todayOf()
  const day = slid ?? today
  const change = (next: Day | undefined) => move({ from: at, to: next === today ? undefined : next })
  const show = (next: View) =>
    void navigate({
      to: '/stores',
      search: searchOf(at, next),
      replace: true,
    })
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

interface ShownProps {
  bays: Bay[]
  totals: Position['totals']
  isAhead: boolean
  /** Figures of the day before stay until those asked for are there. */
  isOld: boolean
  children: ReactNode
}

function Shown({ bays, totals, isAhead, isOld, children }: ShownProps) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { room, conflicts } = figuresOf(bays)
  return (
    <div className="stack loose" aria-busy={isOld}>
      <dl className="figures">
        {[[m.owned, totals.owned] as const, [m.stored, totals.stored] as const, [m.room, room] as const].map(
          ([name, weight]) => (
            <div key={name} className="panel figure">
              <dt>{name}</dt>
              <dd>
                {formats.shortTonnes(weight)} <small>t</small>
              </dd>
            </div>
          ),
        )}
        {isAhead && (
          <div className={conflicts > 0 ? 'panel figure ahead wrong' : 'panel figure ahead'}>
            <dt>{m.conflicts}</dt>
            <dd>{conflicts > 0 ? say(m.inConflict, { n: conflicts }) : m.noConflicts}</dd>
          </div>
        )}
      </dl>
      {children}
    </div>
  )
}
