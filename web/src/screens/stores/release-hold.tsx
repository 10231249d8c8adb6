import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryHoldsIdReleaseLimits, type Hold } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { holdMessages } from '../../stock/hold-messages.ts'

/** Releases a hold, with a word on why. */
export function ReleaseHold({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const m = useMessages(holdMessages)
  const [note, change] = useState('')
  const sending = useSending(postInventoryHoldsIdReleaseLimits)
  const body = { note: note.trim() }
  return (
    <Dialog title={m.release} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.release}
        onSend={() =>
          sending.send(
            () => askOnce('POST /api/inventory/holds/{id}/release', { path: { id: hold.id }, body }),
            onClose,
          )
        }
        onCancel={onClose}
      >
        <TextField label={m.releaseNote} value={note} onChange={change} {...sending.at('note')} />
      </Form>
    </Dialog>
  )
}
