import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import type { ChangeProps } from './change-props.ts'
import { panelMessages } from './panel-messages.ts'

/** Form to enter the same load again, some times over. */
export function Duplicate({ movement, onClose }: Pick<ChangeProps, 'movement' | 'onClose'>) {
  const m = useMessages(panelMessages)
  const sending = useSending()
  const [count, setCount] = useState('1')
  const n = Number(count)
  const isReady = Number.isInteger(n) && n > 0
  const path = { id: String(movement.id) }
  const body = isReady ? { recordId: movement.inventory.recordId, count: n } : undefined
  const rehearsal = useRehearsal('POST /api/inventory/movements/{id}/duplicate', body && { path, body })
  const save = () =>
    body &&
    sending.send(() => askOnce('POST /api/inventory/movements/{id}/duplicate', { path, body }), onClose)
  return (
    <Form
      sending={sending}
      action={say(m.makeCopies, { n: isReady ? n : 1 })}
      isReady={isReady}
      onSend={save}
      onCancel={onClose}
    >
      <TextField
        label={m.copies}
        value={count}
        onChange={setCount}
        fault={sending.faultOf('count')}
        autoFocus
      />
      <Rehearsed rehearsal={rehearsal} commodityId={movement.inventory.commodity.commodity.id} />
    </Form>
  )
}
