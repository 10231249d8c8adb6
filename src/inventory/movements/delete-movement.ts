import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { appendEvents, type NewEvent } from '../../system/events/append-event.ts'
import { changeStock, type StockOutcome } from '../stock/change-stock.ts'
import { outcomeToResponse } from '../stock/effects.ts'
import { noteChangedMovements, type ToldMovement } from './note-changed-movements.ts'
import { lockTickets } from './tickets/lock-tickets.ts'
import { weighPartsThatStay } from './tickets/weigh-parts.ts'
import { appendWeighed, saveWeighing, stepOf, type Weighing } from './weighings.ts'
import { lockOwnMovement, recordsOf, type OwnMovement } from './own-movement.ts'

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
  const weighings: Weighing[] = []
  for (const ticket of await lockTickets(trx, ticketsOf(movements)))
    weighings.push(...(await weighPartsThatStay(trx, ticket, ids)))
  const staying = weighings.map(({ movement }) => movement)
  const { result: saved, outcome } = await changeStock(trx, actor, {
    // All of them at once: one after the other, two requests could each hold the bay that the other waits for.
    lock: { recordIds: [...movements, ...staying].flatMap(recordsOf) },
    contractIds: [...movements, ...staying].map(({ storage_contract_id: contractId }) => contractId),
    async *plan() {
      await trx
        .updateTable('movements')
        .set({
          status: 'deleted',
          deleted_at: actor.now,
          deleted_by: actor.userId,
          deleted_by_name: actor.userName,
        })
        .where('id', '=', anyOf(ids, 'bigint'))
        .execute()
      const saved: OwnMovement[] = []
      for (const weighing of weighings) saved.push(await saveWeighing(trx, actor, weighing))
      const { reverse, postings, loads = [] } = stepOf(weighings)
      yield { reverse: [...ids, ...reverse], postings, loads: [...movements.map(loadOf), ...loads] }
      return saved
    },
  })
  const changes = staying.map((before, index) => ({ before, after: saved[index] ?? before }))
  await noteChangedMovements(trx, actor, [
    ...movements.map((before) => ({ before, after: null })),
    ...changes,
  ])
  await appendEvents(trx, actor, deletedEvents(movements, outcome.recordIds))
  await appendWeighed(trx, actor, changes, undefined)
  return { outcome, weighings }
}

function ticketsOf(movements: ToldMovement[]): string[] {
  return [...new Set(movements.flatMap(({ ticket_id }) => ticket_id ?? []))]
}

function loadOf({ destination_record_id, effective_at, weight_grams }: ToldMovement) {
  return { destinationRecordId: destination_record_id, effectiveAt: effective_at, grams: weight_grams }
}

/** One event for each; what taking them back shows at besides their own records is told with the last. */
function deletedEvents(movements: ToldMovement[], changed: string[]): NewEvent[] {
  const own = new Set(movements.flatMap(recordsOf))
  const others = changed.filter((recordId) => !own.has(recordId))
  return movements.map((movement, index) => {
    const recordIds =
      index === movements.length - 1 ? [...recordsOf(movement), ...others] : recordsOf(movement)
    return { type: 'movement.deleted', subject: String(movement.id), data: { ids: [movement.id], recordIds } }
  })
}
