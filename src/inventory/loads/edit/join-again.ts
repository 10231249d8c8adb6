import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { segregatingTags } from '../../../system/commodities/catalogue.ts'
import { shrinkGrams } from '../../contracts/rules.ts'
import { noteComing } from '../../stock/label-changes.ts'
import { noteLowering } from '../../stock/lower-grades.ts'
import { mergeKeyColumns, kindOf } from '../../stock/merge-key.ts'
import { descriptionOf, mergeOne, type Arrival, type MergeResult } from '../../stock/merge-stock.ts'
import { stockNameAfter } from '../../../system/commodities/stock-names.ts'
import { driedTo } from '../../stock/quality-rules.ts'
import { rowAfter, type ChangedLoad } from './load-edit.ts'
import { placeOfParcel, type LockedMovementRow } from './lock-movement.ts'
import { message } from '../../../words/catalogue.ts'

/**
 * The parcel that a changed load goes into, while its bays are locked; undefined where it leaves, or where nothing of the parcel is called
 * otherwise by it.
 *
 * @throws Refusal `incompatible_stock` as `ensureStillAlike`
 */
export async function joinAgain(
  trx: Transaction,
  actor: Actor,
  edit: ChangedLoad,
): Promise<MergeResult | undefined> {
  const { kind, was, before, after, bay } = edit
  const { grams, effectiveAt, destinationRecordId: to } = after
  if (bay) return joinBay(trx, actor, edit, bay)
  if (bay === null || to === null) return undefined
  // Until a load had a weight it described nothing.
  if (kind === 'weighed' && (before.grams > 0 || grams === 0)) return undefined
  // Of a plan it is a conflict, which is shown.
  if (kind === 'restored' && effectiveAt <= actor.now) await ensureStillAlike(trx, was)
  const row = rowAfter(edit)
  const load = { grams, effectiveAt, description: descriptionOf(row), gradeReason: row.grade_reason }
  if (kind === 'weighed') noteComing(trx, actor.now, to, load)
  return joinedBefore(trx, actor, to, effectiveAt, load)
}

/** The parcel of its kind in a bay: the same one while the bay stays the same, and what it is taken from. */
async function joinBay(
  trx: Transaction,
  actor: Actor,
  edit: ChangedLoad,
  bay: NonNullable<ChangedLoad['bay']>,
): Promise<MergeResult> {
  const { was, after } = edit
  const present = was.destination_record_id
  const arrival = await rejoiningArrivalOf(trx, actor, edit)
  const lies = present === null ? undefined : await placeOfParcel(trx, present)
  const isOfSame = rowAfter(edit).source_record_id === was.source_record_id
  if (present === null || lies?.bay_id !== bay.bayId || !isOfSame) return mergeOne(trx, actor, bay, arrival)
  const wasPlanned = was.effective_at > actor.now
  if (wasPlanned && after.effectiveAt <= actor.now) await ensureStillAlike(trx, was)
  return joinedBefore(trx, actor, present, after.effectiveAt)
}

/** Describes a load as it comes into another parcel: it joins by its shown description, whatever was on its ticket. */
export async function rejoiningArrivalOf(
  trx: Transaction,
  actor: Actor,
  edit: ChangedLoad,
): Promise<Arrival> {
  const { grams, effectiveAt, drying } = edit.after
  const row = rowAfter(edit)
  const known = await trx
    .selectFrom('records')
    .select(['id', ...mergeKeyColumns, 'type_id', 'kind', 'name', 'tags'])
    .where('id', '=', row.source_record_id ?? row.record_id)
    .executeTakeFirstOrThrow()
  const kind = kindOf(known)
  const ticket = descriptionOf(row)
  const carried = { ...ticket, tagIds: segregatingTags(kind.segregation, ticket.tagIds) }
  return {
    kind,
    description: driedTo(carried, drying),
    grams: grams - shrinkGrams(drying, grams),
    effectiveAt,
    name: stockNameAfter(
      actor.countryISO,
      known.name,
      { ...kind, typeId: known.type_id },
      { ...kind, ...carried },
    ),
    source: row.type === 'intake' ? 'intake' : 'movement',
    tags: known.tags,
    gradeReason: row.grade_reason,
  }
}

/**
 * The parcel that a movement goes into, as it is called before something changes that goes there already: what it is called otherwise
 * afterwards is said (`changesOf`), unless the stock is still to come.
 *
 * @param load what joins it now, where it did not before
 */
export async function joinedBefore(
  trx: Transaction,
  actor: Actor,
  recordId: string,
  effectiveAt: Date,
  load?: Parameters<typeof noteLowering>[3],
): Promise<MergeResult> {
  const joined = { recordId, isNew: false, changes: [] }
  if (effectiveAt > actor.now) return joined
  const row = await trx
    .selectFrom('records')
    .select(['type_id', 'grade_id', 'variety', 'tag_ids', 'quality', 'uncleaned_share'])
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
  const description = descriptionOf(row)
  if (load) noteLowering(trx, actor.now, { recordId, present: description }, load)
  return { ...joined, calledUntil: description, measuredUntil: description.quality }
}

/**
 * Stock on its way once more, or sooner than planned, may not join what by now, after a correction, it may not be mixed with
 * (rules.md §3).
 */
export async function ensureStillAlike(
  trx: Transaction,
  { source_record_id: from, destination_record_id: to }: LockedMovementRow,
): Promise<void> {
  if (from === null || to === null) return
  const kinds = await trx
    .selectFrom('records')
    .select(mergeKeyColumns)
    .distinct()
    .where('id', '=', anyOf([from, to], 'uuid'))
    .execute()
  if (kinds.length === 1) return
  throw new Refusal('incompatible_stock', message('wasGivenAnotherKind', {}), {
    details: { recordId: from, otherRecordId: to },
  })
}
