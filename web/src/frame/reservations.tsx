import { queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../api/client.ts'
import { askOnce } from '../api/ask-once.ts'
import { postInventoryReservationsIdReleaseLimits, type Reservation } from '../api/operations.ts'
import { useMay } from '../api/session.ts'
import { useOnline } from './online.ts'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { TextField } from '../ui/parts.tsx'
import { reservationMessages } from '../stock/reservation-messages.ts'

/** Queries what is or was kept for a contract, the last to begin first. */
export function reservationsOfTradeQuery(tradeId: string) {
  return queryOptions({
    queryKey: ['reservations', 'trade', tradeId],
    meta: { kept: true },
    queryFn: () => ask('GET /api/inventory/reservations', { query: { 'f:tradeId': [tradeId], limit: 50 } }),
  })
}

/** Queries what is kept in a bay now or from some day on. */
export function reservationsOfBayQuery(bayId: number) {
  return queryOptions({
    queryKey: ['reservations', 'bay', bayId],
    meta: { kept: true },
    queryFn: () =>
      ask('GET /api/inventory/reservations', {
        query: { 'f:substorageId': [String(bayId)], status: ['standing', 'coming'], limit: 50 },
      }),
  })
}

interface Props {
  reservation: Reservation
  commodityId: number | undefined
  /** On the page of a bay its contract is named, on that of a contract the bay. */
  isInBay?: boolean
}

/** One reservation: how much of it is left, where or for whom, until when; it can be released. */
export function ReservationLine({ reservation, commodityId, isInBay = false }: Props) {
  const m = useMessages(reservationMessages, commodityId)
  const formats = useFormats(commodityId)
  const mayRelease = useMay('contracts:write')
  const isOnline = useOnline()
  const [isReleasing, release] = useState(false)
  const { trade, store, bay, recordName, weight, left, lying, untilUTC, note, status } = reservation
  const amount =
    weight === null || left === null
      ? m.all
      : say(m.leftOf, { left: formats.exactStock(left), weight: formats.exactStock(weight) })
  const words = [
    recordName,
    untilUTC !== null && say(m.untilDay, { day: formats.day(formats.dayOf(untilUTC)) }),
    status === 'standing' && say(m.lying, { t: formats.exactStock(lying) }),
    say(m.by, { person: reservation.createdByName }),
  ]
  return (
    <li className="row">
      <span>
        <span className="strong">
          {isInBay ? (
            <Link to="/trades/$id" params={{ id: trade.id }}>
              {say(m.forTrade, { trade: trade.name, partner: trade.partnerName })}
            </Link>
          ) : (
            <Link
              to="/stores/$id"
              params={{ id: reservation.storageId }}
              search={{ bay: reservation.substorageId }}
            >
              {[store, bay].join(', ')}
            </Link>
          )}{' '}
          {status !== 'standing' && <span className="badge plan">{reservation.statusName}</span>}
        </span>
        <span>{amount}</span>
        <span className="quiet small">{words.filter(Boolean).join(' · ')}</span>
        {note !== '' && <span>{note}</span>}
        {reservation.releasedAtUTC !== null && (
          <span className="quiet small">
            {[say(m.released, { person: reservation.releasedByName }), reservation.releaseNote]
              .filter(Boolean)
              .join(': ')}
          </span>
        )}
        {mayRelease && status !== 'ended' && (
          <span className="bar">
            <button type="button" className="button" disabled={!isOnline} onClick={() => release(true)}>
              {m.release}
            </button>
          </span>
        )}
      </span>
      {isReleasing && <Release id={reservation.id} onClose={() => release(false)} />}
    </li>
  )
}

function Release({ id, onClose }: { id: string; onClose: () => void }) {
  const m = useMessages(reservationMessages)
  const [note, type] = useState('')
  const sending = useSending(postInventoryReservationsIdReleaseLimits)
  const send = () =>
    sending.send(
      () => askOnce('POST /api/inventory/reservations/{id}/release', { path: { id }, body: { note } }),
      onClose,
    )
  return (
    <Dialog title={m.releaseTitle} onClose={onClose} isSheet>
      <Form sending={sending} action={m.release} isReady onSend={send} onCancel={onClose}>
        <p className="quiet">{m.releaseHint}</p>
        <TextField label={m.releaseNote} value={note} onChange={type} {...sending.at('note')} />
      </Form>
    </Dialog>
  )
}
