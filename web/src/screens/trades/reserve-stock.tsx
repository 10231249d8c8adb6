import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryReservationsLimits, type PositionLine, type Trade } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { parseStock } from '../../i18n/numbers.ts'
import { useMessages } from '../../i18n/messages.ts'
import { positionQuery } from '../../stock/queries.ts'
import { reservationMessages } from '../../stock/reservation-messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { useWeightReader } from '../../ui/weight-reader.ts'

const blank = { parcel: '', weight: '', until: '', note: '' }

/** Keeps a parcel that lies in a bay of one's own for a sale: all of it or a weight, until a day. */
export function ReserveStock({ trade, onClose }: { trade: Trade; onClose: () => void }) {
  const commodityId = trade.commodity.commodity.id
  const m = useMessages(reservationMessages, commodityId)
  const [draft, replace] = useState(blank)
  const change = (part: Partial<typeof blank>) => replace({ ...draft, ...part })
  const sending = useSending(postInventoryReservationsLimits)
  const position = useQuery(positionQuery())
  const lines = (position.data?.lines ?? []).filter(
    ({ owned, substorageId, commodity, weight }) =>
      owned && substorageId > 0 && commodity.id === commodityId && weight > 0,
  )
  const read = useWeightReader(parseStock)(draft.weight, { commodityId })
  const isWeightRead = draft.weight.trim() === '' || read.kg !== undefined
  const line = lines.find(({ recordId }) => recordId === draft.parcel)
  const send = () =>
    void sending.send(
      () =>
        askOnce('POST /api/inventory/reservations', {
          body: {
            tradeId: trade.id,
            storageId: line?.storageId ?? '',
            substorageId: line?.substorageId ?? 0,
            ...(read.kg !== undefined && { weight: read.kg }),
            ...(draft.until !== '' && { untilISO: draft.until }),
            note: draft.note.trim(),
          },
        }),
      onClose,
    )
  return (
    <Dialog title={m.reserve} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.save}
        isReady={line !== undefined && isWeightRead}
        onSend={send}
        onCancel={onClose}
      >
        {position.data && lines.length === 0 && <p className="quiet">{m.noStock}</p>}
        <ParcelChoice lines={lines} value={draft.parcel} onChange={(parcel) => change({ parcel })} />
        <StockField
          label={m.weight}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          hint={m.weightHint}
          fault={sending.faultOf('weight') ?? sending.faultOf('storageId')}
          commodityId={commodityId}
        />
        <DayField
          label={m.until}
          value={draft.until}
          onChange={(until) => change({ until })}
          hint={m.untilHint}
          fault={sending.faultOf('untilISO')}
        />
        <TextField
          label={m.note}
          value={draft.note}
          onChange={(note) => change({ note })}
          {...sending.at('note')}
        />
      </Form>
    </Dialog>
  )
}

interface ParcelProps {
  lines: PositionLine[]
  value: string
  onChange: (recordId: string) => void
}

function ParcelChoice({ lines, value, onChange }: ParcelProps) {
  const m = useMessages(reservationMessages)
  const formats = useFormats(lines[0]?.commodity.id)
  return (
    <Choice label={m.bay} value={value} onChange={onChange}>
      <option value="">{m.choose}</option>
      {lines.map(({ recordId, storageName, substorageName, type, grade, weight }) => (
        <option key={recordId} value={recordId}>
          {[storageName, substorageName, type.name, grade.name].filter(Boolean).join(', ')}:{' '}
          {formats.exactStock(weight)} {formats.stockUnit}
        </option>
      ))}
    </Choice>
  )
}
