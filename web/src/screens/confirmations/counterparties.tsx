import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Counterparty } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { counterpartiesQuery, counterpartyQuery } from '../../stock/confirmations.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { readNextPage, usePages } from '../../ui/pages.ts'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

/** Organisations that book in one's name, what is decided about each for good, and how to decide about another one ahead. */
export function Counterparties() {
  const m = useMessages(messages)
  const mayDecide = useMay('confirmations:write')
  const { found, first, rows } = usePages(counterpartiesQuery)
  if (!first || (first.totalDocs === 0 && !mayDecide)) return null
  return (
    <section className="panel pad stack" aria-label={m.decided}>
      <h2>{m.decided}</h2>
      <p className="quiet">{m.decidedHint}</p>
      <ul className="confirm-lines">
        {rows.map((each) => (
          <Line key={each.organisationId} counterparty={each} />
        ))}
      </ul>
      {found.hasNextPage && (
        <button type="button" className="button" onClick={() => void readNextPage(found)}>
          {m.more}
        </button>
      )}
      {mayDecide && <Other />}
    </section>
  )
}

/** Finds an organisation by its id, to decide about it before it books anything. */
function Other() {
  const m = useMessages(messages)
  const sending = useSending()
  const [id, setId] = useState('')
  const [sought, seek] = useState('')
  const found = useQuery(counterpartyQuery(sought))
  const find = () =>
    sending.send(
      () => ask('GET /api/inventory/counterparties/{id}', { path: { id: id.trim() } }),
      () => seek(id.trim()),
    )
  return (
    <details className="confirm-fold">
      <summary>{m.other}</summary>
      <Form sending={sending} action={m.find} isReady={id.trim() !== ''} onSend={find}>
        <TextField label={m.otherId} hint={m.otherIdHint} value={id} onChange={setId} />
      </Form>
      {found.data && (
        <ul className="confirm-lines">
          <Line counterparty={found.data} />
        </ul>
      )}
    </details>
  )
}

type Stance = 'accepted' | 'blocked' | 'asked'
const stances: Stance[] = ['accepted', 'blocked', 'asked']
const deeds = { accepted: 'alwaysThis', blocked: 'blockThis', asked: 'askAgain' } as const
const deedsOf = { accepted: 'always', blocked: 'block', asked: 'askAgainOf' } as const

function Line({ counterparty: { organisationId, name, stance } }: { counterparty: Counterparty }) {
  const m = useMessages(messages)
  const mayDecide = useMay('confirmations:write')
  const refusal = useRefusal()
  const sending = useSending()
  const isOnline = useOnline()
  const path = { id: organisationId }
  const decide = (other: Stance) =>
    sending.send(() =>
      other === 'asked'
        ? ask('DELETE /api/inventory/counterparties/{id}', { path })
        : ask('PUT /api/inventory/counterparties/{id}', {
            path,
            body: { stance: other, includesOpen: true },
          }),
    )
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
        <span className="bar">
          {stances
            .filter((other) => other !== stance)
            .map((other) => (
              <button
                key={other}
                type="button"
                className="button"
                aria-label={say(m[deedsOf[other]], { name, storer: name })}
                disabled={sending.isBusy || !isOnline}
                onClick={() => void decide(other)}
              >
                {m[deeds[other]]}
              </button>
            ))}
        </span>
      )}
    </li>
  )
}
