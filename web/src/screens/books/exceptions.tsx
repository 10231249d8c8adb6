import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { postInventoryPeriodsExceptionsLimits, type Books } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { endOfDay, isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

type Exception = Books['exceptions'][number]

/** People who may change closed periods for a while, and those who could be let. */
export function Exceptions({ exceptions, mayChange }: { exceptions: Exception[]; mayChange: boolean }) {
  const m = useMessages(messages)
  const [isAllowing, allow] = useState(false)
  return (
    <section className="panel pad stack" aria-labelledby="exceptions">
      <h2 id="exceptions">{m.exceptions}</h2>
      <p className="quiet">{m.exceptionsLead}</p>
      <ul className="lines">
        {exceptions.map((each) => (
          <ExceptionLine key={each.id} exception={each} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && (
        <div className="bar">
          <button type="button" className="button" onClick={() => allow(true)}>
            {m.allow}
          </button>
        </div>
      )}
      {isAllowing && <Allow onClose={() => allow(false)} />}
    </section>
  )
}

function ExceptionLine({ exception, mayChange }: { exception: Exception; mayChange: boolean }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const sending = useSending()
  const { id, userName: name, untilUTC, reason, grantedBy, isRunning } = exception
  const end = () => sending.send(() => ask('DELETE /api/inventory/periods/exceptions/{id}', { path: { id } }))
  return (
    <li className="bar apart">
      <span>
        {say(m.allowedUntil, { name, moment: formats.moment(untilUTC) })}{' '}
        {!isRunning && <span className="badge">{m.over}</span>}
        <br />
        <span className="quiet small">{say(m.grantedBy, { reason, name: grantedBy })}</span>
      </span>
      {isRunning && mayChange && (
        <button type="button" className="button" disabled={sending.isBusy} onClick={() => void end()}>
          {m.end}
        </button>
      )}
    </li>
  )
}

function Allow({ onClose }: { onClose: () => void }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { organisation } = useMe()
  const sending = useSending(postInventoryPeriodsExceptionsLimits)
  const users = useQuery({
    queryKey: ['users'],
    queryFn: () => ask('GET /api/identity/users', { query: { limit: 200 } }),
  })
  const [userId, setUserId] = useState('')
  const [day, setDay] = useState(formats.today())
  const [reason, setReason] = useState('')
  const allow = () =>
    sending.send(
      () =>
        askOnce('POST /api/inventory/periods/exceptions', {
          body: { userId, untilISO: endOfDay(day, organisation.timeZone).toISOString(), reason },
        }),
      onClose,
    )
  return (
    <Dialog title={m.allow} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.allow}
        isReady={userId !== '' && isDay(day) && reason.trim() !== ''}
        onSend={allow}
        onCancel={onClose}
      >
        <Choice label={m.person} value={userId} onChange={setUserId} fault={sending.faultOf('userId')}>
          <option value="" />
          {users.data?.docs.map(({ id, givenName, familyName }) => (
            <option key={id} value={id}>
              {`${givenName} ${familyName}`}
            </option>
          ))}
        </Choice>
        <DayField label={m.until} value={day} onChange={setDay} fault={sending.faultOf('untilISO')} />
        <TextField label={m.reason} value={reason} onChange={setReason} {...sending.at('reason')} />
      </Form>
    </Dialog>
  )
}
