import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { collectFaults, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { fileFault, findAttachableFiles } from '../../../system/files/find-files.ts'
import { BAY_EMPTIED } from '../../../system/reasons/reasons.ts'
import { editedTextColumns } from '../../load-texts.ts'
import { editedTradeColumns } from '../../load-trades.ts'
import { ensureMayAdjust } from '../../records/ensure-may-adjust.ts'
import { withTareUsed } from '../../readings/find-tares.ts'
import { newWeights, readingFaults, scalesAfter, type Scales } from '../../readings/rules.ts'
import { driverColumns, emptyingFaults, netGrams, scaleFaults, scalesOf } from '../rules.ts'
import { applyEdits, editsToResponse } from './apply-edits.ts'
import { isCompleteAfter, missingAfter, weighed, type ChangedLoad } from './load-edit.ts'
import { measureLoad } from './measure-load.ts'
import { lockMovement, scalesOfRow, type LockedMovementRow } from './lock-movement.ts'
import { editReasonOf, type ActionsBody } from './schema.ts'
import { sendElsewhere } from './send-elsewhere.ts'
import { lockTicketOf, shareAnew, weighTicket } from './tickets.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import type { MissingAction, SavedState } from '../../../words/stock-terms.ts'

/**
 * Fills in what a movement still lacks: driver, weighbridge, and whether it is complete. Once both weights are known
 * their difference is the movement's weight (rules.md §4). A load that is not weighed full and empty yet may go elsewhere or be taken from
 * elsewhere, have more or fewer parts, and what was measured of it may be said.
 * What the body does not say stays as it was. What was completed as it is can be opened again.
 *
 * @throws Refusal every fault at once; `invalid_input` when full is not more than empty, or nothing; `forbidden` for an operator who empties the source; `insufficient_stock` when the net is more than the
 *   source had
 */
export async function updateActions(trx: Transaction, actor: Actor, id: string, body: ActionsBody) {
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
  const { edit, others } = actions
  const applied = await applyEdits(trx, actor, [...others, edit], editReasonOf(body))
  const said = saved(actor, actions, body)
  return editsToResponse(actor, applied, { said, ids: [edit.was.id, ...(sentTo?.addedIds ?? [])] })
}

/** Actions on a movement with their meaning resolved, and with it and its ticket locked. */
interface PreparedActions {
  edit: ChangedLoad
  /** Of the other parts of its ticket, as far as these change. */
  others: ChangedLoad[]
  /** Net weight, once both readings are known. */
  net: number | undefined
  /** New weights of the parts of its ticket; empty if they do not change. */
  parts: Message[]
}

/**
 * Finds what actions mean. What the body does not say stays as it was; a ticket's readings are those of all its parts.
 *
 * @throws Refusal `not_found`; every fault at once; `forbidden` for an operator who empties the source
 */
async function prepareActions(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: ActionsBody,
): Promise<PreparedActions> {
  // Before the movement itself: two parts of one ticket may be corrected at once.
  const locked = await lockTicketOf(trx, actor, id)
  const ticket = body.shares ? await shareAnew(trx, locked, body.shares) : locked
  const movement = await lockMovement(trx, actor, id, body.recordId)
  const read = ticket?.scales ?? scalesOfRow(movement)
  const { given, scales } = await columnsGiven(trx, actor, movement, read, body)
  const net = netGrams(scales)
  const empties = body.adjustToZero === true && !movement.adjust_to_zero
  if (empties) ensureMayAdjust(actor)
  const alone = await weighed(trx, movement, net ?? movement.weight_grams, given)
  if (empties) refuseFaults(emptyingFaults(alone.before.source))
  const emptied = { ...alone.after, ...(empties && { emptiedReasonId: BAY_EMPTIED }) }
  const edit = { ...alone, after: emptied, isComplete: body.isComplete }
  if (!ticket) return { edit, others: [], net, parts: [] }
  const part = await weighTicket(trx, ticket, scales, {
    part: movement,
    fileId: given.weighbridge_file_id,
    isSharedAnew: body.shares != null,
  })
  const own = { ...edit, after: { ...emptied, grams: part.grams }, row: { ...given, ...part.scales } }
  return { edit: own, others: part.others, net, parts: part.said }
}

/** The columns that the body fills in, and the readings with those that it gives. */
async function columnsGiven(
  trx: Transaction,
  actor: Actor,
  movement: LockedMovementRow,
  read: Scales,
  body: ActionsBody,
) {
  const { driver, weighbridge } = body
  const file = weighbridge?.file?.id ? weighbridge.file : null
  const said = scalesOf(weighbridge)
  const named = withoutNulls({
    ...driverColumns(driver),
    empty_grams: said.empty_grams,
    full_grams: said.full_grams,
    weighbridge_file_id: file?.id ?? null,
    ...editedTextColumns(body),
  })
  const attached = movement.weighbridge_file_id === null ? [] : [movement.weighbridge_file_id]
  const own = file && (await findAttachableFiles(trx, actor.organisationId, [file.id], attached))
  refuseFaults([
    ...scaleFaults('weighbridge.full', scalesAfter(read, said)),
    ...readingFaults('weighbridge', newWeights(read, said), actor.weighing),
    ...(file && own ? fileFault('weighbridge.file', file, own) : []),
  ])
  const lorry = {
    registration: named.vehicle_registration ?? movement.vehicle_registration,
    at: movement.effective_at,
  }
  const readings = await withTareUsed(trx, actor, lorry, said)
  const scales = scalesAfter(read, { ...said, readings })
  return { given: { ...named, ...editedTradeColumns(body), readings: scales.readings }, scales }
}

function withoutNulls<Columns extends object>(
  columns: Columns,
): {
  [Name in keyof Columns]?: NonNullable<Columns[Name]>
} {
  const given = Object.entries(columns).filter(([, value]) => value !== null)
  // Entries forget which column a value is of.
  return Object.fromEntries(given) as ReturnType<typeof withoutNulls<Columns>>
}

function saved(actor: Actor, { edit, net, parts }: PreparedActions, body: ActionsBody): Message[] {
  const weight = kilogramsFromGrams(edit.after.grams)
  const isWeighed = net !== undefined
  return [
    message('actionsAreSaved', { state: stateOf(edit, body), weight, isWeighed }),
    ...(isCompleteAfter(edit) ? [] : [message('isStillMissing', { missing: missingOf(edit) })]),
    ...weighedPlan(actor, edit, net),
    ...parts,
  ]
}

function stateOf(edit: ChangedLoad, { isComplete: asked }: ActionsBody): SavedState {
  if (!isCompleteAfter(edit)) return edit.was.completed_at === null ? 'saved' : 'reopened'
  return asked === false ? 'complete all the same' : 'complete'
}

function missingOf(edit: ChangedLoad): MissingAction[] {
  const missing = missingAfter(edit)
  return (['driver', 'empty', 'full'] as const).filter((each) => missing[each])
}

/** Whoever has weighed a lorry has seen it: where its date is still to come, the books would move the stock on another day. */
function weighedPlan(
  { now, timeZone }: Actor,
  { was: { effective_at: at } }: ChangedLoad,
  net: number | undefined,
): Message[] {
  if (net === undefined || at <= now) return []
  return [message('isPlannedFor', { atUTC: at.toISOString(), timeZone })]
}
