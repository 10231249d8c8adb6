import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { Bay } from '../../stock/bays.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Segmented, TextField } from '../../ui/parts.tsx'
import { NoteField } from './note-field.tsx'
import { holdMessages } from '../../stock/hold-messages.ts'

const reasons = [
  'awaiting_result',
  'infestation',
  'fumigation',
  'residue',
  'mycotoxin',
  'dispute',
  'contamination',
  'authority',
  'other',
] as const
type Reason = (typeof reasons)[number]

interface Draft {
  recordId: string
  reason: Reason | ''
  blocks: 'both' | 'out' | 'in'
  from: string
  until: string
  note: string
  product: string
  dose: string
  aired: string
  days: string
}

const blank: Draft = {
  recordId: '',
  reason: '',
  blocks: 'both',
  from: '',
  until: '',
  note: '',
  product: '',
  dose: '',
  aired: '',
  days: '0',
}

interface Props {
  bay: Bay
  parcels: { recordId: string; name: string }[]
  onClose: () => void
}

/** Sets a bay, or one parcel in it, on hold. */
export function SetHold({ bay, parcels, onClose }: Props) {
  const m = useMessages(holdMessages)
  const formats = useFormats()
  const [draft, replace] = useState(blank)
  const change = (part: Partial<Draft>) => replace({ ...draft, ...part })
  const sending = useSending()
  const isFumigation = draft.reason === 'fumigation'
  const isReady =
    draft.reason !== '' && (!isFumigation || (draft.product.trim() !== '' && draft.dose.trim() !== ''))
  const send = () => {
    const { reason } = draft
    if (reason === '') return
    void sending.send(
      () =>
        askOnce('POST /api/inventory/holds', { body: bodyOf(bay, { ...draft, reason }, formats.today()) }),
      onClose,
    )
  }
  return (
    <Dialog title={m.set} onClose={onClose} isSheet>
      <Form sending={sending} action={m.save} isReady={isReady} onSend={send} onCancel={onClose}>
        {parcels.length > 0 && (
          <Choice label={m.what} value={draft.recordId} onChange={(recordId) => change({ recordId })}>
            <option value="">{m.wholeBay}</option>
            {parcels.map(({ recordId, name }) => (
              <option key={recordId} value={recordId}>
                {name}
              </option>
            ))}
          </Choice>
        )}
        <Choice
          label={m.reason}
          value={draft.reason}
          onChange={(value) => change({ reason: reasons.find((each) => each === value) ?? '' })}
        >
          <option value="">{m.choose}</option>
          {reasons.map((each) => (
            <option key={each} value={each}>
              {m[each]}
            </option>
          ))}
        </Choice>
        <Segmented
          label={m.blocks}
          value={draft.blocks}
          options={{ both: m.both, out: m.out, in: m.in }}
          onChange={(blocks) => change({ blocks })}
        />
        <Span draft={draft} onChange={change} faultOf={sending.faultOf} />
        <NoteField
          label={m.note}
          value={draft.note}
          fault={sending.faultOf('note')}
          onChange={(note) => change({ note })}
        />
      </Form>
    </Dialog>
  )
}

interface SpanProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  faultOf: (path: string) => string | undefined
}

/** Since when and until when; of a fumigation its product, dose and airing, by which it ends. */
function Span({ draft, onChange, faultOf }: SpanProps) {
  const m = useMessages(holdMessages)
  const isFumigation = draft.reason === 'fumigation'
  return (
    <>
      <div className="two">
        <DayField
          label={m.from}
          value={draft.from}
          onChange={(from) => onChange({ from })}
          fault={faultOf('fromISO')}
        />
        {isFumigation ? (
          <DayField
            label={m.aired}
            value={draft.aired}
            onChange={(aired) => onChange({ aired })}
            hint={m.airedHint}
            fault={faultOf('fumigation.airedISO')}
          />
        ) : (
          <DayField
            label={m.until}
            value={draft.until}
            onChange={(until) => onChange({ until })}
            hint={m.untilHint}
            fault={faultOf('untilISO')}
          />
        )}
      </div>
      {isFumigation && (
        <>
          <TextField label={m.product} value={draft.product} onChange={(product) => onChange({ product })} />
          <TextField label={m.dose} value={draft.dose} onChange={(dose) => onChange({ dose })} />
          <TextField label={m.withholding} value={draft.days} onChange={(days) => onChange({ days })} />
        </>
      )}
    </>
  )
}

function bodyOf(bay: Bay, draft: Draft & { reason: Reason }, today: string) {
  const isFumigation = draft.reason === 'fumigation'
  return {
    ...(draft.recordId === ''
      ? { storageId: bay.storeId, substorageId: bay.bayId }
      : { recordId: draft.recordId }),
    reason: draft.reason,
    blocks: draft.blocks,
    note: draft.note.trim(),
    ...(draft.from !== '' && draft.from !== today && { fromISO: draft.from }),
    ...(!isFumigation && draft.until !== '' && { untilISO: draft.until }),
    ...(isFumigation && {
      fumigation: {
        product: draft.product.trim(),
        dose: draft.dose.trim(),
        airedISO: draft.aired === '' ? null : draft.aired,
        withholdingDays: Number(draft.days) || 0,
      },
    }),
  }
}
