import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { CommodityKind } from '../../system/commodities/schema.ts'
import { tidyTags } from '../free-tags.ts'
import type { Description } from './blend-rules.ts'

/** Commodity as a body gives it, checked. */
export interface KnownCommodity {
  commodityId: number
  typeId: number
  gradeId: number | null
  variety: string
  tagIds: number[]
  segregation: string
}

/** A record to be made, stock or crop. */
export interface NewRow {
  id: string
  ownerId: string
  storageId: string | null
  bayId: number | null
  name: string
  kind: CommodityKind
  source: 'planting' | 'intake' | 'existing' | 'movement' | 'trade'
  commodity: KnownCommodity
  harvestYear: string
  tags: string[]
  quality?: Description['quality']
  uncleanedShare?: number
  /** Since when it is called what it is, where what came into it was called otherwise. */
  calledSince?: Date | null
  planting?: {
    /** To four decimals. */
    hectares: string
    expectedGramsPerHectare: number
    plantedOn: string | null
    precision: 'date' | 'month' | null
  }
  /** Of a planting. */
  harvestPlanId?: string | undefined
}

/** Makes records, however many, in one statement. Their balances are still to be opened. */
export async function insertRecords(
  trx: Transaction,
  { organisationId, userId, userName, now }: Actor,
  records: NewRow[],
): Promise<void> {
  const rows = records.map(({ ownerId, commodity, planting, ...row }) => ({
    id: row.id,
    owner_id: ownerId,
    storage_id: row.storageId,
    bay_id: row.bayId,
    name: row.name,
    kind: row.kind,
    source: row.source,
    commodity_id: commodity.commodityId,
    type_id: commodity.typeId,
    grade_id: commodity.gradeId,
    variety: commodity.variety,
    tag_ids: commodity.tagIds,
    harvest_year: row.harvestYear,
    segregation: commodity.segregation,
    tags: tidyTags(row.tags),
    quality: row.quality ?? {},
    uncleaned_share: row.uncleanedShare ?? 0,
    called_since: row.calledSince ?? null,
    // A crop in the field is what it is measured and graded as.
    first_description: planting ? null : firstDescription({ commodity, ...row }),
    area_hectares: planting?.hectares ?? null,
    expected_yield_grams_per_hectare: planting?.expectedGramsPerHectare ?? null,
    planted_on: planting?.plantedOn ?? null,
    planted_on_precision: planting?.precision ?? null,
    harvest_plan_id: row.harvestPlanId ?? null,
  }))
  await sql`
    insert into records (id, keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id,
      grade_id, variety, tag_ids, harvest_year, segregation, tags, quality, uncleaned_share, called_since, first_description, area_hectares, remaining_area_hectares,
      expected_yield_grams_per_hectare, planted_on, planted_on_precision, harvest_plan_id, created_by,
      created_by_name, created_at, updated_at)
    select id, ${organisationId}::uuid, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id,
      grade_id, variety, tag_ids, harvest_year, segregation, tags, quality, uncleaned_share, called_since, first_description, area_hectares, area_hectares,
      expected_yield_grams_per_hectare, planted_on, planted_on_precision, harvest_plan_id,
      ${userId}::uuid, ${userName}::text, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_populate_recordset(null::records, ${JSON.stringify(rows)}::jsonb)`.execute(trx)
}

function firstDescription({
  commodity,
  quality = {},
  uncleanedShare = 0,
}: Pick<NewRow, 'commodity' | 'quality' | 'uncleanedShare'>): Description {
  const { typeId, gradeId, variety, tagIds } = commodity
  return { typeId, gradeId, variety, tagIds, quality, uncleanedShare }
}
