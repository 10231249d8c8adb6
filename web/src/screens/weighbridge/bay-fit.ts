import type { Ticket, TicketPlace } from '../../offline/tickets.ts'
import type { Bay } from '../../stock/bays.ts'

/**
 * A bay with what waits on this device to be sent: kilograms that come in, less those that leave. Where it is on hold, why nothing may come
 * in or leave.
 */
export type WaitingBay = Bay & { waiting: number; held?: Held }

/** The reasons in words for which a bay, or what lies there, is on hold, by what may not happen. */
export type Held = Partial<Record<'in' | 'out', string>>

/** A bay, as a ticket names it. */
export const placeOf = (bay: WaitingBay): TicketPlace => ({
  key: bay.key,
  storageId: bay.storeId,
  substorageId: bay.bayId,
  recordId: bay.recordId,
  store: bay.store,
  name: bay.name,
})

/** Returns the grain in a bay, as the grain of a load that is taken from there. */
export const grainOfBay = ({ commodityId, typeId, gradeId, grain, detail }: WaitingBay): Ticket['grain'] => ({
  id: commodityId,
  type: typeId,
  grade: gradeId,
  variety: '',
  name: grain,
  text: `${grain} ${detail}`.trim(),
})

/** Grain that is to lie in a bay, as far as it is known before the service judges it. */
export interface Coming {
  /** 0 as long as no grain is chosen. */
  commodityId: number
  gradeId: number
  /** '' where it follows from the bay. */
  harvestYear: string
  /** Names of its possible owners; '' for our own. Of a load that is bought or stored, whichever it turns out to be, both. */
  owners: readonly string[]
  /** Kilograms, as far as they are known. */
  weight: number
  /** Ranks of the commodity's grades, by their ids: 1 is the best. */
  ranks: ReadonlyMap<number, number>
}

/** Ways in which a load fits a bay; the first of these comes first. */
export const fits = ['alike', 'lowers', 'full', 'otherHarvest', 'otherOwner', 'otherGrain', 'held'] as const
export type Fit = (typeof fits)[number]

/** The kilograms that a bay still takes after a load, or lacks; undefined where no capacity is entered. */
export function roomAfter(
  bay: WaitingBay,
  { commodityId, weight }: Pick<Coming, 'commodityId' | 'weight'>,
): number | undefined {
  const room = commodityId > 0 ? bay.room.get(commodityId) : bay.capacity && bay.capacity - bay.weight
  return room === undefined ? undefined : room - bay.waiting - weight
}

/**
 * Compares a load with what lies in a bay. A bay on hold comes last, before it what may not be mixed, before that a bay that is full, and before that one in which the
 * heap or the load would lose its grade. What is decided is for the service: it knows what is kept apart besides.
 */
export function fitOf(bay: WaitingBay, coming: Coming): Fit {
  if (bay.held?.in !== undefined) return 'held'
  if (coming.commodityId === 0) return 'alike'
  const isEmpty = bay.weight <= 0
  if (!isEmpty && bay.commodityId !== coming.commodityId) return 'otherGrain'
  if (!isEmpty && !coming.owners.includes(bay.isOwned ? '' : bay.owner)) return 'otherOwner'
  if (!isEmpty && coming.harvestYear !== '' && coming.harvestYear !== bay.harvestYear) return 'otherHarvest'
  if ((roomAfter(bay, coming) ?? 0) < 0) return 'full'
  return !isEmpty && lowersGrade(bay, coming) ? 'lowers' : 'alike'
}

/** Stock of no grade is below any other. */
function lowersGrade({ gradeId }: WaitingBay, coming: Coming): boolean {
  const rank = (id: number) => coming.ranks.get(id) ?? Number.POSITIVE_INFINITY
  return gradeId !== coming.gradeId && rank(gradeId) !== rank(coming.gradeId)
}

/** Bays in the order in which they are offered: by how well the load fits, those of one store together. */
export function inOrderOfFit(bays: WaitingBay[], coming: Coming): { bay: WaitingBay; fit: Fit }[] {
  const stores = [...new Set(bays.map(({ storeId }) => storeId))]
  return bays
    .map((bay) => ({ bay, fit: fitOf(bay, coming) }))
    .toSorted(
      (a, b) =>
        fits.indexOf(a.fit) - fits.indexOf(b.fit) ||
        stores.indexOf(a.bay.storeId) - stores.indexOf(b.bay.storeId),
    )
}

/** The bays that a load can be taken from, with those on hold last. */
export function inOrderOfHolds(bays: WaitingBay[]): { bay: WaitingBay; fit: Fit }[] {
  const isHeld = ({ held }: WaitingBay) => held?.out !== undefined
  return bays
    .filter(({ weight }) => weight > 0)
    .map((bay) => ({ bay, fit: isHeld(bay) ? ('held' as const) : ('alike' as const) }))
    .toSorted((a, b) => fits.indexOf(a.fit) - fits.indexOf(b.fit))
}
