import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { paired } from '../../kernel/paired.ts'
import { dayAlone, skippedTimes } from '../../kernel/time.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import { findHarvestTerms, intakeTermColumns, type IntakeTerms } from '../contracts/intake-terms.ts'
import { shrinkGrams } from '../contracts/rules.ts'
import { nextPostingIds, type Posted, type Recount } from '../ledger/ledger.ts'
import { arrivalOf } from '../movements/create-movements.ts'
import {
  completionColumns,
  driverColumns,
  intakeDefaults,
  missingActions,
  postingOf,
} from '../movements/rules.ts'
import { insertSample, saysNothing } from '../records/add-sample.ts'
import type { Measurement } from '../stock/blend-rules.ts'
import { measurementsOf } from '../records/measurement-rules.ts'
import { driedTo, measuredAgain, moistureOf } from '../stock/quality-rules.ts'
import { changesOf, mergeOne, type Arrival, type MergeResult } from '../stock/merge-stock.ts'
import { changeStock, type StockStep } from '../stock/change-stock.ts'
import { unmeasuredBays } from '../stock/unmeasured-bays.ts'
import { conflictsByBay, type Arrived } from '../stock/effects.ts'
import { insertLoadTickets } from './load-tickets.ts'
import { getOwnPlan } from './own-plan.ts'
import { resolveLoads, type ResolvedLoad } from './resolve-loads.ts'
import type { AddLoadsBody } from './schema.ts'

/** Grain that came in, and the number of the movement that brought it. */
export type Brought = Arrived & { movementId: number; effectiveAt: Date }

/**
 * Brings loads in from the fields of a plan: each is a movement from the planting to a bay, one ledger entry from
 * `harvest` (rules.md §6). What was measured of a load describes it where it joins other stock. Where several
 * plantings of the plan stand in a field, the oldest with area left is harvested unless a load names another; where they
 * are not one owner's, it has to. A crop that is somebody else's comes in under their storage contract, and is dried as
 * that says. All or none.
 *
 * @returns what came in by which movement, in the order of the body
 * @throws Refusal every fault at once; `incompatible_stock`
 */
export async function addLoads(
  trx: Transaction,
  actor: Actor,
  planId: string,
  body: AddLoadsBody,
): Promise<Brought[]> {
  const plan = await getOwnPlan(trx, actor, planId)
  const loads = await resolveLoads(trx, actor, plan, body)
  const entering: EnteringLoad[] = []
  for (const load of loads) entering.push(await validate(trx, actor, load))
  const bayIds = loads.map(({ place }) => place.bayId)
  const contractIds = entering.map(({ terms }) => terms.contractId)
  const { result: ids, outcome } = await changeStock(trx, actor, {
    lock: { bayIds },
    contractIds,
    plan: () => bringIn(trx, actor, entering),
  })
  const movementIds = ids.map(({ movementId }) => movementId)
  const { recordIds } = outcome
  await appendEvents(trx, actor, [
    { type: 'harvest.loads_added', subject: planId, data: { ids: movementIds, recordIds } },
    {
      type: 'movement.created',
      subject: movementIds.join(','),
      data: { ids: movementIds, type: 'internal', recordIds },
    },
  ])
  const conflictsIn = conflictsByBay(outcome, bayIds)
  const unmeasured = await unmeasuredBays(trx, actor, bayIds, plan.commodity_id)
  return paired(entering, ids).map(
    ([{ body: load, effectiveAt, place }, { movementId, merged, recounts }]) => ({
      movementId,
      effectiveAt,
      recounts,
      changes: changesOf(merged, outcome.recomputed),
      conflicts: conflictsIn(place.bayId),
      warnings: [...(unmeasured.get(place.bayId) ?? []), ...skippedTimes(load.dateISO, actor.timeZone)],
      daysAlone: dayAlone(load.dateISO, actor.timeZone),
    }),
  )
}

/** What is to come in: what was measured of it, the stock that it is, and the terms that it comes in under. */
interface EnteringLoad extends ResolvedLoad {
  quality: Record<string, Measurement>
  arrival: Arrival
  terms: IntakeTerms
}

async function validate(trx: Transaction, actor: Actor, load: ResolvedLoad): Promise<EnteringLoad> {
  const quality = measuredOf(load)
  const arrival = described(load, quality)
  const { kind, description, effectiveAt } = arrival
  const { typeId, gradeId } = description
  const terms = await findHarvestTerms(trx, actor, { ...kind, typeId, gradeId, effectiveAt, quality })
  return { ...load, quality, arrival, terms }
}

/** Load by load: the next one finds the parcel as this one leaves it. */
async function* bringIn(
  trx: Transaction,
  actor: Actor,
  loads: EnteringLoad[],
): AsyncGenerator<StockStep, { movementId: number; merged: MergeResult; recounts: Recount[] }[], Posted> {
  const entered: { movementId: number; merged: MergeResult; recounts: Recount[] }[] = []
  const ids = await nextPostingIds(trx, loads.length)
  const tickets = insertLoadTickets(
    trx,
    actor,
    loads.map(({ weighed }) => weighed),
  )
  for (const [[load, id], ticket] of paired(paired(loads, ids), tickets)) {
    const { arrival, terms, effectiveAt } = load
    const grams = arrival.grams - shrinkGrams(terms.drying, arrival.grams)
    const dried = driedTo(arrival.description, terms.drying)
    const description = { ...dried, uncleanedShare: terms.requiresCleaning ? 1 : 0 }
    const merged = await mergeOne(trx, actor, load.place, { ...arrival, description, grams })
    await insertLoad(trx, actor, id, load, merged, ticket)
    const movement = {
      ...intakeDefaults,
      id,
      effectiveAt,
      source: { recordId: load.source.id, isPlanting: true },
      destinationRecordId: merged.recordId,
      senderId: null,
      grams: arrival.grams,
      drying: terms.drying,
    }
    const { recounts } = yield { postings: [postingOf(movement)], loads: [movement] }
    entered.push({ movementId: id, merged, recounts })
  }
  return entered
}

/** What was measured of a load. Its moisture is the one that the load says, else that of its sample. */
function measuredOf({ body }: ResolvedLoad): Record<string, Measurement> {
  const sampled = measurementsOf(body.sample?.fields ?? [])
  return body.moisture === null ? sampled : { ...sampled, Moisture: { value: body.moisture, metric: '%' } }
}

/** The stock of a load: as the crop is described, and as this load was measured and graded. */
function described(
  { body, source, effectiveAt, weighed }: ResolvedLoad,
  quality: Record<string, Measurement>,
): Arrival {
  const arrival = arrivalOf(source, weighed.grams, effectiveAt)
  const gradeId = body.sample?.commodityGradeId || arrival.description.gradeId
  const description = {
    ...arrival.description,
    gradeId,
    quality: measuredAgain(arrival.description.quality, quality),
  }
  return { ...arrival, description }
}

async function insertLoad(
  trx: Transaction,
  actor: Actor,
  id: number,
  { body, source, quality, arrival, terms, weighed }: EnteringLoad,
  { recordId }: MergeResult,
  ticketColumnsOfLoad: ReturnType<typeof insertLoadTickets>[number],
): Promise<void> {
  const { grams, effectiveAt, description } = arrival
  const { driverName: name, driverRegistration: vehicleRegistration } = body
  const lorry = {
    type: 'internal',
    ...driverColumns({ name, vehicleRegistration, loadReference: weighed.reference }),
    ...weighed.scales,
    weight_grams: grams,
  }
  const ticket = weighed.fileId
  await trx
    .insertInto('movements')
    .values({
      id,
      organisation_id: actor.organisationId,
      ...lorry,
      ...completionColumns(missingActions(lorry).outstanding === 0, actor.now),
      weighbridge_file_id: ticket,
      ...ticketColumnsOfLoad,
      effective_at: effectiveAt,
      record_id: source.id,
      source_record_id: source.id,
      destination_record_id: recordId,
      ...intakeTermColumns(terms, grams),
      commodity_id: source.commodity_id,
      type_id: description.typeId,
      grade_id: description.gradeId,
      variety: description.variety,
      tag_ids: description.tagIds,
      quality: JSON.stringify(description.quality),
      is_joined: effectiveAt <= actor.now,
      harvest_moisture_percentage: moistureOf(quality) ?? null,
      harvest_temperature_celsius: body.temperature,
      recorded_by: actor.userId,
      recorded_by_name: actor.userName,
      recorded_at: actor.now,
    })
    .execute()
  if (ticket) await shareFiles(trx, actor, [ticket], source.owner_id, 'weighbridge.file')
  if (body.sample && !saysNothing(body.sample))
    await insertSample(trx, actor, { recordId, movementId: id, sample: body.sample })
}
