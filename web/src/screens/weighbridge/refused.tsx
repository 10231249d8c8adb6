import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { setAside } from '../../offline/outbox.ts'
import { isTooOldToSend } from '../../offline/outcome.ts'
import type { Ticket, Waiting } from '../../offline/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/parts.tsx'
import { say } from '../../i18n/messages.ts'
import { messages } from './yard-messages.ts'

interface Props {
  entries: Waiting[]
  tickets: Ticket[]
  onCorrect: (ticket: Ticket, step: Waiting['step']) => void
}

/** What was refused stays, with the service's own sentence, until somebody corrects it or gives it up with a reason. */
export function RefusedEntries({ entries, tickets, onCorrect }: Props) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const [giving, setGiving] = useState<Ticket>()
  const isOld = ({ state, triedAt }: Waiting) => state === 'waiting' && isTooOldToSend(triedAt)
  return (
    <>
      {entries
        .filter((each) => each.state === 'refused' || isOld(each))
        .map((entry) => {
          const ticket = tickets.find(({ id }) => id === entry.ticketId)
          return (
            <div key={entry.id} className="note bad refused" role="alert">
              <Icon name="warn" />
              <span>
                <b>{entry.title}</b>:{' '}
                {isOld(entry)
                  ? say(m.tooOld, { title: entry.title })
                  : refusal({ code: entry.code, message: entry.message ?? '' })}
              </span>
              {ticket && (
                <span className="bar">
                  <button type="button" className="button" onClick={() => onCorrect(ticket, entry.step)}>
                    {m.correct}
                  </button>
                  <button type="button" className="button bare" onClick={() => setGiving(ticket)}>
                    {m.giveUp}
                  </button>
                </span>
              )}
            </div>
          )
        })}
      {giving && <GiveUp ticket={giving} onClose={() => setGiving(undefined)} />}
    </>
  )
}

function GiveUp({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const m = useMessages(messages)
  const [reason, setReason] = useState('')
  const giveUp = async () => {
    const closedAt = ticket.closedAt ?? new Date().toISOString()
    await setAside(ticket.id, { ...ticket, closedAt, givenUp: reason.trim() })
    onClose()
  }
  return (
    <Dialog title={`${m.giveUp}: ${ticket.reference}, ${ticket.vehicle}`} onClose={onClose}>
      <p className="quiet">{m.giveUpWhy}</p>
      <TextField label={m.reason} value={reason} onChange={setReason} autoFocus />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {m.back}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={reason.trim() === ''}
          onClick={() => void giveUp()}
        >
          {m.giveUp}
        </button>
      </div>
    </Dialog>
  )
}
