import { lastDayOf, type positions as english, type ReservationStateName } from '../en/positions.ts'
import type { SameAs, Writing } from '../writing.ts'

function by(month: string, date: Writing['date']): string {
  if (month === 'now') return 'jetzt'
  return month === 'later' ? 'am Ende' : `bis zum ${date(lastDayOf(month))}`
}

const STATES: Record<ReservationStateName, string> = {
  coming: 'Beginnt später',
  standing: 'Besteht',
  ended: 'Vorbei',
}

export const positions: SameAs<typeof english> = {
  positionConflict({ kind, stock, month, weight: kilograms, place }, { weight, date }) {
    const when = by(month, date)
    if (kind === 'oversold')
      return `${stock}: ${weight(kilograms)} mehr sind verkauft, als ${when} da sein werden.`
    if (kind === 'overbought')
      return `${stock}: ${weight(kilograms)} mehr sind eingekauft, als ${when} in die Lager passen.`
    return `${stock}: In ${place || 'der Box'} liegen ${when} ${weight(kilograms)} weniger, als reserviert sind.`
  },
  reservationIsOfBayOrParcel: () =>
    'muss eine Box (storageId, substorageId) oder eine Partie (recordId) sein, nicht beides',
  liesInNoBayToReserve: ({ name }, { stock }) =>
    `„${stock(name)}“ liegt in keiner Ihrer Boxen; davon lässt sich nichts reservieren.`,
  reservationEndsBeforeItBegins: () => 'liegt vor dem Beginn der Reservierung',
  reservationIsOver: () => 'Diese Reservierung ist vorbei: sie bleibt, wie sie war.',
  reservedForNoSale: ({ trade }) =>
    `ist kein Verkauf; reservieren lässt sich nur, was verkauft ist: ${trade}`,
  isReservedAlready: ({ trade }) =>
    `ist für diesen Kontrakt schon reserviert: ${trade}. Geben Sie das erst frei.`,
  isMoreThanUnreserved: ({ weight: kilograms }, { weight }) =>
    `ist mehr, als dort liegt und noch nicht reserviert ist: ${weight(kilograms)}`,
  cutsIntoReserved: ({ bay, trade, weight: kilograms }, { weight }) =>
    `${bay} ist für ${trade} reserviert, und diese Fuhre nähme ${weight(kilograms)} davon. Lassen Sie sie auf diesen Kontrakt gehen, nehmen Sie sie anderswo weg, oder geben Sie die Reservierung frei.`,
  reservedIsCut: ({ bay, trade, weight: kilograms }, { weight }) =>
    `Mit dieser Fuhre gehen ${weight(kilograms)}, die in ${bay} für ${trade} reserviert sind.`,
  reservationStateName: ({ state }) => STATES[state],
}
