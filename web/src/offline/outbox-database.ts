import type { IDBPDatabase } from 'idb'
import type { OutboxFile } from './outbox-events.ts'
import { steps, type OutboxStore } from './outbox-store.ts'
import { LAST_NUMBER, type Shape } from './open-database.ts'

const STRICT = { durability: 'strict' } as const

/** Keeps them in the database of this device; what is answered as done is on the disk. */
export function outboxStoreOf(opened: Promise<IDBPDatabase<Shape>>): OutboxStore {
  return {
    async change({ ticketId, formId }, decide) {
      const trx = (await opened).transaction(['tickets', 'outbox', 'kept'], 'readwrite', STRICT)
      // Written requests that fail abort it: the failure is the transaction's.
      trx.done.catch(() => undefined)
      const [tickets, outbox, kept] = [
        trx.objectStore('tickets'),
        trx.objectStore('outbox'),
        trx.objectStore('kept'),
      ]
      const [ticket, first, second, last, sameForm] = await Promise.all([
        tickets.get(ticketId),
        outbox.get(`${ticketId}.first`),
        outbox.get(`${ticketId}.second`),
        kept.get(LAST_NUMBER),
        formId === undefined ? [] : tickets.index('draft').getAll(formId),
      ])
      const before: OutboxFile = { ticket, first, second }
      const number = (typeof last === 'number' ? last : 0) + 1
      const { file, came } = decide(before, number, sameForm)
      const writes: Promise<unknown>[] = []
      if (file.ticket && file.ticket !== ticket) writes.push(tickets.put(file.ticket))
      for (const step of steps) {
        const entry = file[step]
        if (entry && entry !== before[step]) writes.push(outbox.put(entry))
        if (!entry && before[step]) writes.push(outbox.delete(`${ticketId}.${step}`))
      }
      if (writes.length > 0) writes.push(kept.put(number, LAST_NUMBER))
      await Promise.all(writes)
      await trx.done
      return came
    },
    async read() {
      const trx = (await opened).transaction(['tickets', 'outbox'])
      const [tickets, entries] = await Promise.all([
        trx.objectStore('tickets').getAll(),
        trx.objectStore('outbox').getAll(),
      ])
      return { tickets, entries }
    },
    async forget(isOver) {
      const trx = (await opened).transaction('tickets', 'readwrite')
      for (const ticket of await trx.store.getAll()) if (isOver(ticket)) await trx.store.delete(ticket.id)
      await trx.done
    },
  }
}
