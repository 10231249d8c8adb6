import { useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

interface Props {
  name: string
  title: string
  warning: string
  action: string
  work: () => Promise<unknown>
  onClose: () => void
}

/** Asks for the name before something is done that cannot be undone. */
export function ByName({ name, title, warning, action, work, onClose }: Props) {
  const m = useMessages(messages)
  const sending = useSending()
  const [written, write] = useState('')
  return (
    <Dialog title={say(title, { name })} onClose={onClose}>
      <p>{say(warning, { name })}</p>
      <Form
        sending={sending}
        action={action}
        isReady={written.trim() === name}
        onSend={() => sending.send(work, onClose)}
        onCancel={onClose}
      >
        <TextField label={m.writeIt} value={written} onChange={write} />
      </Form>
    </Dialog>
  )
}
