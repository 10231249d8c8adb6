import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { findPlantingFigures, isGivenAway } from '../harvest/planting-figures.ts'
import { commodityLabel, plainLabel, type FindLines } from './asked.ts'

interface BecameRow {
  planting_id: string
  field_id: string
  field_name: string
  /** Grams as they lie in stores, dried off on the way there, and sent straight off the field to others. */
  stored: number
  dried: number
  sent_off: number
}

/** The season of a harvest year: what each field brought by variety, on which area, how moist, and where its loads went. */
export const findSeason: FindLines = async (
  db,
  actor,
  { harvestYear, commodityId, storageId, partnerId },
) => {
  const where = sql`r.keeper_id = ${actor.organisationId} and r.harvest_year = ${harvestYear} and not ${isGivenAway}
    ${commodityId === undefined ? sql`` : sql`and r.commodity_id = ${commodityId}`}
    ${storageId === undefined ? sql`` : sql`and r.storage_id = ${storageId}::uuid`}
    ${partnerId === undefined ? sql`` : sql`and r.owner_id = ${partnerId}`}`
  const plantings = await findPlantingFigures(db, actor, where)
  const became = await findBecame(
    db,
    actor,
    plantings.map(({ id }) => id),
  )
  return plantings.map((planting) => {
    const its = became.get(planting.id)
    return {
      group: commodityLabel(actor, planting.commodityId),
      labels: [plainLabel(planting.variety), { id: planting.fieldId, name: its?.field_name ?? '' }],
      commodityId: planting.commodityId,
      amounts: {
        area: planting.area,
        areaHarvested: planting.area - planting.remaining,
        harvested: planting.harvestedGrams,
        moistureGrams: planting.measuredGrams,
        moistureSum: planting.gramsTimesMoisture,
        intoStore: its?.stored ?? 0,
        dried: its?.dried ?? 0,
        sentOff: its?.sent_off ?? 0,
      },
    }
  })
}

async function findBecame(
  db: Kysely<Tables>,
  { organisationId, now }: Actor,
  ids: string[],
): Promise<Map<string, BecameRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<BecameRow>`
    select r.id as planting_id, coalesce(r.storage_id::text, '') as field_id, coalesce(s.name, '') as field_name, went.stored, went.dried, went.sent_off
    from records r left join storages s on s.organisation_id = r.keeper_id and s.id = r.storage_id
    cross join lateral (
      select coalesce(sum(m.weight_grams - m.shrink_grams) filter (where m.destination_record_id is not null), 0)::bigint as stored,
        coalesce(sum(m.shrink_grams) filter (where m.destination_record_id is not null), 0)::bigint as dried,
        coalesce(sum(m.weight_grams) filter (where m.destination_record_id is null), 0)::bigint as sent_off
      from movements m
      where m.organisation_id = r.keeper_id and m.source_record_id = r.id and m.status <> 'deleted' and m.effective_at <= ${now}) went
    where r.keeper_id = ${organisationId} and r.id = ${anyOf(ids, 'uuid')}`.execute(db)
  return new Map(rows.map((row) => [row.planting_id, row]))
}
