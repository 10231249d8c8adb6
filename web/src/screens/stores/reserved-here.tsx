import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.ts'
import { reservationMessages } from '../../stock/reservation-messages.ts'
import { ReservationLine, reservationsOfBayQuery } from '../../frame/reservations.tsx'

interface Props {
  bayId: number
  commodityId: number | undefined
  isOurs: boolean
}

/** Lists what is kept for sales in a bay; it takes no room where nothing is. */
export function ReservedHere({ bayId, commodityId, isOurs }: Props) {
  const m = useMessages(reservationMessages)
  const { data } = useQuery({ ...reservationsOfBayQuery(bayId), enabled: isOurs })
  if (!data || data.docs.length === 0) return null
  return (
    <section className="panel list" aria-label={m.reserved}>
      <header className="bar apart">
        <h2>{m.reserved}</h2>
      </header>
      <ul>
        {data.docs.map((reservation) => (
          <ReservationLine key={reservation.id} reservation={reservation} commodityId={commodityId} isInBay />
        ))}
      </ul>
    </section>
  )
}
