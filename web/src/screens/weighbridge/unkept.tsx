import { useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import { sendAtOnce } from '../../offline/outbox.ts'
import type { Entered, Ticket } from '../../offline/tickets.ts'
import { Icon } from '../../ui/icons.tsx'
import { messages } from './unkept-messages.ts'

/** A ticket that this device could not keep. */
export interface UnkeptTicket {
  ticket: Ticket
  entry: Entered
}

interface Props extends UnkeptTicket {
  onSent: () => void
  onPrint: (ticket: Ticket) => void
}

/** Offers the ways on if the device stores nothing, since it is full or forbids it. The form goes on with all that was typed. */
export function Unkept({ ticket, entry, onSent, onPrint }: Props) {
  const m = useMessages(messages)
  const [said, setSaid] = useState<string>()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    const { isStored, message = m.notSent } = await sendAtOnce(ticket, entry)
    setSending(false)
    if (isStored) onSent()
    else setSaid(message)
  }
  // A second step whose first has no answer yet cannot go alone.
  const canSend = entry.step === 'first' || ticket.movementId !== undefined
  return (
    <div className="note bad unkept" role="alert">
      <Icon name="warn" />
      <span>
        {say(m.cannotKeep, { vehicle: ticket.vehicle })} {said}
      </span>
      <span className="bar">
        {canSend && (
          <button type="button" className="button" disabled={isSending} onClick={() => void send()}>
            {m.sendNow}
          </button>
        )}
        <button type="button" className="button" onClick={() => onPrint(ticket)}>
          {m.print}
        </button>
      </span>
    </div>
  )
}
