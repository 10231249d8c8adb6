import { useState, type FormEvent } from 'react'
import { signIn, type SignedIn } from '../api/session.ts'
import { Away } from '../api/client.ts'
import { useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { Choice, TextField } from './parts.tsx'
import { signInMessages } from './sign-in-messages.ts'

type Choosing = Extract<SignedIn, { status: 'choose' }>['organisations']

/** E-mail and password; and which organisation, for somebody who belongs to several. */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const m = useMessages(signInMessages)
  const refusal = useRefusal()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [organisations, setOrganisations] = useState<Choosing>([])
  const [organisationId, setOrganisationId] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function go(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      take(await signIn({ email, password, ...(organisationId !== '' && { organisationId }) }))
    } catch {
      setFault(refusal(new Away()))
    } finally {
      setBusy(false)
    }
  }

  function take(answer: SignedIn): void {
    if (answer.status === 'refused') setFault(refusal(answer.fault))
    else if (answer.status === 'in') onSignedIn?.()
    else {
      setOrganisations(answer.organisations)
      setOrganisationId(answer.organisations[0]?.id ?? '')
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void go(event)}>
      <TextField
        label={m.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        required
      />
      <TextField
        label={m.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        required
      />
      {organisations.length > 0 && (
        <Choice label={m.which} value={organisationId} onChange={setOrganisationId}>
          {organisations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {fault && (
        <div className="note bad" role="alert">
          {fault}
        </div>
      )}
      <button className="button primary big" disabled={isBusy}>
        {m.signIn}
      </button>
    </form>
  )
}
