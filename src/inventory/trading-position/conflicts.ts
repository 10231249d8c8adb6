import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { commodityNameFor, gradeNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import type { PositionFacts } from './parts-of.ts'
import { findShortReservations } from './reserved-rules.ts'
import { findOverbought, findOversold, type Part, type Room, type MonthShortfall } from './rules.ts'
import type { PositionConflict } from './schema.ts'
import { keyToWire } from './wire.ts'

type Kind = PositionConflict['kind']

interface Reckoned {
  facts: PositionFacts
  parts: Part[]
  months: string[]
}

/** Finds what a position shows to be impossible: one statement, for what the stores hold. The earliest first. */
export async function conflictsOf(
  db: Kysely<Tables>,
  actor: Actor,
  { facts, parts, months }: Reckoned,
): Promise<PositionConflict[]> {
  const isBuying = parts.some(({ kind }) => kind === 'purchase')
  const rooms = isBuying ? await findRooms(db, actor, facts) : []
  const found = [
    ...findOversold(months, parts).map((each) => toWire(actor, 'oversold', each)),
    ...findOverbought(months, parts, rooms).map((each) => toWire(actor, 'overbought', each)),
    ...findShortReservations(facts).map((each) => toWire(actor, 'reserved', each)),
  ]
  return found.toSorted(
    (a, b) => months.indexOf(a.month) - months.indexOf(b.month) || b.worst.weight - a.worst.weight,
  )
}

/**
 * Room in the bays for each commodity of which somebody said so, and what lies in them, whoever owns it. A bay with something else in it is no room, and
 * neither is one of which nobody has said how much it holds.
 */
async function findRooms(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  { parcels }: PositionFacts,
): Promise<Room[]> {
  const { rows } = await sql<{ bay_id: number; commodity_id: number; grams: number }>`
    select bay_id, commodity_id, capacity_grams as grams from bay_capacities where organisation_id = ${organisationId}`.execute(
    db,
  )
  const lying = Map.groupBy(parcels, ({ bayId }) => bayId)
  return [...Map.groupBy(rows, (row) => row.commodity_id)].map(([commodityId, bays]) => {
    const rooms = bays.filter(({ bay_id: id }) =>
      (lying.get(id) ?? []).every(({ key }) => key.commodityId === commodityId),
    )
    return {
      commodityId,
      capacityGrams: rooms.reduce((sum, { grams }) => sum + grams, 0),
      lyingGrams: rooms
        .flatMap(({ bay_id: id }) => lying.get(id) ?? [])
        .reduce((sum, { grams }) => sum + grams, 0),
    }
  })
}

function toWire(
  actor: Actor,
  kind: Kind,
  found: MonthShortfall & { reservationId?: string; place?: string },
): PositionConflict {
  const { key, month, grams, worst, tradeIds, reservationId = '', place = '' } = found
  const named = keyToWire(actor, key)
  const { grade, harvestYear } = named
  const stock = [
    commodityNameFor(actor, key.commodityId),
    key.typeId === 0 ? '' : typeNameFor(actor, key.typeId),
    gradeNameFor(actor, grade.name),
    harvestYear,
  ]
    .filter(Boolean)
    .join(', ')
  const weight = kilogramsFromGrams(grams)
  return {
    kind,
    ...named,
    month,
    weight,
    worst: { month: worst.month, weight: kilogramsFromGrams(worst.grams) },
    tradeIds,
    reservationId,
    place,
    message: render(message('positionConflict', { kind, stock, month, weight, place }), actor),
  }
}
