import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ApiKey } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { factorTexts } from './factor-texts.ts'

/** The networks in what somebody typed, with blanks or commas between them. */
export const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** A field for the networks that a key works from. */
export function NetworksField({
  value,
  onChange,
  fault,
}: {
  value: string
  onChange: (text: string) => void
  fault?: string | undefined
}) {
  const m = useMessages(factorTexts)
  return (
    <TextField label={m.addresses} hint={m.addressesHint} value={value} onChange={onChange} fault={fault} />
  )
}

/** Ties a key to other networks. */
export function KeyNetworks({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const m = useMessages(factorTexts)
  const sending = useSending()
  const { id, name, allowedAddresses } = apiKey
  const [text, setText] = useState(allowedAddresses.join(' '))
  const save = () =>
    sending.send(
      () =>
        ask('PATCH /api/identity/api-keys/{id}', {
          path: { id },
          body: { allowedAddresses: networksIn(text) },
        }),
      onClose,
    )
  return (
    <Dialog title={say(m.changeAddresses, { name })} onClose={onClose}>
      <Form sending={sending} action={m.save} onSend={save} onCancel={onClose}>
        <NetworksField value={text} onChange={setText} />
      </Form>
    </Dialog>
  )
}
