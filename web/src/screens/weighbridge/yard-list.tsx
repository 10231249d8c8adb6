import { memo, useEffect, useMemo, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket, Waiting } from '../../offline/tickets.ts'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/parts.tsx'
import { firstReading } from './draft.ts'
import { placesOf } from './ticket-facts.ts'
import { messages as ticketMessages } from './messages.ts'
import { isPlan } from './movement-ticket.ts'
import { barePlate } from './plates.ts'
import { messages } from './yard-messages.ts'
import { MOST_IN_YARD, shownOf, waitOf } from './yard-rows.ts'

interface Props {
  tickets: Ticket[]
  waiting: Waiting[]
  openId: string | undefined
  onOpen: (id: string) => void
}

/** The lorries that were weighed once, on this device or another: few of them, and a search where there are more. */
export const Yard = memo(function Yard({ tickets, waiting, openId, onOpen }: Props) {
  const y = useMessages(messages)
  const [sought, seek] = useState('')
  const [isAll, showAll] = useState(false)
  const now = useMinute()
  const refused = useMemo(
    () => new Set(waiting.filter(({ state }) => state === 'refused').map(({ ticketId }) => ticketId)),
    [waiting],
  )
  const { shown, folded } = shownOf(tickets, { sought, isAll, openId, refused })
  const late = folded.filter(({ openedAt }) => waitOf(openedAt, now).isLong).length
  const twice = (ticket: Ticket) =>
    tickets.filter(({ vehicle }) => barePlate(vehicle) === barePlate(ticket.vehicle)).length > 1
  return (
    <section className="panel list" aria-labelledby="yard">
      <header className="bar apart">
        <h2 id="yard">{y.inYard}</h2>
        {tickets.length > 0 && <span className="badge grain">{tickets.length}</span>}
      </header>
      {tickets.length === 0 && <p className="quiet small pad">{y.nobody}</p>}
      {tickets.length > MOST_IN_YARD && (
        <div className="pad">
          <TextField label={y.findLorry} value={sought} onChange={seek} />
        </div>
      )}
      <ul>
        {shown.map((ticket) => (
          <li key={ticket.id}>
            <YardRow
              ticket={ticket}
              now={now}
              isOpen={ticket.id === openId}
              isRefused={refused.has(ticket.id)}
              fault={refused.has(ticket.id) ? y.refusedHere : twice(ticket) ? y.twice : undefined}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {folded.length > 0 && (
        <button type="button" className="button bare" onClick={() => showAll(true)}>
          {say(y.moreLorries, { n: folded.length })}
          {late > 0 && `, ${say(y.moreLate, { late })}`}
        </button>
      )}
    </section>
  )
})

interface RowProps {
  ticket: Ticket
  now: number
  isOpen: boolean
  isRefused: boolean
  fault: string | undefined
  onOpen: Props['onOpen']
}

function YardRow({ ticket, now, isOpen, isRefused, fault, onOpen }: RowProps) {
  const y = useMessages(messages)
  const m = useMessages(ticketMessages)
  const formats = useFormats()
  const { hours, minutes, isLong } = waitOf(ticket.openedAt, now)
  const reading = firstReading(ticket.kind)
  const place = placesOf(ticket, ticket.kind === 'out' ? 'from' : 'to')
  return (
    <button
      type="button"
      className={isRefused ? 'row bad' : 'row'}
      aria-current={isOpen}
      onClick={() => onOpen(ticket.id)}
    >
      <Icon name={isRefused ? 'warn' : 'lorry'} />
      <span>
        <span className="plate">{ticket.vehicle}</span>
        <span className="quiet small">{[ticket.grain.name, place].filter(Boolean).join(' · ')}</span>
        {fault && <span className="fault">{fault}</span>}
      </span>
      <span className="num">
        <span className="strong">
          {isPlan(ticket) ? (
            y.planned
          ) : (
            <>
              <small>{m[reading]}</small> {formats.weight(ticket[reading] ?? 0)}
            </>
          )}
        </span>
        <span className={isLong && !isPlan(ticket) ? 'badge bad' : 'quiet small'}>
          {isPlan(ticket)
            ? formats.moment(ticket.openedAt)
            : hours >= HOURS_OF_A_DAY
              ? say(m.since, { when: formats.moment(ticket.openedAt) })
              : say(hours > 0 ? y.sinceHours : y.sinceMinutes, { hours, minutes })}
        </span>
      </span>
    </button>
  )
}

const HOURS_OF_A_DAY = 24
const MINUTE_MS = 60_000

/** The time, a minute at a time. */
function useMinute(): number {
  const [now, tick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
