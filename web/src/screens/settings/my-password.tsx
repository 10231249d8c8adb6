import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { postIdentityMePasswordLimits, type GivenOut } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { PasswordChanged } from '../../ui/given-out.tsx'
import { givenOutMessages } from '../../ui/given-out-messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

/** A new password. What goes on without it is named, and ended if that is wanted. */
export function MyPassword() {
  const m = useMessages(messages)
  const given = useMessages(givenOutMessages)
  const sending = useSending(postIdentityMePasswordLimits)
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNext] = useState('')
  const [endGivenOut, setEnd] = useState(false)
  const [changed, setChanged] = useState<{ givenOut: GivenOut[] }>()
  const body = { currentPassword, newPassword, endGivenOut }
  const save = () => {
    setChanged(undefined)
    return sending.send(
      () => ask('POST /api/identity/me/password', { body }),
      (answer) => {
        setChanged(answer)
        setCurrent('')
        setNext('')
        setEnd(false)
      },
    )
  }
  return (
    <section className="panel pad stack">
      <h2>{m.myPassword}</h2>
      <Form
        sending={sending}
        action={m.changePassword}
        isReady={currentPassword !== '' && newPassword !== ''}
        onSend={save}
      >
        <TextField
          label={m.current}
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrent}
          {...sending.at('currentPassword')}
        />
        <TextField
          label={m.next}
          type="password"
          autoComplete="new-password"
          hint={m.passwordHint}
          value={newPassword}
          onChange={setNext}
          {...sending.at('newPassword')}
        />
        <label className="check">
          <input type="checkbox" checked={endGivenOut} onChange={({ target }) => setEnd(target.checked)} />
          {given.endAll}
        </label>
        {changed && <PasswordChanged givenOut={changed.givenOut} />}
      </Form>
    </section>
  )
}
