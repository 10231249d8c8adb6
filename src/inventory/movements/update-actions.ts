import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults } from '../../kernel/errors.ts'
import { sayDate } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { sayLoad } from '../records/wire.ts'
import { appendChanges } from '../../system/events/append-event.ts'
import { fileFault, findOwnFiles } from '../../system/files/find-files.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import { BAY_EMPTIED } from '../../system/reasons/reasons.ts'
import { changeStock } from '../stock/change-stock.ts'
import { outcomeToResponse } from '../stock/effects.ts'
import type { MergeResult } from '../stock/merge-stock.ts'
import { ensureMayAdjust } from '../records/ensure-may-adjust.ts'
import { dryingColumns } from '../contracts/intake-terms.ts'
import { noteChangedMovements } from './note-changed-movements.ts'
import {
  joinedBefore,
  lockOwnMovement,
  recordsOf,
  stockMovementOf,
  type OwnMovement,
} from './own-movement.ts'
import {
  completionColumns,
  driverColumns,
  emptyingFaults,
  postingOf,
  missingActions,
  netGrams,
  scaleFaults,
  type MissingActions,
  type StockMovement,
} from './rules.ts'
import type { ActionsBody } from './schema.ts'

type Body = Static<typeof ActionsBody>

/**
 * Fills in what a movement still lacks: driver, weighbridge, and whether it is complete. Once both weights are known
 * their difference is the movement's weight (rules.md §4). What the body does not say stays as it was. What was completed as it is can be opened again.
 *
 * @throws Refusal `invalid_input` when full is not more than empty, or nothing; `forbidden` for an operator who empties the source; `insufficient_stock` when the net is more than the
 *   source had
 */
export async function updateActions(trx: Transaction, actor: Actor, id: string, body: Body) {
  const movement = await lockOwnMovement(trx, actor, id, body.recordId)
  const given = await columnsGiven(trx, actor, movement, body)
  const said = { ...movement, ...given }
  const net = netGrams(said)
  const grams = net ?? movement.weight_grams
  const empties = body.adjustToZero === true && !movement.adjust_to_zero
  if (empties) ensureMayAdjust(actor)
  const before = await stockMovementOf(trx, movement)
  if (empties) refuseFaults(emptyingFaults(before.source))

  const missing = missingActions({ ...said, weight_grams: grams })
  const isComplete = missing.outstanding === 0 || (body.isComplete ?? movement.completed_at !== null)
  const movesStock = grams !== movement.weight_grams || empties
  const after = { ...before, grams, emptiedReasonId: empties ? BAY_EMPTIED : before.emptiedReasonId }
  const { result, outcome } = await changeStock(trx, actor, {
    lock: movesStock ? { recordIds: recordsOf(movement) } : { held: [] },
    contractIds: movesStock ? [movement.storage_contract_id] : [],
    async *plan() {
      const merged = await describedNow(trx, actor, before, grams)
      const saved = await trx
        .updateTable('movements')
        .set({
          ...given,
          weight_grams: grams,
          ...dryingColumns(before.drying, grams),
          adjust_to_zero: movement.adjust_to_zero || empties,
          ...completionColumns(isComplete, movement.completed_at ?? actor.now),
        })
        .where('id', '=', movement.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (given.weighbridge_file_id && given.weighbridge_file_id !== movement.weighbridge_file_id)
        await shareTicket(trx, actor, given.weighbridge_file_id, movement)
      if (movesStock) yield { reverse: [movement.id], postings: [postingOf(after)], loads: [before, after] }
      return { saved, merged }
    },
  })
  const { saved, merged } = result
  if (movesStock) await noteChangedMovements(trx, actor, [{ before: movement, after: saved }])
  const isCompleted = isComplete && movement.completed_at === null
  const event = {
    type: isCompleted ? ('movement.completed' as const) : ('movement.updated' as const),
    subject: id,
    // Who drove a load shows in the timelines of its records.
    data: { ids: [movement.id], recordIds: movesStock ? outcome.recordIds : recordsOf(movement) },
  }
  await appendChanges(trx, actor, [{ before: movement, after: saved, event }])
  const weighed = `${sayLoad(grams)}${net === undefined ? '' : ', as weighed'}`
  const lacks = isComplete ? '' : ` Still to fill in: ${sayMissing(missing)}.`
  const message = `${sayState(movement, body, isComplete)}: ${weighed}.${lacks}${sayWeighedPlan(actor, movement, net)}`
  return outcomeToResponse(actor, { message, ids: [movement.id], at: movement.effective_at, merged }, outcome)
}

/** What a load joins that has a weight only now: until then it described nothing. */
async function describedNow(
  trx: Transaction,
  actor: Actor,
  { grams: was, destinationRecordId, effectiveAt }: StockMovement,
  grams: number,
): Promise<MergeResult[]> {
  if (was > 0 || grams === 0 || destinationRecordId === null) return []
  return [await joinedBefore(trx, actor, destinationRecordId, effectiveAt)]
}

/** The owner of the grain reads the ticket of its load, and not only that there is one. */
async function shareTicket(
  trx: Transaction,
  actor: Actor,
  fileId: string,
  movement: OwnMovement,
): Promise<void> {
  const owners = await trx
    .selectFrom('records')
    .select('owner_id as id')
    .distinct()
    .where('id', 'in', recordsOf(movement))
    .execute()
  for (const { id } of owners) await shareFiles(trx, actor, [fileId], id, 'weighbridge.file')
}

function sayState(
  { completed_at: completedAt }: OwnMovement,
  { isComplete: asked }: Body,
  isComplete: boolean,
): string {
  if (!isComplete) return `Movement ${completedAt === null ? 'saved' : 'open again'}`
  return asked === false ? 'Movement complete, since nothing is left to fill in' : 'Movement complete'
}

function sayMissing({ driver, empty, full }: MissingActions): string {
  const missing = [
    ...(driver ? ['driver'] : []),
    ...(empty ? ['empty weight'] : []),
    ...(full ? ['full weight'] : []),
  ]
  return missing.join(', ')
}

/** Whoever has weighed a lorry has seen it: where its date is still to come, the books would move the stock on another day. */
function sayWeighedPlan(
  { now, timeZone }: Actor,
  { effective_at: at }: OwnMovement,
  net: number | undefined,
): string {
  if (net === undefined || at <= now) return ''
  return ` It is planned for ${sayDate(at, timeZone)}, and its stock moves then: if it has moved already, change the date.`
}

/** The columns that the body fills in. */
async function columnsGiven(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  { driver, weighbridge }: Body,
) {
  const file = weighbridge?.file?.id ? weighbridge.file : null
  const grams = (kilograms: number | null | undefined) =>
    kilograms == null ? null : gramsFromKilograms(kilograms)
  const given = withoutNulls({
    ...driverColumns(driver),
    empty_grams: grams(weighbridge?.empty),
    full_grams: grams(weighbridge?.full),
    weighbridge_file_id: file?.id ?? null,
  })
  const attached = movement.weighbridge_file_id === null ? [] : [movement.weighbridge_file_id]
  const own = file && (await findOwnFiles(trx, actor.organisationId, [file.id], attached))
  refuseFaults([
    ...scaleFaults('weighbridge.full', { ...movement, ...given }),
    ...(file && own ? fileFault('weighbridge.file', file, own) : []),
  ])
  return given
}

function withoutNulls<Columns extends object>(columns: Columns): Partial<Columns> {
  // Entries forget which column a value is of.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null)) as Partial<Columns>
}
