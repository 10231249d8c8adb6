import { memo } from 'react'
import { Papers, passportPaper, ticketPaper } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket, Waiting } from '../../offline/store.ts'
import { useDeviceSettings } from '../../scale/device-settings.ts'
import { Icon } from '../../ui/icons.tsx'
import { firstReading } from './draft.ts'
import { netOf, placesOf } from './entries.ts'
import { messages as ticketMessages } from './messages.ts'
import { messages } from './yard-messages.ts'

/** The lorries that were weighed once, on this device or another. */
export const Yard = memo(function Yard({
  tickets,
  openId,
  onOpen,
}: {
  tickets: Ticket[]
  openId: string | undefined
  onOpen: (id: string) => void
}) {
  const y = useMessages(messages)
  const m = useMessages(ticketMessages)
  const formats = useFormats()
  const isTwice = ({ vehicle }: Ticket) => tickets.filter((each) => each.vehicle === vehicle).length > 1
  return (
    <section className="panel list" aria-labelledby="yard">
      <header className="bar apart">
        <h2 id="yard">{y.inYard}</h2>
        {tickets.length > 0 && <span className="badge grain">{tickets.length}</span>}
      </header>
      {tickets.length === 0 ? (
        <p className="quiet small pad">{y.nobody}</p>
      ) : (
        <ul>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <button
                type="button"
                className="row"
                aria-current={ticket.id === openId}
                onClick={() => onOpen(ticket.id)}
              >
                <Icon name="lorry" />
                <span>
                  <span className="plate">{ticket.vehicle}</span>
                  <span className="quiet small">
                    {[ticket.grain.name, placeOf(ticket)].filter(Boolean).join(' · ')}
                  </span>
                  {isTwice(ticket) && <span className="fault">{y.twice}</span>}
                </span>
                <span className="num">
                  <span className="strong">{formats.kg(ticket[firstReading(ticket.kind)] ?? 0)}</span>
                  <span className="quiet small">
                    {say(m.since, { when: formats.moment(ticket.openedAt) })}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

const placeOf = (ticket: Ticket) => placesOf(ticket, ticket.kind === 'out' ? 'from' : 'to')

/** What becomes of a ticket: it waits, it is in the book, or it was refused. */
export function stateOf(ticket: Ticket, waiting: Waiting[]): 'waits' | 'inBook' | 'refused' | 'givenUp' {
  if (ticket.givenUp !== undefined) return 'givenUp'
  const own = waiting.filter(({ ticketId }) => ticketId === ticket.id)
  if (own.some(({ state }) => state === 'refused')) return 'refused'
  return own.length > 0 ? 'waits' : 'inBook'
}

const looks = { waits: 'grain', inBook: 'good', refused: 'bad', givenUp: '' } as const
const MOST_SHOWN = 12

/** The tickets of this device, and whether they are in the book. */
export const Done = memo(function Done({
  tickets,
  waiting,
  onPrint,
}: {
  tickets: Ticket[]
  waiting: Waiting[]
  onPrint: (ticket: Ticket) => void
}) {
  const y = useMessages(messages)
  return (
    <section className="panel list" aria-labelledby="done">
      <header className="bar apart">
        <h2 id="done">{y.doneToday}</h2>
        <span className="quiet small">{say(y.tickets, { n: tickets.length })}</span>
      </header>
      {tickets.length > 0 && (
        <ul>
          {tickets.slice(0, MOST_SHOWN).map((ticket) => (
            <DoneTicket key={ticket.id} ticket={ticket} state={stateOf(ticket, waiting)} onPrint={onPrint} />
          ))}
        </ul>
      )}
    </section>
  )
})

interface DoneTicketProps {
  ticket: Ticket
  state: keyof typeof looks
  onPrint: (ticket: Ticket) => void
}

/** A ticket with its print, which needs no network, and once it is in the book the papers that the service prints of it. */
function DoneTicket({ ticket, state, onPrint }: DoneTicketProps) {
  const y = useMessages(messages)
  const formats = useFormats()
  const { paper } = useDeviceSettings()
  const { movementId, reference, kind } = ticket
  return (
    <li data-ticket={reference}>
      <div className="row">
        <span>
          <span className="plate">{ticket.vehicle}</span>
          <span className="quiet small">
            {[ticket.party.name, placeOf(ticket)].filter(Boolean).join(' · ')}
          </span>
          {ticket.givenUp && <span className="quiet small">{ticket.givenUp}</span>}
        </span>
        <span className="num">
          <span className="strong">{formats.kg(netOf(ticket) ?? 0)} kg</span>
          <span className={`badge ${looks[state]}`}>{y[state]}</span>
        </span>
        <button
          type="button"
          className="button bare"
          aria-label={`${y.print} ${reference}`}
          onClick={() => onPrint(ticket)}
        >
          <Icon name="printer" />
        </button>
      </div>
      {state === 'inBook' && movementId !== undefined && (
        <div className="done-papers">
          <Papers
            of={reference}
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
