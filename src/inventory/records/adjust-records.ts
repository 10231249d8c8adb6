import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFaults, findOwnFiles } from '../../system/files/find-files.ts'
import { findReason, STOCK_TAKE } from '../../system/reasons/reasons.ts'
import { post } from '../ledger/ledger.ts'
import type { AdjustRecordsBody } from './bodies.ts'
import { getKeptRecords, lockBays } from './places.ts'

/**
 * Counts records: each holds, now, what the body says, and the difference is lost or gained for the reason given. A
 * count is a fact: what is entered before it later changes the count's loss, not its figure (domain.md §2). All or none.
 *
 * @returns the ids of the records, in the body's order
 * @throws Refusal `not_stock` for a planting; `incompatible_stock` where a bay holds another parcel by now
 */
export async function adjustRecords(
  trx: Transaction,
  actor: Actor,
  body: AdjustRecordsBody,
): Promise<string[]> {
  const fileIds = (body.files ?? []).map(({ id }) => id)
  const own = await findOwnFiles(trx, actor.organisationId, fileIds)
  const seen = new Set<string>()
  refuseFaults([
    ...(body.reasonId !== null && !findReason('adjustment', body.reasonId)
      ? [fault('reasonId', 'is not a managed adjustment reason', 'unknown_reason')]
      : []),
    ...fileFaults('files', body.files ?? [], own),
    ...body.records.flatMap(({ id }, index) => {
      if (!seen.has(id)) return seen.add(id) && []
      return [fault(`records[${index}].id`, 'is named twice; a record has one count', 'duplicate')]
    }),
  ])
  const records = await getKeptRecords(
    trx,
    actor,
    body.records.map(({ id }) => id),
  )
  const planting = records.find(({ source }) => source === 'planting')
  if (planting) {
    throw new Refusal(
      'not_stock',
      `“${planting.name}” is a standing crop; adjust its remaining area in the harvest plan instead.`,
      {
        details: { recordId: planting.id },
      },
    )
  }
  await lockBays(trx, { bayIds: [], recordIds: records.map(({ id }) => id) })
  const rows = await trx
    .insertInto('adjustments')
    .values(
      body.records.map(({ id, adjustTo }) => ({
        record_id: id,
        effective_at: actor.now,
        counted_grams: gramsFromKilograms(adjustTo),
        reason_id: body.reasonId ?? STOCK_TAKE,
        file_ids: fileIds,
        recorded_by: actor.userId,
        recorded_by_name: actor.userName,
        recorded_at: actor.now,
      })),
    )
    .returning(['id', 'record_id', 'counted_grams', 'reason_id'])
    .execute()
  const facts = rows.map(({ id, record_id, counted_grams, reason_id }) => ({
    id,
    effectiveAt: actor.now,
    entries: [],
    counts: [{ recordId: record_id, countedGrams: counted_grams, reason: String(reason_id ?? STOCK_TAKE) }],
  }))
  await post(trx, { withdraw: [], facts }, actor.now)
  const ids = records.map(({ id }) => id)
  await appendEvent(trx, actor, {
    type: 'record.adjusted',
    subject: ids.join(','),
    data: { ids, adjustments: rows.map(({ id }) => id) },
  })
  return ids
}
