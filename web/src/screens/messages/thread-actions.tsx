import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { postSystemConversationsIdReportLimits, type Conversation } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { counterpartyQuery } from '../../stock/confirmations.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { safetyMessages } from './safety-messages.ts'

interface Props {
  conversationId: string
  other: Conversation['members'][number]
}

/** Offers a way out of an unwelcome conversation: to block the other organisation, and to report the messages. */
export function ThreadActions({ conversationId, other }: Props) {
  const m = useMessages(safetyMessages)
  const { organisation } = useMe()
  const mayBlock = useMay('confirmations:write')
  const mayReport = useMay('conversations:write')
  const mayLook = useMay('stock:read')
  const isOnline = useOnline()
  const [open, setOpen] = useState<'block' | 'report'>()
  const isForeign = other.organisationId !== '' && other.organisationId !== organisation.id
  const stance = useQuery({
    ...counterpartyQuery(other.organisationId),
    enabled: isForeign && mayLook,
  }).data?.stance
  const isBlocked = stance === 'blocked'
  const names = { name: other.name, organisation: other.organisationName }
  const close = () => setOpen(undefined)
  return (
    <div className="bar talk-actions">
      {isForeign && mayBlock && (
        <button
          type="button"
          className="button"
          disabled={!isOnline}
          aria-label={say(isBlocked ? m.unblockOf : m.blockOf, names)}
          onClick={() => setOpen('block')}
        >
          {isBlocked ? m.unblock : m.block}
        </button>
      )}
      {mayReport && (
        <button
          type="button"
          className="button"
          disabled={!isOnline}
          aria-label={say(m.reportOf, names)}
          onClick={() => setOpen('report')}
        >
          {m.report}
        </button>
      )}
      {open === 'block' && <Block {...{ other, isBlocked }} onClose={close} />}
      {open === 'report' && <Report {...{ conversationId, other }} onClose={close} />}
    </div>
  )
}

function Block(props: { other: Props['other']; isBlocked: boolean; onClose: () => void }) {
  const { other, isBlocked, onClose } = props
  const m = useMessages(safetyMessages)
  const sending = useSending()
  const path = { id: other.organisationId }
  const organisation = other.organisationName
  const change = () =>
    sending.send(
      () =>
        isBlocked
          ? ask('DELETE /api/inventory/counterparties/{id}', { path })
          : ask('PUT /api/inventory/counterparties/{id}', {
              path,
              body: { stance: 'blocked', includesOpen: true },
            }),
      onClose,
    )
  return (
    <Dialog title={say(isBlocked ? m.unblockOf : m.blockOf, { organisation })} onClose={onClose}>
      <Form sending={sending} action={isBlocked ? m.unblock : m.block} onSend={change} onCancel={onClose}>
        {!isBlocked && <p>{say(m.blockWhat, { organisation })}</p>}
      </Form>
    </Dialog>
  )
}

function Report({ conversationId, other, onClose }: Props & { onClose: () => void }) {
  const m = useMessages(safetyMessages)
  const sending = useSending(postSystemConversationsIdReportLimits)
  const [reason, setReason] = useState('')
  const [isSent, setSent] = useState(false)
  const names = { name: other.name, organisation: other.organisationName }
  const report = () =>
    sending.send(
      () =>
        askOnce('POST /api/system/conversations/{id}/report', {
          path: { id: conversationId },
          body: { reason },
        }),
      () => setSent(true),
    )
  return (
    <Dialog title={say(m.reportOf, names)} onClose={onClose}>
      {isSent ? (
        <div className="stack">
          <p className="note good" role="status">
            {m.reported}
          </p>
          <button type="button" className="button primary" onClick={onClose}>
            {m.close}
          </button>
        </div>
      ) : (
        <Form
          sending={sending}
          action={m.report}
          isReady={reason.trim() !== ''}
          onSend={report}
          onCancel={onClose}
        >
          <p>{say(m.reportWhat, names)}</p>
          <TextField label={m.reason} value={reason} onChange={setReason} {...sending.at('reason')} />
        </Form>
      )}
    </Dialog>
  )
}
