import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { now } from '../../api/clock.ts'
import { dayOf } from '../../i18n/days.ts'
import { useTickets } from '../../offline/use-outbox.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { unfinishedQuery } from './reference-data.ts'
import { isFinishedElsewhere, isPlan, ticketsOf } from './movement-ticket.ts'

/** Enough for a day's queue; older ones are found among the movements. */
const MOST_OF_OTHERS = 20

/** The tickets of this device, and the yard of all devices: what was weighed once here comes from here, whatever the network does. */
export function useYard({ id: organisationId, timeZone }: { id: string; timeZone: string }): {
  tickets: Ticket[]
  yard: Ticket[]
} {
  const tickets = useTickets()
  const { data } = useQuery(unfinishedQuery)
  // Letters are typed beside it: it is worked out, and drawn, when something of it has changed.
  const yard = useMemo(() => {
    const { docs: unfinished, readAt } = data ?? {}
    const own = tickets.filter(
      (each) =>
        each.closedAt === undefined &&
        each.givenUp === undefined &&
        !isFinishedElsewhere(each, unfinished, readAt),
    )
    // What was given up here is still unfinished in the book.
    const mine = tickets.filter(({ givenUp }) => givenUp === undefined)
    const here = new Set(mine.flatMap(({ movementId }) => movementId ?? []))
    // Of a ticket whose answer got lost only the reference is known, in the book as here.
    const references = new Set(mine.map(({ reference }) => reference))
    const elsewhere = (unfinished ?? []).filter(
      ({ id, driver }) => !here.has(String(id)) && !references.has(driver.loadReference),
    )
    const isToday = (moment: string) => dayOf(new Date(moment), timeZone) === dayOf(now(), timeZone)
    const others = ticketsOf(elsewhere, organisationId, isToday)
    const [plans, weighed] = [others.filter(isPlan), others.filter((each) => !isPlan(each))]
    return [...plans, ...own, ...weighed.slice(0, MOST_OF_OTHERS)]
  }, [tickets, data, organisationId, timeZone])
  return { tickets, yard }
}

/**
 * The ticket of the yard that is open. It stays open when another device finishes it: what was typed is not taken away, and the service
 * says whose weight came first.
 */
export function useOpenTicket(
  yard: Ticket[],
  tickets: Ticket[],
  openId: string | undefined,
): Ticket | undefined {
  const found = yard.find(({ id }) => id === openId)
  const [last, setLast] = useState<Ticket>()
  if (found && found !== last) setLast(found)
  if (found) return found
  const isClosedHere = tickets.some(({ id, closedAt }) => id === openId && closedAt !== undefined)
  return last?.id === openId && !isClosedHere ? last : undefined
}
