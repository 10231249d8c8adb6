import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { factorTexts } from './factor-texts.ts'
import { ShownOnce } from './shown-once.tsx'

/** Asks before a one-time link is made for somebody who has lost their second factor. */
export function LostFactor({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const m = useMessages(factorTexts)
  const sending = useSending()
  const [token, setToken] = useState<string>()
  const make = () =>
    sending.send(
      () => ask('POST /api/identity/users/{id}/factor-reset', { path: { id } }),
      (made) => setToken(made.token),
    )
  return (
    <Dialog title={say(m.resetTitle, { name })} onClose={onClose}>
      {token === undefined ? (
        <Form sending={sending} action={m.resetMake} onSend={make} onCancel={onClose}>
          <p>{m.resetWarning}</p>
        </Form>
      ) : token === '' ? (
        <p className="note good" role="status">
          {m.resetMailed}
        </p>
      ) : (
        <ShownOnce lead={say(m.resetOnce, { name })} secret={token} />
      )}
    </Dialog>
  )
}

/** The one-time links that are open, to be confirmed by another administrator or taken back. */
export function LostFactors() {
  const m = useMessages(factorTexts)
  const formats = useFormats()
  const refusal = useRefusal()
  const sending = useSending()
  const me = useMe()
  const resets = useQuery({
    queryKey: ['factor-resets'],
    queryFn: () => ask('GET /api/identity/factor-resets'),
  })
  if (!resets.data || resets.data.length === 0) return null
  return (
    <section className="panel pad stack">
      <h2>{m.resets}</h2>
      {sending.error !== null && <p className="note bad">{refusal(sending.error)}</p>}
      <ul className="lines">
        {resets.data.map(({ id, userId, userName, askedBy, isMine, confirmedBy, goodFromUTC }) => (
          <li key={id} className="bar apart">
            <span>
              <span className="strong">{userName}</span>
              <br />
              <span className="quiet small">
                {say(m.resetOf, { who: askedBy, when: formats.moment(goodFromUTC) })}
                {confirmedBy !== null && `, ${say(m.resetConfirmed, { who: confirmedBy })}`}
              </span>
            </span>
            <span className="bar">
              {!isMine && confirmedBy === null && userId !== me.userId && (
                <button
                  type="button"
                  className="button"
                  onClick={() =>
                    void sending.send(() =>
                      ask('POST /api/identity/factor-resets/{id}/confirm', { path: { id } }),
                    )
                  }
                >
                  {m.resetConfirm}
                </button>
              )}
              <button
                type="button"
                className="button"
                onClick={() =>
                  void sending.send(() => ask('DELETE /api/identity/factor-resets/{id}', { path: { id } }))
                }
              >
                {m.takeBack}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
