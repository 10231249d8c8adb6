import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { momentOf, parseInstantEnd, skippedTimes } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { CLEANING_LOSS, STOCK_TAKE } from '../../system/reasons/reasons.ts'
import type { NamedConflict, Recount } from '../ledger/ledger.ts'
import { noteCleaned } from '../stock/note-change.ts'
import { changeStock } from '../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import type { AdjustRecordsBody } from './bodies.ts'
import { getStoredRecords, type StoredRecord } from '../stock/stored-records.ts'
import { reasonFaults } from './loss-reasons.ts'
import { render } from '../../words/render.ts'
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
  const ids = records.map(({ id }) => id)
  const { result: rows, outcome } = await changeStock(trx, actor, {
    watched: await lockBaysAndApplyDuePlans(trx, actor.now, { recordIds: ids }),
    async *plan() {
      const made = await insertAdjustments(trx, actor, body, { reasonId, effectiveAt })
      if (reasonId === CLEANING_LOSS) await noteCleaned(trx, actor, ids, effectiveAt)
      yield {
        postings: made.map(({ id, record_id, counted_grams }) => ({
          id,
          effectiveAt,
          entries: [],
          counts: [{ recordId: record_id, countedGrams: counted_grams, reason: String(reasonId) }],
        })),
      }
      return made
    },
  })
  const names = new Map(records.map(({ id, name }) => [id, name]))
  refuseFaults(
    rows.flatMap(({ id, record_id }) =>
      reasonFaults('reasonId', reasonId, outcome.countedGrams.get(id) ?? 0, names.get(record_id) ?? ''),
    ),
  )
  await appendEvent(trx, actor, {
    type: 'record.adjusted',
    subject: ids.join(','),
    data: { ids, adjustments: rows.map(({ id }) => id) },
  })
  return records.map(({ id, bay_id }) => ({
    recordId: id,
    recounts: outcome.recounts.filter(({ recordId }) => recordId === id),
    conflicts: outcome.conflicts.filter(({ bayId }) => bayId === bay_id),
    warnings: skippedTimes(body.countedAtISO, actor.timeZone).map((said) => render(said, actor)),
  }))
}

/** When it was counted: now, unless the body says; a date is the close of that day, and today is now. */
function countedAt(actor: Actor, { countedAtISO }: AdjustRecordsBody): Date {
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

async function insertAdjustments(
  trx: Transaction,
  actor: Actor,
  body: AdjustRecordsBody,
  { reasonId, effectiveAt }: { reasonId: number; effectiveAt: Date },
) {
  return trx
    .insertInto('adjustments')
    .values(
      body.records.map(({ id, adjustTo }) => ({
        storer_id: actor.organisationId,
        record_id: id,
        effective_at: effectiveAt,
        counted_grams: gramsFromKilograms(adjustTo),
        reason_id: reasonId,
        file_ids: fileIdsOf(body),
        recorded_by: actor.userId,
        recorded_by_name: actor.userName,
        recorded_at: actor.now,
      })),
    )
    .returning(['id', 'record_id', 'counted_grams'])
    .execute()
}
