import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { Confirmation, Counterparty } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { counterpartiesQuery, declinedConfirmationsQuery } from '../../stock/confirmations.ts'
import { useSending } from '../../ui/form.tsx'
import { messages } from './messages.ts'
import { useWhat } from './use-what.ts'

/** Lists the bookings of the organisation in the name of others, who do not accept them. */
export function DeclinedByOwners() {
  const m = useMessages(messages)
  const { data } = useQuery(declinedConfirmationsQuery)
  if (!data || data.totalDocs === 0) return null
  return (
    <section className="panel pad stack" aria-label={m.declined}>
      <h2>{m.declined}</h2>
      <p className="quiet">{m.declinedHint}</p>
      <ul className="confirm-lines">
        {data.docs.map((each) => (
          <Declined key={each.id} line={each} />
        ))}
      </ul>
    </section>
  )
}

function Declined({ line }: { line: Confirmation }) {
  const m = useMessages(messages)
  const { what, facts } = useWhat(line)
  return (
    <li>
      <span className="strong">{say(m.declinedOf, { what, owner: line.owner.name })}</span>
      <span className="quiet small confirm-facts">{facts}</span>
    </li>
  )
}

/** Organisations that are accepted for good or blocked, and how to be asked about them again. */
export function DecidedForGood() {
  const m = useMessages(messages)
  const { data } = useQuery(counterpartiesQuery)
  const decided = data?.docs.filter(({ stance }) => stance !== 'asked') ?? []
  if (decided.length === 0) return null
  return (
    <section className="panel pad stack" aria-label={m.decided}>
      <h2>{m.decided}</h2>
      <ul className="confirm-lines">
        {decided.map((each) => (
          <Decided key={each.organisationId} counterparty={each} />
        ))}
      </ul>
    </section>
  )
}

function Decided({ counterparty: { organisationId, name, stance } }: { counterparty: Counterparty }) {
  const m = useMessages(messages)
  const mayDecide = useMay('confirmations:write')
  const refusal = useRefusal()
  const sending = useSending()
  const isOnline = useOnline()
  const askAgain = () =>
    sending.send(() => ask('DELETE /api/inventory/counterparties/{id}', { path: { id: organisationId } }))
  return (
    <li className="bar apart">
      <span>
        <span className="strong">{name}</span>
        <span className="quiet small confirm-facts">{m[stance]}</span>
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
          aria-label={say(m.askAgainOf, { name })}
          disabled={sending.isBusy || !isOnline}
          onClick={() => void askAgain()}
        >
          {m.askAgain}
        </button>
      )}
    </li>
  )
}
