import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { postIdentitySignInDomainsRedeemLimits } from '../../api/operations.ts'
import { Appearance } from '../../frame/choices.tsx'
import { useMessages } from '../../i18n/messages.ts'
import '../../ui/entrance.css'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

/** The code in a link, or in what somebody has typed or pasted. */
const codeIn = (text: string) => /domain_[\w.-]+/.exec(text)?.[0] ?? ''

/** Page of the link that was mailed to a domain, by which whoever runs the domain proves that an organisation may sign in its addresses. */
export function DomainProof() {
  const m = useMessages(messages)
  const sending = useSending(postIdentitySignInDomainsRedeemLimits)
  // Behind a #, which is sent to nobody.
  const [text, setText] = useState(() => codeIn(location.hash))
  const [said, setSaid] = useState<string>()
  const token = codeIn(text)
  const redeem = () =>
    sending.send(
      () => ask('POST /api/identity/sign-in-domains/redeem', { body: { token } }),
      ({ message }) => setSaid(message),
    )
  return (
    <main className="entrance">
      <div className="panel entrance-panel wide">
        <h1>{m.title}</h1>
        {said === undefined ? (
          <Form sending={sending} action={m.go} isReady={token !== ''} onSend={redeem}>
            <p className="quiet">{m.lead}</p>
            <TextField label={m.code} value={text} onChange={setText} {...sending.at('token')} />
          </Form>
        ) : (
          <>
            <p className="note good" role="status">
              {said}
            </p>
            <Link to="/settings/$part" params={{ part: 'sign-in' }} className="button primary">
              {m.toSettings}
            </Link>
          </>
        )}
        <Appearance />
      </div>
    </main>
  )
}
