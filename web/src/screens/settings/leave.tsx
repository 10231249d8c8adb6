import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { signOut, useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useWaiting } from '../../offline/use-outbox.ts'
import { ByName } from './by-name.tsx'
import { leaveMessages } from './leave-messages.ts'

/** Out of the organisation for good: only somebody there can invite again. What waits on this device goes first. */
export function Leave() {
  const m = useMessages(leaveMessages)
  const { organisation } = useMe()
  const count = useWaiting().length
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    await ask('DELETE /api/identity/me/organisations/{id}', { path: { id: organisation.id } })
    await signOut()
  }
  return (
    <section className="panel pad stack">
      <h2>{m.leave}</h2>
      <p className="quiet">{count > 0 ? say(m.leaveLater, { n: count }) : m.leaveWhat}</p>
      <button type="button" className="button start" disabled={count > 0} onClick={() => setAsking(true)}>
        {say(m.leaveNamed, { name: organisation.name })}
      </button>
      {isAsking && (
        <ByName
          name={organisation.name}
          title={m.leaveNamed}
          warning={m.leaveWarning}
          action={m.leave}
          work={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
