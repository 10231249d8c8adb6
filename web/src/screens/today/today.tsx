import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/session.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { storesQuery } from '../../stock/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { Conflicts } from './conflicts.tsx'
import { flowsOf, type Flow } from './day.ts'
import { Actions, Loads, Yard } from './loads.tsx'
import { messages } from './messages.ts'
import { todayQuery, type TodayAnswer } from './today-queries.ts'
import './today.css'

/** What is up: who waits in the yard, what is to be completed, what will go wrong, and what came and left. */
export function Today() {
  const m = useMessages(messages)
  const formats = useFormats()
  const day = formats.today()
  const { timeZone } = useMe().organisation
  const today = useQuery(todayQuery(day, timeZone))
  const stores = useQuery(storesQuery)
  const error = today.error ?? stores.error
  const isNew = stores.data?.length === 0 && today.data?.loadCount === 0
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{formats.day(day)}</p>
        </div>
        {!isNew && (
          <Link to="/weighbridge" className="button primary">
            <Icon name="scale" />
            {m.weigh}
          </Link>
        )}
      </header>
      <OfflineLine readAt={today.dataUpdatedAt} />
      {isNew ? (
        <Begin />
      ) : today.data && stores.data ? (
        <div className="today">
          <Flows answer={today.data} />
          <div className="stack">
            <Yard answer={today.data} />
            <Conflicts stores={stores.data} />
          </div>
          <Actions answer={today.data} />
          <Loads answer={today.data} />
        </div>
      ) : error ? (
        <Failed error={error} again={() => void Promise.all([today.refetch(), stores.refetch()])} />
      ) : (
        <Skeleton rows={3} />
      )}
    </>
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

function Flows({ answer }: { answer: TodayAnswer }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const flows = flowsOf(answer.loads)
  const figure = (name: string, { loads, weight, unweighed }: Flow) => (
    <div className="panel figure">
      <dt>{name}</dt>
      <dd>
        {formats.tonnes(weight)} <small>t</small>
      </dd>
      <dd className="quiet small">
        {say(m.loads, { n: loads })}
        {unweighed > 0 && ` · ${say(m.unweighed, { n: unweighed })}`}
      </dd>
    </div>
  )
  return (
    <dl className="flows">
      {figure(m.came, flows.in)}
      {figure(m.left, flows.out)}
      {figure(m.within, flows.within)}
    </dl>
  )
}
