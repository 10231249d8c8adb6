import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { parseInstant, sayDate } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { filePlantings } from '../harvest/file-plantings.ts'
import { openBalances } from '../ledger/ledger.ts'
import type { Entered, NewRecord } from './create-record.ts'

/**
 * Makes a planting in each field: a standing crop, of which nothing is stock until it is harvested (domain.md §6).
 * It stands on the whole field where the body gives no area, and belongs to its harvest plan from the beginning.
 */
export async function createPlantings(
  trx: Transaction,
  actor: Actor,
  { body, commodity, owner, name, places }: NewRecord,
  path: string,
): Promise<Entered[]> {
  const { planting } = body.source
  const plantedAt = planting?.plantingAtUTC ? parseInstant(planting.plantingAtUTC, actor.timeZone) : null
  refuseFaults([
    ...(plantedAt === undefined ? [dateFault(`${path}source.planting.plantingAtUTC`)] : []),
    ...places.flatMap(({ own, path, areaHectares }) =>
      own && own.areaHectares > 0 && (areaHectares ?? 0) > own.areaHectares
        ? [fault(`${path}.area`, `is more than the field has: ${own.areaHectares} ha`, 'maximum')]
        : [],
    ),
  ])
  const rows = places.map(({ storageId, own, areaHectares }) => {
    const hectares = String(areaHectares ?? own?.areaHectares ?? 0)
    return {
      id: newId(actor.now.getTime()),
      keeper_id: actor.organisationId,
      owner_id: owner.id,
      owner_name: owner.name,
      storage_id: storageId,
      bay_id: null,
      name,
      kind: body.type,
      source: 'planting',
      commodity_id: commodity.commodityId,
      type_id: commodity.typeId,
      grade_id: commodity.gradeId,
      variety: commodity.variety,
      tag_ids: commodity.tagIds,
      harvest_year: body.harvestYear,
      segregation: commodity.segregation,
      tags: body.tags ?? [],
      area_hectares: hectares,
      remaining_area_hectares: hectares,
      expected_yield_grams_per_hectare: gramsFromKilograms(planting?.expectedYield ?? 0),
      planted_on: plantedAt ? sayDate(plantedAt, actor.timeZone) : null,
      planted_on_precision: plantedAt ? (planting?.plantingAtDateType ?? 'date') : null,
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
      updated_at: actor.now,
    }
  })
  await trx.insertInto('records').values(rows).execute()
  const ids = rows.map(({ id }) => id)
  await openBalances(trx, ids, actor.now)
  await filePlantings(trx, actor, { recordIds: ids })
  await trx
    .insertInto('record_changes')
    .values(
      ids.map((recordId) => ({
        record_id: recordId,
        type: 'created',
        effective_at: actor.now,
        message: 'Planting entered.',
        recorded_by: actor.userId,
        recorded_by_name: actor.userName,
        recorded_at: actor.now,
      })),
    )
    .execute()
  return ids.map((recordId) => ({ recordId, movementId: null }))
}
