/** Rules of what is kept for a sale (rules.md §19), as pure functions. Weights in grams. */

/** Stock of a bay, or of one parcel in it, that is kept for a sale (rules.md §19). */
export interface OpenReservation {
  id: string
  tradeId: string
  bayId: number
  /** Null for the bay itself, whatever lies there. */
  recordId: string | null
  /** Null for all that lies there. */
  grams: number | null
  /** Taken by loads of the sale up to now since it began, and by those still to come. */
  usedGrams: number
  plannedGrams: number
  beginsAt: Date
  endsAt: Date | null
}

/** Stock of one's own in a bay. */
export interface ReservedParcel {
  recordId: string
  bayId: number
  grams: number
}

/** A load that leaves a bay. */
export interface LeavingLoad {
  recordId: string
  bayId: number
  tradeId: string | null
  at: Date
  grams: number
}

/** Stock that is reserved, and what lies where it is. */
export interface ReservedStock {
  reservations: OpenReservation[]
  parcels: ReservedParcel[]
}

/**
 * Measures by how much each reservation is short, by its id: more is left of it, and of those of its bay that began before it, than lies there. One of all
 * that lies there has no weight to compare with: what others took of it shows in that both figures of this measure, taken before and after, differ.
 */
function shortagesOf({ reservations, parcels }: ReservedStock): Map<string, number> {
  const before = new Map<number, number>()
  return new Map(
    reservations.map(({ id, bayId, recordId, grams, usedGrams }) => {
      const there = parcels
        .filter((parcel) => parcel.bayId === bayId && (recordId === null || parcel.recordId === recordId))
        .reduce((sum, parcel) => sum + parcel.grams, 0)
      if (grams === null) return [id, -usedGrams - there]
      const required = (before.get(bayId) ?? 0) + Math.max(grams - usedGrams, 0)
      before.set(bayId, required)
      return [id, Math.max(required - there, 0)]
    }),
  )
}

/** A reservation that something cut into, and by how much. */
export interface Cut {
  reservation: OpenReservation
  grams: number
}

/** Finds the reservations that are short by more than before, and by how much more. */
export function findCuts(before: ReservedStock, after: ReservedStock): Cut[] {
  const was = shortagesOf(before)
  return [...shortagesOf(after)].flatMap(([id, short]) => {
    const reservation = after.reservations.find((each) => each.id === id)
    const grams = short - (was.get(id) ?? short)
    return reservation && grams > 0 ? [{ reservation, grams }] : []
  })
}

/** Reckons what is there and reserved once a load has left: the reservations of its own contract are used up by it. */
export function afterLoad({ reservations, parcels }: ReservedStock, load: LeavingLoad): ReservedStock {
  return {
    reservations: reservations.map((each) =>
      isOfLoad(each, load) && each.tradeId === load.tradeId && load.at >= each.beginsAt
        ? { ...each, usedGrams: each.usedGrams + load.grams }
        : each,
    ),
    parcels: parcels.map((parcel) =>
      parcel.recordId === load.recordId ? { ...parcel, grams: parcel.grams - load.grams } : parcel,
    ),
  }
}

function isOfLoad(
  { bayId, recordId }: Pick<OpenReservation, 'bayId' | 'recordId'>,
  load: Pick<LeavingLoad, 'bayId' | 'recordId'>,
): boolean {
  return bayId === load.bayId && (recordId === null || recordId === load.recordId)
}

/**
 * True if a load may cut into a reservation: it leaves what is reserved under another contract or none, while the reservation lasts. What had left
 * before the reservation began did not cut into it.
 */
export function mayCut(load: Omit<LeavingLoad, 'grams'>, reservation: OpenReservation): boolean {
  const { tradeId, beginsAt, endsAt } = reservation
  return (
    isOfLoad(reservation, load) &&
    load.tradeId !== tradeId &&
    load.at >= beginsAt &&
    (endsAt === null || load.at <= endsAt)
  )
}
