import {
  booked,
  done,
  isOfLorry,
  passed,
  readingsOf,
  type OutboxEvent,
  type OutboxFile,
  type OutboxStep,
} from './outbox-events.ts'
import { answered, lookedAt, stored, tried } from './outbox-sending.ts'
import { isTicket, type Entered, type OutboxItem, type Ticket, type Waiting } from './tickets.ts'

// The rules of the outbox, without a browser: what one event makes of one ticket. docs/outbox.md has the table of states.

/**
 * Says what an event makes of a ticket, a count or a check. A ticket is in the book under one key for each step, whatever is corrected in between, so it is
 * there once; it leaves the outbox when the service has it or when it was given up with a reason, and by nothing else.
 *
 * @param number the next one of this device
 */
export function outboxStepOf(file: OutboxFile, event: OutboxEvent, number: number): OutboxStep {
  switch (event.what) {
    case 'save':
      return saved(file, event, number)
    case 'correct':
      return corrected(file, event)
    case 'give up':
      return givenUp(file, event)
    case 'try':
      return tried(file, event)
    case 'answer':
      return answered(file, event)
    default:
      return isOfLorry(file) ? lorryStepOf(file, event, number) : passed(file)
  }
}

type LorryEvent = Exclude<OutboxEvent, { what: 'save' | 'correct' | 'give up' | 'try' | 'answer' }>

/** Says what an event makes of a ticket that a count or a check never has: there is no second step of it, and nothing is printed. */
function lorryStepOf(file: OutboxFile<Ticket>, event: LorryEvent, number: number): OutboxStep {
  switch (event.what) {
    case 'begin':
      return begun(file, event, number)
    case 'finish':
      return finished(file, event, number)
    case 'print':
      return file.ticket ? done({ ...file, ticket: printed(file.ticket, event.at) }) : passed(file)
    case 'look':
      return lookedAt(file, event.book)
    case 'keep theirs':
      return theirsKept(file, event.at)
    case 'insist':
      return insisted(file, event.reason)
    case 'find':
      return file.first ? stored(file, 'first', event.load, event.at) : passed(file)
  }
}

function saved(
  file: OutboxFile,
  { ticket, entry }: OutboxEvent & { what: 'save' },
  number: number,
): OutboxStep {
  // Under an id that is there already nothing is kept: it would be in another's place.
  if (file.ticket || file.first || file.second) return passed(file)
  return done({ ticket: { ...ticket, number }, first: waitingOf(ticket, entry, number) })
}

function begun(
  file: OutboxFile<Ticket>,
  { ticket, entry }: OutboxEvent & { what: 'begin' },
  number: number,
): OutboxStep {
  if (file.ticket || file.second) return passed(file)
  return done({ ticket: { ...ticket, number }, second: waitingOf(ticket, entry, number) })
}

function finished(
  file: OutboxFile<Ticket>,
  { ticket, entry, withBoth }: OutboxEvent & { what: 'finish' },
  number: number,
): OutboxStep {
  const { ticket: before, first } = file
  // Another tab was quicker: its weight is not written over.
  if (before?.closedAt !== undefined) return passed(file)
  // What was corrected since the form was drawn stays so.
  const closed: Ticket = {
    ...(before ?? { ...ticket, number }),
    ...(ticket.closedAt !== undefined && { closedAt: ticket.closedAt }),
    ...(ticket.isFirstCorrected
      ? { full: ticket.full, empty: ticket.empty, isFirstCorrected: true }
      : { full: before?.full ?? ticket.full, empty: before?.empty ?? ticket.empty }),
    ...saidAgain(ticket),
    typed: ticket.typed,
  }
  // One load, one request, as long as nothing is done under its key: never tried, or refused.
  const both = first && (first.state === 'refused' || first.tries === 0) && withBoth(first.body, closed)
  if (first && both)
    return done({ ticket: closed, first: { ...first, body: both, version: first.version + 1 } })
  // Of a plan whose first reading still waits both go at once.
  const second = waitingOf(
    ticket,
    file.second ? { ...entry, body: joined(file.second, entry) } : entry,
    number,
  )
  const version = (file.second?.version ?? 0) + 1
  return done({ ...file, ticket: closed, second: { ...second, version } })
}

/** Picks the values that a second weighing states differently from the first, by their marks; values without a mark stay as stored. */
const saidAgain = (ticket: Ticket): Partial<Ticket> => {
  const { sentElsewhere, loadedElsewhere, isSharedAnew, isMeasuredAgain, measured, emptiesBay } = ticket
  const { gradeReason, holdOverride, partsBefore, enteredOn, datedLate } = ticket
  const hasOtherParts = [isSharedAnew, sentElsewhere, loadedElsewhere].some((each) => each !== undefined)
  return {
    ...(sentElsewhere !== undefined && { to: ticket.to, sentElsewhere }),
    // The book knows it by the record that it was to be taken from, until this is in it.
    ...(loadedElsewhere !== undefined && { from: ticket.from, grain: ticket.grain, loadedElsewhere }),
    ...(loadedElsewhere !== undefined && ticket.recordId !== undefined && { recordId: ticket.recordId }),
    ...(hasOtherParts && ticket.parts && { parts: ticket.parts }),
    ...(isSharedAnew && { isSharedAnew }),
    ...(partsBefore && { partsBefore }),
    ...(datedLate !== undefined && enteredOn !== undefined && { enteredOn, datedLate }),
    ...(isMeasuredAgain && measured && { measured, isMeasuredAgain }),
    ...(emptiesBay && { emptiesBay }),
    ...(gradeReason !== undefined && { gradeReason }),
    ...(holdOverride !== undefined && { holdOverride }),
  }
}

const joined = (waits: Waiting, { body }: Entered) => ({
  ...(body as object),
  weighbridge: { ...readingsOf(waits), ...readingsOf({ body }) },
})

/** Picks the service's names for the load: an answer may have come since the screen was drawn. */
const knownOf = ({ movementId, recordId, knownAt }: Ticket) => ({
  ...(movementId !== undefined && { movementId }),
  ...(recordId !== undefined && { recordId }),
  ...(knownAt !== undefined && { knownAt }),
})

function corrected(file: OutboxFile, { ticket, entry }: OutboxEvent & { what: 'correct' }): OutboxStep {
  const before = file[entry.step]
  if (!file.ticket || before?.state !== 'refused') return passed(file)
  const again: Waiting = {
    ...waitingOf(ticket, entry, before.number),
    version: before.version + 1,
    ...(before.saw && { saw: before.saw }),
  }
  const kept = correctedOf(ticket, file.ticket)
  if (entry.step === 'second') return done({ ...file, ticket: kept, second: again })
  // The corrected one has both readings, or waits in the yard for the second.
  return done({ ticket: kept, first: again })
}

/** Joins a corrected entry with what this device and the service know of it. */
function correctedOf(ticket: OutboxItem, before: OutboxItem): OutboxItem {
  const { number } = before
  if (!isTicket(ticket) || !isTicket(before)) return { ...ticket, number }
  const { printed, printedAt } = before
  return { ...ticket, ...knownOf(before), number, printed, printedAt }
}

const printed = (ticket: Ticket, at: string): Ticket => ({
  ...ticket,
  printed: ticket.printed + 1,
  printedAt: ticket.printedAt ?? at,
})

function givenUp(file: OutboxFile, { reason, at }: OutboxEvent & { what: 'give up' }): OutboxStep {
  const { ticket, first, second } = file
  const entry = first ?? second
  if (!ticket || entry?.state !== 'refused' || reason.trim() === '') return passed(file)
  return done({ ticket: { ...ticket, closedAt: ticket.closedAt ?? at, givenUp: reason.trim() } })
}

function theirsKept(file: OutboxFile<Ticket>, at: string): OutboxStep {
  const { ticket, second } = file
  if (!ticket || !second?.theirs) return passed(file)
  const { full, empty } = second.theirs
  const kept = { ...ticket, full, empty }
  return done({ ticket: ticket.closedAt === undefined ? kept : booked(kept, at) })
}

function insisted(file: OutboxFile<Ticket>, reason: string): OutboxStep {
  const { second } = file
  if (!second?.theirs || reason.trim() === '') return passed(file)
  const { theirs, code: _code, message: _message, messageId: _id, validation: _faults, ...entry } = second
  const version = second.version + 1
  const agreed = { ...theirs, reason: reason.trim() }
  const body = { ...(second.body as object), reason: agreed.reason }
  return done({ ...file, second: { ...entry, body, version, state: 'waiting', seen: theirs.etag, agreed } })
}

function waitingOf({ id: ticketId, organisationId }: OutboxItem, entered: Entered, number: number): Waiting {
  const id = `${ticketId}.${entered.step}`
  return { ...entered, id, organisationId, ticketId, number, version: 1, state: 'waiting', tries: 0 }
}

/** True if a form being saved was saved before: by a second click, or by a page that was loaded again. */
export const isSavedBefore = (ticket: OutboxItem, sameForm: OutboxItem[]): boolean =>
  sameForm.some(({ asTyped }) => JSON.stringify(asTyped) === JSON.stringify(ticket.asTyped))
