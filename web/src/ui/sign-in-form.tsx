import { useState, type FormEvent } from 'react'
import { Away } from '../api/client.ts'
import { hasPasskeys, signWithPasskey } from '../api/passkeys.ts'
import { answerFactor, askPasskey, signIn, type FactorAnswer, type SignedIn } from '../api/session.ts'
import { useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { factorMessages } from './factor-messages.ts'
import { FactorStep } from './factor-step.tsx'
import { Choice, TextField } from './parts.tsx'
import { signInMessages } from './sign-in-messages.ts'

type Choosing = Extract<SignedIn, { status: 'choose' }>['organisations']
type Asked = Extract<SignedIn, { status: 'factor' }>['challenge']

/** E-mail and password, or a passkey; a second factor of whoever has one; and which organisation, for somebody who belongs to several. */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const refusal = useRefusal()
  const f = useMessages(factorMessages)
  const [organisations, setOrganisations] = useState<Choosing>([])
  const [asked, setAsked] = useState<Asked>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function go(send: () => Promise<SignedIn | undefined>): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      const answer = await send()
      if (answer === undefined) setFault(f.noPasskey)
      else take(answer)
    } catch {
      setFault(refusal(new Away()))
    } finally {
      setBusy(false)
    }
  }

  function take(answer: SignedIn): void {
    if (answer.status === 'refused') {
      setFault(refusal(answer.fault))
      // A challenge that is over is begun anew, with the password.
      if (answer.fault.messageId === 'challengeIsGone') setAsked(undefined)
    } else if (answer.status === 'factor') setAsked(answer.challenge)
    else if (answer.status === 'choose') setOrganisations(answer.organisations)
    else onSignedIn?.()
  }

  /** Answers what is asked, by a passkey where none is given. */
  async function show(challenge: Asked, given?: FactorAnswer): Promise<SignedIn | undefined> {
    const answer = given ?? (challenge.passkey && { passkey: await signWithPasskey(challenge.passkey) })
    if (!answer || ('passkey' in answer && answer.passkey === undefined)) return undefined
    setAsked(challenge)
    return answerFactor({ challenge: challenge.challenge, ...answer })
  }

  if (asked && organisations.length > 0)
    return (
      <ChooseOne
        organisations={organisations}
        isBusy={isBusy}
        fault={fault}
        onChosen={(organisationId) => void go(() => show(asked, { organisationId }))}
      />
    )
  if (asked && asked.methods.includes('code'))
    return (
      <FactorStep
        methods={asked.methods}
        isBusy={isBusy}
        fault={fault}
        onCode={(code) => void go(() => show(asked, { code }))}
        onPasskey={() => void go(() => show(asked))}
        onBack={() => setAsked(undefined)}
      />
    )
  return (
    <PasswordForm
      organisations={organisations}
      isBusy={isBusy}
      fault={fault}
      onPassword={(body) => void go(() => signIn(body))}
      onPasskey={() => void go(async () => show(await askPasskey()))}
    />
  )
}

interface PasswordProps {
  organisations: Choosing
  isBusy: boolean
  fault: string | undefined
  onPassword: (body: { email: string; password: string; organisationId?: string }) => void
  onPasskey: () => void
}

function PasswordForm({ organisations, isBusy, fault, onPassword, onPasskey }: PasswordProps) {
  const m = useMessages(signInMessages)
  const f = useMessages(factorMessages)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [chosen, choose] = useState('')
  const organisationId = chosen || organisations[0]?.id
  const go = (event: FormEvent) => {
    event.preventDefault()
    onPassword({ email, password, ...(organisationId !== undefined && { organisationId }) })
  }
  return (
    <form className="stack" onSubmit={go}>
      <TextField
        label={m.email}
        type="email"
        autoComplete="username webauthn"
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
        <OrganisationChoice organisations={organisations} value={organisationId ?? ''} onChange={choose} />
      )}
      {fault && (
        <div className="note bad" role="alert">
          {fault}
        </div>
      )}
      <button className="button primary big" disabled={isBusy}>
        {m.signIn}
      </button>
      {hasPasskeys() && (
        <button type="button" className="button" disabled={isBusy} onClick={onPasskey}>
          {f.byPasskey}
        </button>
      )}
    </form>
  )
}

function OrganisationChoice(props: {
  organisations: Choosing
  value: string
  onChange: (id: string) => void
}) {
  const { organisations, value, onChange } = props
  const m = useMessages(signInMessages)
  return (
    <Choice label={m.which} value={value} onChange={onChange}>
      {organisations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  )
}

/** Which organisation, for somebody whose factor was right. */
function ChooseOne(props: {
  organisations: Choosing
  isBusy: boolean
  fault: string | undefined
  onChosen: (organisationId: string) => void
}) {
  const { organisations, isBusy, fault, onChosen } = props
  const m = useMessages(signInMessages)
  const [chosen, choose] = useState(organisations[0]?.id ?? '')
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(chosen)
      }}
    >
      <OrganisationChoice organisations={organisations} value={chosen} onChange={choose} />
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
