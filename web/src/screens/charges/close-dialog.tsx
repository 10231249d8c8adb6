import { useNavigate } from '@tanstack/react-router'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { moneyText } from '../../i18n/money-text.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { chargesPageMessages } from './page-messages.ts'
import type { VersionedCharges } from './queries.ts'

interface Props extends VersionedCharges {
  onClose: () => void
}

/** Closes a statement, with its sum on the button. */
export function CloseDialog({ statement: { id, totals }, etag, onClose }: Props) {
  const m = useMessages(chargesPageMessages)
  const language = useLanguage()
  const sending = useSending()
  const amounts = totals.map(({ amount, currency }) => moneyText(amount, currency, language)).join(' + ')
  const close = () =>
    sending.send(
      () => askOnce('POST /api/inventory/charges/{id}/close', { path: { id }, body: {}, ifMatch: etag }),
      onClose,
    )
  return (
    <Dialog title={m.close} onClose={onClose} isSheet>
      <Form sending={sending} action={say(m.closeNow, { amounts })} onSend={close} onCancel={onClose}>
        <p>{m.closeHint}</p>
      </Form>
    </Dialog>
  )
}

/** Deletes a draft. */
export function RemoveDialog({ statement: { id }, etag, onClose }: Props) {
  const m = useMessages(chargesPageMessages)
  const navigate = useNavigate()
  const sending = useSending()
  const remove = () =>
    sending.send(
      () => ask('DELETE /api/inventory/charges/{id}', { path: { id }, ifMatch: etag }),
      () => navigate({ to: '/charges', search: {}, replace: true }),
    )
  return (
    <Dialog title={m.remove} onClose={onClose} isSheet>
      <Form sending={sending} action={m.remove} onSend={remove} onCancel={onClose}>
        <p>{m.removeHint}</p>
      </Form>
    </Dialog>
  )
}
