import type { harvest as english } from '../en/harvest.ts'
import type { SameAs } from '../writing.ts'

export const harvest: SameAs<typeof english> = {
  isMoreThanPlanted: ({ area }, write) => `ist mehr, als ausgesät ist: ${write.area(area)}`,
  isNoFieldOfPlan: ({ id }) => `ist kein Schlag dieses Plans: ${id}`,
  areaIsStale: ({ field, remaining, known }, { area }) =>
    `Auf „${field}“ stehen noch ${area(remaining)}, nicht ${area(known)}: Das hat inzwischen jemand geändert. Nichts wurde geändert.`,
  isOtherCommodity: ({ commodity, id }) => `ist nicht die Frucht dieses Plans: ${commodity}, ${id}`,
  isOtherType: ({ type, id }) => `ist nicht der Typ dieses Plans: ${type}, ${id}`,
  isNoPlantingOfPlan: ({ field, id }) => `ist keine Aussaat dieses Plans auf „${field}“: ${id}`,
  cropIsNotSaid: ({ field, crops }) =>
    `wird gebraucht, um zu sagen, von welcher Aussaat die Fuhre kommt, denn auf „${field}“ stehen Aussaaten mehrerer Eigentümer: ${crops
      .map(({ id, owner }) => `${id} (${owner})`)
      .join(', ')}`,
  ticketIsOfOneOwner: () => 'gilt für die Ernte eines einzigen Eigentümers',
  shareIsForTickets: () => 'gehört nur zu den Teilen eines Wiegescheins',
  readingsAreInTicket: () => 'wird nur einmal für den Lkw angegeben, im Wiegeschein',
  isOtherReading: () => 'ist eine andere Wägung als bei der ersten Fuhre mit diesem Wiegeschein',
  isNoBoundingBox: () => 'muss Westen, Süden, Osten und Norden in Grad sein, in dieser Reihenfolge',
  loadsWereDeleted({ count }, { counted, figure }) {
    return counted(count, {
      one: 'Die Fuhre wurde gelöscht.',
      other: `${figure(count)} Fuhren wurden gelöscht.`,
    })
  },
  plantingsWereFiled({ plantings, plans }, { counted, figure }) {
    const filed = counted(plantings, {
      one: 'Eine Aussaat wurde ihrem Ernteplan zugeordnet',
      other: `${figure(plantings)} Aussaaten wurden ihren Ernteplänen zugeordnet`,
    })
    const made = counted(plans, {
      one: 'ein Plan wurde angelegt',
      other: `${figure(plans)} Pläne wurden angelegt`,
    })
    return `${filed}; ${made}.`
  },
  plantingWasEntered: () => 'Die Aussaat wurde eingetragen.',
  plantingWasThere: () => 'Diese Aussaat gab es schon; nichts kam hinzu.',
  rowWasNotEntered: () => 'Diese Zeile wurde nicht eingetragen.',
}
