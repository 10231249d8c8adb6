import { remember } from './remember.ts'
import { personHere } from './session.ts'

// Text that this device keeps for whoever is signed in: nobody else reads it, and it goes when they sign out.

const prefixOf = (person: string) => `granary.of.${person}.`

/** Reads what was stored under a name for the person who is here. */
export function readForPerson(name: string): string | undefined {
  const person = personHere()
  return person === undefined ? undefined : (localStorage.getItem(prefixOf(person) + name) ?? undefined)
}

/** Keeps a text under a name, or takes it away. Nothing is kept where nobody is signed in. */
export function writeForPerson(name: string, text: string | undefined): void {
  const person = personHere()
  if (person === undefined) return
  if (text === undefined) localStorage.removeItem(prefixOf(person) + name)
  else remember(prefixOf(person) + name, text)
}

/** All that is kept for whoever is here under names that begin so. */
export function listForPerson(beginning: string): string[] {
  const person = personHere()
  if (person === undefined) return []
  return keysOf(prefixOf(person) + beginning).map((key) => localStorage.getItem(key) ?? '')
}

/** Forgets all that was kept for a person. */
export function forgetForPerson(person: string): void {
  for (const key of keysOf(prefixOf(person))) localStorage.removeItem(key)
}

const keysOf = (beginning: string) => Object.keys(localStorage).filter((key) => key.startsWith(beginning))
