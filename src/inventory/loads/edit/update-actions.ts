import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { collectFaults, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { sayDate } from '../../../kernel/time.ts'
import { sayLoad } from '../../records/wire.ts'
import { outcomeToResponse } from '../../stock/effects.ts'
import { prepareActions, type PreparedActions } from './prepare-actions.ts'
import type { MissingActions } from '../rules.ts'
import { reasonOf } from './schema.ts'
import type { ActionsBody } from './schema.ts'
import { measureLoad } from './measure-load.ts'
import { sendElsewhere } from './send-elsewhere.ts'
import { applyWeighings, type Weighing } from './weighings.ts'

type Body = Static<typeof ActionsBody>

/**
 * Fills in what a movement still lacks: driver, weighbridge, and whether it is complete. Once both weights are known
 * their difference is the movement's weight (rules.md §4). A load that is not weighed full and empty yet may go elsewhere or be taken from
 * elsewhere, have more or fewer parts, and what was measured of it may be said.
 * What the body does not say stays as it was. What was completed as it is can be opened again.
 *
 * @throws Refusal every fault at once; `invalid_input` when full is not more than empty, or nothing; `forbidden` for an operator who empties the source; `insufficient_stock` when the net is more than the
 *   source had
 */
export async function updateActions(trx: Transaction, actor: Actor, id: string, body: Body) {
  const { sample } = body
  const faults: Fault[] = []
  const sentTo = await collectFaults(faults, () => sendElsewhere(trx, actor, id, body))
  const recordId = sentTo?.recordId ?? body.recordId
  if (sample) await collectFaults(faults, () => measureLoad(trx, actor, id, { recordId, sample }))
  // Of parts that are not as they are to be, nobody can say how many shares there are.
  const shares = faults.length > 0 && body.parts ? null : (body.shares ?? null)
  const actions = await collectFaults(faults, () =>
    prepareActions(trx, actor, id, { ...body, recordId, shares }),
  )
  refuseFaults(faults)
  if (!actions) throw new Error('unreachable: the faults were refused')
  const { movement } = actions.weighing
  const { outcome, merged } = await applyWeighings(
    trx,
    actor,
    [...actions.others, actions.weighing],
    reasonOf(body),
  )
  const done = {
    message: sayActions(actor, actions, body),
    ids: [movement.id, ...(sentTo?.addedIds ?? [])],
    at: movement.effective_at,
  }
  return outcomeToResponse(actor, { ...done, merged }, outcome)
}

function sayActions(actor: Actor, { weighing, net, missing, parts }: PreparedActions, body: Body): string {
  const { grams, isComplete } = weighing
  const weighed = `${sayLoad(grams)}${net === undefined ? '' : ', as weighed'}`
  const lacks = isComplete ? '' : ` Still to fill in: ${sayMissing(missing)}.`
  return `${sayState(weighing, body)}: ${weighed}.${lacks}${sayWeighedPlan(actor, weighing, net)}${parts}`
}

function sayState({ movement, isComplete }: Weighing, { isComplete: asked }: Body): string {
  if (!isComplete) return `Movement ${movement.completed_at === null ? 'saved' : 'open again'}`
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
  { movement: { effective_at: at } }: Weighing,
  net: number | undefined,
): string {
  if (net === undefined || at <= now) return ''
  return ` It is planned for ${sayDate(at, timeZone)}, and its stock moves then: if it has moved already, change the date.`
}
