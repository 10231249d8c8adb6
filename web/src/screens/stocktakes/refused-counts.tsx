import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { giveTicketUp } from '../../offline/outbox.ts'
import type { Waiting } from '../../offline/tickets.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/parts.tsx'
import { bayCountMessages } from './count-messages.ts'

interface Props {
  refused: Waiting[]
  counts: BayCount[]
}

/** Lists refused counts, each with the service's own sentence, until somebody corrects it or gives it up with a reason. */
export function RefusedCounts({ refused, counts }: Props) {
  const m = useMessages(bayCountMessages)
  const refusal = useRefusal()
  const [giving, give] = useState<BayCount>()
  return (
    <>
      {refused.map(({ id, ticketId, title, code, message = '', messageId, validation }) => {
        const count = counts.find((each) => each.id === ticketId)
        return (
          count && (
            <div key={id} className="note bad count-refused" role="alert">
              <Icon name="warn" />
              <span>
                <b>{title}</b>: {refusal({ code, message, messageId, validation })}
              </span>
              <span className="bar">
                <Link
                  to="/stocktakes/$id/count"
                  params={{ id: count.stocktakeId }}
                  search={{ bay: count.bayId, correct: count.id }}
                  className="button"
                >
                  {m.correct}
                </Link>
                <button type="button" className="button bare" onClick={() => give(count)}>
                  {m.giveUp}
                </button>
              </span>
            </div>
          )
        )
      })}
      {giving && <GiveUp count={giving} onClose={() => give(undefined)} />}
    </>
  )
}

function GiveUp({ count, onClose }: { count: BayCount; onClose: () => void }) {
  const m = useMessages(bayCountMessages)
  const [reason, setReason] = useState('')
  const go = async () => {
    await giveTicketUp(count, reason)
    onClose()
  }
  return (
    <Dialog title={m.giveUp} onClose={onClose} isSheet>
      <p className="quiet">{m.giveUpWhy}</p>
      <TextField label={m.reason} value={reason} onChange={setReason} autoFocus />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {m.keep}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={reason.trim() === ''}
          onClick={() => void go()}
        >
          {m.giveUp}
        </button>
      </div>
    </Dialog>
  )
}
