import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryTradesIdStatusLimits, type Operations } from '../../api/operations.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { statusMessages } from './status-messages.ts'
import type { VersionedTrade } from './queries.ts'

type Status = Operations['POST /api/inventory/trades/{id}/status']['body']['status']
type NeedsReason = 'closed_short' | 'cancelled'

/** The states that a contract may go to, as buttons; what ends it early asks for a reason. */
export function StatusActions({ trade, etag }: VersionedTrade) {
  const m = useMessages(statusMessages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const sending = useSending()
  const [asked, ask] = useState<NeedsReason | undefined>()
  const { id, status, usage } = trade
  const go = (next: Status) =>
    void sending.send(() =>
      askOnce('POST /api/inventory/trades/{id}/status', {
        path: { id },
        body: { status: next },
        ifMatch: etag,
      }),
    )
  const isOff = !isOnline || sending.isBusy
  const button = (text: string, press: () => void, more: { isGolden?: boolean; why?: string } = {}) => (
    <button
      type="button"
      className={more.isGolden ? 'button primary' : 'button'}
      disabled={isOff || more.why !== undefined}
      title={more.why}
      onClick={press}
    >
      {text}
    </button>
  )
  const isRunning = status === 'draft' || status === 'confirmed'
  const hasEnded = status === 'fulfilled' || status === 'closed_short'
  return (
    <>
      {sending.error !== null && (
        <span className="fault" role="alert">
          {refusal(sending.error)}
        </span>
      )}
      {isRunning &&
        button(m.cancelIt, () => ask('cancelled'), usage.loads > 0 ? { why: m.cancelHint } : undefined)}
      {status === 'confirmed' && button(m.closeShort, () => ask('closed_short'))}
      {status === 'confirmed' && button(m.fulfil, () => go('fulfilled'))}
      {status === 'draft' && button(m.confirm, () => go('confirmed'), { isGolden: true })}
      {hasEnded && button(m.goOn, () => go('confirmed'), { isGolden: true })}
      {asked && <WithReason trade={trade} etag={etag} status={asked} onClose={() => ask(undefined)} />}
    </>
  )
}

/** Ends a contract early: with what is left, and why. */
function WithReason(props: VersionedTrade & { status: NeedsReason; onClose: () => void }) {
  const { trade, etag, status, onClose } = props
  const commodityId = trade.commodity.commodity.id
  const m = useMessages(statusMessages, commodityId)
  const formats = useFormats(commodityId)
  const [reason, type] = useState('')
  const sending = useSending(postInventoryTradesIdStatusLimits)
  const isCancelling = status === 'cancelled'
  const send = () =>
    sending.send(
      () =>
        askOnce('POST /api/inventory/trades/{id}/status', {
          path: { id: trade.id },
          body: { status, reason },
          ifMatch: etag,
        }),
      onClose,
    )
  return (
    <Dialog title={isCancelling ? m.cancelTitle : m.closeTitle} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={isCancelling ? m.cancelNow : say(m.closeNow, { t: formats.exactStock(trade.usage.left) })}
        isReady={reason.trim() !== ''}
        isSaidBelow={sending.faultOf('reason') !== undefined}
        onSend={send}
        onCancel={onClose}
      >
        <p className="quiet">{isCancelling ? m.cancelWarning : m.closeHint}</p>
        <TextField label={m.reason} value={reason} onChange={type} {...sending.at('reason')} />
      </Form>
    </Dialog>
  )
}
