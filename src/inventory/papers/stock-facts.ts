import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { readPosition } from '../records/position.ts'
import type { CountFacts, StockFacts, StockLine } from './facts.ts'
import type { PaperNow } from './store-paper.ts'
import { issuerOf } from './load-facts.ts'
import { stockUnitFor } from './stock-unit.ts'

const MOST_LINES = 2000

type PositionLine = Awaited<ReturnType<typeof readPosition>>['lines'][number]

/** All stock at a moment, as the position says it. */
export async function stockNow(db: Kysely<Tables>, actor: Actor, at: Date): Promise<PaperNow<'stock'>> {
  const { totals, perCommodity, lines } = await readPosition(db, actor, at)
  const facts: StockFacts = {
    issuer: issuerOf(actor),
    at: at.toISOString(),
    totals,
    perCommodity: perCommodity.map(({ commodity, ...sums }) => ({
      commodityId: commodity.id,
      commodity: commodity.name,
      ...sums,
    })),
    lines: lines.slice(0, MOST_LINES).map((line) => lineOf(actor, line)),
    leftOut: Math.max(0, lines.length - MOST_LINES),
  }
  return { kind: 'stock', subject: `at:${facts.at}`, facts, basis: [totals, lines] }
}

function lineOf({ organisationId }: Actor, line: PositionLine): StockLine {
  return {
    grain: grainOf(line),
    owner: line.ownerName,
    isOwn: line.owned,
    storer: line.storerId === organisationId ? '' : line.storerName,
    store: line.storageName,
    bay: line.substorageName,
    weight: line.weight,
  }
}

function grainOf({ commodity, type, grade, variety, harvestYear }: PositionLine) {
  return {
    commodityId: commodity.id,
    commodity: commodity.name,
    type: type.name,
    grade: grade.name,
    variety,
    harvestYear,
  }
}

interface BayRow {
  storage_id: string
  storage_name: string
  bay_id: number
  bay_name: string
}

/**
 * The bays of the caller's stores, or of one of them, with what should lie in each at a moment.
 *
 * @throws Refusal `not_found` for a store that is not the caller's
 */
export async function countFacts(
  db: Kysely<Tables>,
  actor: Actor,
  { at, storageId }: { at: Date; storageId?: string | undefined },
): Promise<CountFacts> {
  const { bays, position } = await inOneMoment(db, async (moment) => ({
    bays: await findBays(moment, actor, storageId),
    position: await readPosition(moment, actor, at),
  }))
  if (storageId !== undefined && bays.length === 0) throw notFound('store', storageId, { within: 'yours' })
  const lotsOf = Map.groupBy(position.lines, ({ substorageId }) => substorageId)
  const shown = bays.slice(0, MOST_LINES)
  const stores = [...Map.groupBy(shown, ({ storage_id }) => storage_id).values()].map((own) => ({
    name: own[0]?.storage_name ?? '',
    bays: own.map(({ bay_id, bay_name }) => ({
      name: bay_name,
      lots: (lotsOf.get(bay_id) ?? []).map((line) => ({
        grain: grainOf(line),
        owner: line.owned ? '' : line.ownerName,
        weight: line.weight,
        unit: stockUnitFor(actor, line.commodity.id),
      })),
    })),
  }))
  return {
    issuer: issuerOf(actor),
    at: at.toISOString(),
    unit: stockUnitFor(actor),
    stores,
    leftOut: bays.length - shown.length,
  }
}

async function findBays(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  storageId: string | undefined,
): Promise<BayRow[]> {
  if (storageId !== undefined && !isId(storageId)) return []
  const { rows } = await sql<BayRow>`
    select s.id as storage_id, s.name as storage_name, b.id as bay_id, b.name as bay_name
    from storages s join bays b on b.storage_id = s.id
    where s.organisation_id = ${organisationId} and s.type = 'store' and (${storageId ?? null}::uuid is null or s.id = ${storageId ?? null}::uuid)
    order by lower(s.name) collate "C", s.id, b.id`.execute(db)
  return rows
}
