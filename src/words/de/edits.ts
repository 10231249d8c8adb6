import type { edits as english } from '../en/edits.ts'
import type { SameAs } from '../writing.ts'
import { loadOf, MISSING, STATES, wholeMovement } from './stock-terms.ts'

export const edits: SameAs<typeof english> = {
  movementsStored: ({ count, weight, place, isOut }, write) =>
    `${write.counted(count, { one: 'Bewegung', other: `${write.figure(count)} Bewegungen` })} gespeichert: ${loadOf(weight, write)} ${isOut ? 'an' : 'nach'} ${place}.`,
  loadStored: ({ weight, places }, write) =>
    `Fuhre gespeichert: ${loadOf(weight, write)} nach ${places.join('; ')}.`,
  loadsWereEntered({ entered, refused }, { counted, figure }) {
    const done = counted(entered, {
      one: '1 Fuhre wurde erfasst',
      other: `${figure(entered)} Fuhren wurden erfasst`,
    })
    const not = counted(refused, { one: '1 wurde abgelehnt', other: `${figure(refused)} wurden abgelehnt` })
    return refused === 0 ? `${done}.` : `${done}; ${not}.`
  },
  movementIsChanged: ({ weight, isWeighed, changes }, write) =>
    `Bewegung geändert: ${write.messages([`${loadOf(weight, write)}${isWeighed ? ', wie gewogen' : ''}`, ...changes])}.`,
  movementsAreChanged: ({ count }, { counted, figure }) =>
    `${counted(count, { one: 'Eine Bewegung', other: `${figure(count)} Bewegungen` })} geändert.`,
  isPlanNow: () => 'Das ist jetzt ein Plan: Die Ware bewegt sich erst dann.',
  isNoPlanAnyMore: () => 'Das ist kein Plan mehr: Die Ware hat sich bewegt.',
  weighsOtherwise: ({ now, before }, write) =>
    `${loadOf(now, write)} statt ${before === 0 ? 'einer noch nicht gewogenen Fuhre' : loadOf(before, write)}`,
  comesFromElsewhere: ({ now, before }) =>
    `${now === '' ? 'ohne Herkunft' : `von ${now}`} statt ${before === '' ? 'ohne Herkunft' : `von ${before}`}`,
  goesElsewhere: ({ now, before }) => `nach ${now} statt nach ${before}`,
  isOfAnotherMoment: ({ nowUTC, beforeUTC, timeZone }, { day, time }) =>
    `am ${day(nowUTC, timeZone)} um ${time(nowUTC, timeZone)} Uhr statt am ${day(beforeUTC, timeZone)} um ${time(beforeUTC, timeZone)} Uhr`,
  isSoldNow: ({ isSold }) => (isSold ? 'verkauft statt nicht verkauft' : 'nicht verkauft statt verkauft'),
  isDriedOtherwise({ now, before }, { weight }) {
    const lost = (kilograms: number) => (kilograms > 0 ? weight(kilograms) : 'kein')
    return `${lost(now)} Trocknungsverlust statt ${lost(before)} Trocknungsverlust`
  },
  isEmptiedNow: ({ isEmptied }) =>
    isEmptied
      ? 'der Rest ist ausgebucht, statt liegen zu bleiben'
      : 'der Rest bleibt liegen, statt ausgebucht zu sein',
  isUnderContractNow: ({ which }) =>
    ({
      no: 'unter keinem Lagervertrag',
      a: 'unter einem Lagervertrag',
      another: 'unter einem anderen Lagervertrag',
    })[which],
  movementWasChanged: ({ id, documentNumber, changes }, { messages }) =>
    `Bewegung ${documentNumber ?? id} geändert: ${messages(changes)}.`,
  movementWasDeleted: (movement, write) =>
    `Bewegung ${movement.documentNumber ?? movement.id} gelöscht: ${wholeMovement(movement, write)}.`,
  movementWasRestored: (movement, write) =>
    `Bewegung ${movement.documentNumber ?? movement.id} wiederhergestellt: ${wholeMovement(movement, write)}.`,
  isRestored: () => 'Bewegung wiederhergestellt.',
  isDeleted: () => 'Bewegung gelöscht.',
  isPlannedNoMore: ({ weight }, write) =>
    `Bewegung gelöscht: ${write.weight(weight)} sind nicht mehr geplant.`,
  isOutOfStockAgain: ({ weight }, write) =>
    `Bewegung gelöscht: ${write.weight(weight)} sind wieder aus dem Bestand heraus.`,
  isBackWhereItWas: ({ weight }, write) =>
    `Bewegung gelöscht: ${write.weight(weight)} sind wieder dort, wo sie waren.`,
  netIsThatOfOthers: ({ weights }, { weight }) =>
    `Das Netto der Fuhre bleibt und ist jetzt das der anderen Teile des Wiegescheins: ${weights.map(weight).join('; ')}.`,
  netWasLess: ({ weights }, { weight }) =>
    `Das Netto der Fuhre war kleiner: Die anderen Teile des Wiegescheins behalten ihre Gewichte, ${weights.map(weight).join('; ')}.`,
  actionsAreSaved: ({ state, weight, isWeighed }, write) =>
    `${STATES[state]}: ${loadOf(weight, write)}${isWeighed ? ', wie gewogen' : ''}.`,
  isStillMissing: ({ missing }) => `Noch auszufüllen: ${missing.map((each) => MISSING[each]).join(', ')}.`,
  isPlannedFor: ({ atUTC, timeZone }, { day }) =>
    `Sie ist für den ${day(atUTC, timeZone)} geplant, und dann bewegt sich die Ware: Wenn sie sich schon bewegt hat, bitte das Datum ändern.`,
  partsWeigh: ({ weights, whole }, { weight }) =>
    `Die Teile des Wiegescheins wiegen ${weights.map(weight).join('; ')}: zusammen ${weight(whole)}.`,
  copiesStored: ({ count, weight }, write) =>
    count === 1
      ? `Eine Kopie gespeichert: ${loadOf(weight, write)}.`
      : `${write.figure(count)} Kopien gespeichert: je ${loadOf(weight, write)}.`,
  eachIsDried: ({ level, weight, isPlanned }, write) =>
    `Die Trocknung auf ${write.figure(level)} % ${isPlanned ? 'wird von jeder' : 'hat von jeder'} ${write.weight(weight)} ${isPlanned ? 'nehmen' : 'genommen'}.`,
  loadsAreWeighedAgain: ({ count, fromUTC, toUTC, timeZone, factor }, { counted, day, figure }) =>
    `${counted(count, { one: 'Eine Fuhre', other: `${figure(count)} Fuhren` })} vom ${day(fromUTC, timeZone)} bis ${day(toUTC, timeZone)} neu gewogen, mit dem Faktor ${String(factor).replace('.', ',')}.`,
}
