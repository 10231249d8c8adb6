import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { hasPasskeys } from '../api/passkeys.ts'
import { leaveForProvider, signInBeside } from '../api/provider-sign-in.ts'
import { askPasskey, signIn } from '../api/sign-in.ts'
import { useMessages } from '../i18n/messages.ts'
import { factorMessages } from './factor-messages.ts'
import { FactorStep } from './factor-step.tsx'
import { Choice, TextField } from './parts.tsx'
import { signInMessages } from './sign-in-messages.ts'
import { useSignInSteps, type AskedFactor, type Choosing } from './sign-in-steps.ts'

interface Props {
  /** The page to come back to from the provider of an organisation. */
  to: string
  /** A second factor that is asked for already. */
  begun?: AskedFactor
  /** Over a page with something typed in it: the provider is asked in a window beside. */
  isOverPage?: boolean
}

/**
 * E-mail and password, a passkey, or the provider of an organisation; a second factor of whoever has one; and which organisation, for somebody who
 * belongs to several.
 */
export function SignInForm({ to, begun, isOverPage }: Props) {
  const steps = useSignInSteps(begun)
  const { organisations, asked, fault, isBusy, isForProvider, sign, show } = steps
  if (asked && organisations.length > 0)
    return (
      <ChooseOne
        organisations={organisations}
        isBusy={isBusy}
        fault={fault}
        onChosen={(organisationId) => sign(() => show(asked, { organisationId }))}
      />
    )
  if (asked && isSecond(asked))
    return (
      <FactorStep
        methods={asked.methods}
        isBusy={isBusy}
        fault={fault}
        onCode={(code) => sign(() => show(asked, { code }))}
        onPasskey={() => sign(() => show(asked))}
        onBack={steps.goBack}
      />
    )
  return (
    <PasswordForm
      organisations={organisations}
      isBusy={isBusy}
      fault={fault}
      isForProvider={isForProvider}
      onPassword={(body) => sign(() => signIn(body))}
      onPasskey={() => sign(async () => show(await askPasskey()))}
      onProvider={(email) =>
        steps.go(() => (isOverPage ? signInBeside({ email }, to) : leaveForProvider(email, to)))
      }
    />
  )
}

/** True for a factor beside a password or a provider; a passkey alone is of nobody yet. */
const isSecond = ({ methods, passkey }: AskedFactor) =>
  methods.includes('code') || (passkey !== null && passkey.allowCredentials.length > 0)

interface PasswordProps {
  organisations: Choosing
  isBusy: boolean
  fault: string | undefined
  /** The service has said that this person signs in by their provider. */
  isForProvider: boolean
  onPassword: (body: { email: string; password: string; organisationId?: string }) => void
  onPasskey: () => void
  onProvider: (email: string) => void
}

function PasswordForm(props: PasswordProps) {
  const { organisations, isBusy, fault, isForProvider, onPassword, onPasskey, onProvider } = props
  const m = useMessages(signInMessages)
  const f = useMessages(factorMessages)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [chosen, choose] = useState('')
  const [isNameless, setNameless] = useState(false)
  const organisationId = chosen || organisations[0]?.id
  const go = (event: FormEvent) => {
    event.preventDefault()
    onPassword({ email, password, ...(organisationId !== undefined && { organisationId }) })
  }
  const leave = () => {
    setNameless(email.trim() === '')
    if (email.trim() !== '') onProvider(email.trim())
  }
  return (
    <form className="stack" onSubmit={go}>
      <TextField
        label={m.email}
        type="email"
        autoComplete="username webauthn"
        value={email}
        onChange={setEmail}
        fault={isNameless && email.trim() === '' ? m.emailFirst : undefined}
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
      <button className={isForProvider ? 'button' : 'button primary big'} disabled={isBusy}>
        {m.signIn}
      </button>
      {hasPasskeys() && (
        <button type="button" className="button" disabled={isBusy} onClick={onPasskey}>
          {f.byPasskey}
        </button>
      )}
      <button
        type="button"
        className={isForProvider ? 'button primary big' : 'button'}
        disabled={isBusy}
        onClick={leave}
      >
        {m.byProvider}
      </button>
      <Link to="/new-password" className="button">
        {m.forgotten}
      </Link>
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
