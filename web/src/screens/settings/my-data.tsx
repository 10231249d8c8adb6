import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { postIdentityMeErasureLimits, type ErasureOutlook } from '../../api/operations.ts'
import { signOut } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useWaiting } from '../../offline/use-outbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
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
      {isErasing && <Erase onClose={() => setErasing(false)} />}
    </section>
  )
}

/** Shows what an erasure does, and asks for the address before. */
function Erase({ onClose }: { onClose: () => void }) {
  const m = useMessages(myDataMessages)
  const { data, error, refetch } = useQuery({
    queryKey: ['erasure'],
    queryFn: () => ask('GET /api/identity/me/erasure'),
    gcTime: 0,
  })
  const sending = useSending(postIdentityMeErasureLimits)
  const [email, setEmail] = useState('')
  const erase = () => ask('POST /api/identity/me/erasure', { body: { email } })
  return (
    <Dialog title={m.erase} onClose={onClose}>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && <Outlook outlook={data} />}
      {data?.refusal === '' && (
        <Form
          sending={sending}
          action={m.eraseForGood}
          isReady={email.trim().toLowerCase() === data.email}
          onSend={() => sending.send(erase, signOut)}
          onCancel={onClose}
        >
          <TextField
            label={m.typeEmail}
            type="email"
            autoComplete="off"
            value={email}
            onChange={setEmail}
            {...sending.at('email')}
          />
        </Form>
      )}
    </Dialog>
  )
}

function Outlook({ outlook: { refusal, removed, kept, stays } }: { outlook: ErasureOutlook }) {
  const m = useMessages(myDataMessages)
  return (
    <div className="stack">
      {refusal !== '' && (
        <p className="note bad" role="alert">
          {refusal}
        </p>
      )}
      <Parts title={m.goes} parts={removed} />
      <Parts title={m.stays} parts={kept} />
      <p className="quiet small">{stays}</p>
    </div>
  )
}

function Parts({ title, parts }: { title: string; parts: ErasureOutlook['removed'] }) {
  const m = useMessages(myDataMessages)
  const formats = useFormats()
  if (parts.length === 0) return null
  return (
    <section>
      <h3 className="strong">{title}</h3>
      <ul className="lines">
        {parts.map(({ part, about, rows }) => (
          <li key={part}>
            {about}{' '}
            <span className="quiet small">{say(m.rows, { n: rows, figure: formats.figure(rows) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
