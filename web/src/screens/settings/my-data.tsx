import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { signOut } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useWaiting } from '../../offline/use-outbox.ts'
import { download } from '../../ui/download.ts'
import { useSending } from '../../ui/form.tsx'
import { Erasure } from './erasure.tsx'
import { leaveMessages } from './leave-messages.ts'
import { myDataMessages } from './my-data-messages.ts'

/** The data that is kept about whoever is signed in: to download, and to erase. Entries that wait on this device are sent first. */
export function MyData() {
  const m = useMessages(myDataMessages)
  const { leaveLater } = useMessages(leaveMessages)
  const count = useWaiting().length
  const refusal = useRefusal()
  const sending = useSending()
  const [isErasing, setErasing] = useState(false)
  return (
    <section className="panel pad stack">
      <h2>{m.myData}</h2>
      <p className="quiet">{m.myDataWhat}</p>
      {sending.error !== null && <p className="fault by">{refusal(sending.error)}</p>}
      <button
        type="button"
        className="button start"
        disabled={sending.isBusy}
        onClick={() => void sending.send(() => download('/api/identity/me/data'))}
      >
        {m.downloadMine}
      </button>
      <p className="quiet">{count > 0 ? say(leaveLater, { n: count }) : m.eraseWhat}</p>
      <button type="button" className="button start" disabled={count > 0} onClick={() => setErasing(true)}>
        {m.erase}
      </button>
      {isErasing && (
        <Erasure
          title={m.erase}
          label={m.typeEmail}
          look={() => ask('GET /api/identity/me/erasure')}
          erase={(email) => ask('POST /api/identity/me/erasure', { body: { email } })}
          onErased={() => void signOut()}
          onClose={() => setErasing(false)}
        />
      )}
    </section>
  )
}
