import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { patchIdentityMeLimits } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { Appearance } from '../../frame/choices.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { ViewLines } from '../../stock/saved-views.tsx'
import { viewsMessages } from '../../stock/views-messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { DensityChoice } from './density.tsx'
import { Leave } from './leave.tsx'
import { messages } from './messages.ts'
import { MyPassword } from './my-password.tsx'

/** Settings of the person signed in: name, password, sessions, and how this device shows the console. */
export function MySettings() {
  const m = useMessages(messages)
  const views = useMessages(viewsMessages)
  return (
    <div className="settings">
      <MyName />
      <MyPassword />
      <Sessions />
      <section className="panel pad stack">
        <h2>{m.appearance}</h2>
        <Appearance />
        <DensityChoice />
      </section>
      <section className="panel pad stack">
        <h2>{views.mine}</h2>
        <ViewLines />
      </section>
      <Leave />
    </div>
  )
}

function MyName() {
  const m = useMessages(messages)
  const me = useMe()
  const sending = useSending(patchIdentityMeLimits)
  const [name, setName] = useState({ givenName: me.givenName ?? '', familyName: me.familyName ?? '' })
  const [isSaved, setSaved] = useState(false)
  const save = () => {
    setSaved(false)
    return sending.send(
      () => ask('PATCH /api/identity/me', { body: name }),
      () => setSaved(true),
    )
  }
  return (
    <section className="panel pad stack">
      <h2>{m.myName}</h2>
      <p className="quiet small">{me.email}</p>
      <Form sending={sending} action={m.save} onSend={save}>
        <div className="two">
          {(['givenName', 'familyName'] as const).map((part) => (
            <TextField
              key={part}
              label={m[part]}
              value={name[part]}
              autoComplete={part === 'givenName' ? 'given-name' : 'family-name'}
              onChange={(value) => setName({ ...name, [part]: value })}
              {...sending.at(part)}
            />
          ))}
        </div>
        {isSaved && <Saved />}
      </Form>
    </section>
  )
}

function Saved() {
  const m = useMessages(messages)
  return (
    <p className="note good" role="status">
      {m.saved}
    </p>
  )
}

function Sessions() {
  const m = useMessages(messages)
  const formats = useFormats()
  const refusal = useRefusal()
  const sending = useSending()
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => ask('GET /api/identity/sessions') })
  return (
    <section className="panel pad stack">
      <h2>{m.sessions}</h2>
      {sending.error !== null && <p className="note bad">{refusal(sending.error)}</p>}
      <ul className="lines">
        {(sessions.data ?? []).map(
          ({ id, organisationName, device, isThisOne, createdAtUTC, lastUsedAtUTC }) => (
            <li key={id} className="bar apart">
              <span>
                <span className="strong">{sayDevice(m, device)}</span>{' '}
                {isThisOne && <span className="badge good">{m.thisOne}</span>}
                <br />
                <span className="quiet small">
                  {organisationName},{' '}
                  {say(m.since, { when: formats.moment(createdAtUTC), used: formats.moment(lastUsedAtUTC) })}
                </span>
              </span>
              {!isThisOne && (
                <button
                  type="button"
                  className="button"
                  onClick={() =>
                    void sending.send(() => ask('DELETE /api/identity/sessions/{id}', { path: { id } }))
                  }
                >
                  {m.end}
                </button>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

/** A device in words, as far as it has said what it is. */
function sayDevice(
  m: Record<'deviceOn' | 'deviceUnnamed', string>,
  { program, system }: { program: string; system: string },
): string {
  if (program !== '' && system !== '') return say(m.deviceOn, { program, system })
  return program || system || m.deviceUnnamed
}
