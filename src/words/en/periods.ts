import type { Writing } from '../writing.ts'

/** Days, as `2026-10-31`, in sentences about books that are closed. */
interface ClosedDays {
  closedUpTo: string
  day: string
  firstOpenDay: string
}

export const periods = {
  periodIsClosed: ({ closedUpTo, day, firstOpenDay }: ClosedDays, { date }: Writing) =>
    `The book is closed up to ${date(closedUpTo)}, and this would change figures of ${date(day)}. Nothing was changed. Enter a late ticket on ${date(firstOpenDay)}, with its true day beside it; or ask an owner of the organisation for an exception.`,
  dayIsNotOver: ({ day, last }: { day: string; last: string }, { date }: Writing) =>
    `${date(day)} has not ended yet: the book can be closed up to ${date(last)}`,
  isClosedAlready: ({ closedUpTo }: { closedUpTo: string }, { date }: Writing) =>
    `is closed already: the book is closed up to ${date(closedUpTo)}`,
  periodWasClosed: ({ closedUpTo, open }: { closedUpTo: string; open: number }, write: Writing) =>
    `The book is closed up to ${write.date(closedUpTo)}.${open === 0 ? '' : ` The statement says what was still open: ${write.counted(open, { one: 'one thing', other: `${write.figure(open)} things` })}.`}`,
  periodWasReopened: ({ closedUpTo }: { closedUpTo: string }, { date }: Writing) =>
    closedUpTo === ''
      ? 'The period is open again: nothing of the book is closed.'
      : `The period is open again: the book is closed up to ${date(closedUpTo)}.`,
  periodIsNotNewest: ({ closedUpTo }: { closedUpTo: string }, { date }: Writing) =>
    `The book was closed again later, up to ${date(closedUpTo)}: reopen that period first.`,
  periodIsOpen: () => 'This period was reopened already.',
  exceptionWasGranted: (
    { name, untilUTC, timeZone }: { name: string; untilUTC: string; timeZone: string },
    { day, time }: Writing,
  ) => `${name} may change closed periods until ${day(untilUTC, timeZone)}, ${time(untilUTC, timeZone)}.`,
  exceptionWasEnded: ({ name }: { name: string }) => `${name} may not change closed periods any more.`,
  exceptionIsOver: () => 'This exception is over already.',
  isNoMemberHere: () => 'is nobody who belongs to your organisation',
  needsReason: () => 'is needed: say why',
  isTooLate: ({ days }: { days: number }) => `is more than ${days} days from now`,
  happenedAfterwards: () =>
    'is not before the date of the load: it is the true day of a load that is entered late',
}
