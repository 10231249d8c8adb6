import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isPermitted } from '../../../kernel/permissions.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import { tagsKeptApart } from '../../../system/commodities/catalogue.ts'
import { BAY_EMPTIED } from '../../../system/reasons/reasons.ts'
import { intakeTermColumns } from '../../contracts/intake-terms.ts'
import { shrinkGrams } from '../../contracts/rules.ts'
import { countedGains, countsInForce, type Posted } from '../../ledger/ledger.ts'
import { noteCleared } from '../../stock/clearings.ts'
import { mergeKeyColumns, kindOf } from '../../stock/merge-key.ts'
import { descriptionOf, mergeOne, type Arrival, type MergeResult } from '../../stock/merge-stock.ts'
import { driedTo } from '../../stock/quality-rules.ts'
import { gradeReasonOf } from '../../stock/lower-grades.ts'
import { nameAfter } from '../../stock/name-of-stock.ts'
import { noteIncompatible } from '../../stock/incompatible-stock.ts'
import type { MovementChange } from './change-movements.ts'
import { ensureStillAlike, joinedBefore, type OwnMovement } from './own-movement.ts'
import type { PreparedEdit } from './prepare-edit.ts'
import { completionColumns, driverColumns, missingActions, type StockMovement } from '../rules.ts'
import { sourceColumns } from './taken-from.ts'

/** An edit as a change of its movement. */
export function changeOfEdit(trx: Transaction, actor: Actor, edit: PreparedEdit): MovementChange {
  const { movement, was, destination, terms } = edit
  return {
    movement: was,
    moves: true,
    to: {
      bayId: destination.type === 'internal' ? destination.bayId : null,
      contractId: terms.contractId,
      sourceRecordId: movement.source_record_id,
    },
    async save() {
      const ensureNoMoreLost = await watchLost(trx, actor, edit.before)
      const merged =
        destination.type === 'internal' ? await joinAgain(trx, actor, edit, destination) : undefined
      const stock = stockAfter(edit, merged)
      const row = await saveMovement(trx, actor, edit, stock)
      return { row, stock, merged, ensure: (posted) => ensureNoMoreLost(stock, posted) }
    },
  }
}

/** What an edited movement moves. */
export function stockAfter(
  { before, effectiveAt, grams, destination, empties, terms }: PreparedEdit,
  merged: MergeResult | undefined,
): StockMovement {
  return {
    ...before,
    effectiveAt,
    grams,
    destinationRecordId: merged?.recordId ?? null,
    receiverId: destination.type === 'outbound' ? destination.receiver.id : null,
    sold: destination.type === 'outbound' && destination.sold,
    emptiedReasonId: empties ? BAY_EMPTIED : null,
    // What an intake replaced in one bay is still there where it went to another.
    replacedRecordIds: merged?.recordId === before.destinationRecordId ? before.replacedRecordIds : [],
    drying: terms.drying,
  }
}

/** The parcel it goes to: the same one while the bay stays the same. */
export async function joinAgain(
  trx: Transaction,
  actor: Actor,
  { movement, was, body, grams, effectiveAt, terms: { drying } }: PreparedEdit,
  { storageId, bayId }: { storageId: string; bayId: number },
): Promise<MergeResult> {
  const present = movement.destination_record_id
  const known = await trx
    .selectFrom('records')
    .select(['id', ...mergeKeyColumns, 'type_id', 'kind', 'name', 'tags'])
    .where('id', '=', movement.source_record_id ?? movement.record_id)
    .executeTakeFirstOrThrow()
  const lies =
    present === null
      ? undefined
      : await trx.selectFrom('records').select('bay_id').where('id', '=', present).executeTakeFirst()
  const isOfSame = movement.source_record_id === was.source_record_id
  if (present !== null && lies?.bay_id === bayId && isOfSame) {
    const wasPlanned = movement.effective_at > actor.now
    if (wasPlanned && effectiveAt <= actor.now) await ensureStillAlike(trx, movement)
    return joinedBefore(trx, actor, present, effectiveAt)
  }
  const kind = kindOf(known)
  // What it joins by is what it is shown as, whatever stood on its ticket.
  const ticket = descriptionOf(movement)
  const carried = { ...ticket, tagIds: tagsKeptApart(kind.segregation, ticket.tagIds) }
  const name = nameAfter(
    actor.countryISO,
    known.name,
    { ...kind, typeId: known.type_id },
    { ...kind, ...carried },
  )
  const arrival: Arrival = {
    kind,
    description: driedTo(carried, drying),
    grams: grams - shrinkGrams(drying, grams),
    effectiveAt,
    name,
    source: movement.type === 'intake' ? 'intake' : 'movement',
    tags: known.tags,
    gradeReason: gradeReasonOf(body) || movement.grade_reason,
  }
  return mergeOne(trx, actor, { storageId, bayId }, arrival)
}

/** Writes what a movement says from now on. */
async function saveMovement(
  trx: Transaction,
  actor: Actor,
  { movement, was, body, destination, terms }: PreparedEdit,
  after: StockMovement,
): Promise<OwnMovement> {
  const driver = body.driver ? driverColumns(body.driver) : {}
  const said = {
    ...movement,
    ...driver,
    type: movement.type === 'intake' ? movement.type : destination.type,
  }
  // What never had to be weighed has to be, once it leaves by lorry.
  const staysComplete = movement.completed_at !== null && movement.type === said.type
  const isComplete = staysComplete || missingActions({ ...said, weight_grams: after.grams }).outstanding === 0
  const saved = await trx
    .updateTable('movements')
    .set({
      ...driver,
      ...(movement !== was && sourceColumns(movement)),
      type: said.type,
      ...completionColumns(isComplete, movement.completed_at ?? actor.now),
      effective_at: after.effectiveAt,
      record_id:
        movement.type === 'intake' ? (after.destinationRecordId ?? movement.record_id) : movement.record_id,
      destination_record_id: after.destinationRecordId,
      receiver_id: after.receiverId,
      receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
      weight_grams: after.grams,
      empty_grams: movement.empty_grams,
      full_grams: movement.full_grams,
      ticket_share: movement.ticket_share,
      grade_reason: gradeReasonOf(body) || movement.grade_reason,
      ...(body.contractId !== undefined && { contract_id: body.contractId }),
      ...(body.contractReference !== undefined && { contract_reference: body.contractReference }),
      ...intakeTermColumns(terms, after.grams),
      // What comes out of a bay is as clean as what lay there.
      ...(after.source && !after.source.isPlanting && { uncleaned_share: movement.uncleaned_share }),
      sold: after.sold,
      adjust_to_zero: after.emptiedReasonId !== null,
      is_joined: after.effectiveAt <= actor.now,
      clears_other_years:
        movement.clears_other_years && after.destinationRecordId === movement.destination_record_id,
      is_unlike: movement.is_unlike && after.destinationRecordId === movement.destination_record_id,
    })
    .where('organisation_id', '=', movement.organisation_id)
    .where('id', '=', movement.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const to = after.destinationRecordId
  // What has come and is a plan again may have been set apart since.
  if (to !== null && to === movement.destination_record_id) await noteIncompatible(trx, to, actor.now)
  if (saved.clears_other_years && destination.type === 'internal')
    await noteCleared(trx, destination.bayId, after.effectiveAt)
  return saved
}

type Emptying = Pick<StockMovement, 'id' | 'source' | 'emptiedReasonId' | 'replacedRecordIds' | 'grams'>

/**
 * Looks at what a movement writes off before somebody who may not count edits it. What it answers is asked afterwards, and refuses where
 * more is written off than the load itself took or replaced before: a manager has said that the bay was empty then, and nothing of
 * what lay there at another time (docs/decisions/0007-who-enters-what.md).
 *
 * @example
 * const ensureNoMoreLost = await watchLost(trx, actor, before)
 * ensureNoMoreLost(after, await post(trx, posting, actor.now))
 */
async function watchLost(
  trx: Transaction,
  actor: Actor,
  before: Emptying,
): Promise<(after: Emptying, posted: Posted) => void> {
  const { source, emptiedReasonId, replacedRecordIds = [] } = before
  const emptied = source && emptiedReasonId !== null ? [source.recordId] : replacedRecordIds
  if (emptied.length === 0 || isPermitted(actor, 'adjustments:write')) return () => undefined
  const lostBefore = await lostGrams(trx, emptied, before.id)
  return (after, posted) => {
    const lost = -(countedGains(posted.entries).get(after.id) ?? 0)
    // A load takes from what it empties; an intake comes beside what it replaces.
    const takenMore = source ? after.grams - before.grams : 0
    const mayBeLost = Math.max(0, lostBefore - takenMore)
    if (lost <= mayBeLost) return
    throw new Refusal(
      'forbidden',
      `Your role, ${actor.role}, may move stock, but not adjust it: this would write off ${sayWeight(lost - mayBeLost)} more than was there when the bay was said to be empty.`,
    )
  }
}

async function lostGrams(trx: Transaction, recordIds: string[], factId: number): Promise<number> {
  const { rows } = await sql<{ grams: number }>`
    select coalesce(-sum(difference_grams), 0)::bigint as grams from ${countsInForce(
      sql`c.record_id = any(${recordIds}::uuid[]) and c.fact_id = ${factId}`,
    )} counts`.execute(trx)
  return rows[0]?.grams ?? 0
}
