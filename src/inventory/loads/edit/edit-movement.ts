import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { collectFaults, fault, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { explainDayAlone, oddDates, withWayOut } from '../dates.ts'
import { applyEdits, editsToResponse, type AppliedEdits } from './apply-edits.ts'
import { gramsOf, prepareEdit } from './prepare-edit.ts'
import { editReasonOf, type EditMovementBody, type EditMovementsBody } from './schema.ts'
import { editParts, type EditAt } from './tickets.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'

/**
 * Replaces what a movement says: the old entries are reversed at their own date and the new ones posted (rules.md §2).
 * Driver, weighbridge, contract and storage contract stay where the body leaves them out, and so do whether what leaves is
 * sold and whether the source is emptied; a weighed net stays the weight.
 *
 * @throws Refusal as `prepareEdit`; `insufficient_stock` and `incompatible_stock`, which several edits together may not run into
 */
export async function editMovement(trx: Transaction, actor: Actor, id: string, body: EditMovementBody) {
  const edit = await prepareEdit(trx, actor, id, body)
  const dates = [body.movementDateISO]
  const applied = await applyCorrections(trx, actor, [{ edit, path: '' }], editReasonOf(body), dates).catch(
    withWayOut,
  )
  const said = edited(actor, body, applied)
  return editsToResponse(actor, applied, { said, ids: [edit.was.id], ...oddDates(actor, dates) })
}

/**
 * Several edits as one change, which is judged once when all are made: a scale that was out is put right for loads in and out of a bay
 * that has been emptied and filled since, in whatever order they are sent.
 *
 * @throws Refusal every fault of all of them at once; as `editMovement`
 */
export async function editMovements(trx: Transaction, actor: Actor, body: EditMovementsBody) {
  const { movements } = body
  const faults: Fault[] = duplicates(movements.map(({ id }) => id))
  const prepared: EditAt[] = []
  // In the order of their numbers: two requests that edit the same ones wait for each other in turn.
  const inOrder = [...movements.entries()].sort(([, a], [, b]) => Number(a.id) - Number(b.id))
  for (const [index, { id, ...each }] of inOrder) {
    const path = `movements[${index}].`
    const own: Fault[] = []
    const edit = await collectFaults(own, () => prepareEdit(trx, actor, id, each))
    faults.push(...own.map((one) => ({ ...one, path: `${path}${one.path}` })))
    if (edit) prepared.push({ edit, path })
  }
  refuseFaults(faults)
  const dates = inOrder.map(([, { movementDateISO }]) => movementDateISO)
  const applied = await applyCorrections(trx, actor, prepared, editReasonOf(body), dates)
  const ids = prepared.map(({ edit }) => edit.was.id)
  const said = [message('movementsAreChanged', { count: ids.length })]
  return editsToResponse(actor, applied, { said, ids, ...oddDates(actor, dates) })
}

function duplicates(ids: string[]): Fault[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [fault(`movements[${index}].id`, message('isEditedTwice', {}), 'duplicate')]
      : [],
  )
}

/**
 * Makes corrections one change, judged once.
 *
 * @param dates as they were sent
 * @throws Refusal as `editParts` and `applyEdits`
 */
export async function applyCorrections(
  trx: Transaction,
  actor: Actor,
  prepared: EditAt[],
  reason: string,
  dates: EditMovementBody['movementDateISO'][] = [],
): Promise<AppliedEdits> {
  const edits = await editParts(trx, prepared)
  return explainDayAlone(actor, dates, () => applyEdits(trx, actor, edits, reason))
}

/** Describes in words the movement's weight, its other changes, and whether its stock moves because of them. */
function edited({ now }: Actor, body: EditMovementBody, { edits }: AppliedEdits): Message[] {
  const [{ edit, row, said } = {}] = edits
  if (!edit || !row || !said) throw new Error('unreachable: one edit was made')
  const isWeighed = row.weight_grams !== gramsOf(body)
  const changes = [...said].flatMap(([what, change]) => (what === 'weight' ? [] : [change]))
  const [wasPlanned, isPlanned] = [edit.was.effective_at > now, row.effective_at > now]
  const moves = isPlanned ? message('isPlanNow', {}) : message('isNoPlanAnyMore', {})
  const weight = kilogramsFromGrams(row.weight_grams)
  return [
    message('movementIsChanged', { weight, isWeighed, changes }),
    ...(wasPlanned === isPlanned ? [] : [moves]),
  ]
}
