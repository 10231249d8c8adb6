import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { allSettled } from '../../kernel/all-settled.ts'
import { dateFault, fault, isFault, notFound, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { paired } from '../../kernel/paired.ts'
import { momentOf } from '../../kernel/time.ts'
import { fileFault, findAttachableFiles } from '../../system/files/find-files.ts'
import { gradeReasonOf, lateFaults } from '../load-texts.ts'
import type { NewTicket } from '../loads/tickets/insert-ticket.ts'
import { remainingFaults } from './adjust-remaining-area.ts'
import { weighLoads, weightFaultsOf, type HarvestTicketLoad } from './load-tickets.ts'
import { findHarvestTerms, type IntakeTerms } from '../contracts/intake-terms.ts'
import { shrinkGrams } from '../contracts/rules.ts'
import { sampleFaults } from '../records/add-sample.ts'
import { measurementsOf } from '../records/measurement-rules.ts'
import type { Description, Measurement } from '../stock/blend-rules.ts'
import type { Arrival } from '../stock/merge-stock.ts'
import { driedTo, measuredAgain, moistureOf } from '../stock/quality-rules.ts'
import { arrivalOf, type StoredRecord } from '../stock/stored-records.ts'
import { chooseBay, findPlacesWithBays, type BayOfPlace, type PlaceWithBays } from '../records/find-places.ts'
import { message } from '../../words/catalogue.ts'
import { commodityNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import {
  findPlanWithPlantings,
  lockPlantings,
  type PlanWithPlantings,
  type PlantingOfPlan,
} from './get-plan.ts'
import type { AddLoadsBody } from './schema.ts'

type Body = AddLoadsBody[number]

/** A load with what its body names looked up, but for the crop. */
export interface NamedLoad {
  body: Body
  planting: PlantingOfPlan
  place: { storageId: string; bayId: number }
  effectiveAt: Date
  /** In which a moment without a zone is read. */
  timeZone: string
  weighed: HarvestTicketLoad
}

/** A load to come in: its stock, and the terms that it comes in under. */
export interface ResolvedLoad extends NamedLoad {
  source: StoredRecord
  /** As it was measured, in per cent. */
  moisture: number | null
  /** As the crop is described, and as this load was measured and graded. */
  described: Description
  terms: IntakeTerms
  /** As it joins what lies in the bay, dried as its terms say. */
  arrival: Arrival
}

/** Loads of a plan with what they name. */
export interface ResolvedLoads {
  plan: PlanWithPlantings
  loads: NamedLoad[]
}

/** The things that loads of some plans name, looked up together. */
export interface LookedUp {
  /** By the ids that are asked for; none where a plan is not there. */
  plans: ReadonlyMap<string, { plan: PlanWithPlantings; plantings: Map<string, PlantingOfPlan[]> }>
  stores: Map<string, PlaceWithBays>
}

/** Looks up the plans that loads are of, with their plantings locked, and the stores that they go to: in one round trip. */
export async function lookUpPlans(
  trx: Transaction,
  actor: Actor,
  asked: { planId: string; body: AddLoadsBody }[],
): Promise<LookedUp> {
  const planIds = [...new Set(asked.map(({ planId }) => planId))].filter(isId).toSorted()
  const storageIds = asked.flatMap(({ body }) => body.map(({ storageId }) => storageId))
  const [stores, plans] = await allSettled([
    findPlacesWithBays(trx, actor, [...new Set(storageIds)]),
    allSettled(
      planIds.map((id) =>
        allSettled([findPlanWithPlantings(trx, actor, id), lockPlantings(trx, actor, id)] as const),
      ),
    ),
  ])
  const found = paired(planIds, plans).flatMap(([id, [plan, plantings]]) =>
    plan ? [[id, { plan, plantings }] as const] : [],
  )
  return { plans: new Map(found), stores }
}

/**
 * Resolves the names in loads of a plan: the crop they are taken off, and the bay they go to. The database is asked only of their files
 * and samples.
 *
 * @throws Refusal `not_found` for the plan; every fault of all loads at once
 */
export async function resolveLoads(
  trx: Transaction,
  actor: Actor,
  { planId, body }: { planId: string; body: AddLoadsBody },
  { plans, stores }: LookedUp,
): Promise<ResolvedLoads> {
  const { plan, plantings } = plans.get(planId) ?? {}
  if (!plan || !plantings) throw notFound('harvest plan', planId)
  const faults: Fault[] = [...weightFaultsOf(body, actor.weighing), ...remainingFaults(body, plantings)]
  const weights = weighLoads(body)
  const loads: NamedLoad[] = []
  for (const [index, load] of body.entries()) {
    const path = `[${index}].`
    const planting = plantingOf(plantings, load, path)
    const bay = bayOf(stores, load, path)
    const effectiveAt = momentOf(load.dateISO, actor)
    faults.push(...(await loadFaults(trx, actor, plan, load, path)), ...[planting, bay].filter(isFault))
    const weighed = weights[index]
    if (isFault(planting) || isFault(bay) || !effectiveAt || !weighed) continue
    const place = { storageId: load.storageId, bayId: bay.id }
    loads.push({ body: load, planting, place, effectiveAt, timeZone: actor.timeZone, weighed })
  }
  refuseFaults(faults)
  refuseFaults(severalOwners(loads))
  return { plan, loads }
}

/** The stock that a load is, and its terms, given the crop that it is taken off. The database is asked only where that is somebody else's. */
export async function withTerms(
  trx: Transaction,
  actor: Actor,
  load: NamedLoad,
  source: StoredRecord,
): Promise<ResolvedLoad> {
  const { body, weighed, effectiveAt } = load
  const quality = measuredOf(body)
  const undried = arrivalOf(source, weighed.grams, effectiveAt)
  const described = {
    ...undried.description,
    gradeId: body.sample?.commodityGradeId || undried.description.gradeId,
    quality: measuredAgain(undried.description.quality, quality),
  }
  const { typeId, gradeId } = described
  const terms = await findHarvestTerms(trx, actor, { ...undried.kind, typeId, gradeId, effectiveAt, quality })
  const arrival = {
    ...undried,
    grams: weighed.grams - shrinkGrams(terms.drying, weighed.grams),
    description: { ...driedTo(described, terms.drying), uncleanedShare: terms.requiresCleaning ? 1 : 0 },
    gradeReason: gradeReasonOf(body),
  }
  return { ...load, source, moisture: moistureOf(quality) ?? null, described, terms, arrival }
}

/** Collects the measurements of a load. Its moisture is the load's own, else that of its sample. */
function measuredOf({ moisture, sample }: Body): Record<string, Measurement> {
  const sampled = measurementsOf(sample?.fields ?? [])
  return moisture === null ? sampled : { ...sampled, Moisture: { value: moisture, metric: '%' } }
}

async function loadFaults(
  trx: Transaction,
  actor: Actor,
  plan: PlanWithPlantings,
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
            message('isOtherCommodity', {
              commodity: commodityNameFor(actor, plan.commodity_id) ?? '',
              id: plan.commodity_id,
            }),
            'contradiction',
          ),
        ]),
    ...(load.commodityGroupId === plan.type_id
      ? []
      : [
          fault(
            `${path}commodityGroupId`,
            message('isOtherType', {
              type: typeNameFor(actor, plan.type_id) ?? '',
              id: plan.type_id,
            }),
            'contradiction',
          ),
        ]),
    ...(momentOf(load.dateISO, actor) ? [] : [dateFault(`${path}dateISO`)]),
    ...lateFaults(path, load, actor.timeZone, momentOf(load.dateISO, actor)),
    ...(ticket?.id
      ? fileFault(
          `${path}${load.ticket ? 'ticket' : 'weighbridge'}.file`,
          ticket,
          await findAttachableFiles(trx, actor.organisationId, [ticket.id]),
        )
      : []),
    ...(load.sample
      ? await sampleFaults(trx, actor, { ...plan, source: 'planting' }, load.sample, `${path}sample.`)
      : []),
  ]
}

function bayOf(stores: Map<string, PlaceWithBays>, load: Body, path: string): BayOfPlace | Fault {
  const store = stores.get(load.storageId)
  if (!store)
    return fault(
      `${path}storageId`,
      message('doesNotExist', { what: 'storage', id: load.storageId }),
      'unknown',
    )
  return chooseBay(store, load.substorageId, path)
}

/**
 * The planting that a load comes off: the one that it names, or else the oldest of its field with area left. That says nothing of whose
 * grain it is, as what remains is said of the field and not of an owner: where crops of several owners stand there, a load has to name one.
 */
function plantingOf(
  plantings: Map<string, PlantingOfPlan[]>,
  { fieldId, plantingId }: Body,
  path: string,
): PlantingOfPlan | Fault {
  const inField = plantings.get(fieldId) ?? []
  const [oldest] = inField
  if (!oldest) return fault(`${path}fieldId`, message('isNoFieldOfPlan', { id: fieldId }), 'unknown')
  if (plantingId) {
    const lack = message('isNoPlantingOfPlan', { field: oldest.fieldName, id: plantingId })
    return inField.find(({ id }) => id === plantingId) ?? fault(`${path}plantingId`, lack, 'unknown')
  }
  if (inField.some(({ ownerId }) => ownerId !== oldest.ownerId)) {
    const crops = inField.map(({ id, ownerName }) => ({ id, owner: ownerName }))
    const lack = message('cropIsNotSaid', { field: oldest.fieldName, crops })
    return fault(`${path}plantingId`, lack, 'required')
  }
  return inField.find(({ remaining }) => remaining > 0) ?? oldest
}

/** Whoever owns one part of a lorry's load reads what all of it weighed. */
function severalOwners(loads: NamedLoad[]): Fault[] {
  const owners = new Map<NewTicket, string>()
  return loads.flatMap(({ weighed: { ticket }, planting }, index) => {
    if (!ticket) return []
    const owner = owners.get(ticket.given) ?? planting.ownerId
    owners.set(ticket.given, owner)
    return owner === planting.ownerId
      ? []
      : [fault(`[${index}].ticket`, message('ticketIsOfOneOwner', {}), 'contradiction')]
  })
}
