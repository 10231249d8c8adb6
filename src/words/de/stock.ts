import type { stock as english } from '../en/stock.ts'
import type { SameAs } from '../writing.ts'

export const stock: SameAs<typeof english> = {
  stockWouldBeShort({ stock, place, weight, atUTC, timeZone, takenBy }, write) {
    const where = place === null ? '' : ` in ${place}`
    const taken = takenBy === undefined ? '' : `, wenn Bewegung ${takenBy} davon abgeht`
    const at = `am ${write.day(atUTC, timeZone)} um ${write.time(atUTC, timeZone)} Uhr`
    return `So viel liegt dort nicht. Von „${stock}“${where} würden ${at} ${write.weight(weight)} fehlen${taken}. Nichts wurde geändert.`
  },
  ofLoad: ({ place, count, refusal }, { messages }) => `Fuhre ${place} von ${count}: ${messages([refusal])}`,
  dayStarts: ({ day }) =>
    `${day} ohne Uhrzeit ist der Beginn dieses Tages: Wenn die Ware später abging, bitte die Uhrzeit angeben.`,
  sendTogether: () =>
    'Wenn noch andere Bewegungen berichtigt werden sollen, bitte alle zusammen an PUT /api/inventory/movements/bulk senden: Dann wird erst am Ende geprüft.',
}
