import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import type { Versioned } from './queries.ts'
import { contractMessages } from './contract-messages.ts'
import { Left } from './usage.tsx'

interface Props extends Versioned {
  onClose: () => void
  /** With what the service warns of; empty if it warns of nothing. */
  onDone: (message: string) => void
}

/** Gives a contract its last day. Nothing is archived: a contract that has ended stays to be read. */
export function EndContract({ contract, etag, onClose, onDone }: Props) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  const [day, setDay] = useState(formats.today)
  const body = { details: { endDateUTC: day }, inventory: {} }
  const sending = useSending()
  const fault = sending.faultOf('details.endDateUTC')
  const path = { id: contract.id }
  const save = () =>
    sending.send(
      () => askOnce('PUT /api/inventory/contracts/{id}', { path, body, ifMatch: etag }),
      ({ message = '' }) => {
        onDone(message)
        onClose()
      },
    )
  return (
    <Dialog title={m.endTitle} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={say(m.endNow, { day: isDay(day) ? formats.day(day) : '–' })}
        isReady={isDay(day)}
        isSaidBelow={fault !== undefined}
        onSend={save}
        onCancel={onClose}
      >
        <p className="quiet">{m.endHint}</p>
        <p className="strong">
          <Left contract={contract} />
        </p>
        <DayField label={m.endDay} value={day} onChange={setDay} fault={fault} />
      </Form>
    </Dialog>
  )
}
