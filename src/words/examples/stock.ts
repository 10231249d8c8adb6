import { message } from '../catalogue.ts'
import type { stock as sentences } from '../en/stock.ts'
import type { Examples } from '../writing.ts'

export const stock: Examples<typeof sentences> = {
  stockWouldBeShort: {
    stock: 'Far Lawn 2026',
    place: 'Hill Store, Hill 2',
    weight: 99_926_199,
    atUTC: '2026-11-27T16:48:00.000Z',
    timeZone: 'Europe/Berlin',
    takenBy: 7,
  },
  ofLoad: { place: 2, count: 3, refusal: message('hasChanged', {}) },
  dayStarts: { day: '2026-08-14' },
  sendTogether: {},
}
