import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { collectFaults, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { appendChanges } from '../../system/events/append-event.ts'
import { BAY_EMPTIED } from '../../system/reasons/reasons.ts'
import { sayLoad } from '../records/wire.ts'
import { changeStock, type StockOutcome } from '../stock/change-stock.ts'
import { dayAlone, skippedTimes } from '../../kernel/time.ts'
import { outcomeToResponse } from '../stock/effects.ts'
import type { MergeResult } from '../stock/merge-stock.ts'
import { explainDayAlone } from './day-alone.ts'
import { watchLost } from './ensure-no-more-lost.ts'
import { noteChangedMovements, type SaidChanges } from './note-changed-movements.ts'
import { recordsOf, type OwnMovement } from './own-movement.ts'
import { gramsOf, prepareEdit, type PreparedEdit } from './prepare-edit.ts'
import { postingOf, type StockMovement } from './rules.ts'
import { editParts } from './tickets/edit-parts.ts'
import { joinAgain, saveMovement } from './save-edit.ts'
import type { EditMovementBody, EditMovementsBody } from './schema.ts'

/**
 * Replaces what a movement says: the old entries are reversed at their own date and the new ones posted (rules.md §2).
 * Driver, weighbridge, contract and storage contract stay where the body leaves them out, and so do whether what leaves is
 * sold and whether the source is emptied; a weighed net stays the weight.
 *
 * @throws Refusal as `prepareEdit`; `insufficient_stock` and `incompatible_stock`, which several edits together may not run into
 */
export async function editMovement(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Static<typeof EditMovementBody>,
) {
  const edit = await prepareEdit(trx, actor, id, body)
  const parts = await editParts(trx, [{ edit, path: '' }])
  refuseFaults(parts.faults)
  const { edited, outcome } = await explainDayAlone(actor, [body.movementDateISO], () =>
    applyEdits(trx, actor, parts.edits),
  ).catch(withWayOut)
  const [only] = edited
  if (!only) throw new Error('one edit edits one movement')
  return respond(actor, sayEdited(actor, only), edited, outcome)
}

/**
 * Several edits as one change, which is judged once when all are made: a scale that was out is put right for loads in and out of a bay
 * that has been emptied and filled since, in whatever order they are sent.
 *
 * @throws Refusal every fault of all of them at once; as `editMovement`
 */
export async function editMovements(
  trx: Transaction,
  actor: Actor,
  { movements }: Static<typeof EditMovementsBody>,
) {
  const faults: Fault[] = duplicates(movements.map(({ id }) => id))
  const prepared: { edit: PreparedEdit; path: string }[] = []
  // In the order of their numbers: two requests that edit the same ones wait for each other in turn.
  const inOrder = [...movements.entries()].sort(([, a], [, b]) => Number(a.id) - Number(b.id))
  for (const [index, { id, ...body }] of inOrder) {
    const own: Fault[] = []
    const edit = await collectFaults(own, () => prepareEdit(trx, actor, id, body))
    faults.push(...own.map((each) => ({ ...each, path: `movements[${index}].${each.path}` })))
    if (edit) prepared.push({ edit, path: `movements[${index}].` })
  }
  refuseFaults(faults)
  const { edits, faults: others } = await editParts(trx, prepared)
  refuseFaults(others)
  const dates = movements.map(({ movementDateISO }) => movementDateISO)
  const { edited, outcome } = await explainDayAlone(actor, dates, () => applyEdits(trx, actor, edits))
  const message = edited.length === 1 ? 'One movement changed.' : `${edited.length} movements changed.`
  return respond(actor, message, edited, outcome)
}

function duplicates(ids: string[]): Fault[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [
          {
            path: `movements[${index}].id`,
            message: 'is named twice; a movement is edited once',
            code: 'duplicate' as const,
            data: {},
          },
        ]
      : [],
  )
}

/** An edit that was made. */
interface Edited extends PreparedEdit {
  after: StockMovement
  merged: MergeResult | undefined
  said: SaidChanges
}

async function applyEdits(
  trx: Transaction,
  actor: Actor,
  edits: PreparedEdit[],
): Promise<{ edited: Edited[]; outcome: StockOutcome }> {
  const { result, outcome } = await changeStock(trx, actor, {
    lock: {
      bayIds: edits.flatMap(({ destination }) => (destination.type === 'internal' ? destination.bayId : [])),
      recordIds: edits.flatMap(({ movement }) => recordsOf(movement)),
    },
    contractIds: edits.flatMap(({ movement, terms }) => [movement.storage_contract_id, terms.contractId]),
    async *plan() {
      const made: {
        edit: PreparedEdit
        after: StockMovement
        merged: MergeResult | undefined
        saved: OwnMovement
      }[] = []
      const checks: Awaited<ReturnType<typeof watchLost>>[] = []
      for (const edit of edits) {
        checks.push(await watchLost(trx, actor, edit.before))
        const merged = await mergeEdited(trx, actor, edit)
        const after = stockAfter(edit, merged)
        made.push({ edit, after, merged, saved: await saveMovement(trx, actor, edit, after) })
      }
      const posted = yield {
        reverse: made.map(({ after }) => after.id),
        postings: made.map(({ after }) => postingOf(after)),
        loads: made.flatMap(({ edit, after }) => [edit.before, after]),
      }
      for (const [index, { after }] of made.entries()) checks[index]?.(after, posted)
      return made
    },
  })
  const said = await noteChangedMovements(
    trx,
    actor,
    result.map(({ edit, saved }) => ({ before: edit.movement, after: saved })),
  )
  await appendEdited(trx, actor, result, outcome)
  const edited = result.map(({ edit, after, merged }, index) => ({
    ...edit,
    after,
    merged,
    said: said[index] ?? new Map<string, string>(),
  }))
  return { edited, outcome }
}

async function mergeEdited(
  trx: Transaction,
  actor: Actor,
  { movement, destination, terms, grams, effectiveAt }: PreparedEdit,
): Promise<MergeResult | undefined> {
  if (destination.type !== 'internal') return undefined
  return joinAgain(trx, actor, movement, destination, { grams, drying: terms.drying, effectiveAt })
}

function stockAfter(
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

/** An event for each; what they show at besides their own records is told with the last. */
async function appendEdited(
  trx: Transaction,
  actor: Actor,
  made: { edit: PreparedEdit; saved: OwnMovement }[],
  { recordIds }: StockOutcome,
): Promise<void> {
  const events = made.flatMap(({ edit: { movement: before }, saved: after }, index) => {
    const own = [...new Set([before, after].flatMap(recordsOf))]
    const told = {
      subject: String(before.id),
      data: { ids: [before.id], recordIds: index === made.length - 1 ? recordIds : own },
    }
    const isCompleted = before.completed_at === null && after.completed_at !== null
    const types = ['movement.updated', ...(isCompleted ? ['movement.completed' as const] : [])] as const
    return types.map((type) => ({ before, after, event: { type, ...told } }))
  })
  await appendChanges(trx, actor, events)
}

function respond(actor: Actor, message: string, edited: Edited[], outcome: StockOutcome) {
  const done = {
    message,
    ids: edited.map(({ movement }) => movement.id),
    at: new Date(Math.max(...edited.map(({ effectiveAt }) => effectiveAt.getTime()))),
    merged: edited.flatMap(({ merged }) => merged ?? []),
    arrivals: edited.map(({ after }) => after.destinationRecordId),
    warnings: edited.flatMap(({ body }) => skippedTimes(body.movementDateISO, actor.timeZone)),
    daysAlone: edited.flatMap(({ body }) => dayAlone(body.movementDateISO, actor.timeZone)),
  }
  return outcomeToResponse(actor, done, outcome)
}

const JUDGED_AT_THE_END = new Set(['insufficient_stock', 'incompatible_stock'])

/** Where one of several corrections is refused because the others are still to come, they can be sent together. */
function withWayOut(error: unknown): never {
  if (!(error instanceof Refusal) || !JUDGED_AT_THE_END.has(error.code)) throw error
  const { code, message, faults, details } = error
  const way =
    'If other movements are to be corrected too, send all of them to PUT /api/inventory/movements/bulk: together they are judged once, at the end.'
  throw new Refusal(code, `${message} ${way}`, { faults, details })
}

/** What the movement weighs, what else it says otherwise now, and whether its stock moves because of that. */
function sayEdited({ now }: Actor, { movement: { effective_at: was }, body, after, said }: Edited): string {
  const isWeighed = after.grams !== gramsOf(body)
  const weight = `${sayLoad(after.grams)}${isWeighed ? ', as weighed' : ''}`
  const others = [...said].flatMap(([what, words]) => (what === 'weight' ? [] : [words]))
  const [wasPlanned, isPlanned] = [was > now, after.effectiveAt > now]
  const moves = isPlanned
    ? ' It is a plan now: its stock moves then.'
    : ' It is no longer a plan: its stock has moved.'
  return `Movement changed: ${[weight, ...others].join('; ')}.${wasPlanned === isPlanned ? '' : moves}`
}
