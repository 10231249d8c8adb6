import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { ask, Away } from '../../api/client.ts'
import { postIdentitySetupLimits as limits, type Error as Fault } from '../../api/operations.ts'
import { setUp } from '../../api/sign-in.ts'
import { Appearance } from '../../frame/choices.tsx'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import '../../ui/entrance.css'
import { Choice, Segmented, TextField } from '../../ui/parts.tsx'
import { countriesByName } from './countries.ts'
import { messages } from './messages.ts'

/** The first run: whoever reads the terminal makes the organisation, and is signed in as its owner. */
export function Welcome() {
  const m = useMessages(messages)
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => ask('GET /api/identity/setup') })
  if (setup.data?.isOpen === false) return <Closed />
  return (
    <main className="entrance">
      <div className="panel entrance-panel wide">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{m.lead}</p>
        </div>
        <SetupForm />
        <Appearance />
      </div>
    </main>
  )
}

function Closed() {
  const m = useMessages(messages)
  return (
    <main className="entrance">
      <div className="panel entrance-panel">
        <h1>{m.closed}</h1>
        <p className="quiet">{m.closedHint}</p>
        <Link to="/sign-in" className="button primary">
          {m.signIn}
        </Link>
      </div>
    </main>
  )
}

/** Path that each of the three ways to begin leads to. */
const beginnings = { own: '/stores', file: '/import', sample: '/' } as const

interface Form {
  code: string
  organisation: string
  countryISO: string
  givenName: string
  familyName: string
  email: string
  password: string
  start: keyof typeof beginnings
}

/** The country that the browser's languages name, as a guess that is seen and can be changed. */
const guessedCountry = () =>
  navigator.languages.map((each) => new Intl.Locale(each).region).find((each) => each !== undefined) ?? ''

function firstForm(): Form {
  const names = { organisation: '', givenName: '', familyName: '', email: '', password: '' }
  // The terminal's link has the code behind a #, which is sent to nobody.
  return { ...names, code: location.hash.slice(1), countryISO: guessedCountry(), start: 'own' }
}

function SetupForm() {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [form, setForm] = useState(firstForm)
  const [fault, setFault] = useState<Fault>()
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function go(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { start, ...body } = form
    setBusy(true)
    setMessage('')
    try {
      const answer = await setUp({ ...body, demo: start === 'sample' })
      if (answer.status === 'in') return await navigate({ to: beginnings[start] })
      const refused = answer.status === 'refused' ? answer.fault : undefined
      setFault(refused)
      // What names a field is said there.
      if (refused?.validation.length === 0) setMessage(refusal(refused))
    } catch {
      setMessage(refusal(new Away()))
    } finally {
      setBusy(false)
    }
  }

  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))
  return (
    <form className="stack" onSubmit={(event) => void go(event)}>
      {message && (
        <div className="note bad" role="alert">
          {message}
        </div>
      )}
      <OrganisationFields form={form} change={change} fault={fault} />
      <OwnerFields form={form} change={change} fault={fault} />
      <div className="field">
        <span className="label">{m.start}</span>
        <Segmented
          label={m.start}
          value={form.start}
          options={{ own: m.own, file: m.file, sample: m.sample }}
          onChange={(start) => change({ start })}
        />
        <span className="quiet small">{m[`${form.start}Hint`]}</span>
      </div>
      <button className="button primary big" disabled={isBusy}>
        {m.make}
      </button>
    </form>
  )
}

interface FieldsProps {
  form: Form
  change: (part: Partial<Form>) => void
  fault: Fault | undefined
}

const faultIn = (fault: Fault | undefined, ...paths: string[]) =>
  fault?.validation.find(({ path }) => paths.includes(path))?.message

function OrganisationFields({ form, change, fault }: FieldsProps) {
  const m = useMessages(messages)
  const countries = useQuery({ queryKey: ['countries'], queryFn: () => ask('GET /api/system/countries') })
  const offered = countriesByName(countries.data ?? {}, useLanguage())
  const isKnown = offered.some(({ iso }) => iso === form.countryISO)
  return (
    <>
      <TextField
        label={m.code}
        hint={m.codeHint}
        value={form.code}
        onChange={(code) => change({ code })}
        fault={faultIn(fault, 'code')}
        most={limits.code}
        required
      />
      <div className="two">
        <TextField
          label={m.organisation}
          value={form.organisation}
          autoComplete="organization"
          onChange={(organisation) => change({ organisation })}
          fault={faultIn(fault, 'organisation', 'name')}
          most={limits.organisation}
          required
        />
        <Choice
          label={m.country}
          value={isKnown ? form.countryISO : ''}
          onChange={(countryISO) => change({ countryISO })}
          fault={faultIn(fault, 'countryISO')}
        >
          <option value="">{m.choose}</option>
          {offered.map(({ iso, name }) => (
            <option key={iso} value={iso}>
              {name}
            </option>
          ))}
        </Choice>
      </div>
    </>
  )
}

function OwnerFields({ form, change, fault }: FieldsProps) {
  const m = useMessages(messages)
  const field = (name: 'givenName' | 'familyName' | 'email' | 'password') => ({
    label: m[name],
    value: form[name],
    onChange: (value: string) => change({ [name]: value }),
    fault: faultIn(fault, name),
    most: limits[name],
  })
  return (
    <>
      <div className="two">
        <TextField {...field('givenName')} autoComplete="given-name" />
        <TextField {...field('familyName')} autoComplete="family-name" />
      </div>
      <TextField {...field('email')} type="email" autoComplete="username" required />
      <TextField
        {...field('password')}
        hint={m.passwordHint}
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  )
}
