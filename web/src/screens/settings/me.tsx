import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { patchIdentityMeLimits } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { Appearance } from '../../frame/choices.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { ViewLines } from '../../stock/saved-views.tsx'
import { viewsMessages } from '../../stock/views-messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { DensityChoice } from './density.tsx'
import { Leave } from './leave.tsx'
import { messages } from './messages.ts'
import { MyData } from './my-data.tsx'
import { MyEmail } from './my-email.tsx'
import { MyFactors } from './my-factors.tsx'
import { MyPassword } from './my-password.tsx'
import { MySessions } from './session-lines.tsx'

/** Settings of the person signed in: name, password, sessions, and how this device shows the console. */
export function MySettings() {
  const m = useMessages(messages)
  const views = useMessages(viewsMessages)
  const { isMissing } = useMe().secondFactor
  return (
    <div className="settings">
      {/* Whoever has nothing else open was led here for that. */}
      {isMissing && <MyFactors />}
      <MyName />
      <MyPassword />
      {!isMissing && <MyFactors />}
      <MyEmail />
      <MySessions />
      <section className="panel pad stack">
        <h2>{m.appearance}</h2>
        <Appearance isOfPerson />
        <DensityChoice />
      </section>
      <section className="panel pad stack">
        <h2>{views.mine}</h2>
        <ViewLines />
      </section>
      <MyData />
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
