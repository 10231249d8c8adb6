import type { holds as english } from '../en/holds.ts'
import type { HoldReason, HoldSide, HoldStateName } from '../stock-terms.ts'
import type { SameAs } from '../writing.ts'
import { conflictWeight, dayOf } from './stock-terms.ts'

const HOLD_REASONS: Record<HoldReason, string> = {
  awaiting_result: 'Ergebnis steht aus',
  infestation: 'Schädlingsbefall',
  fumigation: 'Begasung',
  residue: 'Rückstände',
  mycotoxin: 'Mykotoxine',
  dispute: 'Streitfall',
  contamination: 'Verunreinigung',
  authority: 'Anordnung der Behörde',
  other: 'anderer Grund',
}

const HOLD_STATES: Record<HoldStateName, string> = {
  coming: 'Steht bevor',
  standing: 'Besteht',
  ended: 'Beendet',
}

const way = (direction: HoldSide, bay: string) =>
  direction === 'out' ? `aus ${bay} abgehen` : `in ${bay} kommen`

export const holds: SameAs<typeof english> = {
  holdReasonName: ({ reason }) => HOLD_REASONS[reason],
  holdStateName: ({ state }) => HOLD_STATES[state],
  holdIsOfBayOrParcel: () =>
    'muss entweder eine Box (storageId, substorageId) oder eine Partie (recordId) nennen',
  liesInNoBay: ({ name }, { stock }) =>
    `„${stock(name)}“ liegt in keiner Box und kann deshalb nicht gesperrt werden.`,
  holdEndsBeforeItBegins: () => 'liegt vor dem Beginn der Sperre',
  isForFumigation: () => 'gehört zu einer Sperre wegen Begasung',
  fumigationIsNeeded: () => 'fehlt: Zu einer Begasung gehören Mittel und Aufwandmenge',
  fumigationEndsByAiring: () =>
    'passt nicht zu einer Begasung, die von selbst endet: Bitte angeben, wann gelüftet wird (fumigation.airedISO)',
  holdIsOver: () => 'Diese Sperre ist beendet und bleibt, wie sie war.',
  isOnHold({ bay, isParcel, direction, reason, sinceUTC, untilUTC, timeZone, ask }, { day }) {
    const until = untilUTC === null ? '' : ` bis zum ${day(untilUTC, timeZone)}`
    const held = isParcel ? `Die Partie in ${bay}` : bay
    const forbidden = direction === 'out' ? 'Es darf nichts abgehen' : 'Es darf nichts hinzukommen'
    return `${held} ist seit dem ${day(sinceUTC, timeZone)}${until} gesperrt (${HOLD_REASONS[reason]}). ${forbidden}. Bitte ${ask} fragen. Wer Sperren übergehen darf, gibt einen Grund an. Nichts wurde geändert.`
  },
  wouldGoAgainstHold: (conflict, write) =>
    `Am ${dayOf(conflict, write)} ${conflict.weight === 0 ? 'soll' : 'sollen'} ${conflictWeight(conflict, write)} von „${conflict.stock}“ ${way(conflict.direction, conflict.bay)}, obwohl eine Sperre besteht (${HOLD_REASONS[conflict.reason]}).`,
  wentAgainstHold: (conflict, write) =>
    `Am ${dayOf(conflict, write)} ${conflict.weight === 0 ? 'sollte' : 'sollten'} ${conflictWeight(conflict, write)} von „${conflict.stock}“ ${way(conflict.direction, conflict.bay)}, obwohl eine Sperre besteht (${HOLD_REASONS[conflict.reason]}).`,
  checkIsInTheFuture: () => 'liegt in der Zukunft: Eine Kontrolle hält fest, was schon gesehen wurde',
  checkFindsNothing: () => 'fehlt, oder ein anderer Befund',
  probeIsTwice: () => 'kommt zweimal vor',
}
