import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { SignInRules as Rules } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { dayOf, isDay, startOfDay } from '../../i18n/days.ts'
import { useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { factorTexts } from './factor-texts.ts'

const GRACE_MS = 14 * 86_400_000

/** The rules of the organisation for signing in. */
export function SignInRules() {
  const rules = useQuery({
    queryKey: ['sign-in-rules'],
    queryFn: () => ask('GET /api/identity/organisation/sign-in-rules'),
  })
  return rules.data ? <RulesForm rules={rules.data} /> : null
}

function RulesForm({ rules }: { rules: Rules }) {
  const m = useMessages(factorTexts)
  const { timeZone } = useMe().organisation
  const sending = useSending()
  const [isRequired, require] = useState(rules.secondFactor === 'required')
  const [from, setFrom] = useState(() => dayOf(rules.secondFactorFromUTC ?? Date.now() + GRACE_MS, timeZone))
  const [days, setDays] = useState(String(rules.sessionDays))
  const [minutes, setMinutes] = useState(String(rules.idleMinutes))
  const [isSaved, setSaved] = useState(false)
  const body = {
    secondFactor: isRequired ? ('required' as const) : ('optional' as const),
    secondFactorFromISO: isRequired && isDay(from) ? startOfDay(from, timeZone).toISOString() : null,
    sessionDays: Number(days),
    idleMinutes: Number(minutes),
  }
  const save = () => {
    setSaved(false)
    return sending.send(
      () => ask('PUT /api/identity/organisation/sign-in-rules', { body }),
      () => setSaved(true),
    )
  }
  return (
    <section className="panel pad stack">
      <h2>{m.rules}</h2>
      <Form sending={sending} action={m.save} onSend={save}>
        <label className="check">
          <input type="checkbox" checked={isRequired} onChange={({ target }) => require(target.checked)} />
          {m.required}
        </label>
        {isRequired && (
          <>
            <DayField
              label={m.fromDay}
              value={from}
              onChange={setFrom}
              fault={sending.faultOf('secondFactorFromISO')}
            />
            <p className="quiet small">{m.fromHint}</p>
          </>
        )}
        <div className="two">
          <TextField
            label={m.sessionDays}
            value={days}
            onChange={setDays}
            fault={sending.faultOf('sessionDays')}
          />
          <TextField
            label={m.idleMinutes}
            value={minutes}
            onChange={setMinutes}
            fault={sending.faultOf('idleMinutes')}
          />
        </div>
        {isSaved && (
          <p className="note good" role="status">
            {m.saved}
          </p>
        )}
      </Form>
    </section>
  )
}
