import { useId, useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { sendAndReread } from './use-touched.ts'
import type { ChangeProps } from './change-props.ts'
import { panelMessages } from './panel-messages.ts'
import { ReasonField, useReasonWanted } from './reason-field.tsx'
import type { RemovedMovement } from './removed.tsx'
import { isParted } from './shares.tsx'

interface Props extends Omit<ChangeProps, 'reread'> {
  onRemoved: (removed: RemovedMovement) => void
}

/** Takes a movement back, with the reason; what lies where afterwards is shown before. */
export function Remove({ movement, etag, onClose, onRemoved }: Props) {
  const m = useMessages(panelMessages)
  const sending = useSending()
  const [reason, setReason] = useState('')
  const [lorryNet, setLorryNet] = useState<LorryNet>()
  const isExplained = !useReasonWanted() || reason.trim() !== ''
  const isSaid = isExplained && (lorryNet !== undefined || sharedNet(movement) === undefined)
  const path = { id: String(movement.id) }
  const body = {
    recordId: movement.inventory.recordId,
    reason: reason.trim() || null,
    ...(lorryNet && { lorryNet }),
  }
  const rehearsal = useRehearsal('DELETE /api/inventory/movements/{id}', isSaid ? { path, body } : undefined)
  const remove = () =>
    sending.send(
      () => askOnce('DELETE /api/inventory/movements/{id}', { path, body, ifMatch: etag }),
      () => onRemoved({ movement, balances: rehearsal.answer?.balances ?? [] }),
    )
  return (
    <Form
      sending={sending}
      action={say(m.removeNow, { uid: movement.documentNumber || movement.uid })}
      isReady={rehearsal.answer !== undefined}
      onSend={remove}
      onCancel={onClose}
    >
      <ReasonField value={reason} onChange={setReason} fault={sending.faultOf('reason')} />
      <LorryNetQuestion movement={movement} answer={lorryNet} onAnswer={setLorryNet} />
      <Rehearsed rehearsal={rehearsal} commodityId={movement.inventory.commodity.commodity.id} />
    </Form>
  )
}

const lorryNets = ['stays', 'less'] as const
type LorryNet = (typeof lorryNets)[number]

/** The net of the lorry where other parts of its load stay in the book, in kilograms. */
const sharedNet = (movement: Movement): number | undefined =>
  (isParted(movement) && movement.inventory.commodity.weight.weight && movement.ticket?.net) || undefined

/** Asks whether a lorry still brought the deleted load, to its other bays, or weighed less than was read. */
function LorryNetQuestion(props: {
  movement: Movement
  answer: LorryNet | undefined
  onAnswer: (answer: LorryNet) => void
}) {
  const { movement, answer, onAnswer } = props
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const name = useId()
  const net = sharedNet(movement)
  if (net === undefined) return null
  const part = movement.inventory.commodity.weight.weight ?? 0
  const words = {
    stays: say(m.netStays, { net: formats.weighed(net), part: formats.weighed(part) }),
    less: say(m.netLess, { net: formats.weighed(Math.round((net - part) * 1000) / 1000) }),
  }
  return (
    <fieldset className="stack tight question">
      <legend className="strong">{m.whichNet}</legend>
      {lorryNets.map((each) => (
        <label key={each} className="check">
          <input type="radio" name={name} checked={answer === each} onChange={() => onAnswer(each)} />
          {words[each]}
        </label>
      ))}
    </fieldset>
  )
}

/** Puts a deleted movement back, at any time: with its number, and all that it said. */
export function Restore({ movement, reread }: { movement: Movement; reread: () => Promise<unknown> }) {
  const m = useMessages(panelMessages)
  const sending = useSending()
  const path = { id: String(movement.id) }
  const rehearsal = useRehearsal('POST /api/inventory/movements/{id}/restore', { path, body: {} })
  return (
    <Form
      sending={sending}
      action={m.restore}
      onSend={() =>
        sending.send(() =>
          sendAndReread(askOnce('POST /api/inventory/movements/{id}/restore', { path, body: {} }), reread),
        )
      }
    >
      <Rehearsed rehearsal={rehearsal} commodityId={movement.inventory.commodity.commodity.id} />
    </Form>
  )
}
