import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, refuseFaults } from '../../kernel/errors.ts'
import { gramsFromKilograms, sayWeight } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { tidyTags } from '../free-tags.ts'
import { record, sender, totalsOf, type Recount } from '../ledger/ledger.ts'
import { changeStock } from '../stock/change-stock.ts'
import { noteUpdate } from '../stock/note-change.ts'
import { lockStoredRecord, type OwnRecord } from '../records/own-record.ts'
import { gradeFaults, sayGrade } from '../records/update-rules.ts'
import { businessUnitFaults } from '../storage/own-storage.ts'
import { recordUnits, setRecordUnits } from './record-units.ts'
import type { PatchAvailabilityBody } from './schema.ts'

/**
 * Changes what the body gives of stock that is available to trade, and nothing else. Another weight restates what was
 * entered: the first entry is reversed at its own date and posted anew, so nothing counts as lost or gained.
 *
 * @returns the counts since then, which stay as they were counted
 * @throws Refusal `not_found` for a record that is not trade availability; every fault at once; `insufficient_stock`
 *   where more has left by now than the new weight
 */
export async function patchAvailability(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: PatchAvailabilityBody,
): Promise<Recount[]> {
  const kept = await lockStoredRecord(trx, actor, id)
  if (kept.source !== 'trade') throw notFound('trade availability record', id)
  refuseFaults([
    ...gradeFaults(kept, body.commodityGrade, 'commodityGrade'),
    ...(await businessUnitFaults(trx, actor, 'businessUnitIds', body.businessUnitIds ?? [], () =>
      recordUnits(trx, id),
    )),
  ])
  const restated = await restate(trx, actor, kept, body)
  const said = [
    ...restated.said,
    ...(await changeColumns(trx, actor, kept, body)),
    ...(await changeUnits(trx, kept, body)),
  ]
  if (said.length === 0) return []
  const gradeId = gradeAfter(kept, body)
  const details = gradeId === kept.grade_id ? {} : { description: { gradeId } }
  await noteUpdate(trx, actor, id, `Changed ${said.join(', ')}.`, details)
  await appendEvent(trx, actor, {
    type: 'availability.updated',
    subject: id,
    data: { fields: Object.keys(body) },
  })
  return restated.recounts
}

function gradeAfter({ grade_id }: OwnRecord, { commodityGrade }: PatchAvailabilityBody): number | null {
  return commodityGrade === undefined ? grade_id : commodityGrade || null
}

async function changeColumns(
  trx: Transaction,
  actor: Actor,
  kept: OwnRecord,
  body: PatchAvailabilityBody,
): Promise<string[]> {
  const { soldWeight } = body
  const tags = body.tags && tidyTags(body.tags)
  const soldGrams = soldWeight === undefined ? kept.sold_ahead_grams : gramsFromKilograms(soldWeight ?? 0)
  const gradeId = gradeAfter(kept, body)
  await trx
    .updateTable('records')
    .set({ grade_id: gradeId, sold_ahead_grams: soldGrams, ...(tags && { tags }), updated_at: actor.now })
    .where('id', '=', kept.id)
    .execute()
  return [
    ...(gradeId === kept.grade_id ? [] : [`grade from ${sayGrade(kept.grade_id)} to ${sayGrade(gradeId)}`]),
    ...(soldGrams === kept.sold_ahead_grams
      ? []
      : [`sold weight from ${sayWeight(kept.sold_ahead_grams ?? 0)} to ${sayWeight(soldGrams ?? 0)}`]),
    ...(!tags || isDeepStrictEqual(tags, kept.tags) ? [] : ['tags']),
  ]
}

async function changeUnits(
  trx: Transaction,
  { id }: OwnRecord,
  { businessUnitIds }: PatchAvailabilityBody,
): Promise<string[]> {
  if (!businessUnitIds) return []
  return (await setRecordUnits(trx, id, businessUnitIds)) ? ['business units'] : []
}

/** The opening fact says another weight; it keeps its place in time. */
async function restate(
  trx: Transaction,
  actor: Actor,
  { id: recordId }: OwnRecord,
  { commodityWeight }: PatchAvailabilityBody,
): Promise<{ said: string[]; recounts: Recount[] }> {
  if (commodityWeight === undefined) return { said: [], recounts: [] }
  const grams = gramsFromKilograms(commodityWeight)
  const present = (await totalsOf(trx, [recordId], actor.now)).get(recordId)?.initialGrams ?? 0
  if (grams === present) return { said: [], recounts: [] }
  const { id, effective_at: effectiveAt } = await trx
    .selectFrom('record_changes')
    .select(['id', 'effective_at'])
    .where('record_id', '=', recordId)
    .where('type', '=', 'created')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const entries = grams > 0 ? [{ from: sender(actor.organisationId), to: record(recordId), grams }] : []
  const { outcome } = await changeStock(trx, actor, {
    lock: { held: [] },
    async *plan() {
      yield { reverse: [id], postings: [{ id, effectiveAt, entries, counts: [] }] }
    },
  })
  const said = [`weight from ${sayWeight(present)} to ${sayWeight(grams)}`]
  return { said, recounts: outcome.recounts }
}
