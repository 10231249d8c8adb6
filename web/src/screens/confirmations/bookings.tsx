import { useState } from 'react'
import type { Confirmation, ConfirmationBooking } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { bookingsQuery } from '../../stock/confirmations.ts'
import { readNextPage, usePages } from '../../ui/pages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { bookingMessages } from './booking-messages.ts'
import { useWhat } from './use-what.ts'

/** Unfolds the single bookings behind a line: which lorry brought what, when and where to. A contract has none. */
export function Bookings({ line }: { line: Confirmation }) {
  const m = useMessages(bookingMessages)
  const [isOpen, open] = useState(false)
  const { what } = useWhat(line)
  if (line.contract) return null
  return (
    <details className="confirm-fold" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary aria-label={say(m.bookingsOf, { what })}>{m.bookings}</summary>
      {isOpen && <BookingList line={line} />}
    </details>
  )
}

function BookingList({ line }: { line: Confirmation }) {
  const m = useMessages(bookingMessages)
  const { found, first, rows } = usePages(bookingsQuery(line.id))
  if (!first)
    return found.error ? (
      <Failed error={found.error} again={() => void found.refetch()} />
    ) : (
      <Skeleton rows={2} />
    )
  return (
    <>
      <ul className="confirm-bookings" aria-label={m.list}>
        {rows.map((each) => (
          <Booking key={`${each.kind} ${each.id}`} booking={each} commodityId={line.commodity.id} />
        ))}
      </ul>
      {found.hasNextPage && (
        <button type="button" className="button" onClick={() => void readNextPage(found)}>
          {say(m.moreBookings, { shown: rows.length, n: first.totalDocs })}
        </button>
      )}
    </>
  )
}

function Booking({ booking, commodityId }: { booking: ConfirmationBooking; commodityId: number }) {
  const m = useMessages(bookingMessages, commodityId)
  const formats = useFormats(commodityId)
  const { kind, weight, area, type, grade, variety, tags, place, bay } = booking
  const amount =
    kind === 'crop'
      ? `${formats.area(area)} ${formats.areaUnit}`
      : weight === null
        ? m.unweighed
        : say(m.weight, { weight: formats.exactStock(weight) })
  const papers = [
    booking.documentNumber && say(m.ticket, { number: booking.documentNumber }),
    booking.loadReference && say(m.reference, { reference: booking.loadReference }),
    booking.senderName && say(m.sender, { name: booking.senderName }),
  ]
  return (
    <li>
      <span>
        {kind === 'load' ? formats.datedMoment(booking.dateUTC) : formats.day(formats.dayOf(booking.dateUTC))}
      </span>
      <span className="num strong">{amount}</span>
      <span>
        {kind === 'load'
          ? [booking.vehicleRegistration, booking.driverName].filter(Boolean).join(', ') || m.noLorry
          : m[kind]}
        <span className="quiet small confirm-facts">{papers.filter(Boolean).join(' · ')}</span>
      </span>
      <span>{[place, bay].filter(Boolean).join(', ')}</span>
      <span>
        {[grade.name || type.name, variety, ...tags.map(({ name }) => name)].filter(Boolean).join(', ')}
      </span>
    </li>
  )
}
