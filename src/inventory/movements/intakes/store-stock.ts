import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import { shareFiles } from '../../../system/files/share-files.ts'
import { intakeTermColumns, type IntakeTerms } from '../../contracts/intake-terms.ts'
import { shrinkGrams } from '../../contracts/rules.ts'
import type { Posted } from '../../ledger/ledger.ts'
import { changeStock, type StockStep } from '../../stock/change-stock.ts'
import { unmeasuredBays } from '../../stock/unmeasured-bays.ts'
import { conflictsByBay, sayCounted } from '../../stock/effects.ts'
import {
  intakeDefaults,
  completionColumns,
  driverColumns,
  postingOf,
  missingActions,
  notWeighed,
  type Scales,
} from '../rules.ts'
import { insertSample, saysNothing } from '../../records/add-sample.ts'
import { sayChanges, type Description } from '../../stock/blend-rules.ts'
import { measurementsOf } from '../../records/measurement-rules.ts'
import { driedTo } from '../../stock/quality-rules.ts'
import { noteCleared } from '../../stock/clearings.ts'
import { insertChanges, type NewChange } from '../../stock/note-change.ts'
import { changesOf, mergeOne, type Arrival, type MergeResult } from '../../stock/merge-stock.ts'
import type { Entered, NewPlace, NewRecord } from './new-record.ts'
import { ticketOfIntake, type Incoming, type IntakeTicket } from './stock-faults.ts'
import { insertTicket, ticketColumns } from '../tickets/insert-ticket.ts'
import { givenPartGrams, scalesOfPart, storedShare } from '../tickets/rules.ts'

/** What of the stock goes to one place, if it goes to any. */
interface Part extends Omit<NewPlace, 'share'> {
  grams: number
  scales: Scales
  /** Of a ticket's net, as it is kept; null where the weight is given. */
  share: number | null
}

/**
 * Puts stock into bays: an intake, which makes a movement with driver and weighbridge, or stock that was there before
 * the books began, which is taken as brought by its owner. Stock of its kind that lies in the bay is joined.
 */
export async function storeStock(
  trx: Transaction,
  actor: Actor,
  stock: NewRecord,
  { sender, terms }: Incoming,
): Promise<Entered[]> {
  const { body, effectiveAt } = stock
  const ticket = ticketOfIntake(body)
  const parts = partsOf(stock, ticket)
  const ticketId = body.source.intake && parts.length > 1 ? insertTicket(trx, actor, ticket) : null
  const bayIds = parts.flatMap(({ bayId }) => (bayId === null ? [] : [bayId]))
  const { result, outcome } = await changeStock(trx, actor, {
    lock: { bayIds },
    contractIds: [terms.contractId],
    plan: () => storeParts(trx, actor, stock, { parts, sender, terms, ticketId }),
  })
  const conflictsIn = conflictsByBay(outcome, bayIds)
  const unmeasured = await unmeasuredBays(trx, actor, bayIds, stock.commodity.commodityId)
  return result.map(({ id, merged, posted, part: { bayId } }) => ({
    recordId: merged.recordId,
    isJoined: Boolean(body.source.intake) && !merged.isNew,
    intake: body.source.intake ? { movementId: id, effectiveAt } : null,
    changedRecordIds: [...new Set([...posted.recordIds, ...outcome.recomputed.keys()])],
    emptied: sayCounted(outcome, effectiveAt > actor.now, [id]),
    changes: changesOf(merged, outcome.recomputed),
    recounts: posted.recounts,
    conflicts: conflictsIn(bayId),
    warnings: unmeasured.get(bayId) ?? [],
  }))
}

interface StoredPart {
  id: number
  part: Part
  merged: MergeResult
  posted: Posted
}

/** Part by part: the next one finds the bay as this one leaves it. */
async function* storeParts(
  trx: Transaction,
  actor: Actor,
  stock: NewRecord,
  { parts, sender, terms, ticketId }: Incoming & { parts: Part[]; ticketId: string | null },
): AsyncGenerator<StockStep, StoredPart[], Posted> {
  const { body, effectiveAt, owner } = stock
  const stored: StoredPart[] = []
  for (const [index, part] of parts.entries()) {
    const ticket = ticketColumns(ticketId, index, part.share)
    const replacedRecordIds =
      body.adjustToZero && part.bayId !== null ? await clearOtherYears(trx, part.bayId, stock) : []
    const merged = await mergeOne(trx, actor, part, arrivalOfNew(stock, part, terms))
    const id = body.source.intake
      ? await insertIntake(trx, actor, stock, part, { joined: merged, sender, terms, ticket })
      : await insertChange(trx, actor, stock, part, merged)
    const { recordId: destinationRecordId } = merged
    const movement = {
      ...intakeDefaults,
      id,
      effectiveAt,
      source: null,
      destinationRecordId,
      senderId: body.source.intake ? sender.id : owner.id,
      grams: part.grams,
      replacedRecordIds,
      drying: terms.drying,
    }
    const posted = yield { postings: [postingOf(movement)], loads: [movement] }
    stored.push({ id, part, merged, posted })
  }
  return stored
}

/** How much goes where: the weighed net where one bay takes a whole lorry, else the weights the body gives, or shares of the net. */
function partsOf({ places }: NewRecord, { scales }: IntakeTicket): Part[] {
  const given = places.map(({ weightKilograms: kilograms = 0, share, path }) => ({ path, kilograms, share }))
  const grams = givenPartGrams(scales, given)
  return places.map((place, index) => {
    const part = { grams: grams[index] ?? 0, share: storedShare(place.share) }
    return { ...place, ...part, scales: places.length === 1 ? scales : scalesOfPart(scales, part) }
  })
}

/** Records of other harvest years that a bay may still hold: adjustToZero writes them off before the new one comes. */
async function clearOtherYears(
  trx: Transaction,
  bayId: number,
  { body: { harvestYear }, effectiveAt }: NewRecord,
): Promise<string[]> {
  await noteCleared(trx, bayId, effectiveAt)
  const rows = await trx
    .selectFrom('records')
    .select('id')
    .where('bay_id', '=', bayId)
    .where('harvest_year', '<>', harvestYear)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stock as it comes into its bay, dried where its terms say so. */
export function arrivalOfNew(
  stock: NewRecord,
  { grams }: Pick<Part, 'grams'>,
  { drying, requiresCleaning }: Pick<IntakeTerms, 'drying' | 'requiresCleaning'>,
): Arrival {
  const { body, commodity, owner, name, effectiveAt } = stock
  return {
    kind: {
      ownerId: owner.id,
      ownerName: owner.name,
      kind: body.type,
      commodityId: commodity.commodityId,
      harvestYear: body.harvestYear,
      segregation: commodity.segregation,
    },
    description: { ...driedTo(descriptionOfStock(stock), drying), uncleanedShare: requiresCleaning ? 1 : 0 },
    grams: grams - shrinkGrams(drying, grams),
    effectiveAt,
    name,
    source: body.source.intake ? 'intake' : 'existing',
    tags: body.tags ?? [],
  }
}

/** As the body names it, and as the sample taken from the lorry regrades and measures it. */
function descriptionOfStock({ body, commodity }: NewRecord): Description {
  const { typeId, variety, tagIds } = commodity
  const sample = body.source.intake?.sample
  return {
    typeId,
    gradeId: sample?.commodityGradeId || commodity.gradeId,
    variety,
    tagIds,
    quality: measurementsOf(sample?.fields ?? []),
    uncleanedShare: 0,
  }
}

async function insertIntake(
  trx: Transaction,
  actor: Actor,
  stock: NewRecord,
  part: Part,
  {
    joined,
    sender,
    terms,
    ticket,
  }: Incoming & { joined: MergeResult; ticket: ReturnType<typeof ticketColumns> },
): Promise<number> {
  const { intake } = stock.body.source
  const { file, reference } = ticketOfIntake(stock.body)
  const lorryColumns = {
    type: 'intake',
    ...driverColumns(intake && { ...intake, name: intake.driverName, loadReference: reference }),
    ...(part.own ? part.scales : notWeighed),
    weight_grams: part.grams,
  }
  const { commodity } = stock
  const { gradeId, quality } = descriptionOfStock(stock)
  const { id } = await trx
    .insertInto('movements')
    .values({
      organisation_id: actor.organisationId,
      ...lorryColumns,
      ...completionColumns(missingActions(lorryColumns).outstanding === 0, actor.now),
      effective_at: stock.effectiveAt,
      record_id: joined.recordId,
      destination_record_id: joined.recordId,
      sender_id: sender.id,
      sender_name: sender.name,
      ...intakeTermColumns(terms, part.grams),
      is_joined: stock.effectiveAt <= actor.now,
      clears_other_years: stock.body.adjustToZero === true && part.bayId !== null,
      commodity_id: commodity.commodityId,
      type_id: commodity.typeId,
      grade_id: gradeId,
      variety: commodity.variety,
      tag_ids: commodity.tagIds,
      quality: JSON.stringify(quality),
      weighbridge_file_id: file?.id ?? null,
      ...ticket,
      recorded_by: actor.userId,
      recorded_by_name: actor.userName,
      recorded_at: actor.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (file) await shareFiles(trx, actor, [file.id], stock.owner.id, 'source.intake.weighbridgeRecord.file')
  if (intake?.sample && !saysNothing(intake.sample))
    await insertSample(trx, actor, { recordId: joined.recordId, movementId: id, sample: intake.sample })
  return id
}

/** Stock without a movement is told in the record's timeline; what it says there is also how it is described. */
async function insertChange(
  trx: Transaction,
  actor: Actor,
  stock: NewRecord,
  { grams }: Pick<Part, 'grams'>,
  joined: MergeResult,
): Promise<number> {
  const [id] = await insertChanges(trx, actor, [changeOf(stock, grams, joined)])
  if (id === undefined) throw new Error('a change was entered without a number')
  return id
}

/** What the timeline says of stock that was there before the books began. */
export function changeOf(
  stock: NewRecord,
  grams: number,
  { recordId, isNew, changes }: MergeResult,
): NewChange {
  const changed = changes.length > 0 ? `: ${sayChanges(changes)}` : ''
  return {
    recordId,
    type: isNew ? 'created' : 'merge',
    effectiveAt: stock.effectiveAt,
    message: isNew
      ? `Entered with ${sayWeight(grams)}.`
      : `${sayWeight(grams)} joined what lay there${changed}.`,
    details: {
      grams,
      description: descriptionOfStock(stock),
      ...(stock.body.adjustToZero === true && { clearsOtherYears: true }),
    },
  }
}
