import type { harvest as sentences } from '../en/harvest.ts'
import type { Examples } from '../writing.ts'

export const harvest: Examples<typeof sentences> = {
  isMoreThanPlanted: { area: 12.5 },
  isNoFieldOfPlan: { id: 'xa' },
  areaIsStale: { field: 'Far Lawn', remaining: 4.5, known: 6 },
  isOtherCommodity: { commodity: 'Weizen', id: 1 },
  isOtherType: { type: 'Winter', id: 101 },
  isNoPlantingOfPlan: { field: 'Far Lawn', id: 'xa' },
  cropIsNotSaid: {
    field: 'Far Lawn',
    crops: [
      { id: 'xa', owner: 'Hill Farm' },
      { id: 'xb', owner: 'Dale Farm' },
    ],
  },
  ticketIsOfOneOwner: {},
  shareIsForTickets: {},
  readingsAreInTicket: {},
  isOtherReading: {},
  isNoBoundingBox: {},
  loadsWereDeleted: { count: 2 },
  plantingsWereFiled: { plantings: 3, plans: 1 },
  plantingWasEntered: {},
  plantingWasThere: {},
  rowWasNotEntered: {},
}
