import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { putSystemSettingsLimits, type Settings } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Segmented, TextField } from '../../ui/parts.tsx'
import { platformMessages } from './platform-messages.ts'
import { platformNames } from './platform-names.ts'

type Level = NonNullable<Settings['logging']>['level'] | 'default'
const levels = ['default', 'silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
const levelOf = (text: string): Level => levels.find((each) => each === text) ?? 'default'
type Service = 'system' | 'inventory'

/** Sets how much is logged, by the whole program or by the inventory for itself. */
export function Logging() {
  const m = useMessages(platformMessages)
  const names: Record<string, string> = useMessages(platformNames)
  // The service's own word stands beside it: filters of single modules are written with that.
  const nameOf = (each: string) => (names[each] ? `${names[each]} (${each})` : each)
  const { countryISO } = useMe().organisation
  const sending = useSending(putSystemSettingsLimits)
  const [service, setService] = useState<Service>('system')
  const [level, setLevel] = useState<Level>('default')
  const [filter, setFilter] = useState('')
  const [done, setDone] = useState<string>()
  const now = useQuery({
    queryKey: ['logging', countryISO],
    queryFn: async () => {
      const { logging } = await ask('GET /api/system/settings/{country}', { path: { country: countryISO } })
      return logging
    },
  })
  const body = { logging: { level, filter: filter.trim() || null } }
  const put = () =>
    service === 'system'
      ? ask('PUT /api/system/settings', { body })
      : ask('PUT /api/inventory/settings', { body })
  const save = () => {
    setDone(undefined)
    return sending.send(put, ({ message }) => setDone(message))
  }
  return (
    <section className="panel pad stack" aria-labelledby="logging">
      <h2 id="logging">{m.logging}</h2>
      <p className="quiet small">
        {m.loggingHint}{' '}
        {now.data &&
          say(m.loggingNow, { level: nameOf(now.data.level), filter: now.data.filter || m.noFilter })}
      </p>
      <Form sending={sending} action={m.setIt} onSend={save}>
        <Segmented
          label={m.of}
          value={service}
          options={{ system: m.whole, inventory: m.inventory }}
          onChange={setService}
        />
        <Choice
          label={m.level}
          value={level}
          onChange={(text) => setLevel(levelOf(text))}
          fault={sending.faultOf('logging.level')}
        >
          {levels.map((each) => (
            <option key={each} value={each}>
              {each === 'default' ? m.asStarted : nameOf(each)}
            </option>
          ))}
        </Choice>
        <TextField
          label={m.filter}
          hint={m.filterHint}
          value={filter}
          onChange={setFilter}
          {...sending.at('logging.filter')}
        />
        {done !== undefined && (
          <p className="note good" role="status">
            {done}
          </p>
        )}
      </Form>
    </section>
  )
}
