/** The rules of orders (rules.md §18), as pure functions. Weights in grams. */

export const orderStatuses = ['open', 'done', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

const next: Record<OrderStatus, readonly OrderStatus[]> = {
  open: ['done', 'cancelled'],
  // Somebody was too quick: it goes on.
  done: ['open'],
  cancelled: [],
}

/** Lists the states that an order may go to from the one that it is in. */
export function nextOrderStatuses(status: OrderStatus): readonly OrderStatus[] {
  return next[status]
}

/** An order's amount: a weight, a number of lorries, or both. */
export interface Ordered {
  grams: number | null
  loads: number | null
  /** Of the contract that it is under, whose tolerance is the order's too. */
  tolerancePercentage: number
}

/** Weights and lorries on an order. A lorry is one load, however many bays it fills. */
export interface OnOrder {
  movedGrams: number
  plannedGrams: number
  movedLoads: number
  plannedLoads: number
}

export const NOTHING_ON_ORDER: OnOrder = { movedGrams: 0, plannedGrams: 0, movedLoads: 0, plannedLoads: 0 }

/** The rest of an order, null where nothing of that kind was ordered; and what is over. Planned loads are among what is left. */
export function remainderOf({ grams, loads, tolerancePercentage }: Ordered, on: OnOrder) {
  const taken = grams === null ? 0 : Math.round((grams * Math.round(tolerancePercentage * 1000)) / 100_000)
  const over = (ordered: number | null, moved: number) =>
    ordered === null ? 0 : Math.max(moved - ordered, 0)
  const left = (ordered: number | null, moved: number) =>
    ordered === null ? null : Math.max(ordered - moved, 0)
  const overGrams = over(grams, on.movedGrams)
  return {
    leftGrams: left(grams, on.movedGrams),
    leftLoads: left(loads, on.movedLoads),
    overGrams,
    overLoads: over(loads, on.movedLoads),
    beyondToleranceGrams: Math.max(overGrams - taken, 0),
  }
}
