import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Papers, passportPaper, ticketPaper } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket, Waiting } from '../../offline/tickets.ts'
import { useDeviceSettings } from '../../scale/device-settings.ts'
import { Icon } from '../../ui/icons.tsx'
import { bookQuery } from './book-of-tickets.ts'
import { bookedNow, type BookedNow } from './booked-now.ts'
import { netOf, placeOfTicket, placesOf } from './ticket-facts.ts'
import { messages as ticketMessages } from './messages.ts'
import { messages } from './yard-messages.ts'

/** Returns the state of a ticket: it waits, it is in the book, it was refused, or it was given up. */
export function stateOf(ticket: Ticket, waiting: Waiting[]): 'waits' | 'inBook' | 'refused' | 'givenUp' {
  if (ticket.givenUp !== undefined) return 'givenUp'
  const own = waiting.filter(({ ticketId }) => ticketId === ticket.id)
  if (own.some(({ state }) => state === 'refused')) return 'refused'
  return own.length > 0 ? 'waits' : 'inBook'
}

const looks = {
  waits: 'grain',
  inBook: 'good',
  refused: 'bad',
  givenUp: '',
  corrected: 'grain',
  deleted: 'bad',
} as const
const MOST_SHOWN = 12

/** The tickets of this device, and whether they are in the book; what was given up is no load, and stands apart. */
export const Done = memo(function Done(props: DoneProps) {
  const y = useMessages(messages)
  const { tickets } = props
  const isAny = tickets.some(({ bookedAt }) => bookedAt !== undefined)
  const { data: book } = useQuery({ ...bookQuery, enabled: isAny })
  return (
    <>
      <DoneList
        {...props}
        book={book}
        id="done"
        title={y.doneToday}
        tickets={tickets.filter(({ givenUp }) => givenUp === undefined)}
        isAlways
      />
      <DoneList
        {...props}
        book={book}
        id="given-up"
        title={y.givenUpOnes}
        tickets={tickets.filter(({ givenUp }) => givenUp !== undefined)}
      />
    </>
  )
})

interface DoneProps {
  tickets: Ticket[]
  waiting: Waiting[]
  onPrint: (ticket: Ticket) => void
}

interface DoneListProps extends DoneProps {
  id: string
  title: string
  book: Parameters<typeof bookedNow>[1]
  isAlways?: boolean
}

function DoneList({ id, title, tickets, waiting, book, onPrint, isAlways = false }: DoneListProps) {
  const y = useMessages(messages)
  if (tickets.length === 0 && !isAlways) return null
  return (
    <section className="panel list" aria-labelledby={id}>
      <header className="bar apart">
        <h2 id={id}>{title}</h2>
        <span className="quiet small">{say(y.tickets, { n: tickets.length })}</span>
      </header>
      {tickets.length > 0 && (
        <ul>
          {tickets.slice(0, MOST_SHOWN).map((ticket) => (
            <DoneTicket
              key={ticket.id}
              ticket={ticket}
              state={stateOf(ticket, waiting)}
              now={bookedNow(ticket, book)}
              onPrint={onPrint}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface DoneTicketProps {
  ticket: Ticket
  state: ReturnType<typeof stateOf>
  now: BookedNow
  onPrint: (ticket: Ticket) => void
}

/** A ticket with its print, which needs no network, and once it is in the book the papers that the service prints of it. */
function DoneTicket({ ticket, state: here, now, onPrint }: DoneTicketProps) {
  const y = useMessages(messages)
  const formats = useFormats()
  const { paper } = useDeviceSettings()
  const { movementId, reference, kind } = ticket
  const state = here === 'inBook' && now.what !== 'same' ? now.what : here
  // What is shown follows the book.
  const net = netOf(now.what === 'corrected' ? now : ticket)
  return (
    <li data-ticket={reference}>
      <div className="row">
        <span>
          <span className="plate">{ticket.vehicle}</span>
          <span className="quiet small">
            {[ticket.party.name, ticket.kind === 'field' ? ticket.from?.name : '', placeOfTicket(ticket)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {ticket.givenUp && <span className="quiet small">{ticket.givenUp}</span>}
        </span>
        <span className="num">
          <span className={state === 'deleted' ? 'quiet' : 'strong'}>
            {net === undefined ? <OneReading ticket={ticket} /> : formats.weight(net)}
          </span>
          <span className={`badge ${looks[state]}`}>{y[state]}</span>
        </span>
        {/* Of what somebody has changed since, the service prints what it is now. */}
        {now.what === 'same' && (
          <button
            type="button"
            className="button bare"
            aria-label={`${y.print} ${reference}`}
            onClick={() => onPrint(ticket)}
          >
            <Icon name="printer" />
          </button>
        )}
      </div>
      {(state === 'inBook' || state === 'corrected') && movementId !== undefined && (
        <div className="done-papers">
          <Papers
            of={reference}
            names={[ticket.driver, ticket.party.name, placesOf(ticket, 'from'), placesOf(ticket, 'to')]}
            papers={[
              ticketPaper(movementId, paper),
              // Who buys it is handed what it is.
              ...(kind === 'out' ? [passportPaper(movementId)] : []),
            ]}
          />
        </div>
      )}
    </li>
  )
}

/** The one weight of a lorry that was weighed once: only what was never weighed is called so, and has no weight of 0 kg. */
function OneReading({ ticket }: { ticket: Ticket }) {
  const y = useMessages(messages)
  const m = useMessages(ticketMessages)
  const formats = useFormats()
  const reading = ticket.full === null ? 'empty' : 'full'
  const kg = ticket[reading]
  if (kg === null) return y.notWeighed
  return (
    <>
      <small>{m[reading]}</small> {formats.weight(kg)}
    </>
  )
}
