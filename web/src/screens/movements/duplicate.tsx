import { useState } from 'react'
import { ask, rehearse } from '../../api/client.ts'
import { newId } from '../../api/ids.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import type { ChangeProps } from './driver-fields.tsx'
import { panelMessages } from './panel-messages.ts'

/** The same load again, some times over. */
export function Duplicate({ movement, onClose }: Pick<ChangeProps, 'movement' | 'onClose'>) {
  const m = useMessages(panelMessages)
  const sending = useSending()
  const [key] = useState(newId)
  const [count, setCount] = useState('1')
  const n = Number(count)
  const isReady = Number.isInteger(n) && n > 0
  const path = { id: String(movement.id) }
  const body = isReady ? { recordId: movement.inventory.recordId, count: n } : undefined
  const rehearsal = useRehearsal('duplicate', body, (given) =>
    rehearse('POST /api/inventory/movements/{id}/duplicate', { path, body: given }),
  )
  const save = async () => {
    if (
      body &&
      (await sending.send(() => ask('POST /api/inventory/movements/{id}/duplicate', { path, body, key })))
    )
      onClose()
  }
  return (
    <Form
      sending={sending}
      action={say(m.makeCopies, { n: isReady ? n : 1 })}
      isReady={isReady}
      onSend={() => void save()}
      onCancel={onClose}
    >
      <TextField
        label={m.copies}
        value={count}
        onChange={setCount}
        fault={sending.faultOf('count')}
        autoFocus
      />
      <Rehearsed rehearsal={rehearsal} />
    </Form>
  )
}
