import type { holds as english } from '../en/holds.ts'
import type { Examples } from '../writing.ts'

const conflict = {
  stock: 'Far Lawn 2026',
  bay: 'Hill Store, Hill 2',
  weight: 28_460,
  atUTC: '2026-11-27T16:48:00.000Z',
  timeZone: 'Europe/Berlin',
  direction: 'out' as const,
  reason: 'infestation' as const,
}

export const holds: Examples<typeof english> = {
  holdReasonName: { reason: 'awaiting_result' },
  holdStateName: { state: 'standing' },
  holdIsOfBayOrParcel: {},
  liesInNoBay: { name: 'Far Lawn 2026' },
  holdEndsBeforeItBegins: {},
  isForFumigation: {},
  fumigationIsNeeded: {},
  fumigationEndsByAiring: {},
  holdIsOver: {},
  isOnHold: {
    bay: 'Hill Store, Hill 2',
    isParcel: false,
    direction: 'out',
    reason: 'infestation',
    sinceUTC: '2026-11-20T08:00:00.000Z',
    untilUTC: '2026-11-30T08:00:00.000Z',
    timeZone: 'Europe/Berlin',
    ask: 'Anna Smith',
  },
  checkIsInTheFuture: {},
  checkFindsNothing: {},
  probeIsTwice: {},
  wouldGoAgainstHold: conflict,
  wentAgainstHold: conflict,
}
