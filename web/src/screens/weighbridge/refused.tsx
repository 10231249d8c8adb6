import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { giveTicketUp, insistOnMine, acceptTheirs } from '../../offline/outbox.ts'
import type { InBook, Ticket, Waiting } from '../../offline/tickets.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/parts.tsx'
import { refusedMessages } from './refused-messages.ts'
import { messages } from './yard-messages.ts'

interface Props {
  entries: Waiting[]
  tickets: Ticket[]
  onCorrect: (ticketId: string) => void
}

/** Lists refused entries, each with the service's own sentence, until somebody corrects it or gives it up with a reason. */
export function RefusedEntries({ entries, tickets, onCorrect }: Props) {
  const [asked, ask] = useState<Asked>()
  return (
    <>
      {entries
        .filter(({ state }) => state === 'refused')
        .map((entry) => {
          const ticket = tickets.find(({ id }) => id === entry.ticketId)
          return ticket && <Refused key={entry.id} {...{ entry, ticket, onCorrect, ask }} />
        })}
      {asked && <AskReason {...asked} onClose={() => ask(undefined)} />}
    </>
  )
}

interface Asked {
  what: 'giveUp' | 'mine'
  ticket: Ticket
}

interface RefusedProps {
  entry: Waiting
  ticket: Ticket
  onCorrect: (ticketId: string) => void
  ask: (asked: Asked) => void
}

function Refused({ entry, ticket, onCorrect, ask }: RefusedProps) {
  const m = useMessages(messages)
  const own = useMessages(refusedMessages)
  const refusal = useRefusal()
  const { theirs, title, code, message = '', messageId, validation } = entry
  return (
    <div className="note bad refused" role="alert">
      <Icon name="warn" />
      <span>
        <b>{title}</b>:{' '}
        {theirs ? <Twice theirs={theirs} mine={ticket} /> : refusal({ code, message, messageId, validation })}
      </span>
      {theirs ? (
        <span className="bar">
          <button type="button" className="button" onClick={() => void acceptTheirs(ticket)}>
            {own.keepTheirs}
          </button>
          <button type="button" className="button bare" onClick={() => ask({ what: 'mine', ticket })}>
            {own.mine}
          </button>
        </span>
      ) : (
        <span className="bar">
          <button type="button" className="button" onClick={() => onCorrect(ticket.id)}>
            {m.correct}
          </button>
          <button type="button" className="button bare" onClick={() => ask({ what: 'giveUp', ticket })}>
            {own.giveUp}
          </button>
        </span>
      )}
    </div>
  )
}

/** Two have weighed one lorry: both weights, and who was first. */
function Twice({ theirs, mine }: { theirs: InBook; mine: Ticket }) {
  const m = useMessages(messages)
  const own = useMessages(refusedMessages)
  const formats = useFormats()
  const kg = (value: number | null) => (value === null ? m.notWeighed : formats.weight(value))
  return (
    <>
      {say(theirs.by === '' ? own.finishedElsewhere : own.finishedBy, {
        who: theirs.by,
        when: theirs.at === '' ? '' : formats.moment(theirs.at),
        full: kg(theirs.full),
        empty: kg(theirs.empty),
      })}{' '}
      {say(own.hereItSays, { full: kg(mine.full), empty: kg(mine.empty) })}
    </>
  )
}

/** A reason, without which nothing is given up and nobody else's weight is written over. */
function AskReason({ what, ticket, onClose }: Asked & { onClose: () => void }) {
  const m = useMessages(messages)
  const own = useMessages(refusedMessages)
  const [reason, setReason] = useState('')
  const go = async () => {
    await (what === 'giveUp' ? giveTicketUp : insistOnMine)(ticket, reason)
    onClose()
  }
  return (
    <Dialog title={`${own[what]}: ${ticket.reference}, ${ticket.vehicle}`} onClose={onClose}>
      <p className="quiet">{what === 'giveUp' ? own.giveUpWhy : own.mineWhy}</p>
      <TextField label={m.reason} value={reason} onChange={setReason} autoFocus />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {m.back}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={reason.trim() === ''}
          onClick={() => void go()}
        >
          {own[what]}
        </button>
      </div>
    </Dialog>
  )
}
