import type { OpenReservation } from '../stock/reserved-rules.ts'
import type { PlannedMovement } from './find-stock.ts'
import type { PositionFacts } from './parts-of.ts'
import { monthOfDay, NOW, type MonthShortfall } from './rules.ts'

/** A reservation of which less is there, or will be, than it keeps. */
export interface ShortReservation extends MonthShortfall {
  reservationId: string
  place: string
}

/**
 * Finds reservations that loads to others have cut into, or are planned to: less lies there than is left of them. Several of one bay are kept one after the
 * other, as they began. One of all that lies there is short by what others are planned to take.
 */
export function findShortReservations(facts: PositionFacts): ShortReservation[] {
  const kept = new Map<number, OpenReservation[]>()
  return facts.reservations.flatMap((reservation) => {
    const before = kept.get(reservation.bayId) ?? []
    kept.set(reservation.bayId, [...before, reservation])
    return shortOf(facts, reservation, before)
  })
}

function shortOf(
  { parcels, planned, today, contracts }: PositionFacts,
  reservation: OpenReservation,
  before: OpenReservation[],
): ShortReservation[] {
  const { id, tradeId, bayId, recordId, endsAt } = reservation
  const isOf = (end: { recordId: string; bayId: number | null } | null) =>
    end !== null && end.bayId === bayId && (recordId === null || end.recordId === recordId)
  const own = parcels.filter((each) => each.isOwn && isOf({ recordId: each.id, bayId: each.bayId }))
  const loads = planned.filter(
    ({ at, from, to }) => (endsAt === null || at <= endsAt) && (isOf(from) || isOf(to)),
  )
  const lying = own.reduce((sum, { grams }) => sum + grams, 0)
  const others = before.reduce((sum, each) => sum + leftOf(each), 0)
  const steps = stepsOf(reservation, loads, { lying: lying - others, isOf })
  const short = steps.filter(({ grams }) => grams > 0)
  const [first] = short
  if (!first) return []
  const monthOf = (day: string | null) => (day === null ? NOW : monthOfDay(day, today))
  const worst = short.reduce((most, each) => (each.grams > most.grams ? each : most), first)
  const key = own[0]?.key ?? contracts.find((contract) => contract.id === tradeId)
  if (!key) return []
  return [
    {
      key: {
        commodityId: key.commodityId,
        typeId: key.typeId,
        gradeId: key.gradeId,
        harvestYear: key.harvestYear,
        tagIds: key.tagIds,
      },
      month: monthOf(first.day),
      grams: first.grams,
      worst: { month: monthOf(worst.day), grams: worst.grams },
      tradeIds: [tradeId],
      reservationId: id,
      place: own[0]?.place ?? '',
    },
  ]
}

const leftOf = ({ grams, usedGrams }: OpenReservation) =>
  grams === null ? 0 : Math.max(grams - usedGrams, 0)

/** By how much it is short now and behind each planned load. */
function stepsOf(
  reservation: OpenReservation,
  loads: PlannedMovement[],
  { lying, isOf }: { lying: number; isOf: (end: PlannedMovement['from']) => boolean },
): { day: string | null; grams: number }[] {
  const isWhole = reservation.grams === null
  let there = lying
  let left = isWhole ? lying : leftOf(reservation)
  const steps: { day: string | null; grams: number }[] = [{ day: null, grams: left - there }]
  for (const load of loads) {
    const leaves = isOf(load.from) ? load.outGrams : 0
    const comes = isOf(load.to) ? load.inGrams : 0
    there += comes - leaves
    if (isWhole) left += comes
    if (load.tradeId === reservation.tradeId) left = Math.max(left - leaves, 0)
    steps.push({ day: load.day, grams: left - there })
  }
  return steps
}
