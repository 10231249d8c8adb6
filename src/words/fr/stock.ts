import type { stock as english } from '../en/stock.ts'
import type { MixedBy, NamedStock } from '../stock-terms.ts'
import type { SameAs, Writing } from '../writing.ts'
import { apartBy } from './stock-terms.ts'

const mixedBy: Record<MixedBy, string> = {
  commodity: 'marchandise',
  owner: 'propriétaire',
  harvestYear: 'récolte',
  segregation: 'séparation',
}

const notTheSame = (differing: MixedBy[], { and }: Writing) =>
  `Ce qui diffère : ${and(differing.map((each) => mixedBy[each]))}.`

function stockOf({ name: stored, owner, apart = [], from = [] }: NamedStock, { stock }: Writing): string {
  const name = stock(stored)
  const named = owner === undefined ? name : `« ${name} » de ${owner}`
  const kept = apart.length === 0 ? '' : ` (${apartBy(apart)})`
  return `${named}${kept}${from.length === 0 ? '' : ` venant de ${from.join(' et ')}`}`
}

export const stock: SameAs<typeof english> = {
  stockWouldBeShort({ stock, place, weight, atUTC, timeZone, takenBy }, write) {
    const where = place === null ? '' : ` dans ${place}`
    const taken = takenBy === undefined ? '' : `, quand le mouvement ${takenBy} y prend`
    const at = `Le ${write.day(atUTC, timeZone)} à ${write.time(atUTC, timeZone)}`
    return `Il n’y en a pas autant à cet endroit. ${at}, il manquerait ${write.weight(weight)} de « ${write.stock(stock)} »${where}${taken}. Rien n’a été modifié.`
  },
  ofLoad: ({ place, count, refusal }, { messages }) =>
    `Chargement ${place} sur ${count} : ${messages([refusal])}`,
  dayStarts: ({ day }, { date }) =>
    `Le ${date(day)} sans heure est le début de ce jour : si le stock est parti plus tard, indiquez l’heure.`,
  sendTogether: () =>
    'Si d’autres mouvements sont aussi à corriger, envoyez-les tous à PUT /api/inventory/movements/bulk : ensemble, ils ne sont jugés qu’à la fin.',
  liesElsewhere: ({ name }, { stock }) =>
    `« ${stock(name)} » est dans le silo d’une autre organisation ; c’est elle qui saisit ce qui lui arrive.`,
  wouldLoseItsName({ weight, what, before, after }, write) {
    const was = before || (what === 'type' ? 'mélange' : 'stock sans classe')
    const is = after || (what === 'type' ? 'un mélange' : 'du stock sans classe')
    return `${write.weight(weight)} qui s’y trouvent comme ${was} deviendraient ${is}. Votre organisation veut savoir pourquoi : indiquez un motif (gradeReason), ou mettez le chargement ailleurs.`
  },
  isMoreThanCanBeCounted: ({ name }, { stock }) =>
    `Il entrerait dans « ${stock(name)} », ou en sortirait, plus que ce qui se compte : 4 500 millions de tonnes. Rien n’a été modifié.`,
  bayHoldsOtherStock: ({ bay, lying, coming, differing, atUTC, timeZone }, write) =>
    `${notTheSame(differing, write)} Le ${write.day(atUTC, timeZone)}, ${bay} contient ${stockOf(lying, write)}, qui ne doit pas être mélangé avec ${stockOf(coming, write)}. Rien n’a été modifié.`,
  mayNotBeMixed: ({ bay, one, other, differing }, write) =>
    `${notTheSame(differing, write)} ${stockOf(one, write)} et ${stockOf(other, write)} ne doivent pas être mélangés dans ${bay}. Rien n’a été modifié.`,
}
