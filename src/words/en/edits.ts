import type { MissingAction, SavedState, WholeMovement } from '../stock-terms.ts'
import type { Wording, Writing } from '../writing.ts'
import { loadOf, MISSING, STATES, wholeMovement } from './stock-terms.ts'

export const edits = {
  movementsStored: (
    { count, weight, place }: { count: number; weight: number; place: string; isOut: boolean },
    write: Writing,
  ) => `${count === 1 ? 'Movement' : `${count} movements`} stored: ${loadOf(weight, write)} to ${place}.`,
  loadStored: ({ weight, places }: { weight: number; places: string[] }, write: Writing) =>
    `Load stored: ${loadOf(weight, write)} to ${places.join('; ')}.`,
  loadsWereEntered({ entered, refused }: { entered: number; refused: number }) {
    const done = entered === 1 ? '1 load was entered' : `${entered} loads were entered`
    return refused === 0 ? `${done}.` : `${done}; ${refused} ${refused === 1 ? 'was' : 'were'} refused.`
  },
  movementIsChanged: (
    { weight, isWeighed, changes }: { weight: number; isWeighed: boolean; changes: Wording[] },
    write: Writing,
  ) =>
    `Movement changed: ${write.messages([`${loadOf(weight, write)}${isWeighed ? ', as weighed' : ''}`, ...changes])}.`,
  movementsAreChanged: ({ count }: { count: number }) =>
    count === 1 ? 'One movement changed.' : `${count} movements changed.`,
  isPlanNow: () => 'It is a plan now: its stock moves then.',
  isNoPlanAnyMore: () => 'It is no longer a plan: its stock has moved.',
  weighsOtherwise: ({ now, before }: { now: number; before: number }, write: Writing) =>
    `${loadOf(now, write)} instead of ${loadOf(before, write)}`,
  // Empty where nobody said.
  comesFromElsewhere: ({ now, before }: { now: string; before: string }) =>
    `from ${now || 'nowhere'} instead of from ${before || 'nowhere'}`,
  goesElsewhere: ({ now, before }: { now: string; before: string }) => `to ${now} instead of to ${before}`,
  isOfAnotherMoment: (
    { nowUTC, beforeUTC, timeZone }: { nowUTC: string; beforeUTC: string; timeZone: string },
    { day, time }: Writing,
  ) =>
    `on ${day(nowUTC, timeZone)} at ${time(nowUTC, timeZone)} instead of on ${day(beforeUTC, timeZone)} at ${time(beforeUTC, timeZone)}`,
  isSoldNow: ({ isSold }: { isSold: boolean }) =>
    isSold ? 'sold instead of unsold' : 'unsold instead of sold',
  isDriedOtherwise({ now, before }: { now: number; before: number }, { weight }: Writing) {
    const lost = (kilograms: number) => (kilograms > 0 ? weight(kilograms) : 'nothing')
    return `${lost(now)} lost by drying instead of ${lost(before)} lost by drying`
  },
  isEmptiedNow: ({ isEmptied }: { isEmptied: boolean }) =>
    isEmptied
      ? 'the rest written off instead of the rest left there'
      : 'the rest left there instead of the rest written off',
  isUnderContractNow: ({ which }: { which: 'no' | 'a' | 'another' }) => `under ${which} storage contract`,
  movementWasChanged: (
    { id, documentNumber, changes }: { id: number; documentNumber?: string; changes: Wording[] },
    { messages }: Writing,
  ) => `Movement ${documentNumber ?? id} changed: ${messages(changes)}.`,
  movementWasDeleted: (movement: WholeMovement, write: Writing) =>
    `Movement ${movement.documentNumber ?? movement.id} deleted: ${wholeMovement(movement, write)}.`,
  movementWasRestored: (movement: WholeMovement, write: Writing) =>
    `Movement ${movement.documentNumber ?? movement.id} restored: ${wholeMovement(movement, write)}.`,
  isRestored: () => 'Movement restored.',
  isDeleted: () => 'Movement deleted.',
  isPlannedNoMore: ({ weight }: { weight: number }, write: Writing) =>
    `Movement deleted: ${write.weight(weight)} are planned no more.`,
  isOutOfStockAgain: ({ weight }: { weight: number }, write: Writing) =>
    `Movement deleted: ${write.weight(weight)} are taken out of stock again.`,
  isBackWhereItWas: ({ weight }: { weight: number }, write: Writing) =>
    `Movement deleted: ${write.weight(weight)} are back where they were.`,
  netIsThatOfOthers: ({ weights }: { weights: number[] }, { weight }: Writing) =>
    `The lorry’s net stays and is now that of the other parts of its ticket: ${weights.map(weight).join(', ')}.`,
  netWasLess: ({ weights }: { weights: number[] }, { weight }: Writing) =>
    `The lorry’s net was less: the other parts of its ticket keep their weights, ${weights.map(weight).join(', ')}.`,
  actionsAreSaved: (
    { state, weight, isWeighed }: { state: SavedState; weight: number; isWeighed: boolean },
    write: Writing,
  ) => `${STATES[state]}: ${loadOf(weight, write)}${isWeighed ? ', as weighed' : ''}.`,
  isStillMissing: ({ missing }: { missing: MissingAction[] }) =>
    `Still to fill in: ${missing.map((each) => MISSING[each]).join(', ')}.`,
  isPlannedFor: ({ atUTC, timeZone }: { atUTC: string; timeZone: string }, { day }: Writing) =>
    `It is planned for ${day(atUTC, timeZone)}, and its stock moves then: if it has moved already, change the date.`,
  partsWeigh: ({ weights, whole }: { weights: number[]; whole: number }, { weight }: Writing) =>
    `The parts of its ticket are ${weights.map(weight).join(', ')}: ${weight(whole)} in all.`,
  copiesStored: ({ count, weight }: { count: number; weight: number }, write: Writing) =>
    count === 1
      ? `One copy stored: ${loadOf(weight, write)}.`
      : `${count} copies stored: ${loadOf(weight, write)} each.`,
  eachIsDried: (
    { level, weight, isPlanned }: { level: number; weight: number; isPlanned: boolean },
    write: Writing,
  ) => `Drying to ${level} % ${isPlanned ? 'is to take' : 'took'} ${write.weight(weight)} off each.`,
  loadsAreWeighedAgain: (
    {
      count,
      fromUTC,
      toUTC,
      timeZone,
      factor,
    }: { count: number; fromUTC: string; toUTC: string; timeZone: string; factor: number },
    { day }: Writing,
  ) =>
    `${count === 1 ? 'One load' : `${count} loads`} from ${day(fromUTC, timeZone)} to ${day(toUTC, timeZone)} weighed again, by the factor ${factor}.`,
}
