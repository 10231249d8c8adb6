import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { useMay, useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { notedOwnerInvitation, noteOwnerInvitation } from '../../stock/owner-invitation.ts'
import { useSending } from '../../ui/form.tsx'
import { takeOverMessages } from './take-over-messages.ts'

/** Takes grain that a store keeps for somebody into their own organisation, after they have opened the store's invitation. */
export function OwnerTakeOver() {
  const m = useMessages(takeOverMessages)
  const refusal = useRefusal()
  const { organisation } = useMe()
  const may = useMay('users:write')
  const [token, setToken] = useState(notedOwnerInvitation)
  const [done, setDone] = useState('')
  const sending = useSending()
  const { data } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => ask('POST /api/identity/invitations/look', { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
  })
  const forget = () => {
    noteOwnerInvitation('')
    setToken('')
  }
  const take = () =>
    sending.send(
      () => askOnce('POST /api/inventory/owner-invitations/accept', { body: { token } }),
      ({ message }) => {
        setDone(message)
        forget()
      },
    )
  if (done !== '')
    return (
      <p className="note good" role="status">
        {done}
      </p>
    )
  if (token === '' || !data?.grainAt) return null
  const names = { store: data.grainAt, owner: data.organisationName, organisation: organisation.name }
  return (
    <section className="panel pad stack" aria-label={m.title}>
      <h2>{m.title}</h2>
      <p>{say(m.what, names)}</p>
      {!may && <p className="quiet">{m.mayNot}</p>}
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      <div className="bar">
        <button
          type="button"
          className="button primary"
          disabled={!may || sending.isBusy}
          onClick={() => void take()}
        >
          {say(m.take, names)}
        </button>
        <button type="button" className="button" onClick={forget}>
          {m.leave}
        </button>
      </div>
    </section>
  )
}
