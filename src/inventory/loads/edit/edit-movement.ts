import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { collectFaults, fault, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { paired } from '../../../kernel/paired.ts'
import { sayLoad } from '../../records/wire.ts'
import { outcomeToResponse } from '../../stock/effects.ts'
import { changeMovements } from './change-movements.ts'
import { explainDayAlone, oddDates, withWayOut } from '../dates.ts'
import { gramsOf, prepareEdit, type PreparedEdit } from './prepare-edit.ts'
import { changeOfEdit } from './save-edit.ts'
import { reasonOf } from './schema.ts'
import type { EditMovementBody, EditMovementsBody } from './schema.ts'
import { editParts } from './tickets.ts'

/**
 * Replaces what a movement says: the old entries are reversed at their own date and the new ones posted (rules.md §2).
 * Driver, weighbridge, contract and storage contract stay where the body leaves them out, and so do whether what leaves is
 * sold and whether the source is emptied; a weighed net stays the weight.
 *
 * @throws Refusal as `prepareEdit`; `insufficient_stock` and `incompatible_stock`, which several edits together may not run into
 */
export async function editMovement(trx: Transaction, actor: Actor, id: string, body: EditMovementBody) {
  const edit = await prepareEdit(trx, actor, id, body)
  const messageOf = (edited: Edited[]) => edited.map((each) => sayEdited(actor, each)).join(' ')
  return applyEdits(trx, actor, [{ edit, path: '' }], reasonOf(body), messageOf).catch(withWayOut)
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
  return applyEdits(trx, actor, prepared, reasonOf(body), ({ length }) =>
    length === 1 ? 'One movement changed.' : `${length} movements changed.`,
  )
}

function duplicates(ids: string[]): Fault[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [fault(`movements[${index}].id`, 'is named twice; a movement is edited once', 'duplicate')]
      : [],
  )
}

/** An edit, and where the body has it, with a dot. */
interface EditAt {
  edit: PreparedEdit
  path: string
}

type Applied = Awaited<ReturnType<typeof changeMovements>>
type Edited = PreparedEdit & { after: Applied['saved'][number]; said: Applied['said'][number] }

/**
 * Makes edits one change, judged once.
 *
 * @param messageOf what the answer says of them
 */
export async function applyEdits(
  trx: Transaction,
  actor: Actor,
  prepared: EditAt[],
  reason: string,
  messageOf: (edited: Edited[]) => string,
) {
  const { edits, faults } = await editParts(trx, prepared)
  refuseFaults(faults)
  const dates = edits.map(({ body }) => body.movementDateISO)
  const changes = edits.map((edit) => changeOfEdit(trx, actor, edit))
  const { saved, said, outcome } = await explainDayAlone(actor, dates, () =>
    changeMovements(trx, actor, { changes, reason }),
  )
  const edited = paired(paired(edits, saved), said).map(([[edit, after], words]) => ({
    ...edit,
    after,
    said: words,
  }))
  const done = {
    message: messageOf(edited),
    ids: edits.map(({ movement }) => movement.id),
    at: new Date(Math.max(...edits.map(({ effectiveAt }) => effectiveAt.getTime()))),
    merged: saved.flatMap(({ merged }) => merged ?? []),
    arrivals: saved.map(({ stock }) => stock.destinationRecordId),
    ...oddDates(actor, dates),
  }
  return outcomeToResponse(actor, done, outcome)
}

/** What the movement weighs, what else it says otherwise now, and whether its stock moves because of that. */
function sayEdited(
  { now }: Actor,
  { movement: { effective_at: was }, body, after: { stock }, said }: Edited,
): string {
  const isWeighed = stock.grams !== gramsOf(body)
  const weight = `${sayLoad(stock.grams)}${isWeighed ? ', as weighed' : ''}`
  const others = [...said].flatMap(([what, words]) => (what === 'weight' ? [] : [words]))
  const [wasPlanned, isPlanned] = [was > now, stock.effectiveAt > now]
  const moves = isPlanned
    ? ' It is a plan now: its stock moves then.'
    : ' It is no longer a plan: its stock has moved.'
  return `Movement changed: ${[weight, ...others].join('; ')}.${wasPlanned === isPlanned ? '' : moves}`
}
