import type { stock as english } from '../en/stock.ts'
import type { MixedBy, NamedStock } from '../stock-terms.ts'
import type { SameAs, Writing } from '../writing.ts'
import { apartBy } from './stock-terms.ts'

const mixedBy: Record<MixedBy, string> = {
  commodity: 'Ware',
  owner: 'Eigentümer',
  harvestYear: 'Erntejahr',
  segregation: 'Grund getrennter Lagerung',
}

const notTheSame = (differing: MixedBy[], { and }: Writing) =>
  `Nicht gleich: ${and(differing.map((each) => mixedBy[each]))}.`

function stockOf({ name: stored, owner, apart = [], from = [] }: NamedStock, { stock }: Writing): string {
  const name = stock(stored)
  const named = owner === undefined ? name : `„${name}“ von ${owner}`
  const kept = apart.length === 0 ? '' : ` (${apartBy(apart)})`
  return `${named}${kept}${from.length === 0 ? '' : ` aus ${from.join(' und ')}`}`
}

export const stock: SameAs<typeof english> = {
  stockWouldBeShort({ stock, place, weight, atUTC, timeZone, takenBy }, write) {
    const where = place === null ? '' : ` in ${place}`
    const taken = takenBy === undefined ? '' : `, wenn Bewegung ${takenBy} davon abgeht`
    const at = `am ${write.day(atUTC, timeZone)} um ${write.time(atUTC, timeZone)} Uhr`
    return `So viel liegt dort nicht. Von „${write.stock(stock)}“${where} würden ${at} ${write.weight(weight)} fehlen${taken}. Nichts wurde geändert.`
  },
  ofLoad: ({ place, count, refusal }, { messages }) => `Fuhre ${place} von ${count}: ${messages([refusal])}`,
  dayStarts: ({ day }, { date }) =>
    `Der ${date(day)} ohne Uhrzeit ist der Beginn dieses Tages: Wenn die Ware später abging, bitte die Uhrzeit angeben.`,
  sendTogether: () =>
    'Wenn noch andere Bewegungen berichtigt werden sollen, bitte alle zusammen an PUT /api/inventory/movements/bulk senden: Dann wird erst am Ende geprüft.',
  liesElsewhere: ({ name }, { stock }) =>
    `„${stock(name)}“ liegt im Lager eines anderen Betriebs; was damit geschieht, erfasst dieser.`,
  wouldLoseItsName({ weight, what, before, after }, write) {
    const was = before || (what === 'type' ? 'Mischung' : 'Ware ohne Güte')
    const is = after || (what === 'type' ? 'einer Mischung' : 'Ware ohne Güte')
    return `${write.weight(weight)}, die dort als ${was} liegen, würden zu ${is}. Ihr Betrieb will wissen, warum: Bitte einen Grund angeben (gradeReason) oder die Fuhre anderswo einlagern.`
  },
  isMoreThanCanBeCounted: ({ name }, { stock }) =>
    `In „${stock(name)}“ käme mehr hinein oder ginge mehr ab, als sich zählen lässt: 4.500 Millionen Tonnen. Nichts wurde geändert.`,
  bayHoldsOtherStock: ({ bay, lying, coming, differing, atUTC, timeZone }, write) =>
    `${notTheSame(differing, write)} Am ${write.day(atUTC, timeZone)} liegt in ${bay} ${stockOf(lying, write)} und darf nicht mit ${stockOf(coming, write)} gemischt werden. Nichts wurde geändert.`,
  mayNotBeMixed: ({ bay, one, other, differing }, write) =>
    `${notTheSame(differing, write)} ${stockOf(one, write)} und ${stockOf(other, write)} dürfen in ${bay} nicht gemischt werden. Nichts wurde geändert.`,
}
