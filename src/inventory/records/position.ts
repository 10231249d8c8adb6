import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import {
  cellsOf,
  momentColumns,
  type TableCell,
  type TableColumns,
  type TableFile,
} from '../../http/table.ts'
import { closed, named, NamedId } from '../../http/validate/schema.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import { lastCount, lastCountFields, lastCountToWire, type LastCountColumns } from './last-count.ts'
import { balanceAt, recordRow, recordsWithStock } from '../ledger/ledger.ts'
import { ownerOfRecord } from '../partners/party-names.ts'
import { CountsAs, countsAs, sums, sumsOf, type CountedSum } from './position-sums.ts'

const PositionLine = named('PositionLine', {
  commodity: NamedId,
  type: NamedId,
  grade: NamedId,
  variety: Type.String(),
  harvestYear: Type.String(),
  ownerId: Type.String(),
  ownerName: Type.String(),
  owned: Type.Boolean({ description: 'Whether it is yours.' }),
  storerId: Type.String({ description: 'Who keeps it.' }),
  storerName: Type.String(),
  storageId: Type.String(),
  storageName: Type.String(),
  substorageId: Type.Integer(),
  substorageName: Type.String(),
  recordId: Type.String(),
  weight: Type.Number({
    description: 'Kilograms, never 0; negative where the plan takes more than is there.',
  }),
  countsAs: CountsAs,
  ...lastCountFields,
})
type PositionLine = Static<typeof PositionLine>

export const Position = named('Position', {
  at: Type.String({
    description: 'The instant that was asked for; of a date alone, the last millisecond of that day.',
  }),
  totals: closed(sums),
  perCommodity: Type.Array(closed({ commodity: NamedId, ...sums }), { description: 'Heaviest first.' }),
  lines: Type.Array(PositionLine, { description: 'One for each parcel, by commodity, place and bay.' }),
})
type Position = Static<typeof Position>

interface Row extends LastCountColumns {
  id: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  harvest_year: string
  owner_id: string
  owner_name: string
  keeper_id: string
  keeper_name: string
  storage_id: string | null
  storage_name: string | null
  bay_id: number | null
  bay_name: string | null
  grams: number
}

/** All stock that the caller owns or keeps at a moment, past or future: one statement (rules.md §2). */
export async function readPosition(db: Kysely<Tables>, actor: Actor, at: Date): Promise<Position> {
  const rows = await findStock(db, actor, at)
  return {
    at: at.toISOString(),
    totals: sumsOf(rows.map((row) => countedOf(actor, row))),
    perCommodity: perCommodity(actor, rows),
    lines: rows.map((row) => lineOf(actor, row)),
  }
}

/** Sums up the stock that the caller owns or stores at a moment, by commodity, the most first. */
export async function findCommodityTotals(
  db: Kysely<Tables>,
  actor: Actor,
  at: Date,
): Promise<Position['perCommodity']> {
  return perCommodity(actor, await findStock(db, actor, at))
}

function perCommodity(actor: Actor, rows: Row[]): Position['perCommodity'] {
  return [...Map.groupBy(rows, (row) => row.commodity_id)]
    .map(([id, own]) => ({
      commodity: namedCommodity(actor.countryISO, id),
      ...sumsOf(own.map((row) => countedOf(actor, row))),
    }))
    .sort((a, b) => heaviness(b) - heaviness(a) || a.commodity.id - b.commodity.id)
}

const heaviness = ({ owned, stored, offered, short }: Position['totals']) => owned + stored + offered - short

/** Few of all records there ever were have stock. As an array of ids they are looked up one by one, however many the planner expects. */
async function findStock(db: Kysely<Tables>, actor: Actor, at: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.commodity_id, r.type_id, r.grade_id, r.variety, r.harvest_year, r.owner_id, ${ownerOfRecord} as owner_name,
      r.keeper_id, keeper.name as keeper_name, r.storage_id, s.name as storage_name, r.bay_id, bays.name as bay_name,
      standing.grams, last_count.at as last_counted_at, last_count.grams as last_count_grams
    from records r
    cross join lateral (select ${balanceAt(recordRow(sql`r`), at)} as grams offset 0) standing
    join organisations keeper on keeper.id = r.keeper_id
    left join storages s on s.id = r.storage_id
    left join lateral ${lastCount(at)} last_count on true
    left join lateral (select name from bays where id = r.bay_id offset 0) bays on true
    where r.id = any(array(select record_id from ${recordsWithStock(actor.organisationId, at)} candidate))
      and r.source <> 'planting' and standing.grams <> 0
    order by r.commodity_id, r.type_id, lower(coalesce(s.name, '')) collate "C", r.bay_id, r.id`.execute(db)
  return rows
}

function countedOf({ organisationId }: Actor, row: Row): CountedSum & { grams: number } {
  return {
    isOwn: row.owner_id === organisationId,
    isSomewhere: row.storage_id !== null,
    grams: row.grams,
  }
}

function lineOf(actor: Actor, row: Row): PositionLine {
  const { organisationId, countryISO } = actor
  return {
    commodity: namedCommodity(countryISO, row.commodity_id),
    type: namedType(row.type_id),
    grade: namedGrade(row.grade_id),
    variety: row.variety,
    harvestYear: row.harvest_year,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    owned: row.owner_id === organisationId,
    storerId: row.keeper_id,
    storerName: row.keeper_name,
    storageId: row.storage_id ?? '',
    storageName: row.storage_name ?? '',
    substorageId: row.bay_id ?? 0,
    substorageName: row.bay_name ?? '',
    recordId: row.id,
    weight: kilogramsFromGrams(row.grams),
    countsAs: countsAs(countedOf(actor, row), row.grams),
    ...lastCountToWire(row, readingUnit(countryISO, row.commodity_id)),
  }
}

/** The lines of a position as CSV. */
export function positionTable(db: Kysely<Tables>, actor: Actor, at: Date): TableFile {
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const row of await findStock(db, actor, at))
      yield cellsOf(columns, lineOf(actor, row), actor.timeZone)
  }
  return { fileName: 'position', columns: Object.keys(columns), rows: rows() }
}

const columns: TableColumns<PositionLine> = {
  commodity: ({ commodity }) => commodity.name,
  type: ({ type }) => type.name,
  grade: ({ grade }) => grade.name,
  variety: ({ variety }) => variety,
  harvestYear: ({ harvestYear }) => harvestYear,
  ownerId: ({ ownerId }) => ownerId,
  owner: ({ ownerName }) => ownerName,
  owned: ({ owned }) => owned,
  storer: ({ storerName }) => storerName,
  storage: ({ storageName }) => storageName,
  substorageId: ({ substorageId }) => substorageId || '',
  substorage: ({ substorageName }) => substorageName,
  recordId: ({ recordId }) => recordId,
  weight: ({ weight }) => weight,
  countsAs: ({ countsAs: sum }) => sum,
  ...momentColumns<PositionLine>(
    'lastCounted',
    'lastCountedAtUTC',
    ({ lastCountedAtUTC }) => lastCountedAtUTC,
  ),
  lastCountVariance: ({ lastCountVariance }) => lastCountVariance?.weight ?? '',
}
