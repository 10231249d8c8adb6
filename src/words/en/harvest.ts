export const harvest = {
  isMoreThanPlanted: ({ area }: { area: number }) => `is more than is planted: ${area} ha`,
  isNoFieldOfPlan: ({ id }: { id: string }) => `is not a field of this plan: ${id}`,
  areaIsStale: ({ field, remaining, known }: { field: string; remaining: number; known: number }) =>
    `“${field}” has ${remaining} ha remaining, not ${known} ha: somebody changed it since you read it. Nothing was changed.`,
  isOtherCommodity: ({ commodity, id }: { commodity: string; id: number }) =>
    `is not the commodity of this plan: ${commodity}, ${id}`,
  isOtherType: ({ type, id }: { type: string; id: number }) =>
    `is not the commodity type of this plan: ${type}, ${id}`,
  isNoPlantingOfPlan: ({ field, id }: { field: string; id: string }) =>
    `is not a planting of this plan in “${field}”: ${id}`,
  cropIsNotSaid: ({ field, crops }: { field: string; crops: { id: string; owner: string }[] }) =>
    `is needed to say which crop the load comes off, for those in “${field}” are of several owners: ${crops
      .map(({ id, owner }) => `${id} (${owner})`)
      .join(', ')}`,
  ticketIsOfOneOwner: () => 'is for the crop of one owner',
  shareIsForTickets: () => 'is for the parts of a ticket',
  readingsAreInTicket: () => 'is said once for the lorry, in ticket',
  isOtherReading: () => 'is another reading than that of the first load with this ticket',
  isNoBoundingBox: () => 'must be west, south, east and north in degrees, in this order',
  loadsWereDeleted({ count }: { count: number }) {
    return count === 1 ? 'The load was deleted.' : `${count} loads were deleted.`
  },
  plantingsWereFiled({ plantings, plans }: { plantings: number; plans: number }) {
    const filed = plantings === 1 ? '1 planting was' : `${plantings} plantings were`
    const made = plans === 1 ? '1 plan was' : `${plans} plans were`
    return `${filed} put into their harvest plans; ${made} made.`
  },
  plantingWasEntered: () => 'The planting was entered.',
  plantingWasThere: () => 'This planting was there before; nothing was added.',
  rowWasNotEntered: () => 'This row was not entered.',
}
