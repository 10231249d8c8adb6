import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { PeriodPreview } from '../../api/operations.ts'
import { useOnline } from '../../frame/online.ts'
import { addDays, isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { previewQuery } from './queries.ts'

type Open = PeriodPreview['open'][number]

/** The last day of the month before a day. */
function lastMonthEnd(today: string): string {
  return addDays(`${today.slice(0, 7)}-01`, -1)
}

/** Closes the books up to a day, after it was shown what is still open before it. */
export function CloseBooks({ closedUpTo }: { closedUpTo: string }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const sending = useSending()
  const monthEnd = lastMonthEnd(formats.today())
  const [upTo, setUpTo] = useState(monthEnd > closedUpTo ? monthEnd : '')
  const [note, setNote] = useState('')
  const [done, setDone] = useState<string>()
  const preview = useQuery({ ...previewQuery(upTo), enabled: isDay(upTo) })
  const close = () =>
    sending.send(
      () => askOnce('POST /api/inventory/periods', { body: { upTo, note } }),
      ({ message }) => setDone(message),
    )
  const refusal = useRefusal()
  const notYet = preview.error === null ? undefined : refusal(preview.error)
  const fault = sending.faultOf('upTo') ?? notYet
  return (
    <section className="panel pad stack" aria-labelledby="close-books">
      <h2 id="close-books">{m.close}</h2>
      <p className="quiet">{m.closeLead}</p>
      <Form
        sending={sending}
        action={isDay(upTo) ? say(m.closeUpTo, { day: formats.day(upTo) }) : m.close}
        isReady={isOnline && preview.data !== undefined}
        onSend={close}
      >
        <div className="two">
          <DayField label={m.upTo} value={upTo} onChange={setUpTo} fault={fault} />
          <TextField label={m.note} value={note} onChange={setNote} />
        </div>
        {preview.data && <OpenItems open={preview.data.open} />}
      </Form>
      {done !== undefined && (
        <p className="note good" role="status">
          {done}
        </p>
      )}
    </section>
  )
}

/** Items that are still open, each with the place where it is settled. */
function OpenItems({ open }: { open: Open[] }) {
  const m = useMessages(messages)
  if (open.length === 0) return <p className="quiet">{m.nothingOpen}</p>
  return (
    <section className="stack" aria-label={m.stillOpen}>
      <h3>{m.stillOpen}</h3>
      <p className="quiet small">{m.mayClose}</p>
      {open.map(({ kind, count, items }) => (
        <details key={kind}>
          <summary>
            {m[kind]} <span className="badge">{count}</span>
          </summary>
          <ul className="lines">
            {items.map((item, index) => (
              <li key={index}>
                <OpenLink item={item} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

function OpenLink({ item }: { item: Open['items'][number] }) {
  const formats = useFormats()
  const { name, atUTC, movementId, settlementId, storageId, substorageId } = item
  const text = [name, atUTC && formats.moment(atUTC)].filter(Boolean).join(' · ')
  if (movementId !== undefined)
    return (
      <Link to="/movements" search={{ open: String(movementId) }}>
        {text}
      </Link>
    )
  if (settlementId !== undefined)
    return (
      <Link to="/settlements/$id" params={{ id: settlementId }}>
        {text}
      </Link>
    )
  if (storageId !== undefined)
    return (
      <Link to="/stores/$id" params={{ id: storageId }} search={substorageId ? { bay: substorageId } : {}}>
        {text}
      </Link>
    )
  return <span>{text}</span>
}
