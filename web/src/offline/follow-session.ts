import type { QueryClient } from '@tanstack/react-query'
import { forgetForPerson } from '../api/person-storage.ts'
import { personHere, session } from '../api/session.ts'
import { forgetStoredImport } from './stored-import.ts'
import { forgetPersistedQueries, persistQueries, type Keeping } from './persisted-queries.ts'
import { noteWaitingOrganisation } from './waiting-here.ts'

let keeping: Keeping | undefined
let keptFor: string | undefined

/**
 * Makes a person's data on this device follow their session. Answers stay while it lasts and are forgotten when it ends, however it ends.
 * Forms they began stay for them, and go when they sign out. Entries waiting to be sent are never touched.
 */
export async function followSession(client: QueryClient): Promise<void> {
  let before = session.get().status
  session.subscribe(() => {
    void follow(client)
    const { status } = session.get()
    // What could not be read meanwhile is read now.
    if (status === 'in' && (before === 'expired' || before === 'offline')) void client.invalidateQueries()
    before = status
  })
  await follow(client)
}

async function follow(client: QueryClient): Promise<void> {
  const { status } = session.get()
  const isOpen = status === 'in' || status === 'offline'
  if (isOpen && keeping && personHere() === keptFor) return
  keeping?.end()
  keeping = undefined
  if (isOpen) return begin(client)
  // What is kept by now is of whoever is here instead.
  if (status === 'replaced') return
  await forgetPersistedQueries(keptFor)
  if (status === 'out') await forgetPerson(client)
}

async function begin(client: QueryClient): Promise<void> {
  keptFor = personHere()
  if (keptFor === undefined) return
  noteWaitingOrganisation()
  keeping = persistQueries(client, keptFor)
  await keeping.restored
}

async function forgetPerson(client: QueryClient): Promise<void> {
  // The screens went first: until then they show what is in there.
  client.clear()
  const person = keptFor
  keptFor = undefined
  if (person === undefined) return
  forgetForPerson(person)
  await forgetStoredImport(person)
}
