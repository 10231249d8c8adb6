import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { Books as BooksShape } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { CloseBooks } from './close-books.tsx'
import { Exceptions } from './exceptions.tsx'
import { messages } from './messages.ts'
import { booksQuery, statementPath } from './queries.ts'
import { Register } from './register.tsx'

type Period = BooksShape['periods'][number]

/** Page of closed books: closing them, what was signed, who may change it all the same, and the daily register. */
export function Books() {
  const m = useMessages(messages)
  const formats = useFormats()
  const { data, error, refetch } = useQuery(booksQuery)
  const mayClose = useMay('periods:write')
  const mayReopen = useMay('periods:reopen')
  if (!data) return <NotRead title={m.title} error={error} again={refetch} />
  const { closedUpTo, periods, exceptions } = data
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">
            {closedUpTo === '' ? m.nothingClosed : say(m.closedUpTo, { day: formats.day(closedUpTo) })}
          </p>
        </div>
      </header>
      <div className="stack">
        {mayClose && <CloseBooks key={closedUpTo} closedUpTo={closedUpTo} />}
        {periods.length > 0 && <Statements periods={periods} mayReopen={mayReopen} />}
        <Register />
        {(mayReopen || exceptions.length > 0) && <Exceptions exceptions={exceptions} mayChange={mayReopen} />}
      </div>
    </>
  )
}

/** Closings, the newest first. Only the newest that stands may be reopened. */
function Statements({ periods, mayReopen }: { periods: Period[]; mayReopen: boolean }) {
  const m = useMessages(messages)
  const [reopening, setReopening] = useState<Period>()
  const newest = periods
    .filter(({ status }) => status === 'closed')
    .toSorted((a, b) => (a.upTo < b.upTo ? 1 : -1))[0]
  return (
    <section className="panel pad stack" aria-labelledby="statements">
      <h2 id="statements">{m.statements}</h2>
      <ul className="lines">
        {periods.map((period) => (
          <StatementLine
            key={period.id}
            period={period}
            {...(mayReopen && period.id === newest?.id && { onReopen: () => setReopening(period) })}
          />
        ))}
      </ul>
      {reopening && <Reopen period={reopening} onClose={() => setReopening(undefined)} />}
    </section>
  )
}

function StatementLine({ period, onReopen }: { period: Period; onReopen?: () => void }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const { id, from, upTo, closedBy, closedAtUTC, status, note } = period
  const to = formats.day(upTo)
  const days = from === '' ? say(m.fromBeginning, { to }) : say(m.period, { from: formats.day(from), to })
  const print = () => void download(statementPath(id, 'pdf')).catch(() => undefined)
  return (
    <li className="stack">
      <span className="strong">
        {days} {status === 'reopened' && <span className="badge">{m.reopened}</span>}
      </span>
      <span className="quiet small">
        {[say(m.closedBy, { name: closedBy, moment: formats.moment(closedAtUTC) }), note]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {status === 'reopened' && (
        <span className="quiet small">
          {say(m.reopenedBy, {
            name: period.reopenedBy,
            moment: formats.moment(period.reopenedAtUTC),
            reason: period.reopenedReason,
          })}
        </span>
      )}
      <span className="bar">
        <button type="button" className="button" disabled={!isOnline} onClick={print}>
          {m.pdf}
        </button>
        <SaveTable path={(format) => statementPath(id, format)} />
        {onReopen && (
          <button type="button" className="button" disabled={!isOnline} onClick={onReopen}>
            {m.reopen}
          </button>
        )}
      </span>
    </li>
  )
}

function Reopen({ period: { id }, onClose }: { period: Period; onClose: () => void }) {
  const m = useMessages(messages)
  const sending = useSending()
  const [reason, setReason] = useState('')
  const reopen = () =>
    sending.send(
      () => askOnce('POST /api/inventory/periods/{id}/reopen', { path: { id }, body: { reason } }),
      onClose,
    )
  return (
    <Dialog title={m.reopen} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.reopen}
        isReady={reason.trim() !== ''}
        onSend={reopen}
        onCancel={onClose}
      >
        <p>{m.reopenLead}</p>
        <TextField label={m.reason} value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  )
}
