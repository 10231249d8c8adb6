import { useEffect, useState } from 'react'
import { whoIsHere } from '../api/session.ts'
import { onOutboxChange, tickets, waiting } from './outbox.ts'
import type { Ticket, Waiting } from './store.ts'

/** What waits here for the organisation that is signed in. */
export function useWaiting(): Waiting[] {
  return useRead(waiting)
}

/** The tickets of the organisation that is signed in, newest first. */
export function useTickets(): Ticket[] {
  return useRead(tickets)
}

function useRead<T>(read: (organisationId: string) => Promise<T[]>): T[] {
  const [list, setList] = useState<T[]>([])
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const organisationId = whoIsHere()?.organisation.id
      const found = organisationId === undefined ? [] : await read(organisationId)
      if (!isOver) setList(found)
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
