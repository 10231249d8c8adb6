import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { refuseFaults } from '../../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import type { LorryNet } from '../tickets/rules.ts'
import { applyEdits, editsToResponse, type AppliedEdits } from './apply-edits.ts'
import { movesStock, type LoadEdit } from './load-edit.ts'
import { lockMovement, type LockedMovementRow } from './lock-movement.ts'
import { editReasonOf, type DeleteMovementBody } from './schema.ts'
import { faultsOfDeleting, lockTickets, takeOutParts } from './tickets.ts'
import { message, type Message } from '../../../words/catalogue.ts'

/**
 * Takes a movement back at its own date; it is kept, and listed only on request.
 *
 * @throws Refusal `insufficient_stock` where its grain has already gone on; `incompatible_stock` where other stock
 *   lies by now in the bay it came from; `invalid_input` where it has to be said what becomes of its lorry's net
 */
export async function deleteMovement(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Static<typeof DeleteMovementBody> | null | undefined,
) {
  const movement = await lockMovement(trx, actor, id, body?.recordId)
  const deleted = { movement, lorryNet: body?.lorryNet, path: '' }
  const applied = await reverseMovements(trx, actor, [deleted], editReasonOf(body))
  const said = [deletion(movement, actor.now, othersOf(applied)), ...netOfOthers(applied)]
  return editsToResponse(actor, applied, { said, ids: [movement.id] })
}

/** A movement that is to be deleted. */
interface Deleted {
  movement: LockedMovementRow
  /** As a part of a lorry's load: what becomes of its net. */
  lorryNet: LorryNet | undefined
  /** Path prefix of its faults, with a dot. */
  path: string
}

/**
 * Deletes several movements at once, which the caller has locked: all or none. Where a weighed ticket loses parts, those that stay
 * add up to its net, which stays or is less, as stated for each deleted part.
 *
 * @returns the outcome for them, and for the other parts of their lorries of which something changed
 * @throws Refusal as `deleteMovement`; `invalid_input` where it has to be said what becomes of a lorry's net
 */
export async function reverseMovements(
  trx: Transaction,
  actor: Actor,
  deleted: Deleted[],
  reason: string,
): Promise<AppliedEdits> {
  const ticketIds = new Set(deleted.flatMap(({ movement }) => movement.ticket_id ?? []))
  const tickets = (await lockTickets(trx, [...ticketIds])).map((ticket) => ({
    ticket,
    parts: deleted
      .filter(({ movement }) => movement.ticket_id === ticket.id)
      .map(({ movement: { id, weight_grams: grams }, ...said }) => ({ id, grams, ...said })),
  }))
  refuseFaults(tickets.flatMap(({ ticket, parts }) => faultsOfDeleting(ticket, parts)))
  const edits: LoadEdit[] = deleted.map(({ movement: was }) => ({ kind: 'deleted', was }))
  for (const { ticket, parts } of tickets) edits.push(...(await takeOutParts(trx, ticket, parts)))
  return applyEdits(trx, actor, edits, reason)
}

function deletion(
  { effective_at, source_record_id, weight_grams }: LockedMovementRow,
  now: Date,
  others: LoadEdit[],
): Message {
  if (weight_grams === 0 || others.some(movesStock)) return message('isDeleted', {})
  const weight = kilogramsFromGrams(weight_grams)
  if (effective_at > now) return message('isPlannedNoMore', { weight })
  return source_record_id === null
    ? message('isOutOfStockAgain', { weight })
    : message('isBackWhereItWas', { weight })
}

function othersOf({ edits }: AppliedEdits) {
  return edits.flatMap(({ edit }) => (edit.kind === 'deleted' ? [] : edit))
}

/** The other parts of the lorries that lost some: they took those over, or the lorry brought less than was read. */
export function netOfOthers(applied: AppliedEdits): Message[] {
  const others = othersOf(applied)
  if (others.length === 0) return []
  const weights = others.map(({ after }) => kilogramsFromGrams(after.grams))
  return [
    others.some(movesStock) ? message('netIsThatOfOthers', { weights }) : message('netWasLess', { weights }),
  ]
}
