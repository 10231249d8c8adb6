import type { Said, Writing } from '../writing.ts'

export const stock = {
  stockWouldBeShort(
    {
      stock,
      place,
      weight,
      atUTC,
      timeZone,
      takenBy,
    }: {
      stock: string
      place: string | null
      weight: number
      atUTC: string
      timeZone: string
      takenBy?: number
    },
    write: Writing,
  ) {
    const where = place === null ? '' : ` in ${place}`
    const taken = takenBy === undefined ? '' : `, when movement ${takenBy} takes from it`
    const at = `${write.day(atUTC, timeZone)} at ${write.time(atUTC, timeZone)}`
    return `“${stock}”${where} would be short by ${write.weight(weight)} on ${at}${taken}. Nothing was changed.`
  },
  ofLoad: (
    { place, count, refusal }: { place: number; count: number; refusal: Said },
    { messages }: Writing,
  ) => `Load ${place} of ${count}: ${messages([refusal])}`,
  dayStarts: ({ day }: { day: string }) =>
    `${day} without a time is the start of that day: if the stock left later, give the time.`,
  sendTogether: () =>
    'If other movements are to be corrected too, send all of them to PUT /api/inventory/movements/bulk: together they are judged once, at the end.',
}
