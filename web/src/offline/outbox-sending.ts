import { filledIn } from './load-names.ts'
import {
  booked,
  done,
  passed,
  isOfLorry,
  readingsOf,
  type OutboxEvent,
  type OutboxFile,
  type OutboxStep,
} from './outbox-events.ts'
import { decide } from './outcome.ts'
import {
  isTicket,
  type Entered,
  type InBook,
  type OutboxItem,
  type LoadNames,
  type Ticket,
  type Waiting,
} from './tickets.ts'

// What comes of sending: the book is looked into, an entry is tried, and something answers.

/** Compares the book with what the clerk saw: a reading that somebody else has taken meanwhile is not written over. */
export function lookedAt(file: OutboxFile<Ticket>, book: InBook): OutboxStep {
  const { ticket, second } = file
  if (!ticket || !second || second.state === 'refused') return passed(file)
  const { seen: _seen, ...entry } = second
  const mine = readingsOf(second)
  const isMine = (['full', 'empty'] as const).every((each) => book[each] === (mine[each] ?? ticket[each]))
  // It came through before, or both have read the same and this one says nothing else: what the clerk says is what the book says.
  if (isMine && (entry.tries > 0 || !saysMoreThanReadings(entry))) return stored(file, 'second', {}, book.at)
  // What this one brings nobody has weighed, or it was this device that did; the other reading is the one that the clerk saw.
  const saw = entry.saw ?? { full: null, empty: null, ...notIn(mine, ticket) }
  const isAsSeen = (['full', 'empty'] as const).every(
    (each) => book[each] === mine[each] || book[each] === saw[each],
  )
  const isAgreed = entry.agreed?.full === book.full && entry.agreed?.empty === book.empty
  if (isAsSeen || isAgreed) return done({ ...file, second: { ...entry, seen: book.etag } })
  return {
    file: { ...file, second: { ...entry, state: 'refused', code: 'precondition_failed', theirs: book } },
    came: { what: 'refused' },
  }
}

/** Fields that a second weighing may have besides its readings: other bays or fields, shares, measures, and that the bay is empty. */
const BESIDE_READINGS = ['source', 'destination', 'parts', 'shares', 'sample', 'adjustToZero']

const saysMoreThanReadings = ({ body }: Waiting) => BESIDE_READINGS.some((each) => each in (body as object))

const notIn = (mine: object, { full, empty }: Ticket) => ({
  ...(!('full' in mine) && { full }),
  ...(!('empty' in mine) && { empty }),
})

export function tried(file: OutboxFile, { step }: OutboxEvent & { what: 'try' }): OutboxStep {
  const entry = file[step]
  // A second step follows its first, and what the book said when it was looked into.
  const isReady =
    step === 'first' || (!file.first && file.ticket?.movementId !== undefined && entry?.seen !== undefined)
  if (entry?.state !== 'waiting' || !isReady) return passed(file)
  const attempt = { ...entry, tries: entry.tries + 1 }
  return {
    file: { ...file, [step]: attempt },
    came: { what: 'send', ...filledIn(attempt, isOfLorry(file) ? file.ticket : undefined), entry: attempt },
  }
}

/** Somebody has changed the movement since, or another device of this person has sent its own reading of it. */
const LOOKED_AT_AGAIN = new Set(['precondition_failed', 'idempotency_key_reused'])

export function answered(file: OutboxFile, event: OutboxEvent & { what: 'answer' }): OutboxStep {
  const { step, version, answer, now } = event
  const { ticket, [step]: entry } = file
  // Corrected or given up meanwhile: what answers the older text says nothing about this one.
  if (!ticket || !entry || entry.version !== version) return passed(file)
  const decision = decide(answer, entry.tries, { ...entry, movementId: ticket.movementId })
  const { isStrange: _strange, ...plain } = entry
  if (decision.what === 'done') return stored(file, step, decision.load, answer.at ?? now)
  if (decision.what === 'again')
    return {
      file: { ...file, [step]: { ...plain, ...(decision.isStrange && { isStrange: true }) } },
      came: { what: 'again', afterMs: decision.afterMs },
    }
  if (step === 'second' && LOOKED_AT_AGAIN.has(decision.code)) {
    const { seen: _seen, ...unseen } = plain
    const again = { ...unseen, version: version + 1 }
    return { file: { ...file, second: again }, came: { what: 'again', afterMs: 0 } }
  }
  const { what: _refused, ...refusal } = decision
  const { messageId: _id, validation: _faults, ...anew } = plain
  return {
    file: { ...file, [step]: { ...anew, state: 'refused', ...refusal } },
    came: { what: 'refused' },
  }
}

export function stored(file: OutboxFile, step: Entered['step'], load: LoadNames, at: string): OutboxStep {
  const { ticket, second } = file
  if (!ticket) return passed(file)
  const knownAt = ticket.knownAt ?? at
  const now: OutboxItem = isTicket(ticket)
    ? { ...ticket, knownAt, ...(step === 'first' && load) }
    : { ...ticket, knownAt }
  const waits = step === 'first' ? second : undefined
  const isAll = now.closedAt !== undefined && !waits
  return done({ ticket: isAll ? booked(now, at) : now, ...(waits && { second: waits }) })
}

/**
 * The Idempotency-Key of an entry. A first step has one for ever, so that a ticket makes one load, however often it is corrected; a second
 * step changes a load that is there, only as it was seen, and may say another reading under another key.
 */
export const keyOf = ({ id, step, number, version }: Waiting): string =>
  step === 'first' ? id : `${id}.${number}.${version}`

/**
 * The entries that may be sent now, in the order in which they were entered. A second step waits for its first; one that waits for people
 * holds up nothing but its own ticket.
 */
export function due(entries: Waiting[], organisationId: string): Waiting[] {
  const firsts = new Set(entries.flatMap(({ ticketId, step }) => (step === 'first' ? [ticketId] : [])))
  return entries
    .filter(
      (entry) =>
        entry.organisationId === organisationId &&
        entry.state === 'waiting' &&
        (entry.step === 'first' || !firsts.has(entry.ticketId)),
    )
    .toSorted((a, b) => a.number - b.number)
}
