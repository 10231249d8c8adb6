import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayWeight } from '../../kernel/weight.ts'
import type { StockOutcome } from '../stock/change-stock.ts'
import { outcomeToResponse } from '../stock/effects.ts'
import { changeMovements } from './change-movements.ts'
import type { ToldMovement } from './note-changed-movements.ts'
import { lockOwnMovement, type OwnMovement } from './own-movement.ts'
import { lockTickets, weighPartsThatStay } from './tickets/tickets.ts'
import { changeOf, type Weighing } from './weighings.ts'

/**
 * Takes a movement back at its own date; it is kept, and listed only on request.
 *
 * @throws Refusal `insufficient_stock` where its grain has already gone on; `incompatible_stock` where other stock
 *   lies by now in the bay it came from
 */
export async function deleteMovement(
  trx: Transaction,
  actor: Actor,
  { id, recordId }: { id: string; recordId?: string | undefined },
) {
  const movement = await lockOwnMovement(trx, actor, id, recordId)
  const { outcome, weighings } = await reverseMovements(trx, actor, [movement])
  const message = `${sayDeleted(movement, actor.now)}${sayTakenOver(weighings)}`
  return outcomeToResponse(actor, { message, ids: [movement.id], at: movement.effective_at }, outcome)
}

/**
 * The same for several at once, which the caller has locked: all or none. Where a ticket that was weighed loses parts, those that stay
 * add up to its net.
 *
 * @throws Refusal as `deleteMovement`
 */
export async function reverseMovements(
  trx: Transaction,
  actor: Actor,
  movements: ToldMovement[],
): Promise<{ outcome: StockOutcome; weighings: Weighing[] }> {
  const ids = movements.map(({ id }) => id)
  const ticketIds = new Set(movements.flatMap(({ ticket_id }) => ticket_id ?? []))
  const weighings: Weighing[] = []
  for (const ticket of await lockTickets(trx, [...ticketIds]))
    weighings.push(...(await weighPartsThatStay(trx, ticket, ids)))
  const changes = weighings.map((weighing) => changeOf(trx, actor, weighing))
  const { outcome } = await changeMovements(trx, actor, { deleted: movements, changes })
  return { outcome, weighings }
}

function sayDeleted({ effective_at, source_record_id, weight_grams }: OwnMovement, now: Date): string {
  if (weight_grams === 0) return 'Movement deleted.'
  const weight = sayWeight(weight_grams)
  if (effective_at > now) return `Movement deleted: ${weight} are planned no more.`
  return `Movement deleted: ${weight} are ${source_record_id === null ? 'taken out of stock again' : 'back where they were'}.`
}

/** A lorry brought its net, wherever it was tipped: what is deleted of its load went where the rest went. */
function sayTakenOver(weighings: Weighing[]): string {
  if (weighings.length === 0) return ''
  const weights = weighings.map(({ grams }) => sayWeight(grams)).join(', ')
  return ` The lorry’s net is now that of the parts of its ticket that stay: ${weights}.`
}
