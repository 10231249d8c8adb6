import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { ask, Away } from '../../api/client.ts'
import {
  postIdentityInvitationsAcceptLimits as limits,
  type FactorChallenge,
  type InvitationSeen,
  type Error as Fault,
} from '../../api/operations.ts'
import { session } from '../../api/session.ts'
import { accept, signIn } from '../../api/sign-in.ts'
import { Appearance } from '../../frame/choices.tsx'
import { roleMessages } from '../../frame/role-messages.ts'
import { formatsOf } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { noteOwnerInvitation } from '../../stock/owner-invitation.ts'
import '../../ui/entrance.css'
import { Skeleton, TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { WithFactor } from './with-factor.tsx'

/** The code in a link, or in what somebody has typed or pasted. */
const codeIn = (text: string) => /invitation_[\w-]+/.exec(text)?.[0] ?? ''

/** Page of an invitation: people with its link see who invites them to what, state who they are, and are signed in. */
export function Invitation() {
  const m = useMessages(messages)
  // Behind a #, which is sent to nobody.
  const [token, setToken] = useState(() => codeIn(location.hash))
  const seen = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => ask('POST /api/identity/invitations/look', { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
  })
  return (
    <main className="entrance">
      <div className="panel entrance-panel wide">
        {seen.data ? (
          <Accept invitation={seen.data} token={token} />
        ) : (
          <>
            <h1>{m.title}</h1>
            {token === '' ? (
              <TypeCode onCode={setToken} />
            ) : seen.error ? (
              <NotSeen error={seen.error} again={() => void seen.refetch()} />
            ) : (
              <Skeleton rows={3} />
            )}
          </>
        )}
        <Appearance />
      </div>
    </main>
  )
}

function NotSeen({ error, again }: { error: Error; again: () => void }) {
  const m = useMessages(messages)
  const isAway = error instanceof Away
  return (
    <>
      <p className="note bad" role="alert">
        {isAway ? m.away : m.gone}
      </p>
      {isAway ? (
        <button type="button" className="button primary" onClick={again}>
          {m.again}
        </button>
      ) : (
        <Link to="/sign-in" className="button">
          {m.toSignIn}
        </Link>
      )}
    </>
  )
}

/** For a code that was read out or written down. */
function TypeCode({ onCode }: { onCode: (token: string) => void }) {
  const m = useMessages(messages)
  const [text, setText] = useState('')
  const code = codeIn(text)
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (code !== '') onCode(code)
  }
  return (
    <form className="stack" onSubmit={go}>
      <TextField label={m.code} hint={m.codeHint} value={text} onChange={setText} />
      <button className="button primary big" disabled={code === ''}>
        {m.look}
      </button>
    </form>
  )
}

interface Seen {
  invitation: InvitationSeen
  token: string
}

/** Shows who invites whom, into what, and what they will be allowed there. */
function Accept({ invitation, token }: Seen) {
  const m = useMessages(messages)
  const roles = useMessages(roleMessages)
  // Nobody is in yet, so there is no farm's clock: it is the reader's own.
  const formats = formatsOf(useLanguage(), new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { organisationName, email, role, invitedBy, expiresAtUTC, grainAt } = invitation
  return (
    <>
      <div>
        <h1>{say(m.titleOf, { organisation: organisationName })}</h1>
        <p className="quiet">{say(m.lead, { who: invitedBy, email, when: formats.moment(expiresAtUTC) })}</p>
      </div>
      <p>
        <span className="strong">{say(m.as, { role: roles[role] })}</span>{' '}
        {role === 'owner' ? roles.ownerHere : roles[`${role}May`]}
      </p>
      <AcceptForm invitation={invitation} token={token} />
      {grainAt && (
        <p>
          {say(m.hereAlready, { store: grainAt })}{' '}
          <Link
            {...(session.get().status === 'in'
              ? { to: '/mine' as const }
              : { to: '/sign-in' as const, search: { to: '/mine' } })}
            onClick={() => noteOwnerInvitation(token)}
          >
            {m.takeOver}
          </Link>
        </p>
      )}
    </>
  )
}

function AcceptForm({ invitation: { email, asks }, token }: Seen) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [names, setNames] = useState({ givenName: '', familyName: '' })
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault>()
  const [message, setMessage] = useState('')
  const [challenge, setChallenge] = useState<FactorChallenge>()
  const [isBusy, setBusy] = useState(false)
  const isNew = asks === 'newcomer'
  const faultOf = (name: string) => fault?.validation.find(({ path }) => path === name)?.message

  async function go(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setMessage('')
    setFault(undefined)
    try {
      const answer = await accept({ token, password, ...(isNew && names) })
      if (answer.status === 'in') return await navigate({ to: '/', replace: true })
      if (answer.status !== 'refused') return
      if (answer.fault.code === 'second_factor_needed') return await askFactor()
      setFault(answer.fault)
      // What names a field is said there.
      if (answer.fault.validation.length === 0) setMessage(refusal(answer.fault))
    } catch {
      setMessage(refusal(new Away()))
    } finally {
      setBusy(false)
    }
  }

  async function askFactor(): Promise<void> {
    const answer = await signIn({ email, password })
    if (answer.status === 'factor') setChallenge(answer.challenge)
    else if (answer.status === 'refused') setMessage(refusal(answer.fault))
  }

  if (challenge)
    return <WithFactor token={token} challenge={challenge} onBack={() => setChallenge(undefined)} />
  return (
    <form className="stack" onSubmit={(event) => void go(event)}>
      {message && (
        <div className="note bad" role="alert">
          {message}
        </div>
      )}
      {isNew && <Names names={names} onChange={setNames} faultOf={faultOf} />}
      {/* So that the browser keeps the password under the right name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={m[asks]}
        hint={asks === 'password' ? m.passwordHint : m.newcomerHint}
        type="password"
        autoComplete={asks === 'password' ? 'current-password' : 'new-password'}
        value={password}
        onChange={setPassword}
        fault={faultOf('password')}
        most={limits.password}
        required
      />
      <button className="button primary big" disabled={isBusy}>
        {m.accept}
      </button>
    </form>
  )
}

interface NamesProps {
  names: { givenName: string; familyName: string }
  onChange: (names: NamesProps['names']) => void
  faultOf: (name: string) => string | undefined
}

function Names({ names, onChange, faultOf }: NamesProps) {
  const m = useMessages(messages)
  return (
    <div className="two">
      {(['givenName', 'familyName'] as const).map((name) => (
        <TextField
          key={name}
          label={m[name]}
          value={names[name]}
          autoComplete={name === 'givenName' ? 'given-name' : 'family-name'}
          onChange={(value) => onChange({ ...names, [name]: value })}
          fault={faultOf(name)}
          most={limits[name]}
          required
        />
      ))}
    </div>
  )
}
