import type { Confirmation } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { decidedConfirmationsQuery } from '../../stock/confirmations.ts'
import { useSending } from '../../ui/form.tsx'
import { readNextPage, usePages } from '../../ui/pages.ts'
import { Bookings } from './bookings.tsx'
import { messages } from './messages.ts'
import { sendDecision } from './send-decision.ts'
import { useWhat } from './use-what.ts'

/** Lists what was accepted and declined, when and by whom, so that it can be decided otherwise. */
export function DecidedLines() {
  const m = useMessages(messages)
  const { found, first, rows } = usePages(decidedConfirmationsQuery)
  if (!first || first.totalDocs === 0) return null
  return (
    <section className="panel pad stack" aria-label={m.decisions}>
      <h2>{m.decisions}</h2>
      <p className="quiet">{m.decisionsHint}</p>
      <ul className="confirm-lines">
        {rows.map((each) => (
          <DecidedLine key={each.id} line={each} />
        ))}
      </ul>
      {found.hasNextPage && (
        <button type="button" className="button" onClick={() => void readNextPage(found)}>
          {m.more}
        </button>
      )}
    </section>
  )
}

function DecidedLine({ line }: { line: Confirmation }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const mayDecide = useMay('confirmations:write')
  const refusal = useRefusal()
  const sending = useSending()
  const isOnline = useOnline()
  const { what, facts } = useWhat(line)
  const named = { what, storer: line.storer.name }
  const isAccepted = line.status === 'accepted'
  const at = { day: formats.datedMoment(line.decidedAtUTC), name: line.decidedByName }
  return (
    <li>
      <div className="bar apart">
        <span>
          <span className="strong">{say(m.ofStorer, named)}</span>{' '}
          <span className={isAccepted ? 'badge good' : 'badge bad'}>
            {isAccepted ? m.isAccepted : m.isDeclined}
          </span>
          <span className="quiet small confirm-facts">
            {say(line.decidedByName ? m.decidedBy : m.decidedUnasked, at)} · {facts}
          </span>
          {sending.error !== null && (
            <span className="fault" role="alert">
              {refusal(sending.error)}
            </span>
          )}
        </span>
        {mayDecide && (
          <button
            type="button"
            className="button"
            aria-label={say(isAccepted ? m.declineAfterAllOf : m.acceptAfterAllOf, named)}
            disabled={sending.isBusy || !isOnline}
            onClick={() => void sending.send(() => sendDecision(line.id, isAccepted ? 'decline' : 'accept'))}
          >
            {isAccepted ? m.declineAfterAll : m.acceptAfterAll}
          </button>
        )}
      </div>
      <Bookings line={line} />
    </li>
  )
}
