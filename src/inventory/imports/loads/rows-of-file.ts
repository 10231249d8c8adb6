import { createHash } from 'node:crypto'
import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import { ticketKey } from '../../../kernel/ticket-number.ts'
import { isSameDay } from '../../../kernel/time.ts'
import {
  areOneSeries,
  isSameLorry,
  compareTicket,
  type Sameness,
} from '../../loads/tickets/same-ticket-rules.ts'
import type { LoadRow } from './load-columns.ts'
import { loadRouteOf, type LoadKind } from './load-rules.ts'
import { whenOf } from './read-load.ts'

/** Comparison of a file's rows with each other. Little of each is stored, for there may be a hundred thousand. */

/** Details of rows without a ticket: of two that agree in all of them, the second is another load. */
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

  /** Computes a row's fingerprint from all its details, and the number of equal rows above it. */
  fingerprintOf(row: LoadRow, kind: LoadKind, grams: number): string {
    const said = ['load', kind, grams, saidBy(row), this.#places.get(row.number) ?? 1]
    return createHash('sha256').update(JSON.stringify(said)).digest('hex')
  }

  /** True if a row above it has the same details. */
  isRepeated({ number }: LoadRow): boolean {
    return this.#places.has(number)
  }
}

/** Tickets that several rows of a file have and that they do not say the same of: nobody knows which is right. */
export class TicketsOfFile {
  readonly #actor: Actor
  /** By its ticket, the last row that has it, which knows the one before. */
  readonly #last = new Map<string, SaidTicket>()
  /** Words that many rows have, each kept once. */
  readonly #words = new Map<string, string>()

  constructor(actor: Actor) {
    this.#actor = actor
  }

  add(row: LoadRow): void {
    const key = keyOfTicket(row)
    if (key === undefined) return
    this.#last.set(key, { ...this.#saidIn(row), above: this.#last.get(key) })
  }

  /**
   * The rows that have the ticket of a row, where not all say the same of it: not those that have its number for another load.
   *
   * @param areNew whether those that may be either count as other loads
   */
  othersOf(row: LoadRow, areNew: boolean): { numbers: number[]; isUnsure: boolean } {
    const last = row.aside === undefined ? this.#last.get(keyOfTicket(row) ?? '') : undefined
    const found: { number: number; said: string; sameness: Sameness }[] = []
    const its = last?.above ? this.#saidIn(row) : undefined
    if (!its) return { numbers: [], isUnsure: false }
    let each = last
    for (let seen = 0; each && seen < MOST_COMPARED; seen++, each = each.above) {
      const { number, said } = each
      const sameness = said === its.said ? 'same' : samenessOf(this.#actor, its, each)
      const isOther = sameness === 'other' || (areNew && sameness === 'unsure')
      if (number !== row.number && !isOther) found.push({ number, said, sameness })
    }
    if (found.every(({ said }) => said === its.said)) return { numbers: [], isUnsure: false }
    return {
      numbers: found.map(({ number }) => number).sort((a, b) => a - b),
      isUnsure: found.some(({ sameness }) => sameness === 'unsure'),
    }
  }

  #saidIn(row: LoadRow): SaidTicket {
    const { number, values } = row
    // Only the day is compared.
    const at = whenOf(values, this.#actor, { dayAlone: undefined })?.at
    return {
      number,
      said: shortened(saidBy(row)),
      minute: at && Math.floor(at.getTime() / MINUTE_MILLISECONDS),
      harvestYear: this.#once(values.harvestYear),
      weights: numberOf(JSON.stringify([values.gross, values.tare, values.weight])),
      lorry: this.#once(values.vehicle),
      above: undefined,
    }
  }

  #once(word: string | undefined): string | undefined {
    if (word === undefined) return undefined
    const known = this.#words.get(word)
    if (known === undefined) this.#words.set(word, word)
    return known ?? word
  }
}

/** A word that stands for a ticket in thousands of rows is no number, and each is not compared with each. */
const MOST_COMPARED = 1000
const MINUTE_MILLISECONDS = 60_000

interface SaidTicket {
  number: number
  said: string
  /** Of its moment, since 1970. */
  minute: number | undefined
  harvestYear: string | undefined
  /** Stands for its weights as they are said. */
  weights: number
  lorry: string | undefined
  above: SaidTicket | undefined
}

function samenessOf({ timeZone }: Actor, one: SaidTicket, other: SaidTicket): Sameness {
  const [first, second] = [one.minute, other.minute].map(
    (minute) => new Date((minute ?? Number.NaN) * MINUTE_MILLISECONDS),
  ) as [Date, Date]
  const areDated = one.minute !== undefined && other.minute !== undefined
  const isSameYear = one.harvestYear !== undefined && one.harvestYear === other.harvestYear
  return compareTicket({
    isOneSeries: isSameYear || !areDated || areOneSeries(first, second),
    isSameDay: areDated && isSameDay(first, second, timeZone),
    isSameWeight: one.weights === other.weights,
    isSameLorry: isSameLorry(one.lorry, other.lorry),
  })
}

/** The ticket of a row among those of its kind and store; undefined where it has none, or is no load. */
function keyOfTicket({ values }: LoadRow): string | undefined {
  const routed = loadRouteOf(values, values.ownerId !== undefined || values.ownerName !== undefined)
  const key = ticketKey(values.ticket ?? '')
  if (key === '' || !('route' in routed)) return undefined
  const { kind, from, to } = routed.route
  const place =
    from === 'store' ? values.store : to === 'toStore' ? values.toStore : (values.store ?? values.field)
  return shortened(JSON.stringify([kind, nameKey(place ?? ''), key]))
}

/** All that a row says, whatever the case of its words and the order of its columns. */
function saidBy({ values }: LoadRow): string {
  const said = Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [[name, value]]
    const key = name === 'ticket' ? ticketKey(value) : nameKey(value)
    // A dash in place of a number says nothing.
    return name === 'ticket' && key === '' ? [] : [[name, key]]
  })
  return JSON.stringify(said.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

/** A text as 16 letters that stand for no other of the file. */
function shortened(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 16)
}

/** A text as a small number, which stands for hardly another. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE(0)
}
