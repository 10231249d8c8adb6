import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { momentOf, parseInstantEnd, skippedTimes } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendEvent, appendEvents } from '../../system/events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { CLEANING_LOSS, STOCK_TAKE } from '../../system/reasons/reasons.ts'
import { takeNumber, type GivenNumber } from '../document-numbers/give-numbers.ts'
import type { NamedConflict, Recount } from '../ledger/ledger.ts'
import { noteCleaned } from '../stock/note-change.ts'
import { changeStock, type StockOutcome } from '../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import type { AdjustRecordsBody } from './bodies.ts'
import { getStoredRecords, type StoredRecord } from '../stock/stored-records.ts'
import { farFromBook } from './count-rules.ts'
import { reasonFaults } from './loss-reasons.ts'
import { message } from '../../words/catalogue.ts'
import { type Wording } from '../../words/writing.ts'

/** A record that was counted. */
export interface AdjustedRecord {
  recordId: string
  /** Later counts of it, which stand. */
  recounts: Recount[]
  /** Conflicts that the count made worse in its bay (`snapshotConflicts`). */
  conflicts: NamedConflict[]
  warnings: Wording[]
}

/**
 * Counts records: each holds, at the moment of the count, what the body says, and the difference is lost or gained for the reason given. A
 * count is a fact: what is entered before it later changes the count's loss, not its figure (rules.md §2). All or none.
 *
 * @returns the records, in the body's order
 * @throws Refusal every fault at once, such as a reason that goes the other way; `not_stock` for a planting; `incompatible_stock` where a bay holds another parcel by now
 */
export async function adjustRecords(
  trx: Transaction,
  actor: Actor,
  body: AdjustRecordsBody,
): Promise<AdjustedRecord[]> {
  const reasonId = body.reasonId ?? STOCK_TAKE
  const effectiveAt = countedAt(actor, body)
  const records = await findCounted(trx, actor, body, reasonId)
  const recordIds = records.map(({ id }) => id)
  const { bayIds: watched } = await lockBaysAndApplyDuePlans(trx, actor.now, { recordIds })
  const fileIds = fileIdsOf(body)
  const counts = records.map(({ id, name }, index) => ({
    recordId: id,
    name,
    grams: gramsFromKilograms(body.records[index]?.adjustTo ?? 0),
    effectiveAt,
    reasonId,
    fileIds,
    path: 'reasonId',
  }))
  const { adjustmentIds, outcome } = await postCounts(trx, actor, watched, counts)
  const grams = (index: number) => counts[index]?.grams ?? 0
  return records.map(({ id, bay_id }, index) => ({
    recordId: id,
    recounts: outcome.recounts.filter(({ recordId }) => recordId === id),
    conflicts: outcome.conflicts.filter(({ bayId }) => bayId === bay_id),
    warnings: [
      ...skippedTimes(body.countedAtISO, actor.timeZone),
      ...farFromBook(grams(index), grams(index) - (outcome.countedGrams.get(adjustmentIds[index] ?? 0) ?? 0)),
    ],
  }))
}

/**
 * When it was counted: now, unless the body says; a date is the close of that day, and today is now.
 *
 * @throws Refusal for what is no date, or is still to come
 */
export function countedAt(actor: Actor, { countedAtISO }: Pick<AdjustRecordsBody, 'countedAtISO'>): Date {
  const { now, timeZone } = actor
  if (countedAtISO == null) return now
  const [begin, end] = [momentOf(countedAtISO, actor), parseInstantEnd(countedAtISO, timeZone)]
  if (!begin || !end) refuseFaults([dateFault('countedAtISO')])
  if (begin > now) refuseFaults([fault('countedAtISO', message('isFutureCount', {}), 'future')])
  return end < now ? end : now
}

/** The records that are to be counted; refuses what is wrong with a body. */
async function findCounted(
  trx: Transaction,
  actor: Actor,
  body: AdjustRecordsBody,
  reasonId: number,
): Promise<StoredRecord[]> {
  const own = await findAttachableFiles(trx, actor.organisationId, fileIdsOf(body))
  const faultsOfFiles = fileFaults('files', body.files ?? [], own)
  const seen = new Set<string>()
  const faults = [
    ...reasonFaults('reasonId', reasonId, 0),
    ...body.records.flatMap(({ id }, index) => {
      if (!seen.has(id)) return seen.add(id) && []
      return [fault(`records[${index}].id`, message('isCountedTwice', {}), 'duplicate')]
    }),
  ]
  if (faults.length > 0) refuseFaults([...faults, ...faultsOfFiles])
  const records = await getStoredRecords(
    trx,
    actor,
    body.records.map(({ id }) => id),
  )
  refuseFaults(faultsOfFiles)
  const planting = records.find(({ source }) => source === 'planting')
  if (planting) {
    throw new Refusal('not_stock', message('isStandingCrop', { name: planting.name }), {
      details: { recordId: planting.id },
    })
  }
  return records
}

/** Each once, as `putAdjustmentFile` attaches them. */
function fileIdsOf({ files }: AdjustRecordsBody): string[] {
  return [...new Set((files ?? []).map(({ id }) => id))]
}

/** A count as it is posted. */
export interface CountedParcel {
  recordId: string
  name: string
  grams: number
  effectiveAt: Date
  reasonId: number
  fileIds: string[]
  /** Whoever counted, where it is somebody else than who enters it. */
  countedBy?: string
  /** Field of the request that has the reason. */
  path: string
}

/**
 * Posts counts of parcels in bays that are locked, as one change, and tells listeners. Answers the numbers of the counts, in their order.
 *
 * @param watched the bays, with what was due there (`lockBaysAndApplyDuePlans`)
 * @throws Refusal as `changeStock` does; each reason that goes the other way than what was found
 */
export async function postCounts(
  trx: Transaction,
  actor: Actor,
  watched: number[],
  counts: CountedParcel[],
): Promise<{ adjustmentIds: number[]; outcome: StockOutcome }> {
  const { result: adjustmentIds, outcome } = await changeStock(trx, actor, {
    watched,
    async *plan() {
      const at = new Date(Math.max(...counts.map(({ effectiveAt }) => effectiveAt.getTime())))
      const number = await takeNumber(trx, actor, { kind: 'count', storageId: null, at })
      const ids = await insertAdjustments(trx, actor, counts, number)
      for (const [at, cleaned] of Map.groupBy(
        counts.filter(({ reasonId }) => reasonId === CLEANING_LOSS),
        ({ effectiveAt }) => effectiveAt.getTime(),
      ))
        await noteCleaned(
          trx,
          actor,
          cleaned.map(({ recordId }) => recordId),
          new Date(at),
        )
      yield {
        postings: counts.map(({ recordId, grams, effectiveAt, reasonId }, index) => ({
          id: ids[index] ?? 0,
          effectiveAt,
          entries: [],
          counts: [{ recordId, countedGrams: grams, reason: String(reasonId) }],
        })),
      }
      return ids
    },
  })
  refuseFaults(
    counts.flatMap(({ path, reasonId, name }, index) =>
      reasonFaults(path, reasonId, outcome.countedGrams.get(adjustmentIds[index] ?? 0) ?? 0, name),
    ),
  )
  const ids = counts.map(({ recordId }) => recordId)
  await appendEvent(trx, actor, {
    type: 'record.adjusted',
    subject: ids.join(','),
    data: { ids, adjustments: adjustmentIds },
  })
  return { adjustmentIds, outcome }
}

async function insertAdjustments(
  trx: Transaction,
  actor: Actor,
  counts: CountedParcel[],
  number: GivenNumber,
): Promise<number[]> {
  const rows = await trx
    .insertInto('adjustments')
    .values(
      counts.map(({ recordId, grams, effectiveAt, reasonId, fileIds, countedBy = '' }) => ({
        storer_id: actor.organisationId,
        record_id: recordId,
        effective_at: effectiveAt,
        counted_grams: grams,
        reason_id: reasonId,
        file_ids: fileIds,
        counted_by_name: countedBy,
        recorded_by: actor.userId,
        recorded_by_name: actor.userName,
        recorded_at: actor.now,
        ...number,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Takes counts back at their own dates, as if nobody had counted. Their rows stay with their numbers, which nobody else gets.
 *
 * @param watched the bays, with what was due there (`lockBaysAndApplyDuePlans`)
 * @throws Refusal as `changeStock` does
 */
export async function takeBackCounts(
  trx: Transaction,
  actor: Actor,
  watched: number[],
  counts: { adjustmentId: number; recordId: string }[],
): Promise<void> {
  const reverse = counts.map(({ adjustmentId }) => adjustmentId)
  await changeStock(trx, actor, {
    watched,
    async *plan() {
      await trx
        .updateTable('adjustments')
        .set({ withdrawn_at: actor.now, withdrawn_by: actor.userId, withdrawn_by_name: actor.userName })
        .where('storer_id', '=', actor.organisationId)
        .where('id', 'in', reverse)
        .execute()
      yield { reverse, postings: [] }
    },
  })
  const ids = [...new Set(counts.map(({ recordId }) => recordId))]
  await appendEvents(
    trx,
    actor,
    ids.map((id) => ({ type: 'record.updated', subject: id, data: { ids: [id], changed: ['stock'] } })),
  )
}
