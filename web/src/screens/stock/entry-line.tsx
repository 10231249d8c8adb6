import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useMeasuredWords } from '../../stock/measure-names.ts'
import { isAhead, type Entry } from '../../stock/timeline.ts'
import { CountPapers } from './count-papers.tsx'
import { messages } from './messages.ts'

interface LineProps {
  recordId?: string
  entry: Entry
  /** Of the record, by which a bushel is one. */
  commodityId: number
}

/**
 * One thing that happened: when, what, and what it changed; struck through where it was taken back. With a record, a count also has its
 * papers.
 */
export function EntryLine({ recordId, entry, commodityId }: LineProps) {
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const { kind, at, takenBack, balanceAfter, source, movementId } = entry
  const { details } = source
  const isPlanned = isAhead(at)
  const name = kind === 'out' && details.sold ? m.outSold : m[kind]
  const classes = ['entry', kind === 'count' && 'fixed', takenBack && 'struck', isPlanned && 'ahead']
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <span className="small quiet">{formats.moment(at)}</span>
      <div>
        <span className="entry-what">
          <span className="strong">{name}</span> <Told {...{ entry, commodityId }} />
        </span>
        {isPlanned && <span className="badge plan">{m.planned}</span>}
        <EnteredBy entry={entry}>
          {movementId !== undefined && (
            <Link className="entry-link" to="/movements" search={{ open: String(movementId) }}>
              {m.seeMovement}
            </Link>
          )}
        </EnteredBy>
        {recordId !== undefined && kind === 'count' && !takenBack && movementId === undefined && (
          <CountPapers recordId={recordId} entry={entry} />
        )}
      </div>
      <span className="num">
        <Change {...{ entry, commodityId }} />
        {balanceAfter !== undefined && (
          <span className="small quiet by">{say(m.after, { weight: formats.exactStock(balanceAfter) })}</span>
        )}
      </span>
    </li>
  )
}

/** Between which places, in which lorry, what was measured, or what the service says of it. */
function Told({ entry, commodityId }: Omit<LineProps, 'recordId'>) {
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const { kind, counted, source } = entry
  const { origin, destination, vehicleRegistration, sample, adjustment, statusMessage } = source.details
  const wordsOf = useMeasuredWords()
  const placeOf = ({ description, name }: typeof origin) => description || name
  const words = () => {
    if (kind === 'in' || kind === 'out')
      return [[placeOf(origin), placeOf(destination)].filter(Boolean).join(' → '), vehicleRegistration]
    if (kind === 'count')
      return [
        counted === undefined ? '' : say(m.counted, { weight: formats.exactStock(counted) }),
        adjustment?.reason,
      ]
    if (kind === 'correction') return [adjustment?.reason, adjustment?.notes]
    if (kind === 'sample') return (sample?.fields ?? []).map(wordsOf)
    return [statusMessage]
  }
  return <span className="quiet">{words().filter(Boolean).join(' · ')}</span>
}

/** Shows who entered it, and when if that was on another day. */
function EnteredBy({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { at, enteredAt, by, takenBack } = entry
  const m = useMessages(messages)
  const formats = useFormats()
  const who = by || m.somebody
  const isLate = Date.parse(enteredAt) > Date.parse(at) && formats.dayOf(enteredAt) !== formats.dayOf(at)
  return (
    <span className="small quiet by">
      {isLate ? (
        <span className="late">{say(m.enteredLate, { when: formats.moment(enteredAt), who })}</span>
      ) : (
        say(m.enteredBy, { who })
      )}{' '}
      {children}
      {takenBack && (
        <span className="by">
          {say(m.takenBack, { when: formats.moment(takenBack.at), who: takenBack.by || m.somebody })}
        </span>
      )}
    </span>
  )
}

function Change({ entry, commodityId }: Omit<LineProps, 'recordId'>) {
  const m = useMessages(messages)
  const formats = useFormats(commodityId)
  const { kind, change, source } = entry
  const isMove = kind === 'in' || kind === 'out'
  if (change === undefined) return isMove ? <span className="quiet">{m.notWeighed}</span> : null
  if (change === 0 && kind !== 'count') return null
  const tone =
    kind === 'count' || kind === 'correction' ? (change < 0 ? 'change-out' : 'change-in') : 'strong'
  return (
    <span className={source.details.status === 'deleted' ? '' : tone}>
      {formats.signedStock(change)} {formats.stockUnit}
    </span>
  )
}
