import type { Came, OutboxEvent } from './outbox-events.ts'
import { isSavedBefore, outboxStepOf } from './outbox-model.ts'
import { due, keyOf } from './outbox-sending.ts'
import { inBook, loadOf, movementsIn } from './book.ts'
import { refusalIn, type Answer } from './outcome.ts'
import type { OutboxStore } from './outbox-store.ts'
import { isTicket, type Waiting } from './tickets.ts'

/** A request as the outbox makes it. */
export interface OutboxRequest {
  /** Organisation it belongs to: nobody else's credential may send it. */
  organisationId: string
  method: string
  path: string
  body?: unknown
  key?: string
  ifMatch?: string | undefined
}

/** Everything the outbox needs of the browser, which a test replaces. */
export interface Around {
  shelf: OutboxStore
  ask(request: OutboxRequest): Promise<Answer>
  /** The organisation that is signed in; undefined where nothing may be sent now. */
  sender(): string | undefined
  now(): number
  /** One tab at a time, where the browser can say so; otherwise the keys see to it that nothing is done twice. */
  exclusively(work: () => Promise<void>): Promise<void>
  later(afterMs: number): void
  changed(): void
}

/** Carries out what the model says. */
export class Sender {
  private readonly around: Around
  private isAsked = false
  private running: Promise<void> | undefined
  constructor(around: Around) {
    this.around = around
  }

  /** Does what the model says to a ticket, in one transaction. Throws where the device keeps nothing. */
  async happen(ticketId: string, event: OutboxEvent): Promise<Came> {
    const formId = event.what === 'save' ? event.ticket.asTyped?.id : undefined
    const came = await this.around.shelf.change({ ticketId, formId }, (file, number, sameForm) =>
      event.what === 'save' && isSavedBefore(event.ticket, sameForm)
        ? { file, came: { what: 'passed' } as const }
        : outboxStepOf(file, event, number),
    )
    this.around.changed()
    return came
  }

  /** Sends what waits. What is entered while others are on their way goes after them. */
  flush(): Promise<void> {
    this.isAsked = true
    this.running ??= this.around
      .exclusively(() => this.sendWhileAsked())
      .finally(() => (this.running = undefined))
    return this.running
  }

  private async sendWhileAsked(): Promise<void> {
    while (this.isAsked) {
      this.isAsked = false
      await this.sendAll()
    }
  }

  private async sendAll(): Promise<void> {
    const { shelf, sender, later } = this.around
    const organisationId = sender()
    if (organisationId === undefined) return
    const stuck = new Set<string>()
    for (const entry of due((await shelf.read()).entries, organisationId)) {
      if (stuck.has(entry.ticketId)) continue
      const came = await this.sendOne(entry)
      // Whatever is not the service's word on this entry is so of the next as well.
      if (came.what === 'again') return later(came.afterMs)
      if (came.what === 'refused') stuck.add(entry.ticketId)
      // The second step of a ticket is due once its first is in the book.
      else if (entry.step === 'first') this.isAsked = true
    }
  }

  private async sendOne(entry: Waiting): Promise<Came> {
    const { ticketId, step } = entry
    const ready = await (step === 'first' ? this.find(entry) : this.look(entry))
    if (ready.what !== 'done') return ready
    const came = await this.happen(ticketId, { what: 'try', step })
    if (came.what !== 'send') return came
    const { organisationId, method, seen } = came.entry
    const key = keyOf(came.entry)
    const request = {
      organisationId,
      method,
      path: came.path,
      body: came.body,
      key,
      ifMatch: seen || undefined,
    }
    return this.answerTo(came.entry, await this.around.ask(request))
  }

  private answerTo({ ticketId, step, version }: Waiting, answer: Answer): Promise<Came> {
    return this.happen(ticketId, { what: 'answer', step, version, answer, now: this.nowText() })
  }

  private nowText = () => new Date(this.around.now()).toISOString()

  private async ticketOf({ ticketId }: Waiting) {
    return (await this.around.shelf.read()).tickets.find(({ id }) => id === ticketId)
  }

  /**
   * Looks for a load in the book that was tried before: whatever the clock says, and whoever tried it, it is not entered a second time.
   * Answers `done` where it may be sent.
   */
  private async find(entry: Waiting): Promise<Came> {
    const ticket = await this.ticketOf(entry)
    // A count or a check is not looked for: the service enters the same one once, whoever sends it again.
    if (entry.tries === 0 || !ticket || !isTicket(ticket)) return { what: 'done' }
    const query = new URLSearchParams({ query: ticket.reference, limit: '100' })
    const answer = await this.around.ask({
      organisationId: entry.organisationId,
      method: 'GET',
      path: `/api/inventory/movements?${query}`,
    })
    const list = movementsIn(answer)
    if (!list) {
      // Whoever may not read may write all the same: the key alone sees to it then.
      return refusalIn(answer) ? { what: 'done' } : this.answerTo(entry, answer)
    }
    const load = loadOf(ticket, list)
    if (!load) return { what: 'done' }
    await this.happen(entry.ticketId, { what: 'find', load, at: answer.at ?? this.nowText() })
    return { what: 'passed' }
  }

  /** Looks at the load as the book has it, before a second step is sent. Answers `done` where it may be sent. */
  private async look(entry: Waiting): Promise<Came> {
    if (entry.seen !== undefined) return { what: 'done' }
    const { movementId } = (await this.ticketOf(entry)) ?? {}
    if (movementId === undefined) return { what: 'passed' }
    const answer = await this.around.ask({
      organisationId: entry.organisationId,
      method: 'GET',
      path: `/api/inventory/movements/${movementId}`,
    })
    const book = inBook(answer, movementId)
    if (!book) return this.answerTo(entry, answer)
    return this.happen(entry.ticketId, { what: 'look', book })
  }
}
