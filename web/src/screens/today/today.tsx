import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { StorageLocation, Today as Day } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useGrainElsewhere } from '../../stock/elsewhere.ts'
import { storesQuery } from '../../stock/queries.ts'
import { ToConfirm } from '../../stock/to-confirm.tsx'
import { Expiring } from './expiring.tsx'
import { FactorDue } from './factor-due.tsx'
import { InstallationAttention } from './installation-attention.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { attentionMessages } from './attention-messages.ts'
import { OnHold, OpenStocktakes, ToCheck, Uncounted } from './bays-to-see.tsx'
import { ToBeDeleted } from './to-be-deleted.tsx'
import { UnusedKeys } from './unused-keys.tsx'
import { Unconfirmed } from './unconfirmed.tsx'
import { Differing, FullContracts, StockAndWeek, ToClean } from './attention.tsx'
import { RefusedHere, useRefusedCount } from './refused.tsx'
import { Conflicts } from './conflicts.tsx'
import { LoadActions, TodaysLoads, YardPanel } from './loads.tsx'
import { PositionConflicts } from '../../stock/position-conflicts.tsx'
import { messages } from './messages.ts'
import { dayQuery, todayQuery, type TodayAnswer } from './today-queries.ts'
import './today.css'

/** Shows the state of the day: lorries waiting in the yard, loads to be completed, coming conflicts, and loads that came and left. */
export function Today() {
  const m = useMessages(messages)
  const formats = useFormats()
  const day = formats.today()
  const { id, timeZone } = useMe().organisation
  const mayWeigh = useMay('movements:write')
  const hasGrainElsewhere = useGrainElsewhere()
  const figures = useQuery(dayQuery)
  const today = useQuery(todayQuery(day, timeZone))
  const stores = useQuery(storesQuery)
  const error = figures.error ?? today.error ?? stores.error
  const again = () => void Promise.all([figures, today, stores].map(({ refetch }) => refetch()))
  const isNew = stores.data?.length === 0 && figures.data?.in.loads === 0 && figures.data.out.loads === 0
  // Whoever stores nothing, and has grain with others, wants to know of that.
  const isOwnerAlone = hasGrainElsewhere && stores.data?.every(({ organisationId }) => organisationId !== id)
  if (isOwnerAlone) return <Navigate to="/mine" replace />
  return (
    <>
      <header className="top today-top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{formats.day(day)}</p>
        </div>
        {!isNew && mayWeigh && (
          <Link to="/weighbridge" className="button primary">
            <Icon name="scale" />
            {m.weigh}
          </Link>
        )}
      </header>
      <FactorDue />
      <InstallationAttention />
      {isNew ? (
        <>
          {figures.data && <ToBeDeleted day={figures.data} />}
          <ToConfirm />
          <Begin />
        </>
      ) : (
        <>
          {figures.data && <Flows day={figures.data} />}
          {today.data && stores.data && figures.data ? (
            <Sections day={figures.data} answer={today.data} stores={stores.data} />
          ) : error ? (
            <Failed error={error} again={again} />
          ) : (
            <Skeleton rows={3} />
          )}
        </>
      )}
    </>
  )
}

interface SectionsProps {
  day: Day
  answer: TodayAnswer
  stores: StorageLocation[]
}

/**
 * Shows each person's tasks, by their rights: those who weigh see the yard and what was refused.
 * Those who manage see what will go wrong and what is open; those who only look see the stock. Empty sections take no room.
 */
function Sections({ day, answer, stores }: SectionsProps) {
  const m = useMessages(attentionMessages)
  const mayWeigh = useMay('movements:write')
  const mayManage = useMay('contracts:write')
  const mayCount = useMay('stocktakes:count')
  const refused = useRefusedCount()
  const { contracts, uncounted, settlements } = day
  const toDo = [
    refused,
    ...(mayWeigh ? [day.yard, day.toComplete.late, day.toComplete.planned, day.toClean.count] : []),
    day.toCheck.count,
    day.alarming.count,
    day.unusedKeys.count,
    day.deletion.daysLeft,
    day.toConfirm.stock + day.toConfirm.contracts,
    ...(mayCount ? [day.stocktakes.count] : []),
    ...(mayManage
      ? [
          day.conflicts,
          day.position.count,
          day.assurance.count,
          contracts.count,
          uncounted.count,
          settlements.undecided,
        ]
      : []),
  ]
  const isQuiet = mayWeigh && toDo.every((each) => each === 0)
  return (
    <div className="today">
      {isQuiet && <p className="panel pad quiet today-quiet">{m.quiet}</p>}
      <div className="stack">
        <RefusedHere />
        <ToBeDeleted day={day} />
        {mayWeigh && <YardPanel answer={answer} />}
        {mayManage && <Conflicts stores={stores} />}
        {mayManage && <PositionConflicts title={m.position} conflicts={day.position.first} />}
        {mayManage && <Differing day={day} />}
        <StockAndWeek day={day} hasWeek={mayManage} />
      </div>
      <div className="stack">
        {mayWeigh && <LoadActions day={day} answer={answer} />}
        {mayCount && <OpenStocktakes day={day} />}
        <ToClean day={day} />
        {mayManage && <Expiring day={day} />}
        {mayManage && <FullContracts day={day} />}
        <Unconfirmed day={day} />
        <OnHold day={day} />
        <ToCheck day={day} />
        {mayManage && <Uncounted day={day} />}
        <UnusedKeys day={day} />
      </div>
      <TodaysLoads answer={answer} />
    </div>
  )
}

/** Nothing lies here yet: what to begin with. */
function Begin() {
  const m = useMessages(messages)
  return (
    <div className="panel nothing">
      <Icon name="stores" size={32} />
      <h2>{m.begin}</h2>
      <p className="quiet">{m.beginHint}</p>
      <Link to="/stores" className="button primary">
        {m.toStores}
      </Link>
    </div>
  )
}

/** Shows the loads that came, left and were moved within, by the service's own sums. */
function Flows({ day }: { day: Day }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const figure = (name: string, { loads, weight, unweighed, planned }: Day['in']) => {
    const words = [
      say(m.loads, { n: loads }),
      ...(unweighed > 0 ? [say(m.unweighed, { n: unweighed })] : []),
      ...(planned > 0 ? [say(m.planned, { n: planned })] : []),
    ]
    return (
      <div className="panel figure">
        <dt>{name}</dt>
        <dd>
          {formats.stock(weight)} <small>{formats.stockUnit}</small>
        </dd>
        <dd className="quiet small">{words.join(' · ')}</dd>
      </div>
    )
  }
  return (
    <dl className="flows">
      {figure(m.came, day.in)}
      {figure(m.left, day.out)}
      {figure(m.within, day.within)}
    </dl>
  )
}
