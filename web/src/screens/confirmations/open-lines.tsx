import type { Confirmation } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { ask } from '../../api/client.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { LooksLike } from '../../stock/to-confirm.tsx'
import { useSending } from '../../ui/form.tsx'
import { Bookings } from './bookings.tsx'
import { messages } from './messages.ts'
import { sendDecision, type ConfirmationDecision } from './send-decision.ts'
import { useWhat } from './use-what.ts'

/** Lists the bookings of one storer, to be decided line by line or for good. */
export function StorerLines({ lines }: { lines: Confirmation[] }) {
  const m = useMessages(messages)
  const mayDecide = useMay('confirmations:write')
  const refusal = useRefusal()
  const sending = useSending()
  const isOnline = useOnline()
  const storer = lines[0]?.storer
  if (!storer) return null
  const isBusy = sending.isBusy || !isOnline
  const decide = (id: string, decision: ConfirmationDecision) =>
    sending.send(() => sendDecision(id, decision))
  const forGood = (stance: 'accepted' | 'blocked') =>
    sending.send(() =>
      ask('PUT /api/inventory/counterparties/{id}', {
        path: { id: storer.id },
        body: { stance, includesOpen: true },
      }),
    )
  return (
    <section className="panel pad stack confirm" aria-label={storer.name}>
      <h2 className="bar">
        {storer.name}
        <LooksLike name={storer.looksLike} />
      </h2>
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      {lines.some(({ contract }) => !contract) && (
        <p className="quiet">{say(m.covers, { storer: storer.name })}</p>
      )}
      <ul className="confirm-lines">
        {lines.map((each) => (
          <Line key={each.id} line={each} isBusy={isBusy} decide={mayDecide ? decide : undefined} />
        ))}
      </ul>
      {mayDecide ? (
        <div className="confirm-storer">
          <button type="button" className="button" disabled={isBusy} onClick={() => void forGood('accepted')}>
            {say(m.always, { storer: storer.name })}
          </button>
          <span className="quiet small">{m.alwaysHint}</span>
          <button type="button" className="button" disabled={isBusy} onClick={() => void forGood('blocked')}>
            {say(m.block, { storer: storer.name })}
          </button>
          <span className="quiet small">{m.blockHint}</span>
        </div>
      ) : (
        <p className="quiet">{m.mayNot}</p>
      )}
    </section>
  )
}

interface LineProps {
  line: Confirmation
  isBusy: boolean
  decide: ((id: string, decision: ConfirmationDecision) => unknown) | undefined
}

function Line({ line, isBusy, decide }: LineProps) {
  const m = useMessages(messages)
  const { what, facts } = useWhat(line)
  const named = { what, storer: line.storer.name }
  return (
    <li>
      <div className="bar apart">
        <span>
          <span className="strong">{what}</span>
          <span className="quiet small confirm-facts">{facts}</span>
        </span>
        {decide && (
          <span className="bar">
            <button
              type="button"
              className="button primary"
              aria-label={say(m.acceptOf, named)}
              disabled={isBusy}
              onClick={() => void decide(line.id, 'accept')}
            >
              {m.accept}
            </button>
            <button
              type="button"
              className="button"
              aria-label={say(m.declineOf, named)}
              disabled={isBusy}
              onClick={() => void decide(line.id, 'decline')}
            >
              {m.decline}
            </button>
          </span>
        )}
      </div>
      <Bookings line={line} />
    </li>
  )
}
