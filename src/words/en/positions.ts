import type { Writing } from '../writing.ts'

/** Impossibilities that a position shows. */
export type PositionConflictKind = 'oversold' | 'overbought' | 'reserved'
/** State of a reservation. */
export type ReservationStateName = 'coming' | 'standing' | 'ended'

/** The last day of a month such as 2026-09. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`
}

function by(month: string, date: Writing['date']): string {
  if (month === 'now') return 'now'
  return month === 'later' ? 'in the end' : `by ${date(lastDayOf(month))}`
}

const STATES: Record<ReservationStateName, string> = {
  coming: 'Begins later',
  standing: 'Stands',
  ended: 'Over',
}

export const positions = {
  positionConflict(
    {
      kind,
      stock,
      month,
      weight: kilograms,
      place,
    }: { kind: PositionConflictKind; stock: string; month: string; weight: number; place: string },
    { weight, date }: Writing,
  ) {
    const when = by(month, date)
    if (kind === 'oversold') return `${stock}: ${weight(kilograms)} more are sold than will be there ${when}.`
    if (kind === 'overbought')
      return `${stock}: ${weight(kilograms)} more are bought than the stores hold ${when}.`
    return `${stock}: ${weight(kilograms)} less than is reserved lie in ${place || 'the bay'} ${when}.`
  },
  reservationIsOfBayOrParcel: () =>
    'has to be a bay (storageId, substorageId) or a parcel (recordId), and not both',
  liesInNoBayToReserve: ({ name }: { name: string }, { stock }: Writing) =>
    `“${stock(name)}” lies in no bay of yours, so nothing of it can be reserved.`,
  reservationEndsBeforeItBegins: () => 'is before the reservation begins',
  reservationIsOver: () => 'This reservation is over: it stays as it was.',
  reservedForNoSale: ({ trade }: { trade: string }) =>
    `is no sale; only what is sold can be reserved: ${trade}`,
  isReservedAlready: ({ trade }: { trade: string }) =>
    `is reserved for this contract already: ${trade}. Release that first.`,
  isMoreThanUnreserved: ({ weight: kilograms }: { weight: number }, { weight }: Writing) =>
    `is more than lies there and is not reserved yet: ${weight(kilograms)}`,
  cutsIntoReserved: (
    { bay, trade, weight: kilograms }: { bay: string; trade: string; weight: number },
    { weight }: Writing,
  ) =>
    `${bay} is reserved for ${trade}, and this load would take ${weight(kilograms)} of that. Let it go under that contract, take it from elsewhere, or release the reservation.`,
  reservedIsCut: (
    { bay, trade, weight: kilograms }: { bay: string; trade: string; weight: number },
    { weight }: Writing,
  ) => `${weight(kilograms)} of what is reserved for ${trade} in ${bay} go with this load.`,
  reservationStateName: ({ state }: { state: ReservationStateName }) => STATES[state],
}
