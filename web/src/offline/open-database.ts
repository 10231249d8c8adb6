import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { OutboxItem, Ticket, Waiting } from './tickets.ts'

export interface Shape extends DBSchema {
  outbox: { key: string; value: Waiting }
  tickets: { key: string; value: OutboxItem; indexes: { draft: string } }
  kept: { key: string; value: unknown }
}

const NAME = 'granary'
/**
 * 3: a load of any kind is entered at one address; an older page would put its second reading where the body has no place for it.
 * 4: there are counts among the tickets; an older page would show them as lorries.
 * 5: and bay checks.
 */
const VERSION = 5
/** Key in `kept` of the last number that was given. */
export const LAST_NUMBER = 'last-number'

/**
 * Opens the database of this device, in which all organisations that sign in here have their entries.
 *
 * @param onNewer called when another tab has a newer page, which must not wait for this one to be closed
 */
export function openDatabase(onNewer: () => void, name = NAME): Promise<IDBPDatabase<Shape>> {
  const opened = openDB<Shape>(name, VERSION, {
    async upgrade(db, before, _after, trx) {
      if (before < 1) {
        db.createObjectStore('outbox', { keyPath: 'id' })
        db.createObjectStore('tickets', { keyPath: 'id' })
        db.createObjectStore('kept')
      }
      if (before < 2) {
        trx.objectStore('tickets').createIndex('draft', 'asTyped.id')
        await numberAll(trx)
      }
    },
    blocking() {
      void opened.then((db) => db.close())
      onNewer()
    },
  })
  return opened
}

type Upgrade = Parameters<NonNullable<Parameters<typeof openDB<Shape>>[2]>['upgrade'] & object>[3]

/** Numbers what an older page ordered by the clock. */
async function numberAll(trx: Upgrade): Promise<void> {
  let number = 0
  // There was nothing but tickets then.
  const tickets = (await trx.objectStore('tickets').getAll()) as Ticket[]
  for (const ticket of tickets.sort((a, b) => (a.openedAt < b.openedAt ? -1 : 1)))
    await trx.objectStore('tickets').put({ ...ticket, number: ++number })
  const entries = (await trx.objectStore('outbox').getAll()) as (Waiting & { at?: number })[]
  for (const { at: _at, ...entry } of entries.sort((a, b) => (a.at ?? 0) - (b.at ?? 0)))
    await trx.objectStore('outbox').put({ ...entry, number: ++number, version: 1 })
  await trx.objectStore('kept').put(number, LAST_NUMBER)
}
