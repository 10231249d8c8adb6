import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { postIdentityOrganisationSignInDomainsLimits, type SignInDomain } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { CopiedValue } from './copied-value.tsx'
import { singleSignOnMessages } from './single-sign-on-messages.ts'

/** The domains of people's addresses, and how each is proved. */
export function SignInDomains({ domains }: { domains: SignInDomain[] }) {
  const m = useMessages(singleSignOnMessages)
  return (
    <section className="panel pad stack">
      <h2>{m.domains}</h2>
      <p className="quiet small">{m.domainsHint}</p>
      <ul className="lines">
        {domains.map((each) => (
          <Domain key={each.id} domain={each} />
        ))}
      </ul>
      <NewDomain />
    </section>
  )
}

function NewDomain() {
  const m = useMessages(singleSignOnMessages)
  const sending = useSending(postIdentityOrganisationSignInDomainsLimits)
  const [domain, setDomain] = useState('')
  const add = () =>
    sending.send(
      () => askOnce('POST /api/identity/organisation/sign-in-domains', { body: { domain: domain.trim() } }),
      () => setDomain(''),
    )
  return (
    <Form sending={sending} action={m.addDomain} isReady={domain.trim() !== ''} onSend={add}>
      <TextField
        label={m.domain}
        hint={m.domainHint}
        value={domain}
        onChange={setDomain}
        {...sending.at('domain')}
      />
    </Form>
  )
}

function Domain({ domain }: { domain: SignInDomain }) {
  const m = useMessages(singleSignOnMessages)
  const formats = useFormats()
  const refusal = useRefusal()
  const sending = useSending()
  const [said, setSaid] = useState<string>()
  const { id, verifiedAtUTC } = domain
  const send = (work: () => Promise<{ message: string }>) => {
    setSaid(undefined)
    void sending.send(work, ({ message }) => setSaid(message))
  }
  return (
    <li className="stack tight">
      <div className="bar apart">
        <span>
          <span className="strong break">{domain.domain}</span>{' '}
          {verifiedAtUTC === null ? (
            <span className="badge bad">{m.unproved}</span>
          ) : (
            <span className="badge good">
              {say(m.proved, { when: formats.day(new Date(verifiedAtUTC)) })}
            </span>
          )}
        </span>
        <button
          type="button"
          className="button"
          disabled={sending.isBusy}
          onClick={() =>
            send(() => ask('DELETE /api/identity/organisation/sign-in-domains/{id}', { path: { id } }))
          }
        >
          {m.removeDomain}
        </button>
      </div>
      {verifiedAtUTC === null && <Proof domain={domain} isBusy={sending.isBusy} send={send} />}
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {sending.faultOf('') ?? refusal(sending.error)}
        </p>
      )}
      {said !== undefined && (
        <p className="note good" role="status">
          {said}
        </p>
      )}
    </li>
  )
}

interface ProofProps {
  domain: SignInDomain
  isBusy: boolean
  send: (work: () => Promise<{ message: string }>) => void
}

/** The two ways to prove a domain: a record in its DNS, or a link in a mail to it. */
function Proof({ domain: { id, domain, recordName, recordValue }, isBusy, send }: ProofProps) {
  const m = useMessages(singleSignOnMessages)
  const path = { id }
  const verify = () => ask('POST /api/identity/organisation/sign-in-domains/{id}/verify', { path })
  const sendMail = (mailbox: 'admin' | 'postmaster') =>
    ask('POST /api/identity/organisation/sign-in-domains/{id}/mail', { path, body: { mailbox } })
  return (
    <>
      <p className="small">{m.byRecord}</p>
      <CopiedValue name={m.recordName} value={recordName} />
      <CopiedValue name={m.recordValue} value={recordValue} />
      <div className="bar">
        <button type="button" className="button" disabled={isBusy} onClick={() => send(verify)}>
          {m.look}
        </button>
      </div>
      <p className="small">{m.byMail}</p>
      <div className="bar">
        {(['admin', 'postmaster'] as const).map((mailbox) => (
          <button
            key={mailbox}
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => send(() => sendMail(mailbox))}
          >
            {say(m.mailTo, { address: `${mailbox}@${domain}` })}
          </button>
        ))}
      </div>
    </>
  )
}
