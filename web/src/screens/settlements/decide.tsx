import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import {
  patchInventorySettlementsIdLinesLineLimits,
  type Settlement,
  type SettlementLine,
} from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { reasonsQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { lineMessages } from './line-messages.ts'
import { Apart } from './lines.tsx'
import { messages } from './messages.ts'
import { isLineShownBelow } from './refused.ts'

interface Props {
  settlement: Settlement
  etag: string | undefined
  line: SettlementLine
  onClose: () => void
}

/** Which load a line means, and what comes of the difference. */
export function Decide({ settlement, etag, line, onClose }: Props) {
  const m = useMessages(lineMessages)
  const [movementId, match] = useState(String(line.load?.movementId ?? ''))
  const [decision, decide] = useState<string>(line.decision ?? '')
  const [reasonId, choose] = useState(String(line.reasonId ?? ''))
  const [note, setNote] = useState(line.note)
  const sending = useSending(patchInventorySettlementsIdLinesLineLimits)
  // Of a line without a load, or of one that nobody has weighed, there is nothing to compare with.
  const isWeighed = movementId !== '' && line.state !== 'unweighed'
  const chosen = (['accepted', 'written_off', 'claimed'] as const).find((each) => each === decision) ?? null
  const body = {
    movementId: movementId === '' ? null : Number(movementId),
    decision: chosen,
    ...(chosen === 'written_off' && reasonId !== '' && { reasonId: Number(reasonId) }),
    note,
  }
  const path = { id: settlement.id, line: String(line.line) }
  const save = () =>
    sending.send(
      () => askOnce('PATCH /api/inventory/settlements/{id}/lines/{line}', { path, body, ifMatch: etag }),
      onClose,
    )
  return (
    <Dialog title={say(m.decide, { n: line.line })} onClose={onClose} isSide>
      <Form
        sending={sending}
        action={m.save}
        isSaidBelow={isLineShownBelow(sending.error)}
        onSend={save}
        onCancel={onClose}
      >
        <Weights line={line} />
        <Loads
          {...{ settlement, line }}
          value={movementId}
          onChange={match}
          fault={sending.faultOf('movementId')}
        />
        <Choice label={m.decision} value={decision} onChange={decide} fault={sending.faultOf('decision')}>
          <option value="">{m.undecided}</option>
          <option value="accepted" disabled={!isWeighed}>
            {m.accept}
          </option>
          <option value="written_off" disabled={!isWeighed}>
            {m.writeOff}
          </option>
          <option value="claimed">{m.claim}</option>
        </Choice>
        {decision === 'written_off' && (
          <>
            <Reasons value={reasonId} onChange={choose} fault={sending.faultOf('reasonId')} />
            <p className="quiet small">{m.stockStays}</p>
          </>
        )}
        <TextField label={m.note} value={note} onChange={setNote} {...sending.at('note')} />
      </Form>
    </Dialog>
  )
}

function Weights({ line }: Pick<Props, 'line'>) {
  const words = useMessages(messages)
  const formats = useFormats()
  return (
    <dl className="settlement-figures">
      <div>
        <dt>{words.theirs}</dt>
        <dd>{formats.weight(line.weight)}</dd>
      </div>
      {line.load && (
        <div>
          <dt>{words.difference}</dt>
          <dd>
            <Apart line={line} />
          </dd>
        </div>
      )}
    </dl>
  )
}

interface FieldProps {
  value: string
  onChange: (value: string) => void
  fault: string | undefined
}

/** The load that the line has, what it may be, and what else is missing. */
function Loads({ settlement, line, ...field }: FieldProps & Pick<Props, 'settlement' | 'line'>) {
  const m = useMessages(lineMessages)
  const formats = useFormats()
  const all = [...(line.load ? [line.load] : []), ...line.candidates, ...settlement.missing.first]
  const loads = [...new Map(all.map((load) => [load.movementId, load])).values()]
  return (
    <Choice label={m.load} {...field}>
      <option value="">{m.none}</option>
      {loads.map(({ movementId, reference, date, vehicle, weight }) => (
        <option key={movementId} value={movementId}>
          {[
            reference || movementId,
            formats.dayMonth(date),
            vehicle,
            weight === null ? m.notWeighed : formats.weight(weight),
          ]
            .filter(Boolean)
            .join(' · ')}
        </option>
      ))}
    </Choice>
  )
}

function Reasons(field: FieldProps) {
  const m = useMessages(lineMessages)
  const language = useLanguage()
  const reasons = useQuery(reasonsQuery)
  return (
    <Choice label={m.reason} {...field}>
      <option value="">{m.choose}</option>
      {reasons.data?.settlementDeduction.map(({ id, description, names }) => (
        <option key={id} value={id}>
          {names?.[language] ?? description}
        </option>
      ))}
    </Choice>
  )
}
