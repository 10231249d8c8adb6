import { Link } from '@tanstack/react-router'
import { say, useMessages } from '../../i18n/messages.ts'
import { useBayCounts, useWaiting } from '../../offline/use-outbox.ts'
import { Asked } from './attention.tsx'
import { attentionMessages } from './attention-messages.ts'

/** Tickets and counts of this device that the service refused: somebody has to correct them. */
export function RefusedTickets() {
  const m = useMessages(attentionMessages)
  const { tickets, counts, sessions } = useRefused()
  const [session] = sessions
  return (
    <>
      <Asked title={m.refused} count={tickets}>
        <li>
          <Link to="/weighbridge" className="row row-link">
            <span>
              <b>{say(m.refusedHint, { n: tickets })}</b>
              <span className="quiet small">{m.correct}</span>
            </span>
          </Link>
        </li>
      </Asked>
      {session !== undefined && (
        <Asked title={m.refusedCounts} count={counts}>
          <li>
            <Link to="/stocktakes/$id" params={{ id: session }} className="row row-link">
              <span>
                <b>{say(m.refusedCountsHint, { n: counts })}</b>
                <span className="quiet small">{m.correctCounts}</span>
              </span>
            </Link>
          </li>
        </Asked>
      )}
    </>
  )
}

/** The tickets, and the counts of bays with their sessions, that were refused. */
function useRefused(): { tickets: number; counts: number; sessions: string[] } {
  const refused = new Set(
    useWaiting().flatMap(({ state, ticketId }) => (state === 'refused' ? [ticketId] : [])),
  )
  const counts = useBayCounts().filter(({ id }) => refused.has(id))
  const sessions = counts.map(({ stocktakeId }) => stocktakeId)
  return { tickets: refused.size - counts.length, counts: counts.length, sessions }
}

export function useRefusedCount(): number {
  const { tickets, counts } = useRefused()
  return tickets + counts
}
