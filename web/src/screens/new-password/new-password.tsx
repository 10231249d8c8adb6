import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addressOf } from '../../api/address.ts'
import { ask } from '../../api/client.ts'
import {
  postIdentityPasswordResetsLimits,
  postIdentityPasswordResetsRedeemLimits,
  type GivenOut,
} from '../../api/operations.ts'
import { Appearance } from '../../frame/choices.tsx'
import { useMessages } from '../../i18n/messages.ts'
import '../../ui/entrance.css'
import { Form, useSending } from '../../ui/form.tsx'
import { PasswordChanged } from '../../ui/given-out.tsx'
import { givenOutMessages } from '../../ui/given-out-messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

/** The code in a link, or in what somebody has typed or pasted. */
const codeIn = (text: string) => /reset_[\w-]+/.exec(text)?.[0] ?? ''

/** Page of whoever has forgotten their password: a code comes by mail, and with it they set a new one. */
export function NewPassword() {
  const m = useMessages(messages)
  // Behind a #, which is sent to nobody.
  const [code] = useState(() => codeIn(location.hash))
  const [hasCode, setHasCode] = useState(code !== '')
  const [said, setSaid] = useState<string>()
  const [changed, setChanged] = useState<GivenOut[]>()
  return (
    <main className="entrance">
      <div className="panel entrance-panel wide">
        <h1>{m.title}</h1>
        {changed ? (
          <PasswordChanged givenOut={changed} />
        ) : hasCode || said !== undefined ? (
          <>
            {said !== undefined && (
              <p className="note" role="status">
                {said}
              </p>
            )}
            <SetPassword code={code} onChanged={setChanged} />
          </>
        ) : (
          <>
            <AskCode onSaid={setSaid} />
            <button type="button" className="button" onClick={() => setHasCode(true)}>
              {m.hasCode}
            </button>
          </>
        )}
        <Link to="/sign-in" className={changed ? 'button primary' : 'button'}>
          {m.toSignIn}
        </Link>
        <Appearance />
      </div>
    </main>
  )
}

function AskCode({ onSaid }: { onSaid: (said: string) => void }) {
  const m = useMessages(messages)
  const sending = useSending(postIdentityPasswordResetsLimits)
  const [email, setEmail] = useState('')
  const send = () =>
    sending.send(
      () => ask('POST /api/identity/password-resets', { body: { email: email.trim() } }),
      ({ message }) => onSaid(message),
    )
  return (
    <Form sending={sending} action={m.send} isReady={email.trim() !== ''} onSend={send}>
      <p className="quiet">{m.lead}</p>
      <TextField
        label={m.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        {...sending.at('email')}
      />
    </Form>
  )
}

function SetPassword(props: { code: string; onChanged: (givenOut: GivenOut[]) => void }) {
  const m = useMessages(messages)
  const given = useMessages(givenOutMessages)
  const sending = useSending(postIdentityPasswordResetsRedeemLimits)
  const [text, setText] = useState(props.code)
  const [password, setPassword] = useState('')
  const [endGivenOut, setEnd] = useState(false)
  const token = codeIn(text)
  const body = { token, password, endGivenOut }
  const set = () =>
    sending.send(
      () => ask('POST /api/identity/password-resets/redeem', { body }),
      async ({ accessToken, givenOut }) => {
        await endSession(accessToken)
        props.onChanged(givenOut)
      },
    )
  return (
    <Form sending={sending} action={m.set} isReady={token !== '' && password !== ''} onSend={set}>
      <TextField label={m.code} hint={m.codeHint} value={text} onChange={setText} {...sending.at('token')} />
      <TextField
        label={m.password}
        hint={m.passwordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        {...sending.at('password')}
      />
      <label className="check">
        <input type="checkbox" checked={endGivenOut} onChange={({ target }) => setEnd(target.checked)} />
        {given.endAll}
      </label>
    </Form>
  )
}

/** The session that comes with a new password is one of programs, which no page goes on with: people sign in by the new password. */
async function endSession(accessToken: string | null): Promise<void> {
  if (accessToken === null) return
  const headers = { Authorization: `Bearer ${accessToken}` }
  await fetch(addressOf('/api/identity/sign-out'), { method: 'POST', headers }).catch(() => undefined)
}
