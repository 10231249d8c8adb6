import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, isFault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { paired } from '../../kernel/paired.ts'
import { momentOf } from '../../kernel/time.ts'
import { commodityName, findType } from '../../system/commodities/catalogue.ts'
import { fileFault, findOwnFiles } from '../../system/files/find-files.ts'
import type { NewTicket } from '../movements/tickets/insert-ticket.ts'
import { weighLoads, weightFaultsOf, type WeighedLoad } from './load-tickets.ts'
import { sampleFaults } from '../records/add-sample.ts'
import { getStoredRecords, type StoredRecord } from '../stock/stored-records.ts'
import { chooseBay, findOwnPlaces, type OwnBay, type OwnPlace } from '../records/own-places.ts'
import { lockPlantings, type OwnPlan, type OwnPlanting } from './own-plan.ts'
import type { AddLoadsBody } from './schema.ts'

type Body = AddLoadsBody[number]

/** A load with everything that its body names looked up. */
export interface ResolvedLoad {
  body: Body
  source: StoredRecord
  place: { storageId: string; bayId: number }
  effectiveAt: Date
  weighed: WeighedLoad
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
  const faults: Fault[] = weightFaultsOf(body)
  const weights = weighLoads(body)
  const found: (Omit<ResolvedLoad, 'source'> & { plantingId: string })[] = []
  for (const [index, load] of body.entries()) {
    const path = `[${index}].`
    const planting = plantingOf(plantings, load, path)
    const bay = bayOf(stores, load, path)
    const effectiveAt = momentOf(load.dateISO, actor)
    faults.push(...(await loadFaults(trx, actor, plan, load, path)), ...[planting, bay].filter(isFault))
    const weighed = weights[index]
    if (isFault(planting) || isFault(bay) || !effectiveAt || !weighed) continue
    const place = { storageId: load.storageId, bayId: bay.id }
    found.push({ body: load, plantingId: planting.id, place, effectiveAt, weighed })
  }
  refuseFaults(faults)
  const sources = await getStoredRecords(
    trx,
    actor,
    found.map(({ plantingId }) => plantingId),
  )
  const loads = paired(found, sources).map(([load, source]) => ({ ...load, source }))
  refuseFaults(severalOwners(loads))
  return loads
}

async function loadFaults(
  trx: Transaction,
  actor: Actor,
  plan: OwnPlan,
  load: Body,
  path: string,
): Promise<Fault[]> {
  const ticket = load.ticket?.file ?? load.weighbridge?.file
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
    ...(momentOf(load.dateISO, actor) ? [] : [dateFault(`${path}dateISO`)]),
    ...(ticket?.id
      ? fileFault(
          `${path}${load.ticket ? 'ticket' : 'weighbridge'}.file`,
          ticket,
          await findOwnFiles(trx, actor.organisationId, [ticket.id]),
        )
      : []),
    ...(load.sample
      ? await sampleFaults(trx, actor, { ...plan, source: 'planting' }, load.sample, `${path}sample.`)
      : []),
  ]
}

function bayOf(stores: Map<string, OwnPlace>, load: Body, path: string): OwnBay | Fault {
  const store = stores.get(load.storageId)
  if (!store) return fault(`${path}storageId`, `there is no storage ${load.storageId}`, 'unknown')
  return chooseBay(store, load.substorageId, path)
}

/**
 * The planting that a load comes off: the one that it names, or else the oldest of its field with area left. That says nothing of whose
 * grain it is, as what remains is said of the field and not of an owner: where crops of several owners stand there, a load has to name one.
 */
function plantingOf(
  plantings: Map<string, OwnPlanting[]>,
  { fieldId, plantingId }: Body,
  path: string,
): OwnPlanting | Fault {
  const inField = plantings.get(fieldId) ?? []
  const [oldest] = inField
  if (!oldest) return fault(`${path}fieldId`, `is not a field of this plan: ${fieldId}`, 'unknown')
  if (plantingId) {
    const lack = `is not a planting of this plan in “${oldest.fieldName}”: ${plantingId}`
    return inField.find(({ id }) => id === plantingId) ?? fault(`${path}plantingId`, lack, 'unknown')
  }
  if (inField.some(({ ownerId }) => ownerId !== oldest.ownerId)) {
    const crops = inField.map(({ id, ownerName }) => `${id} (${ownerName})`).join(', ')
    const lack = `is needed to say which crop the load comes off, for those in “${oldest.fieldName}” are of several owners: ${crops}`
    return fault(`${path}plantingId`, lack, 'required')
  }
  return inField.find(({ remaining }) => remaining > 0) ?? oldest
}

/** Whoever owns one part of a lorry's load reads what all of it weighed. */
function severalOwners(loads: ResolvedLoad[]): Fault[] {
  const owners = new Map<NewTicket, string>()
  return loads.flatMap(({ weighed: { ticket }, source }, index) => {
    if (!ticket) return []
    const owner = owners.get(ticket.given) ?? source.owner_id
    owners.set(ticket.given, owner)
    return owner === source.owner_id
      ? []
      : [fault(`[${index}].ticket`, 'is for the crop of one owner', 'contradiction')]
  })
}
