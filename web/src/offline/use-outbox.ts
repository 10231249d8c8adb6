import { useEffect, useState } from 'react'
import { whoIsHere } from '../api/session.ts'
import type { CheckHere } from './bay-checks.ts'
import type { BayCount } from './bay-counts.ts'
import { checks, counts, onOutboxChange, tickets, waiting } from './outbox.ts'
import type { Ticket, Waiting } from './tickets.ts'

const noEntries: Waiting[] = []
const noTickets: Ticket[] = []
const noCounts: BayCount[] = []
const noChecks: CheckHere[] = []

/** Lists the entries that wait here for the signed-in organisation. */
export function useWaiting(): Waiting[] {
  return useRead(waiting) ?? noEntries
}

/** Lists the entries waiting here, or undefined until they have been read: until then nobody knows that none wait. */
export function useKnownWaiting(): Waiting[] | undefined {
  return useRead(waiting)
}

/** The tickets of the organisation that is signed in, newest first. */
export function useTickets(): Ticket[] {
  return useRead(tickets) ?? noTickets
}

/** The counts of bays of the organisation that is signed in, newest first. */
export function useBayCounts(): BayCount[] {
  return useRead(counts) ?? noCounts
}

/** The bay checks of the organisation that is signed in, newest first. */
export function useChecksHere(): CheckHere[] {
  return useRead(checks) ?? noChecks
}

function useRead<T>(read: (organisationId: string) => Promise<T[]>): T[] | undefined {
  const [list, setList] = useState<T[]>()
  useEffect(() => {
    let isOver = false
    let turn = 0
    const look = async () => {
      const own = ++turn
      const organisationId = whoIsHere()?.organisation.id
      // Where the device keeps nothing, nothing waits; that it does not is said by the notes above every screen.
      const found = organisationId === undefined ? [] : await read(organisationId).catch(() => [])
      // What was read before the last change is not shown after it.
      if (!isOver && own === turn) setList(found)
    }
    void look()
    const stop = onOutboxChange(() => void look())
    return () => {
      isOver = true
      stop()
    }
  }, [read])
  return list
}
