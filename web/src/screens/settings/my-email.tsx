import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { postIdentityMeEmailConfirmLimits, postIdentityMeEmailLimits } from '../../api/operations.ts'
import { noteMe, useMe } from '../../api/session.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { factorTexts } from './factor-texts.ts'

/** Another e-mail address to sign in with, proved by a code to it and one to that of before. */
export function MyEmail() {
  const m = useMessages(factorTexts)
  const { email } = useMe()
  const sending = useSending(postIdentityMeEmailLimits)
  const [next, setNext] = useState('')
  const [said, setSaid] = useState<string>()
  const [isChanged, setChanged] = useState(false)
  const begin = () =>
    sending.send(
      () => ask('POST /api/identity/me/email', { body: { email: next } }),
      ({ message }) => {
        setChanged(false)
        setSaid(message)
      },
    )
  const changed = () => {
    setSaid(undefined)
    setNext('')
    setChanged(true)
  }
  return (
    <section className="panel pad stack">
      <h2>{m.myEmail}</h2>
      <p className="quiet small">{email}</p>
      {isChanged && (
        <p className="note good" role="status">
          {m.emailChanged}
        </p>
      )}
      {said === undefined ? (
        <Form sending={sending} action={m.sendCodes} isReady={next.trim() !== ''} onSend={begin}>
          <TextField
            label={m.newEmail}
            type="email"
            autoComplete="email"
            value={next}
            onChange={setNext}
            {...sending.at('email')}
          />
        </Form>
      ) : (
        <Confirm said={said} onCancel={() => setSaid(undefined)} onChanged={changed} />
      )}
    </section>
  )
}

function Confirm(props: { said: string; onCancel: () => void; onChanged: () => void }) {
  const { said, onCancel, onChanged } = props
  const m = useMessages(factorTexts)
  const sending = useSending(postIdentityMeEmailConfirmLimits)
  const [codes, setCodes] = useState({ oldCode: '', newCode: '' })
  const confirm = () =>
    sending.send(
      () => ask('POST /api/identity/me/email/confirm', { body: codes }),
      async () => {
        onChanged()
        noteMe(await ask('GET /api/identity/me'))
      },
    )
  return (
    <Form
      sending={sending}
      action={m.changeEmail}
      isReady={codes.oldCode !== '' && codes.newCode !== ''}
      onSend={confirm}
      onCancel={onCancel}
    >
      <p className="note" role="status">
        {said}
      </p>
      {(['oldCode', 'newCode'] as const).map((which) => (
        <TextField
          key={which}
          label={m[which]}
          autoComplete="one-time-code"
          value={codes[which]}
          onChange={(value) => setCodes({ ...codes, [which]: value })}
          {...sending.at(which)}
        />
      ))}
    </Form>
  )
}
