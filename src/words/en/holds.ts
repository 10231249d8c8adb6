import type { HeldConflict, HoldReason, HoldSide, HoldStateName } from '../stock-terms.ts'
import type { Writing } from '../writing.ts'
import { conflictWeight, dayOf } from './stock-terms.ts'

const HOLD_REASONS: Record<HoldReason, string> = {
  awaiting_result: 'awaiting a result',
  infestation: 'infestation',
  fumigation: 'fumigation',
  residue: 'residues',
  mycotoxin: 'mycotoxins',
  dispute: 'a dispute',
  contamination: 'contamination',
  authority: 'order of an authority',
  other: 'another reason',
}

const HOLD_STATES: Record<HoldStateName, string> = { coming: 'Coming', standing: 'Standing', ended: 'Ended' }

const goes = (direction: HoldSide, bay: string) => (direction === 'out' ? `leave ${bay}` : `come into ${bay}`)

export const holds = {
  holdReasonName: ({ reason }: { reason: HoldReason }) => HOLD_REASONS[reason],
  holdStateName: ({ state }: { state: HoldStateName }) => HOLD_STATES[state],
  holdIsOfBayOrParcel: () => 'has to be a bay (storageId, substorageId) or a parcel (recordId), and not both',
  liesInNoBay: ({ name }: { name: string }, { stock }: Writing) =>
    `“${stock(name)}” lies in no bay, so it cannot be put on hold.`,
  holdEndsBeforeItBegins: () => 'is before the hold begins',
  isForFumigation: () => 'is for a hold with the reason fumigation',
  fumigationIsNeeded: () => 'is needed: a fumigation has a product and a dose',
  fumigationEndsByAiring: () =>
    'is not for a fumigation, which ends by itself: say when it is aired (fumigation.airedISO)',
  holdIsOver: () => 'This hold is over: it stays as it was.',
  isOnHold(
    {
      bay,
      isParcel,
      direction,
      reason,
      sinceUTC,
      untilUTC,
      timeZone,
      ask,
    }: {
      bay: string
      isParcel: boolean
      direction: HoldSide
      reason: HoldReason
      sinceUTC: string
      untilUTC: string | null
      timeZone: string
      ask: string
    },
    { day }: Writing,
  ) {
    const until = untilUTC === null ? '' : `, until ${day(untilUTC, timeZone)}`
    const held = isParcel ? `The parcel in ${bay}` : bay
    const forbidden = direction === 'out' ? 'nothing may leave it' : 'nothing may come into it'
    return `${held} is on hold since ${day(sinceUTC, timeZone)}${until} (${HOLD_REASONS[reason]}): ${forbidden}. Ask ${ask}. Whoever may override holds gives a reason. Nothing was changed.`
  },
  wouldGoAgainstHold: (conflict: HeldConflict, write: Writing) =>
    `On ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} of “${conflict.stock}” would ${goes(conflict.direction, conflict.bay)} while it is on hold (${HOLD_REASONS[conflict.reason]}).`,
  wentAgainstHold: (conflict: HeldConflict, write: Writing) =>
    `On ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} of “${conflict.stock}” was to ${goes(conflict.direction, conflict.bay)}, which is on hold (${HOLD_REASONS[conflict.reason]}).`,
  checkIsInTheFuture: () => 'is in the future: what was found has been seen already',
  checkFindsNothing: () => 'is needed, or something else that was found',
  probeIsTwice: () => 'is there twice',
}
