import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { Stocktake } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { useMessages } from '../../i18n/messages.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { sessionMessages } from './session-messages.ts'
import { useLeft } from './use-session.ts'
import { Variances } from './variances.tsx'

interface Props {
  session: Stocktake
  etag: string | undefined
  counts: BayCount[]
}

type Act = 'approve' | 'recount' | 'cancel'

/** Buttons of a session: counting as long as bays are left, then the approval; and its papers. */
export function SessionActions({ session, etag, counts }: Props) {
  const m = useMessages(sessionMessages)
  const isOnline = useOnline()
  const mayCount = useMay('stocktakes:count')
  const mayImport = useMay('imports:write')
  const mayDecide = useMay('stocktakes:write')
  const hasLeft = useLeft(session, counts).length > 0
  const [act, begin] = useState<Act>()
  const end = () => begin(undefined)
  const { id, status, totals, name } = session
  const isReady = totals.open === 0 && totals.recount === 0
  const sheet = printable('countSheet', 'GET /api/inventory/stocktakes/{id}/count-sheet.pdf', {
    path: { id },
  })
  const certificate = printable('stocktake', 'GET /api/inventory/stocktakes/{id}/certificate.pdf', {
    path: { id },
  })
  return (
    <div className="bar stocktake-actions">
      {status !== 'cancelled' && (
        <Papers papers={[status === 'approved' ? certificate : sheet]} names={[name]} />
      )}
      {status === 'open' && mayDecide && (
        <>
          <button type="button" className="button" disabled={!isOnline} onClick={() => begin('cancel')}>
            {m.cancel}
          </button>
          <button type="button" className="button" disabled={!isOnline} onClick={() => begin('recount')}>
            {m.recount}
          </button>
        </>
      )}
      {status === 'open' && mayCount && mayImport && (
        <Link to="/import" search={{ kind: 'inventory/counts', stocktake: id }} className="button">
          {m.fromFile}
        </Link>
      )}
      {status === 'open' && mayCount && (
        <Link
          to="/stocktakes/$id/count"
          params={{ id }}
          search={{}}
          className={hasLeft ? 'button primary' : 'button'}
        >
          {m.count}
        </Link>
      )}
      {status === 'open' && mayDecide && (
        <button
          type="button"
          className={isReady && !hasLeft ? 'button primary' : 'button'}
          disabled={!isOnline}
          onClick={() => begin('approve')}
        >
          {m.approve}
        </button>
      )}
      {act === 'approve' && <Approve session={session} etag={etag} onClose={end} />}
      {act === 'recount' && <Recount session={session} onClose={end} />}
      {act === 'cancel' && <Cancel session={session} onClose={end} />}
    </div>
  )
}

interface DialogProps {
  session: Stocktake
  onClose: () => void
}

/** Approves the version that is shown. What it does to each parcel is rehearsed, and so is what it would be refused for. */
function Approve({ session, etag, onClose }: DialogProps & Pick<Props, 'etag'>) {
  const m = useMessages(sessionMessages)
  const sending = useSending()
  const path = { id: session.id }
  const rehearsal = useRehearsal('POST /api/inventory/stocktakes/{id}/approve', { path })
  const approve = () =>
    sending.send(
      () => askOnce('POST /api/inventory/stocktakes/{id}/approve', { path, ifMatch: etag }),
      onClose,
    )
  return (
    <Dialog title={m.approve} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.approve}
        isReady={rehearsal.answer !== undefined && !rehearsal.isAsking}
        onSend={approve}
        onCancel={onClose}
      >
        <p>{m.approveLead}</p>
        <Variances session={session} />
        <Rehearsed rehearsal={rehearsal} />
      </Form>
    </Dialog>
  )
}

function Recount({ session: { id }, onClose }: DialogProps) {
  const m = useMessages(sessionMessages)
  const sending = useSending()
  const ask = () =>
    sending.send(
      () => askOnce('POST /api/inventory/stocktakes/{id}/recount', { path: { id }, body: {} }),
      onClose,
    )
  return (
    <Dialog title={m.recount} onClose={onClose} isSheet>
      <Form sending={sending} action={m.recountNow} onSend={ask} onCancel={onClose}>
        <p>{m.recountLead}</p>
      </Form>
    </Dialog>
  )
}

function Cancel({ session: { id }, onClose }: DialogProps) {
  const m = useMessages(sessionMessages)
  const sending = useSending()
  const cancel = () =>
    sending.send(() => askOnce('POST /api/inventory/stocktakes/{id}/cancel', { path: { id } }), onClose)
  return (
    <Dialog title={m.cancel} onClose={onClose} isSheet>
      <Form sending={sending} action={m.cancelNow} onSend={cancel} onCancel={onClose}>
        <p>{m.cancelLead}</p>
      </Form>
    </Dialog>
  )
}
