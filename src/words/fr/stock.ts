import type { stock as english } from '../en/stock.ts'
import type { SameAs } from '../writing.ts'

export const stock: SameAs<typeof english> = {
  stockWouldBeShort({ stock, place, weight, atUTC, timeZone, takenBy }, write) {
    const where = place === null ? '' : ` dans ${place}`
    const taken = takenBy === undefined ? '' : `, quand le mouvement ${takenBy} y prend`
    const at = `Le ${write.day(atUTC, timeZone)} à ${write.time(atUTC, timeZone)}`
    return `Il n’y en a pas autant à cet endroit. ${at}, il manquerait ${write.weight(weight)} de « ${stock} »${where}${taken}. Rien n’a été modifié.`
  },
  ofLoad: ({ place, count, refusal }, { messages }) =>
    `Chargement ${place} sur ${count} : ${messages([refusal])}`,
  dayStarts: ({ day }) =>
    `${day} sans heure est le début de ce jour : si le stock est parti plus tard, indiquez l’heure.`,
  sendTogether: () =>
    'Si d’autres mouvements sont aussi à corriger, envoyez-les tous à PUT /api/inventory/movements/bulk : ensemble, ils ne sont jugés qu’à la fin.',
}
