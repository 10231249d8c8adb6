import { useEffect, useState } from 'react'
import { readObject } from './drafts.ts'
import { session, whoIsHere } from '../api/session.ts'
import { onOutboxChange, waiting } from './outbox.ts'
import { remember } from '../api/remember.ts'

// Tickets wait for their organisation, whoever is signed in: until one of theirs comes, others are told that they wait, and whose they are.

/** Storage key for the names, by id, of organisations whose tickets may wait on this device. */
const NAMES = 'granary.organisations'

/** Tickets of one organisation that wait on this device. */
interface WaitingTickets {
  organisationId: string
  name: string
  tickets: number
}

/** Whoever is here may leave tickets behind: what their organisation is called is noted. */
export function noteWaitingOrganisation(): void {
  const organisation = whoIsHere()?.organisation
  if (organisation) writeNames({ ...readNames(), [organisation.id]: organisation.name })
}

const readNames = () =>
  readObject<Record<string, string>>(localStorage.getItem(NAMES)) as Record<string, string>
const writeNames = (names: Record<string, string>) => remember(NAMES, JSON.stringify(names))

/** The tickets on this device that are sent once somebody of their organisation signs in. Names that are not needed for that are forgotten. */
async function readWaitingHere(): Promise<WaitingTickets[]> {
  const { status } = session.get()
  const here = whoIsHere()?.organisation.id
  const found = await Promise.all(
    Object.entries(readNames()).map(async ([organisationId, name]) => {
      const entries = await waiting(organisationId)
      return { organisationId, name, tickets: new Set(entries.map(({ ticketId }) => ticketId)).size }
    }),
  )
  const some = found.filter(({ tickets }) => tickets > 0)
  writeNames(
    Object.fromEntries(
      found
        .filter(({ organisationId, tickets }) => tickets > 0 || organisationId === here)
        .map(({ organisationId, name }) => [organisationId, name]),
    ),
  )
  return some.filter(({ organisationId }) => organisationId !== here || status === 'expired')
}

/** Follows the tickets of each organisation that wait on this device. */
export function useWaitingHere(): WaitingTickets[] {
  const [list, setList] = useState<WaitingTickets[]>([])
  useEffect(() => {
    let isOver = false
    const look = () =>
      void readWaitingHere().then((found) => {
        if (!isOver) setList(found)
      })
    look()
    const stops = [onOutboxChange(look), session.subscribe(look)]
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [])
  return list
}
