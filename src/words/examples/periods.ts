import type { periods as sentences } from '../en/periods.ts'
import type { Examples } from '../writing.ts'

const timeZone = 'Europe/Berlin'

export const periods: Examples<typeof sentences> = {
  periodIsClosed: { closedUpTo: '2026-10-31', day: '2026-10-28', firstOpenDay: '2026-11-01' },
  dayIsNotOver: { day: '2026-11-01', last: '2026-10-31' },
  isClosedAlready: { closedUpTo: '2026-10-31' },
  periodWasClosed: { closedUpTo: '2026-10-31', open: 3 },
  periodWasReopened: { closedUpTo: '2026-09-30' },
  periodIsNotNewest: { closedUpTo: '2026-10-31' },
  periodIsOpen: {},
  exceptionWasGranted: { name: 'Ann Farmer', untilUTC: '2026-11-03T16:48:00.000Z', timeZone },
  exceptionWasEnded: { name: 'Ann Farmer' },
  exceptionIsOver: {},
  isNoMemberHere: {},
  needsReason: {},
  isTooLate: { days: 90 },
  happenedAfterwards: {},
}
