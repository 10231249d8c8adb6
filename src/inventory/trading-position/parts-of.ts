import type { ExpectedHarvest } from '../harvest/expected-harvest.ts'
import type { OpenReservation } from '../stock/reserved-rules.ts'
import type { OpenContract } from '../trades/open-parts.ts'
import type { LyingParcel, PlannedEnd, PlannedMovement } from './find-stock.ts'
import { monthOfContract, monthOfDay, NOW, type Part, type PartSource, type StockKey } from './rules.ts'

/** All that a position is reckoned from. */
export interface PositionFacts {
  /** In the organisation's time zone. */
  today: string
  parcels: LyingParcel[]
  planned: PlannedMovement[]
  contracts: OpenContract[]
  harvest: ExpectedHarvest[]
  reservations: OpenReservation[]
}

const noSource: PartSource = {
  recordId: '',
  movementId: null,
  tradeId: '',
  tradeWindow: null,
  planId: '',
  reservationId: '',
  name: '',
  place: '',
}

/**
 * Parts the position into what it adds up (rules.md §19). Nothing counts twice: a load that is planned under a contract is no longer left of it, neither
 * is stock that is reserved for it, and a load that is planned off a field is no longer expected.
 */
export function partsOf(facts: PositionFacts): Part[] {
  const reserved = reservedParts(facts)
  return [
    ...facts.parcels.flatMap(stockPart),
    ...reserved,
    ...plannedParts(facts),
    ...harvestParts(facts),
    ...contractParts(facts, reserved),
  ]
}

function stockPart({ id, name, place, key, isOwn, grams }: LyingParcel): Part[] {
  if (!isOwn) return []
  return [{ ...noSource, kind: 'stock', key, month: NOW, day: null, grams, recordId: id, name, place }]
}

/**
 * Finds how much of what lies there is reserved: what is left of the reservation, as far as it is there. What the sale's own loads are planned to take
 * counts with these.
 */
function reservedParts({ parcels, planned, reservations, contracts }: PositionFacts): Part[] {
  const names = new Map(contracts.map(({ id, name }) => [id, name]))
  const taken = new Map<string, number>()
  return reservations.flatMap((reservation): Part[] => {
    const { id, tradeId, bayId, recordId, usedGrams, plannedGrams } = reservation
    let left =
      reservation.grams === null ? Infinity : Math.max(reservation.grams - usedGrams - plannedGrams, 0)
    const own = parcels.filter(
      (parcel) => parcel.isOwn && parcel.bayId === bayId && (recordId === null || parcel.id === recordId),
    )
    return own.flatMap((parcel) => {
      const leaving = planned
        .filter((load) => load.tradeId === tradeId && load.from?.recordId === parcel.id)
        .reduce((sum, { outGrams }) => sum + outGrams, 0)
      const before = taken.get(parcel.id) ?? 0
      const grams = Math.min(left, Math.max(parcel.grams - leaving - before, 0))
      if (grams <= 0) return []
      taken.set(parcel.id, before + grams)
      left -= grams
      return {
        ...noSource,
        kind: 'reserved',
        key: parcel.key,
        month: NOW,
        day: null,
        grams,
        recordId: parcel.id,
        tradeId,
        reservationId: id,
        name: names.get(tradeId) ?? '',
        place: parcel.place,
      }
    })
  })
}

function plannedParts({ planned, today }: PositionFacts): Part[] {
  return planned.flatMap((load) => {
    const [from, to] = [ownStock(load.from), ownStock(load.to)]
    // From bay to bay nothing comes and nothing goes.
    if (from && to) return []
    const of = (
      kind: 'plannedIn' | 'plannedOut',
      { recordId, key, name, place }: PlannedEnd,
      grams: number,
    ) =>
      grams > 0
        ? [
            {
              ...noSource,
              kind,
              key,
              month: monthOfDay(load.day, today),
              day: load.day,
              grams,
              recordId,
              movementId: load.id,
              tradeId: load.tradeId ?? '',
              name,
              place,
            },
          ]
        : []
    return [
      ...(from ? of('plannedOut', from, load.outGrams) : []),
      ...(to ? of('plannedIn', to, load.inGrams) : []),
    ]
  })
}

function ownStock(end: PlannedEnd | null): PlannedEnd | null {
  return end && end.isOwn && !end.isPlanting ? end : null
}

function harvestParts({ harvest, planned, today }: PositionFacts): Part[] {
  return harvest.flatMap((each): Part[] => {
    const leaving = planned
      .filter(({ from }) => from?.recordId === each.plantingId)
      .reduce((sum, { outGrams }) => sum + outGrams, 0)
    if (each.grams <= leaving) return []
    return [
      {
        ...noSource,
        kind: 'harvest',
        key: keyOf(each),
        month: monthOfDay(each.firstDay, today),
        day: each.firstDay,
        grams: each.grams - leaving,
        recordId: each.plantingId,
        planId: each.planId,
        name: each.fieldName,
      },
    ]
  })
}

function contractParts({ contracts, today }: PositionFacts, reserved: Part[]): Part[] {
  return contracts.flatMap((contract) => {
    const { id: tradeId, kind, name, partnerName } = contract
    let kept = reserved.reduce((sum, part) => sum + (part.tradeId === tradeId ? part.grams : 0), 0)
    return contract.parts.flatMap(({ window, lastDay, grams }): Part[] => {
      const covered = Math.min(kept, grams)
      kept -= covered
      if (covered === grams) return []
      return [
        {
          ...noSource,
          kind,
          key: keyOf(contract),
          month: monthOfContract(kind, lastDay, today),
          day: lastDay,
          grams: grams - covered,
          tradeId,
          tradeWindow: window,
          name,
          place: partnerName,
        },
      ]
    })
  })
}

function keyOf({ commodityId, typeId, gradeId, harvestYear, tagIds }: StockKey): StockKey {
  return { commodityId, typeId, gradeId, harvestYear, tagIds: tagIds.toSorted((a, b) => a - b) }
}
