import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { formatDate } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import { findExpectedHarvest } from '../harvest/expected-harvest.ts'
import { findOpenReservations } from '../stock/reservations.ts'
import { findOpenContracts } from '../trades/open-parts.ts'
import { conflictsOf } from './conflicts.ts'
import { findLyingParcels, findPlannedMovements } from './find-stock.ts'
import { partsOf, type PositionFacts } from './parts-of.ts'
import {
  isFilledByOthers,
  keyText,
  monthsFrom,
  sumByMonth,
  type Part,
  type PositionSum,
  type StockKey,
} from './rules.ts'
import type {
  PositionConflict,
  PositionPart,
  PositionParts,
  PositionPartsQuery,
  TradingPosition,
} from './schema.ts'
import { keyToWire } from './wire.ts'

type Db = Kysely<Tables>

/** Reads all that a position is reckoned from, in the moment that `db` shows. */
async function readFacts(db: Db, actor: Actor): Promise<PositionFacts> {
  const today = formatDate(actor.now, actor.timeZone)
  return {
    today,
    contracts: await findOpenContracts(db, actor),
    reservations: await findOpenReservations(db, actor),
    parcels: await findLyingParcels(db, actor),
    planned: await findPlannedMovements(db, actor),
    harvest: await findExpectedHarvest(db, actor, today),
  }
}

/**
 * Reckons what the caller may still sell, by month (rules.md §19). A handful of statements in one moment: their cost goes with what lies there, what is planned
 * and what is left of contracts.
 */
export function readTradingPosition(db: Db, actor: Actor): Promise<TradingPosition> {
  return inOneMoment(db, async (moment) => {
    const facts = await readFacts(moment, actor)
    const parts = partsOf(facts)
    const months = monthsFrom(facts.today)
    return {
      atUTC: actor.now.toISOString(),
      months,
      commodities: [...Map.groupBy(parts, ({ key }) => key.commodityId)]
        .map(([id, own]) => ({
          commodity: namedCommodity(actor.countryISO, id),
          ...sumToWire(sumByMonth(months, own)),
          rows: rowsOf(actor, months, own),
        }))
        .toSorted((a, b) => compare(a.commodity.name, b.commodity.name) || a.commodity.id - b.commodity.id),
      conflicts: await conflictsOf(moment, actor, { facts, parts, months }),
    }
  })
}

/**
 * Finds the conflicts of the position, the earliest first, of all contracts or of one. Where nothing is bought, sold or reserved there are none, and
 * nothing more is read.
 */
export function findPositionConflicts(db: Db, actor: Actor, tradeId?: string): Promise<PositionConflict[]> {
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<{ is_any: boolean }>`
      select exists (select from trades where organisation_id = ${actor.organisationId} and status = 'confirmed') as is_any`.execute(
      moment,
    )
    if (!rows[0]?.is_any) return []
    const facts = await readFacts(moment, actor)
    const found = await conflictsOf(moment, actor, {
      facts,
      parts: partsOf(facts),
      months: monthsFrom(facts.today),
    })
    return tradeId === undefined ? found : found.filter(({ tradeIds }) => tradeIds.includes(tradeId))
  })
}

/** Lists the stock, loads, plans and contracts that make a cell of the position, or a row of it. */
export function readPositionParts(
  db: Db,
  actor: Actor,
  query: PositionPartsQuery,
): Promise<Static<typeof PositionParts>> {
  return inOneMoment(db, async (moment) => {
    const parts = partsOf(await readFacts(moment, actor))
    const { commodity, type, grade, harvestYear, month } = query
    const tags = query.tags?.split(',').filter(Boolean).map(Number)
    const asked = parts.filter(
      ({ key, month: its }) =>
        key.commodityId === commodity &&
        (type === undefined || key.typeId === type) &&
        (grade === undefined || key.gradeId === grade) &&
        (harvestYear === undefined || key.harvestYear === harvestYear) &&
        (tags === undefined || String(key.tagIds) === String(tags.toSorted((a, b) => a - b))) &&
        (month === undefined || its === month),
    )
    return { parts: asked.map((part) => partToWire(actor, part)) }
  })
}

function rowsOf(actor: Actor, months: string[], parts: Part[]) {
  return [...Map.groupBy(parts, ({ key }) => keyText(key)).values()]
    .flatMap((own) => (own[0] ? [{ key: own[0].key, own }] : []))
    .toSorted((a, b) => inOrder(a.key, b.key))
    .map(({ key, own }) => ({
      ...keyToWire(actor, key),
      ...sumToWire(sumByMonth(months, own)),
      isFilledByOthers: isFilledByOthers(months, parts, key),
    }))
}

function inOrder(one: StockKey, other: StockKey): number {
  return (
    one.typeId - other.typeId ||
    one.gradeId - other.gradeId ||
    compare(one.harvestYear, other.harvestYear) ||
    compare(String(one.tagIds), String(other.tagIds))
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function sumToWire({ stock, reserved, cells }: PositionSum) {
  return {
    stock: kilogramsFromGrams(stock),
    reserved: kilogramsFromGrams(reserved),
    months: cells.map(({ month, ...grams }) => ({
      month,
      plannedIn: kilogramsFromGrams(grams.plannedIn),
      plannedOut: kilogramsFromGrams(grams.plannedOut),
      harvest: kilogramsFromGrams(grams.harvest),
      purchases: kilogramsFromGrams(grams.purchases),
      sales: kilogramsFromGrams(grams.sales),
      available: kilogramsFromGrams(grams.available),
    })),
  }
}

function partToWire(actor: Actor, { key, grams, day, ...part }: Part): PositionPart {
  return { ...part, ...keyToWire(actor, key), dateISO: day, weight: kilogramsFromGrams(grams) }
}
