import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { postSystemCacheLimits } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { Backups, InstallationFacts } from './installation.tsx'
import { Jobs } from './jobs.tsx'
import { Logging } from './logging.tsx'
import { platformMessages } from './platform-messages.ts'

/** Settings of the whole installation, for the people who run it. */
export function Platform() {
  return (
    <div className="settings">
      <InstallationFacts />
      <Backups />
      <Jobs />
      <Cache />
      <Logging />
    </div>
  )
}

/** Answers that are kept are made anew when they are next needed: all of them, or those whose names begin with something. */
function Cache() {
  const m = useMessages(platformMessages)
  const sending = useSending(postSystemCacheLimits)
  const [prefix, setPrefix] = useState('')
  const [done, setDone] = useState<string>()
  const body = prefix.trim() === '' ? { flush: true } : { prefixes: [prefix.trim()] }
  const clear = () => {
    setDone(undefined)
    return sending.send(
      () => ask('POST /api/system/cache', { body }),
      ({ message }) => setDone(message),
    )
  }
  return (
    <section className="panel pad stack" aria-labelledby="cache">
      <h2 id="cache">{m.cache}</h2>
      <p className="quiet small">{m.cacheHint}</p>
      <Form sending={sending} action={m.clear} onSend={clear}>
        <TextField
          label={m.prefix}
          hint={m.prefixHint}
          value={prefix}
          onChange={setPrefix}
          {...sending.at('prefixes[0]', 'prefixes')}
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
