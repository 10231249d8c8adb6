import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { textsOf } from '../../load-texts.ts'
import { applyCorrections } from './edit-movement.ts'
import { reverseMovements } from './delete-movement.ts'
import { addParts, partFaults } from './other-parts.ts'
import { lockMovement, placeOfParcel, type LockedMovementRow } from './lock-movement.ts'
import { prepareEdit } from './prepare-edit.ts'
import { netGrams } from '../rules.ts'
import { editReasonOf, type ActionsBody } from './schema.ts'
import { lockTicketOf, type LockedTicket } from './tickets.ts'
import { message, type Message } from '../../../words/catalogue.ts'

type Part = NonNullable<ActionsBody['parts']>[number]
type Elsewhere = Pick<Part, 'source' | 'destination'>

/**
 * Sends a load elsewhere than its first weighing said, takes it from elsewhere, or dates it otherwise, as an edit of it would: a bay was full,
 * and the lorry is tipped beside it, or the books were closed meanwhile. That is known until it was weighed full and empty; afterwards it is a correction of what was done. Of a lorry with
 * several parts each has its own bay; it may have more of them than was said, or fewer.
 *
 * @returns the record that the movement is of from then on, and the movements of new parts
 * @throws Refusal as `editMovement`; where it is weighed, or what is said is not of its parts
 */
export async function sendElsewhere(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: ActionsBody,
): Promise<{ recordId: string; addedIds: number[] } | undefined> {
  const { source, destination, parts } = body
  const isDated = Boolean(body.movementDateISO ?? body.happenedAtISO)
  if (!source && !destination && !parts && !isDated) return undefined
  const ticket = await lockTicketOf(trx, actor, id)
  const movement = await lockMovement(trx, actor, id, body.recordId)
  refuseFaults(placeFaults(movement, ticket, body))
  const said: Part[] = parts ?? [{ source: source ?? null, destination: destination ?? null }]
  const loads = (ticket?.parts ?? [movement]).map((load, index) => ({ load, ...said[index] }))
  const edits = []
  for (const { load, isLeftOut, ...elsewhere } of loads)
    if (elsewhere.source || elsewhere.destination || (isDated && !isLeftOut))
      edits.push({ edit: await prepareElsewhere(trx, actor, load, elsewhere, body), path: '' })
  if (edits.length > 0) await applyCorrections(trx, actor, edits, editReasonOf(body))
  const leftOut = loads.flatMap(({ load, isLeftOut }, index) =>
    isLeftOut ? { movement: load, lorryNet: undefined, path: `parts[${index}].` } : [],
  )
  if (leftOut.length > 0) await reverseMovements(trx, actor, leftOut, editReasonOf(body))
  const now = await lockMovement(trx, actor, id, undefined)
  const added = []
  for (const elsewhere of parts?.slice(loads.length) ?? [])
    added.push(await prepareElsewhere(trx, actor, now, elsewhere, body))
  return { recordId: now.record_id, addedIds: await addParts(trx, actor, now, added) }
}

async function prepareElsewhere(
  trx: Transaction,
  actor: Actor,
  load: LockedMovementRow,
  { source, destination }: Elsewhere,
  body: ActionsBody,
) {
  const { gradeReason, holdOverride } = textsOf(body)
  const { movementDateISO, happenedAtISO } = body
  const edit = {
    recordId: load.record_id,
    weight: kilogramsFromGrams(load.weight_grams),
    destination: destination ?? (await presentDestination(trx, load)),
    gradeReason,
    holdOverride,
    // The true day of a late load stays where nothing is said of it.
    ...(movementDateISO && { movementDateISO }),
    ...(happenedAtISO && { happenedAtISO }),
  }
  return prepareEdit(trx, actor, String(load.id), edit, source?.recordId)
}

/** Returns the present destination of a load, in the form of a body. */
async function presentDestination(
  trx: Transaction,
  { destination_record_id: to, receiver_id, receiver_name }: LockedMovementRow,
): Promise<NonNullable<Elsewhere['destination']>> {
  if (to === null) return { organisationId: receiver_id ?? '', organisationName: receiver_name }
  const { storage_id, bay_id } = await placeOfParcel(trx, to)
  return { storageId: storage_id ?? '', ...(bay_id !== null && { substorageId: bay_id }) }
}

function placeFaults(
  movement: LockedMovementRow,
  ticket: LockedTicket | undefined,
  body: ActionsBody,
): Fault[] {
  const { parts } = body
  const named = (['source', 'destination'] as const).filter((each) => body[each])
  const faultsOf = (paths: string[], said: Message) => paths.map((each) => fault(each, said, 'contradiction'))
  if (netGrams(ticket?.scales ?? movement) !== undefined) {
    const others = (['parts', 'movementDateISO', 'happenedAtISO'] as const).filter((each) => body[each])
    return faultsOf([...named, ...others], message('isForUnweighedLoad', {}))
  }
  if (!ticket && !parts) return []
  const ofParts = parts ? partFaults(movement, ticket?.parts ?? [movement], { ...body, parts }) : []
  return [...faultsOf(named, message('isForLorryWithOneLoad', {})), ...ofParts]
}
