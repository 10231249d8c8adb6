import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryOrdersIdStatusLimits, type Order } from '../../api/operations.ts'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { orderPageMessages } from './page-messages.ts'
import type { VersionedOrder } from './queries.ts'

/** The states that an order may go to, as buttons; cancelling asks for a reason. */
export function OrderActions({ order, etag }: VersionedOrder) {
  const m = useMessages(orderPageMessages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const sending = useSending()
  const [isAsked, ask] = useState(false)
  const { id, status, usage } = order
  const go = (next: Order['status']) =>
    void sending.send(() =>
      askOnce('POST /api/inventory/orders/{id}/status', {
        path: { id },
        body: { status: next },
        ifMatch: etag,
      }),
    )
  const isOff = !isOnline || sending.isBusy
  const isNamed = usage.movedLoads + usage.plannedLoads > 0
  return (
    <>
      {sending.error !== null && (
        <span className="fault" role="alert">
          {refusal(sending.error)}
        </span>
      )}
      {status === 'open' && (
        <>
          <button
            type="button"
            className="button"
            disabled={isOff || isNamed}
            title={isNamed ? m.cancelHint : undefined}
            onClick={() => ask(true)}
          >
            {m.cancelIt}
          </button>
          <button type="button" className="button" disabled={isOff} onClick={() => go('done')}>
            {m.markDone}
          </button>
        </>
      )}
      {status === 'done' && (
        <button type="button" className="button primary" disabled={isOff} onClick={() => go('open')}>
          {m.reopen}
        </button>
      )}
      {isAsked && <Cancelling order={order} etag={etag} onClose={() => ask(false)} />}
    </>
  )
}

function Cancelling({ order: { id }, etag, onClose }: VersionedOrder & { onClose: () => void }) {
  const m = useMessages(orderPageMessages)
  const [reason, type] = useState('')
  const sending = useSending(postInventoryOrdersIdStatusLimits)
  const send = () =>
    sending.send(
      () =>
        askOnce('POST /api/inventory/orders/{id}/status', {
          path: { id },
          body: { status: 'cancelled', reason },
          ifMatch: etag,
        }),
      onClose,
    )
  return (
    <Dialog title={m.cancelTitle} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.cancelNow}
        isReady={reason.trim() !== ''}
        isSaidBelow={sending.faultOf('reason') !== undefined}
        onSend={send}
        onCancel={onClose}
      >
        <p className="quiet">{m.cancelWarning}</p>
        <TextField label={m.reason} value={reason} onChange={type} {...sending.at('reason')} />
      </Form>
    </Dialog>
  )
}
