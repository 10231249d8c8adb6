import type { positions as english } from '../en/positions.ts'
import type { Examples } from '../writing.ts'

export const positions: Examples<typeof english> = {
  positionConflict: {
    kind: 'oversold',
    stock: 'Winter wheat, 2026',
    month: '2026-09',
    weight: 40_000,
    place: '',
  },
  reservationIsOfBayOrParcel: {},
  liesInNoBayToReserve: { name: 'Winter wheat 2026' },
  reservationEndsBeforeItBegins: {},
  reservationIsOver: {},
  reservedForNoSale: { trade: 'P-2026-004' },
  isReservedAlready: { trade: 'S-2026-031' },
  isMoreThanUnreserved: { weight: 60_000 },
  cutsIntoReserved: { bay: 'Long Barn, Bay 1', trade: 'S-2026-031', weight: 12_000 },
  reservedIsCut: { bay: 'Long Barn, Bay 1', trade: 'S-2026-031', weight: 12_000 },
  reservationStateName: { state: 'standing' },
}
