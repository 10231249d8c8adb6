import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Trade } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { reservationMessages } from '../../stock/reservation-messages.ts'
import { ReservationLine, reservationsOfTradeQuery } from '../../frame/reservations.tsx'
import { Failed } from '../../ui/parts.tsx'
import { ReserveStock } from './reserve-stock.tsx'

/** Lists what is kept for a sale, and lets whoever may enter contracts reserve more. */
export function TradeReservations({ trade }: { trade: Trade }) {
  const m = useMessages(reservationMessages)
  const mayReserve = useMay('contracts:write') && trade.status === 'confirmed'
  const isOnline = useOnline()
  const [isReserving, reserve] = useState(false)
  const { data, error, isPending, refetch } = useQuery(reservationsOfTradeQuery(trade.id))
  if (error && !data) return <Failed error={error} again={() => void refetch()} />
  return (
    <section className="panel list" aria-label={m.reserved} aria-busy={isPending}>
      <header className="bar apart">
        <h2>{m.reserved}</h2>
        {mayReserve && (
          <button type="button" className="button" disabled={!isOnline} onClick={() => reserve(true)}>
            {m.reserve}
          </button>
        )}
      </header>
      {data?.docs.length === 0 && <p className="pad quiet">{m.none}</p>}
      <ul>
        {data?.docs.map((reservation) => (
          <ReservationLine
            key={reservation.id}
            reservation={reservation}
            commodityId={trade.commodity.commodity.id}
          />
        ))}
      </ul>
      {isReserving && <ReserveStock trade={trade} onClose={() => reserve(false)} />}
    </section>
  )
}
