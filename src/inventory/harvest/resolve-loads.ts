import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { commodityName, findType } from '../../system/commodities/catalogue.ts'
import { sampleFaults } from '../records/add-sample.ts'
import { chooseBay, findOwnPlaces, getKeptRecords, type OwnPlace } from '../records/places.ts'
import { lockPlantings, type OwnPlan, type OwnPlanting } from './own-plan.ts'
import type { AddLoadsBody } from './schema.ts'

type Body = AddLoadsBody[number]
type Source = Awaited<ReturnType<typeof getKeptRecords>>[number]

/** A load with everything that its body names looked up. */
export interface ResolvedLoad {
  body: Body
  source: Source
  place: { storageId: string; bayId: number }
  effectiveAt: Date
}

/**
 * Looks up all that loads name: the crop they are taken off, and the bay they go to.
 *
 * @throws Refusal every fault of all loads at once
 */
export async function resolveLoads(
  trx: Transaction,
  actor: Actor,
  plan: OwnPlan,
  body: AddLoadsBody,
): Promise<ResolvedLoad[]> {
  const plantings = await lockPlantings(trx, plan.id)
  const stores = await findOwnPlaces(
    trx,
    actor,
    body.map(({ storageId }) => storageId),
  )
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

async function loadFaults(
  trx: Transaction,
  actor: Actor,
  plan: OwnPlan,
  load: Body,
  path: string,
): Promise<Fault[]> {
  return [
    ...(load.commodityId === plan.commodity_id
      ? []
      : [
          fault(
            `${path}commodityId`,
            `is not the commodity of this plan: ${commodityName(actor.countryISO, plan.commodity_id)}, ${plan.commodity_id}`,
            'contradiction',
          ),
        ]),
    ...(load.commodityGroupId === plan.type_id
      ? []
      : [
          fault(
            `${path}commodityGroupId`,
            `is not the commodity type of this plan: ${findType(plan.type_id)?.name}, ${plan.type_id}`,
            'contradiction',
          ),
        ]),
    ...(parseInstant(load.dateISO, actor.timeZone) ? [] : [dateFault(`${path}dateISO`)]),
    ...(gramsFromKilograms(load.weightNet) > 0
      ? []
      : [fault(`${path}weightNet`, 'must be more than 0', 'minimum')]),
    ...(load.sample
      ? await sampleFaults(trx, actor, { ...plan, source: 'planting' }, load.sample, `${path}sample.`)
      : []),
  ]
}

function bayOf(
  stores: Map<string, OwnPlace>,
  load: Body,
  path: string,
): { bayId: number } | { fault: Fault } {
  const store = stores.get(load.storageId)
  if (!store) return { fault: fault(`${path}storageId`, `there is no storage ${load.storageId}`, 'unknown') }
  return chooseBay(store, load.substorageId, path)
}

function plantingFor(plantings: OwnPlanting[]): OwnPlanting {
  const planting = plantings.find(({ remaining }) => remaining > 0) ?? plantings[0]
  if (!planting) throw new Error('unreachable: a field without plantings was refused')
  return planting
}
