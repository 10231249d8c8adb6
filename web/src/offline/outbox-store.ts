import type { OutboxFile } from './outbox-events.ts'
import type { OutboxItem, Waiting } from './tickets.ts'

/** Storage for tickets, counts and checks, and their entries waiting to be sent: everything that a change decides and writes is one transaction. */
export interface OutboxStore {
  /**
   * Changes one ticket, count or check, or nothing.
   *
   * @param decide gets the ticket, the next number, and the tickets that were made of the same form
   * @throws where nothing can be kept; then nothing was changed
   */
  change<T>(
    of: { ticketId: string; formId?: string | undefined },
    decide: (file: OutboxFile, number: number, sameForm: OutboxItem[]) => { file: OutboxFile; came: T },
  ): Promise<T>
  read(): Promise<{ tickets: OutboxItem[]; entries: Waiting[] }>
  forget(isOver: (ticket: OutboxItem) => boolean): Promise<void>
}

export const steps = ['first', 'second'] as const

/** Keeps them as long as the page is open. */
export function memoryOutboxStore(): OutboxStore {
  const tickets = new Map<string, OutboxItem>()
  const entries = new Map<string, Waiting>()
  let last = 0
  return {
    async change({ ticketId, formId }, decide) {
      const before: OutboxFile = structuredClone({
        ticket: tickets.get(ticketId),
        first: entries.get(`${ticketId}.first`),
        second: entries.get(`${ticketId}.second`),
      })
      const sameForm = [...tickets.values()].filter(
        ({ asTyped }) => formId !== undefined && asTyped?.id === formId,
      )
      const { file, came } = decide(before, ++last, sameForm)
      if (file.ticket) tickets.set(ticketId, file.ticket)
      for (const step of steps) {
        const entry = file[step]
        if (entry) entries.set(entry.id, entry)
        else entries.delete(`${ticketId}.${step}`)
      }
      return came
    },
    async read() {
      return structuredClone({ tickets: [...tickets.values()], entries: [...entries.values()] })
    },
    async forget(isOver) {
      for (const [id, ticket] of tickets) if (isOver(ticket)) tickets.delete(id)
    },
  }
}
