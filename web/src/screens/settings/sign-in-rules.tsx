import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { SignInRules as Rules } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { dayOf, isDay, startOfDay } from '../../i18n/days.ts'
import { useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
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

const MINUTES = { minutes: 1, hours: 60, days: 1440 }

/** A time without use, as it is typed. */
interface Idle {
  count: string
  unit: keyof typeof MINUTES
}

/** A time without use in the largest unit that it is whole in: 43,200 minutes are 30 days. */
function idleOf(minutes: number): Idle {
  const unit = (['days', 'hours'] as const).find((each) => minutes % MINUTES[each] === 0) ?? 'minutes'
  return { count: String(minutes / MINUTES[unit]), unit }
}

function RulesForm({ rules }: { rules: Rules }) {
  const m = useMessages(factorTexts)
  const { timeZone } = useMe().organisation
  const sending = useSending()
  const [isRequired, require] = useState(rules.secondFactor === 'required')
  const [from, setFrom] = useState(() => dayOf(rules.secondFactorFromUTC ?? Date.now() + GRACE_MS, timeZone))
  const [today] = useState(() => dayOf(Date.now(), timeZone))
  const [days, setDays] = useState(String(rules.sessionDays))
  const [idle, setIdle] = useState(() => idleOf(rules.idleMinutes))
  const [isSaved, setSaved] = useState(false)
  const wasRequired = rules.secondFactor === 'required'
  const startsNow = !wasRequired && isDay(from) && from <= today
  const body = {
    secondFactor: isRequired ? ('required' as const) : ('optional' as const),
    secondFactorFromISO: isRequired && isDay(from) ? startOfDay(from, timeZone).toISOString() : null,
    sessionDays: Number(days),
    idleMinutes: idle.count.trim() === '' ? Number.NaN : Number(idle.count) * MINUTES[idle.unit],
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
            <FromHint startsNow={startsNow} />
          </>
        )}
        <SessionTimes days={days} setDays={setDays} idle={idle} setIdle={setIdle} sending={sending} />
        {isSaved && (
          <p className="note good" role="status">
            {m.saved}
          </p>
        )}
      </Form>
    </section>
  )
}

interface TimesProps {
  days: string
  setDays: (days: string) => void
  idle: Idle
  setIdle: (idle: Idle) => void
  sending: Sending
}

/** The times after which a session ends: in all, and without use. */
function SessionTimes({ days, setDays, idle, setIdle, sending }: TimesProps) {
  const m = useMessages(factorTexts)
  return (
    <div className="two">
      <TextField
        label={m.sessionDays}
        value={days}
        onChange={setDays}
        fault={sending.faultOf('sessionDays')}
      />
      <TextField
        label={m.idle}
        value={idle.count}
        onChange={(count) => setIdle({ ...idle, count })}
        fault={sending.faultOf('idleMinutes')}
      />
      <Choice
        label={m.idleUnit}
        value={idle.unit}
        onChange={(unit) => setIdle({ ...idle, unit: unit as Idle['unit'] })}
      >
        {(['minutes', 'hours', 'days'] as const).map((unit) => (
          <option key={unit} value={unit}>
            {m[unit]}
          </option>
        ))}
      </Choice>
    </div>
  )
}

/** Says what happens from the day on from which a second factor is required. */
function FromHint({ startsNow }: { startsNow: boolean }) {
  const m = useMessages(factorTexts)
  if (!startsNow) return <p className="quiet small">{m.fromHint}</p>
  return (
    <p className="note bad" role="alert">
      {m.atOnce}
    </p>
  )
}
