import { Link } from '@tanstack/react-router'
import { say, useMessages } from '../../i18n/messages.ts'
import { useMay } from '../../api/session.ts'
import { useBayCounts, useChecksHere, useWaiting } from '../../offline/use-outbox.ts'
import { Asked } from './attention.tsx'
import { attentionMessages } from './attention-messages.ts'

/** Tickets, counts and checks of this device that the service refused: somebody has to correct them. */
export function RefusedHere() {
  const m = useMessages(attentionMessages)
  const { tickets, counts, sessions, checks } = useRefused()
  const [session] = sessions
  const [check] = checks
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
      {check && (
        <Asked title={m.refusedChecks} count={checks.length}>
          <li>
            <Link
              to="/stores/$id"
              params={{ id: check.storeId }}
              search={{ bay: check.bayId }}
              className="row row-link"
            >
              <span>
                <b>{say(m.refusedChecksHint, { n: checks.length })}</b>
                <span className="quiet small">{m.correctChecks}</span>
              </span>
            </Link>
          </li>
        </Asked>
      )}
    </>
  )
}

/** The tickets, the counts of bays with their sessions, and the checks, that were refused. */
function useRefused() {
  const mayWeigh = useMay('movements:write')
  const refused = new Set(
    useWaiting().flatMap(({ state, ticketId }) => (state === 'refused' ? [ticketId] : [])),
  )
  const counts = useBayCounts().filter(({ id }) => refused.has(id))
  const checks = useChecksHere().filter(({ id }) => refused.has(id))
  const sessions = counts.map(({ stocktakeId }) => stocktakeId)
  const tickets = mayWeigh ? refused.size - counts.length - checks.length : 0
  return { tickets, counts: counts.length, sessions, checks }
}

/** Counts what of this device was refused and whoever is here can correct. */
export function useRefusedCount(): number {
  const { tickets, counts, checks } = useRefused()
  return tickets + counts + checks.length
}
