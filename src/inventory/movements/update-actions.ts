import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults } from '../../kernel/errors.ts'
import { sayDate } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { sayLoad } from '../records/wire.ts'
import { fileFault, findOwnFiles } from '../../system/files/find-files.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import { outcomeToResponse } from '../stock/effects.ts'
import { ensureMayAdjust } from '../records/ensure-may-adjust.ts'
import { lockOwnMovement, recordsOf, stockMovementOf, type OwnMovement } from './own-movement.ts'
import {
  driverColumns,
  emptyingFaults,
  missingActions,
  netGrams,
  scaleFaults,
  type MissingActions,
  type Scales,
} from './rules.ts'
import { lockTicketOf } from './tickets/lock-tickets.ts'
import { scalesOfPart } from './tickets/rules.ts'
import { gramsOfParts, saveTicket, sayParts, weighOtherParts } from './tickets/weigh-parts.ts'
import { applyWeighings, movesStock, scalesOfRow, type Weighing } from './weighings.ts'
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
  // Before the movement itself: two parts of one ticket may be corrected at once.
  const ticket = await lockTicketOf(trx, actor, id)
  const movement = await lockOwnMovement(trx, actor, id, body.recordId)
  const read = ticket?.scales ?? scalesOfRow(movement)
  const given = await columnsGiven(trx, actor, movement, read, body)
  const scales = scalesAfter(read, given)
  const net = netGrams(scales)
  const parts = ticket && gramsOfParts(ticket, scales, movement.id)
  const grams = parts?.get(movement.id) ?? net ?? movement.weight_grams
  const empties = body.adjustToZero === true && !movement.adjust_to_zero
  if (empties) ensureMayAdjust(actor)
  const before = await stockMovementOf(trx, movement)
  if (empties) refuseFaults(emptyingFaults(before.source))

  const columns = { ...given, ...(ticket && scalesOfPart(scales, { grams, share: movement.ticket_share })) }
  const missing = missingActions({ ...movement, ...columns, weight_grams: grams })
  const isComplete = missing.outstanding === 0 || (body.isComplete ?? movement.completed_at !== null)
  const fileId = given.weighbridge_file_id
  const others =
    ticket && parts
      ? await weighOtherParts(trx, ticket, scales, parts, { exceptId: movement.id, fileId })
      : []
  if (ticket) await saveTicket(trx, ticket, scales, fileId)
  const own = { movement, before, grams, columns, isComplete, empties }
  const { outcome, merged } = await applyWeighings(trx, actor, [...others, own])
  for (const each of [...others, own]) await shareTicket(trx, actor, each)
  const weighed = `${sayLoad(grams)}${net === undefined ? '' : ', as weighed'}`
  const lacks = isComplete ? '' : ` Still to fill in: ${sayMissing(missing)}.`
  const isSplit = others.some(movesStock)
  const message = `${sayState(movement, body, isComplete)}: ${weighed}.${lacks}${sayWeighedPlan(actor, movement, net)}${isSplit && ticket && parts ? sayParts(ticket, parts) : ''}`
  return outcomeToResponse(actor, { message, ids: [movement.id], at: movement.effective_at, merged }, outcome)
}

/** Readings with those that the body gives in place of what was read before. */
function scalesAfter(read: Scales, given: Partial<Scales>): Scales {
  return {
    empty_grams: given.empty_grams ?? read.empty_grams,
    full_grams: given.full_grams ?? read.full_grams,
  }
}

/** The owner of the grain reads the ticket of its load, and not only that there is one. */
async function shareTicket(trx: Transaction, actor: Actor, { movement, columns }: Weighing): Promise<void> {
  const fileId = columns.weighbridge_file_id
  if (!fileId || fileId === movement.weighbridge_file_id) return
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
  read: Scales,
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
    ...scaleFaults('weighbridge.full', scalesAfter(read, given)),
    ...(file && own ? fileFault('weighbridge.file', file, own) : []),
  ])
  return given
}

function withoutNulls<Columns extends object>(columns: Columns): Partial<Columns> {
  // Entries forget which column a value is of.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null)) as Partial<Columns>
}
