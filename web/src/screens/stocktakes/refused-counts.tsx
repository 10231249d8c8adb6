import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Stocktake } from '../../api/operations.ts'
import { GiveUpDialog } from '../../forms/on-device.tsx'
import { onDeviceMessages } from '../../forms/on-device-messages.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import type { Waiting } from '../../offline/tickets.ts'
import { Icon } from '../../ui/icons.tsx'
import { bayCountMessages } from './count-messages.ts'
import { TakeOver } from './take-over.tsx'

interface Props {
  session: Stocktake
  refused: Waiting[]
  counts: BayCount[]
}

/**
 * Lists refused counts, each with the service's own sentence, until somebody corrects it or gives it up with a reason. What came when the
 * session was closed is no slip to correct: it is taken over as a count of the bay itself, or discarded.
 */
export function RefusedCounts({ session, refused, counts }: Props) {
  const m = useMessages(bayCountMessages)
  const words = useMessages(onDeviceMessages)
  const refusal = useRefusal()
  const [giving, give] = useState<BayCount>()
  const isLate = ({ code }: Waiting, count: BayCount) =>
    session.status !== 'open' || code === 'in_use' || count.isTakenOver === true
  const late = refused.find(({ ticketId }) => ticketId === giving?.id)
  return (
    <>
      {refused.map((entry) => {
        const { id, ticketId, title, code, message = '', messageId, validation } = entry
        const count = counts.find((each) => each.id === ticketId)
        return (
          count && (
            <div key={id} className="note bad count-refused" role="alert">
              <Icon name="warn" />
              <span>
                <b>{title}</b>: {refusal({ code, message, messageId, validation })}
              </span>
              {isLate(entry, count) ? (
                <TakeOver session={session} count={count} title={title}>
                  <button type="button" className="button bare" onClick={() => give(count)}>
                    {m.discard}
                  </button>
                </TakeOver>
              ) : (
                <span className="bar">
                  <Link
                    to="/stocktakes/$id/count"
                    params={{ id: count.stocktakeId }}
                    search={{ bay: count.bayId, correct: count.id }}
                    className="button"
                  >
                    {words.correct}
                  </Link>
                  <button type="button" className="button bare" onClick={() => give(count)}>
                    {words.giveUp}
                  </button>
                </span>
              )}
            </div>
          )
        )
      })}
      {giving && (
        <GiveUpDialog
          item={giving}
          words={m.giveUpWhy}
          {...(late && isLate(late, giving) && { reasonAtFirst: m.isClosed })}
          onClose={() => give(undefined)}
        />
      )}
    </>
  )
}
