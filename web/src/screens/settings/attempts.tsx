import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { say } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { Sending } from '../../ui/form.tsx'
import { Failed, Segmented, Skeleton } from '../../ui/parts.tsx'

/** A status of what is tried again and again. */
const tones = {
  delivered: 'badge good',
  done: 'badge good',
  retrying: 'badge',
  queued: 'badge',
  failed: 'badge bad',
}

interface Props<Row, Shown extends string> {
  /** Label of the choice of a status, and the texts for an empty list and for the number shown; then the statuses to choose from. */
  words: { choice: string; none: string; shownOf: string }
  options: Record<Shown, string>
  shown: Shown
  onShow: (shown: Shown) => void
  found: UseQueryResult<{ docs: Row[]; totalDocs: number }>
  sending: Sending
  draw: (row: Row) => ReactNode
  /** Has the older ones shown, too. */
  more?: ReactNode
}

/** Lists the work of the service beside its requests, the latest first: of the chosen status, with how many more there are. */
export function Attempts<Row extends { id: string }, Shown extends string>(props: Props<Row, Shown>) {
  const { words, options, shown, onShow, found, sending, draw, more } = props
  const { data, error, refetch } = found
  const refusal = useRefusal()
  return (
    <>
      <Segmented label={words.choice} value={shown} options={options} onChange={onShow} />
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data?.docs.length === 0 && <p className="quiet">{words.none}</p>}
      <ul className="lines">
        {data?.docs.map((each) => (
          <li key={each.id} className="bar apart">
            {draw(each)}
          </li>
        ))}
      </ul>
      {data && data.totalDocs > data.docs.length && (
        <div className="bar apart">
          <span className="quiet small">
            {say(words.shownOf, { shown: data.docs.length, n: data.totalDocs })}
          </span>
          {more}
        </div>
      )}
    </>
  )
}

interface AttemptProps {
  name: string
  status: keyof typeof tones
  statusName: string
  details: string[]
}

/** One of them: what it is, how it stands, and what is known of it. */
export function Attempt({ name, status, statusName, details }: AttemptProps) {
  return (
    <span>
      <span className="strong">{name}</span> <span className={tones[status]}>{statusName}</span>
      <br />
      <span className="quiet small break">{details.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
