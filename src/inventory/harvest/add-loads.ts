import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { post } from '../ledger/ledger.ts'
import { arrivalOf } from '../movements/create-movements.ts'
import { nextFactIds } from '../movements/fact-ids.ts'
import { factOf } from '../movements/rules.ts'
import { insertSample, measurementsOf, sampleFaults } from '../records/add-sample.ts'
import { joinParcels, type Arrival, type Joined } from '../records/parcels.ts'
import { chooseBay, findOwnPlaces, getKeptRecords, lockBays, type OwnPlace } from '../records/places.ts'
import { getOwnPlan, lockPlantings, type OwnPlan, type OwnPlanting } from './own-plan.ts'
import type { AddLoadsBody } from './schema.ts'

type Body = AddLoadsBody[number]
type Source = Awaited<ReturnType<typeof getKeptRecords>>[number]

/** A load with everything that its body names looked up. */
interface Load {
  body: Body
  source: Source
  place: { storageId: string; bayId: number }
  effectiveAt: Date
}

/**
 * Brings loads in from the fields of a plan: each is a movement from the planting to a bay, one ledger entry from
 * `harvest` (domain.md §6). What was measured of a load describes it where it joins other stock. Where several
 * plantings of the plan stand in a field, the oldest with area left is harvested. All or none.
 *
 * @returns the numbers of the movements, in the order of the body
 * @throws Refusal every fault at once; `incompatible_stock`
 */
export async function addLoads(trx: Transaction, actor: Actor, planId: string, body: AddLoadsBody): Promise<number[]> {
  const plan = await getOwnPlan(trx, actor, planId)
  const loads = await resolveLoads(trx, actor, plan, body)
  await lockBays(trx, { bayIds: loads.map(({ place }) => place.bayId), recordIds: [] })
  const ids = await nextFactIds(trx, loads.length)
  for (const [index, load] of loads.entries()) await bringIn(trx, actor, ids[index] ?? 0, load)
  await appendEvent(trx, actor, { type: 'harvest.loads_added', subject: planId, data: { ids } })
  return ids
}

async function resolveLoads(trx: Transaction, actor: Actor, plan: OwnPlan, body: AddLoadsBody): Promise<Load[]> {
  const plantings = await lockPlantings(trx, plan.id)
  const stores = await findOwnPlaces(trx, actor, body.map(({ storageId }) => storageId))
  const faults: Fault[] = []
  for (const [index, load] of body.entries()) {
    faults.push(...(await loadFaults(trx, actor, plan, load, `[${index}].`)))
    if (!plantings.has(load.fieldId)) {
      faults.push(fault(`[${index}].fieldId`, `is not a field of this plan: ${load.fieldId}`, 'unknown'))
    }
    const bay = bayOf(stores, load, `[${index}].`)
    if ('fault' in bay) faults.push(bay.fault)
  }
  refuseFaults(faults)
  const chosen = body.map(({ fieldId }) => plantingFor(plantings.get(fieldId) ?? []).id)
  const sources = await getKeptRecords(trx, actor, chosen)
  return body.map((load, index) => {
    const bay = bayOf(stores, load, '')
    const effectiveAt = parseInstant(load.dateISO, actor.timeZone)
    const source = sources[index]
    if ('fault' in bay || !effectiveAt || !source) throw new Error('unreachable: the faults were refused')
    return { body: load, source, place: { storageId: load.storageId, bayId: bay.bayId }, effectiveAt }
  })
}

async function loadFaults(trx: Transaction, actor: Actor, plan: OwnPlan, load: Body, path: string): Promise<Fault[]> {
  return [
    ...(load.commodityId === plan.commodity_id
      ? []
      : [fault(`${path}commodityId`, `is not the commodity of this plan, ${plan.commodity_id}`, 'contradiction')]),
    ...(load.commodityGroupId === plan.type_id
      ? []
      : [fault(`${path}commodityGroupId`, `is not the commodity type of this plan, ${plan.type_id}`, 'contradiction')]),
    ...(parseInstant(load.dateISO, actor.timeZone)
      ? []
      : [fault(`${path}dateISO`, 'must be a date such as 2026-08-14 or 2026-08-14T09:30', 'date')]),
    ...(gramsFromKilograms(load.weightNet) > 0 ? [] : [fault(`${path}weightNet`, 'must be more than 0', 'minimum')]),
    ...(load.sample ? await sampleFaults(trx, actor, { ...plan, source: 'planting' }, load.sample, `${path}sample.`) : []),
  ]
}

function bayOf(stores: Map<string, OwnPlace>, load: Body, path: string): { bayId: number } | { fault: Fault } {
  const store = stores.get(load.storageId)
  if (!store) return { fault: fault(`${path}storageId`, `there is no storage ${load.storageId}`, 'unknown') }
  return chooseBay(store, load.substorageId, `${path}substorageId`)
}

function plantingFor(plantings: OwnPlanting[]): OwnPlanting {
  const planting = plantings.find(({ remaining }) => remaining > 0) ?? plantings[0]
  if (!planting) throw new Error('unreachable: a field without plantings was refused')
  return planting
}

/** One load: the next one finds the parcel as this one leaves it. */
async function bringIn(trx: Transaction, actor: Actor, id: number, load: Load): Promise<void> {
  const arrival = measured(load)
  const [joined] = await joinParcels(trx, actor, load.place, [arrival])
  if (!joined) throw new Error('one arrival joins one parcel')
  await insertLoad(trx, actor, id, load, arrival, joined)
  const fact = factOf({
    id,
    effectiveAt: load.effectiveAt,
    source: { recordId: load.source.id, isPlanting: true },
    destinationRecordId: joined.recordId,
    senderId: null,
    receiverId: null,
    grams: arrival.grams,
    sold: false,
    adjustment: null,
    emptiedReasonId: null,
  })
  await post(trx, { withdraw: [], facts: [fact] }, actor.now)
}

/** The stock of a load: as the crop is described, and as this load was measured and graded. */
function measured({ body, source, effectiveAt }: Load): Arrival {
  const arrival = arrivalOf(source, gramsFromKilograms(body.weightNet), effectiveAt)
  const { description } = arrival
  const quality = {
    ...description.quality,
    ...measurementsOf(body.sample?.fields ?? []),
    ...(body.moisture === null ? {} : { Moisture: { value: body.moisture, metric: '%' } }),
  }
  return { ...arrival, description: { ...description, gradeId: body.sample?.commodityGradeId || description.gradeId, quality } }
}

async function insertLoad(
  trx: Transaction,
  actor: Actor,
  id: number,
  { body, source }: Load,
  { grams, effectiveAt, description }: Arrival,
  { recordId }: Joined,
): Promise<void> {
  await trx
    .insertInto('movements')
    .values({
      id,
      organisation_id: actor.organisationId,
      type: 'internal',
      status: 'complete',
      effective_at: effectiveAt,
      record_id: source.id,
      source_record_id: source.id,
      destination_record_id: recordId,
      weight_grams: grams,
      commodity_id: source.commodity_id,
      type_id: description.typeId,
      grade_id: description.gradeId,
      variety: description.variety,
      tag_ids: description.tagIds,
      quality: JSON.stringify(description.quality),
      driver_name: body.driverName?.trim() || null,
      vehicle_registration: body.driverRegistration?.trim() || null,
      is_joined: effectiveAt <= actor.now,
      harvest_moisture_percentage: body.moisture,
      harvest_temperature_celsius: body.temperature,
      completed_at: actor.now,
      recorded_by: actor.userId,
      recorded_by_name: actor.userName,
      recorded_at: actor.now,
    })
    .execute()
  if (body.sample) await insertSample(trx, actor, { recordId, movementId: id, sample: body.sample })
}
