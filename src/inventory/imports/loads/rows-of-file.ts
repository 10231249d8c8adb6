import { createHash } from 'node:crypto'
import { nameKey } from '../../../kernel/names.ts'
import type { LoadRow } from './load-columns.ts'
import { routeOf, type LoadKind } from './load-rules.ts'

/** What rows of a file say of each other: of each, little is kept, for there may be a hundred thousand. */

/** What is told by a row without a ticket: of two that say the same in all of it, the second is another load. */
export class Unticketed {
  readonly #counts = new Map<string, number>()
  /** Of rows that were said before. */
  readonly #places = new Map<number, number>()

  /** Takes rows in the order of the file. */
  add(row: LoadRow): void {
    const said = shortened(saidBy(row))
    const place = (this.#counts.get(said) ?? 0) + 1
    this.#counts.set(said, place)
    if (place > 1) this.#places.set(row.number, place)
  }

  /** What a row is known again by: all that it says, and how often that was said above it. */
  fingerprintOf(row: LoadRow, kind: LoadKind, grams: number): string {
    const said = ['load', kind, grams, saidBy(row), this.#places.get(row.number) ?? 1]
    return createHash('sha256').update(JSON.stringify(said)).digest('hex')
  }

  /** Whether a row above it says the same. */
  isRepeated({ number }: LoadRow): boolean {
    return this.#places.has(number)
  }
}

/** Tickets that several rows of a file have and that they do not say the same of: nobody knows which is right. */
export class TicketsOfFile {
  readonly #first = new Map<string, SaidTicket>()
  /** Of tickets that come again. */
  readonly #all = new Map<string, SaidTicket[]>()

  add(row: LoadRow): void {
    const key = ticketKey(row)
    if (key === undefined) return
    const its = { number: row.number, said: shortened(saidBy(row)) }
    const first = this.#first.get(key)
    if (first) this.#all.set(key, [...(this.#all.get(key) ?? [first]), its])
    else this.#first.set(key, its)
  }

  /** The numbers of the other rows that have the ticket of a row, where not all say the same of it. */
  othersOf(row: LoadRow): number[] {
    const same = this.#all.get(ticketKey(row) ?? '') ?? []
    if (row.aside !== undefined || new Set(same.map(({ said }) => said)).size < 2) return []
    return same.flatMap(({ number }) => (number === row.number ? [] : [number])).sort((a, b) => a - b)
  }
}

interface SaidTicket {
  number: number
  said: string
}

/** The ticket of a row among those of its kind and store; undefined where it has none, or is no load. */
function ticketKey({ values }: LoadRow): string | undefined {
  const routed = routeOf(values, values.ownerId !== undefined || values.ownerName !== undefined)
  if (values.ticket === undefined || !('route' in routed)) return undefined
  const { kind, from, to } = routed.route
  const place =
    from === 'store' ? values.store : to === 'toStore' ? values.toStore : (values.store ?? values.field)
  return shortened(JSON.stringify([kind, nameKey(place ?? ''), nameKey(values.ticket)]))
}

/** All that a row says, whatever the case of its words and the order of its columns. */
function saidBy({ values }: LoadRow): string {
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? nameKey(value) : value,
  ])
  return JSON.stringify(said.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

/** A text as 16 letters that stand for no other of the file. */
function shortened(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 16)
}
