import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import type { Bay } from '../../stock/bays.ts'
import { reasonsQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Failed, Field } from '../../ui/parts.tsx'
import { storePageMessages } from './store-messages.ts'
import { notesQuery } from './store-queries.ts'

/** Lists the notes of work and findings at a bay. */
export function StoreNotes({ bay, isOurs }: { bay: Bay; isOurs: boolean }) {
  const m = useMessages(storePageMessages)
  const formats = useFormats()
  const mayNote = useMay('notes:write') && isOurs
  const isOnline = useOnline()
  const [isAdding, add] = useState(false)
  const notes = useQuery({ ...notesQuery(bay.storeId, bay.bayId), enabled: isOurs })
  if (!isOurs) return null
  if (notes.isError && !notes.data) return <Failed error={notes.error} again={() => void notes.refetch()} />
  return (
    <section className="panel list" aria-label={m.notes} aria-busy={notes.isPending}>
      <header className="bar apart">
        <h2>{m.notes}</h2>
        {mayNote && (
          <button type="button" className="button" disabled={!isOnline} onClick={() => add(true)}>
            {m.addNote}
          </button>
        )}
      </header>
      {notes.data?.length === 0 && <p className="pad quiet">{m.noNotes}</p>}
      <ul>
        {notes.data?.map((note) => (
          <li key={note.id} className="row">
            <span>
              <span className="strong">{note.reasonDescription}</span>
              <span>{note.note}</span>
              <span className="quiet small">
                {say(m.by, { person: note.createdByName, moment: formats.moment(note.createdAtUTC) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {isAdding && <AddNote bay={bay} onClose={() => add(false)} />}
    </section>
  )
}

function AddNote({ bay, onClose }: { bay: Bay; onClose: () => void }) {
  const m = useMessages(storePageMessages)
  const { organisation } = useMe()
  const reasons = useQuery(reasonsQuery)
  const [draft, change, clear] = useDraft(`${organisation.id}.note.${bay.key}`, () => ({
    reasonId: '',
    note: '',
  }))
  const body = {
    storageId: bay.storeId,
    substorageId: bay.bayId,
    reasonId: Number(draft.reasonId),
    note: draft.note.trim(),
  }
  const sending = useSending()
  return (
    <Dialog title={m.addNote} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.saveNote}
        isReady={draft.reasonId !== '' && body.note !== ''}
        onSend={() =>
          sending.send(
            () => askOnce('POST /api/inventory/storage/notes', { body }),
            () => {
              clear()
              onClose()
            },
          )
        }
        onCancel={onClose}
      >
        <Choice label={m.about} value={draft.reasonId} onChange={(reasonId) => change({ reasonId })}>
          <option value="">{m.choose}</option>
          {reasons.data?.storageNote.map(({ id, description }) => (
            <option key={id} value={id}>
              {description}
            </option>
          ))}
        </Choice>
        <Field label={m.note} fault={sending.faultOf('note')}>
          {(control) => (
            <textarea
              {...control}
              className="input lines"
              rows={3}
              value={draft.note}
              onChange={({ target }) => change({ note: target.value })}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
