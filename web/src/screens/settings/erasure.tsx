import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { postIdentityMeErasureLimits, type ErasureOutlook } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { myDataMessages } from './my-data-messages.ts'

interface ErasureProps {
  title: string
  /** Asks for the address of the account. */
  label: string
  look: () => Promise<ErasureOutlook>
  erase: (email: string) => Promise<unknown>
  onErased: () => void
  onClose: () => void
}

/** Shows what the erasure of an account would do, as a rehearsal, which is not asked again when it is done, and asks for its address before. */
export function Erasure({ title, label, look, erase, onErased, onClose }: ErasureProps) {
  const m = useMessages(myDataMessages)
  const { data, error, refetch } = useQuery({
    queryKey: ['rehearsal', 'erasure', title],
    queryFn: look,
    gcTime: 0,
  })
  const sending = useSending(postIdentityMeErasureLimits)
  const [email, setEmail] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && <Outlook outlook={data} />}
      {data?.refusal === '' && (
        <Form
          sending={sending}
          action={m.eraseForGood}
          isReady={email.trim().toLowerCase() === data.email}
          onSend={() => sending.send(() => erase(email), onErased)}
          onCancel={onClose}
        >
          <TextField
            label={label}
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

/** Erases the account of another member. */
export function ErasureOf({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const m = useMessages(myDataMessages)
  const path = { id }
  return (
    <Erasure
      title={say(m.eraseNamed, { name })}
      label={m.typeTheirEmail}
      look={() => ask('GET /api/identity/users/{id}/erasure', { path })}
      erase={(email) => ask('POST /api/identity/users/{id}/erasure', { path, body: { email } })}
      onErased={onClose}
      onClose={onClose}
    />
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
