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
  liesElsewhere: { name: 'Far Lawn 2026' },
  wouldLoseItsName: { weight: 28_460, what: 'grade', before: 'Group 1', after: '' },
  isMoreThanCanBeCounted: { name: 'Far Lawn 2026' },
  bayHoldsOtherStock: {
    bay: 'Hill Store, Hill 2',
    lying: { name: 'Far Lawn 2026', owner: 'Hill Farm', apart: ['organic'] },
    coming: { name: 'Wheat 2025', owner: 'Mill', apart: [] },
    differing: ['owner', 'harvestYear', 'segregation'],
    atUTC: '2026-11-27T16:48:00.000Z',
    timeZone: 'Europe/Berlin',
  },
  mayNotBeMixed: {
    bay: 'Hill Store, Hill 2',
    one: { name: 'Far Lawn 2026', owner: 'Hill Farm', apart: [], from: ['Hill Store, Hill 1'] },
    other: { name: 'Wheat 2025', owner: 'Mill', apart: [] },
    differing: ['commodity'],
  },
}
