import { lastDayOf, type positions as english, type ReservationStateName } from '../en/positions.ts'
import type { SameAs, Writing } from '../writing.ts'

function by(month: string, date: Writing['date']): string {
  if (month === 'now') return 'maintenant'
  return month === 'later' ? 'à la fin' : `d’ici au ${date(lastDayOf(month))}`
}

const STATES: Record<ReservationStateName, string> = {
  coming: 'Commence plus tard',
  standing: 'En cours',
  ended: 'Terminée',
}

export const positions: SameAs<typeof english> = {
  positionConflict({ kind, stock, month, weight: kilograms, place }, { weight, date }) {
    const when = by(month, date)
    if (kind === 'oversold')
      return `${stock} : ${weight(kilograms)} vendus de plus que ce qu’il y aura ${when}.`
    if (kind === 'overbought')
      return `${stock} : ${weight(kilograms)} achetés de plus que ce que les silos peuvent contenir ${when}.`
    return `${stock} : il y a ${when}, dans ${place || 'la cellule'}, ${weight(kilograms)} de moins que ce qui est réservé.`
  },
  reservationIsOfBayOrParcel: () =>
    'doit être une cellule (storageId, substorageId) ou un lot (recordId), et pas les deux',
  liesInNoBayToReserve: ({ name }, { stock }) =>
    `« ${stock(name)} » ne se trouve dans aucune de vos cellules, on ne peut donc rien en réserver.`,
  reservationEndsBeforeItBegins: () => 'est avant le début de la réservation',
  reservationIsOver: () => 'Cette réservation est terminée : elle reste telle quelle.',
  reservedForNoSale: ({ trade }) => `n’est pas une vente ; on ne réserve que ce qui est vendu : ${trade}`,
  isReservedAlready: ({ trade }) =>
    `est déjà réservé pour ce contrat : ${trade}. Libérez d’abord cette réservation.`,
  isMoreThanUnreserved: ({ weight: kilograms }, { weight }) =>
    `dépasse ce qui s’y trouve sans être réservé : ${weight(kilograms)}`,
  cutsIntoReserved: ({ bay, trade, weight: kilograms }, { weight }) =>
    `${bay} est réservé pour ${trade}, et ce chargement en prendrait ${weight(kilograms)}. Faites-le partir sous ce contrat, prenez-le ailleurs ou libérez la réservation.`,
  reservedIsCut: ({ bay, trade, weight: kilograms }, { weight }) =>
    `Ce chargement emporte ${weight(kilograms)} de ce qui est réservé pour ${trade} dans ${bay}.`,
  reservationStateName: ({ state }) => STATES[state],
}
